// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

const (
	off     = ", annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}"
	moved   = "± ConfigMap default/x: Kustomization flux-system/a may prune it before Kustomization flux-system/b applies it"
	pruning = "Kustomization flux-system/a may apply the commit before "
	objectA = "Kustomization.kustomize.toolkit.fluxcd.io flux-system/a"
	objectB = "Kustomization.kustomize.toolkit.fluxcd.io flux-system/b"
)

// two returns a repository with Kustomizations a and b with further fields of spec, which apply the directories of the
// same name.
func two(a, b string) files {
	return files{
		"cluster/keep.yaml": configMapOf("keep", ""), "cluster/a.yaml": kustomization("a", "./a", a), "cluster/b.yaml": kustomization("b", "./b", b),
		"a/a.yaml": configMapOf("a", ""), "b/b.yaml": configMapOf("b", ""),
	}
}

func unpruned(name, path string) string {
	return strings.Replace(kustomization(name, path), "prune: true", "prune: false", 1)
}

var _ = Describe("An object that moves to another Kustomization", func() {
	x := configMapOf("x", "")
	inA, inB := files{"a/x.yaml": x}, files{"b/x.yaml": x}
	onB := ", dependsOn: [{name: b}]"

	DescribeTable("is",
		func(first, second files, expected ...string) {
			out, _, err := newRepository(first, second).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
			Expect(err).NotTo(HaveOccurred())
			Expect(strings.Join(lines(out), "\n")).To(Equal(strings.Join(expected, "\n")), out)
		},
		Entry("recreated, because nothing orders the two", two("", "").and(inA), two("", "").and(inB), moved),
		Entry("recreated from the root to a Kustomization below", two("", "").and(files{"cluster/x.yaml": x}), two("", "").and(inB),
			"± ConfigMap default/x: Kustomization flux-system/flux-system may prune it before Kustomization flux-system/b applies it"),
		Entry("recreated from a Kustomization to the root", two("", "").and(inA), two("", "").and(files{"cluster/x.yaml": x}),
			"± ConfigMap default/x: Kustomization flux-system/a may prune it before Kustomization flux-system/flux-system applies it"),
		Entry("recreated if it changes as well", two("", "").and(inA), two("", "").and(files{"b/x.yaml": configMapOf("x", "a: b")}), moved),
		Entry("not recreated if the former owner depends on the next one", two(onB, "").and(inA), two(onB, "").and(inB)),
		Entry("not recreated if the former owner depends on the next one through others", two(", dependsOn: [{name: m}]", "").and(inA).and(files{"cluster/m.yaml": kustomization("m", "./b", onB)}),
			two(", dependsOn: [{name: m}]", "").and(inB).and(files{"cluster/m.yaml": kustomization("m", "./m", onB), "m/m.yaml": configMapOf("m", "")}).and(files{"cluster/m.yaml": kustomization("m", "./b", onB), "m/m.yaml": ""}),
			"? not known: ConfigMap default/b is in Kustomization flux-system/b and in Kustomization flux-system/m, which overwrite each other",
			"? not known: ConfigMap default/x is in Kustomization flux-system/b and in Kustomization flux-system/m, which overwrite each other"),
		Entry("recreated if the dependency begins with the commit", two("", "").and(inA), two(onB, "").and(inB), moved, "~ "+objectA),
		Entry("recreated if the dependency ends with the commit", two(onB, "").and(inA), two("", "").and(inB), moved, "~ "+objectA),
		Entry("recreated if an expression decides when the dependency is ready", two(", dependsOn: [{name: b, readyExpr: 'true'}]", "").and(inA), two(", dependsOn: [{name: b, readyExpr: 'true'}]", "").and(inB), moved),
		Entry("recreated if the next owner changes with the commit", two(onB, "").and(inA), two(onB, ", force: true").and(inB), moved, "~ "+objectB),
		Entry("recreated if the next owner is new", two(onB, "").and(inA).and(files{"cluster/b.yaml": ""}), two(onB, "").and(inB), moved, "+ ConfigMap default/b", "+ "+objectB,
			"? not known: before: Kustomization flux-system/a depends on Kustomization flux-system/b, which is not in the source"),
		Entry("recreated if the next owner depends on the former one", two("", ", dependsOn: [{name: a}]").and(inA), two("", ", dependsOn: [{name: a}]").and(inB), moved),
		Entry("kept by the annotation in the commit before", two("", "").and(files{"a/x.yaml": configMapOf("x", "", off)}), two("", "").and(inB), "~ ConfigMap default/x"),
		Entry("recreated if the annotation comes with the commit", two("", "").and(inA), two("", "").and(files{"b/x.yaml": configMapOf("x", "", off)}), moved),
		Entry("kept by a Kustomization that does not prune", two("", "").and(inA).and(files{"cluster/a.yaml": unpruned("a", "./a")}), two("", "").and(inB).and(files{"cluster/a.yaml": unpruned("a", "./a")})),
		Entry("recreated if the Kustomization ceases to prune with the commit", two("", "").and(inA), two("", "").and(inB).and(files{"cluster/a.yaml": unpruned("a", "./a")}),
			"± ConfigMap default/x: "+pruning+"spec.prune: false", "~ "+objectA),
		Entry("removed if the next owner does not apply it", two("", "").and(inA), two("", "").and(files{"b/x.yaml": configMapOf("x", "", ", annotations: {kustomize.toolkit.fluxcd.io/reconcile: disabled}")}), "- ConfigMap default/x"),
		Entry("recreated if both applied it before, and one no longer does", two("", "").and(inA).and(inB), two("", "").and(inB), moved,
			"? not known: before: ConfigMap default/x is in Kustomization flux-system/a and in Kustomization flux-system/b, which overwrite each other"),
		Entry("recreated by a renamed Kustomization", two("", "").and(inA), two("", "").and(files{"cluster/a.yaml": kustomization("c", "./a"), "a/x.yaml": x}), "- "+objectA,
			"± ConfigMap default/a: Kustomization flux-system/a is removed with it, and Kustomization flux-system/c creates it again",
			"± ConfigMap default/x: Kustomization flux-system/a is removed with it, and Kustomization flux-system/c creates it again", "+ "+strings.Replace(objectA, "/a", "/c", 1)),
		Entry("recreated by a renamed Kustomization, whatever it depends on", two(onB, "").and(files{"b/b.yaml": x}), two(onB, "").and(files{"cluster/a.yaml": kustomization("c", "./a"), "b/b.yaml": x}), "- "+objectA,
			"± ConfigMap default/a: Kustomization flux-system/a is removed with it, and Kustomization flux-system/c creates it again", "+ "+strings.Replace(objectA, "/a", "/c", 1)),
		Entry("kept by a renamed Kustomization with deletionPolicy Orphan in the commit before", two(", deletionPolicy: Orphan", ""), two("", "").and(files{"cluster/a.yaml": kustomization("c", "./a")}), "- "+objectA, "+ "+strings.Replace(objectA, "/a", "/c", 1)),
		Entry("recreated by a renamed Kustomization that removes the annotation before", two("", "").and(files{"a/a.yaml": configMapOf("a", "", off)}), two("", "").and(files{"cluster/a.yaml": kustomization("c", "./a")}), "- "+objectA,
			"± ConfigMap default/a: Kustomization flux-system/a is removed with it, and Kustomization flux-system/c creates it again", "+ "+strings.Replace(objectA, "/a", "/c", 1)),
		Entry("kept by a renamed Kustomization with the annotation in both commits", two("", "").and(files{"a/a.yaml": configMapOf("a", "", off)}), two("", "").and(files{"cluster/a.yaml": kustomization("c", "./a"), "a/a.yaml": configMapOf("a", "", off)}),
			"- "+objectA, "+ "+strings.Replace(objectA, "/a", "/c", 1)),
		Entry("kept by a renamed Kustomization with common metadata in the commit before", two(", commonMetadata"+strings.Replace(off, ", ", ": {", 1)+"}", ""), two("", "").and(files{"cluster/a.yaml": kustomization("c", "./a")}),
			"- "+objectA, "~ ConfigMap default/a", "+ "+strings.Replace(objectA, "/a", "/c", 1)),
		Entry("recreated with its Kustomization, which moves", two("", "").and(files{"a/c.yaml": kustomization("c", "./c"), "c/x.yaml": x}), two("", "").and(files{"b/c.yaml": kustomization("c", "./c"), "c/x.yaml": x}),
			"± ConfigMap default/x: with Kustomization flux-system/c", "± "+strings.Replace(objectA, "/a", "/c", 1)+": Kustomization flux-system/a may prune it before Kustomization flux-system/b applies it"),
	)
})

var _ = Describe("A Kustomization that may apply a commit with its spec from before", func() {
	DescribeTable("prunes",
		func(first, second files, expected ...string) {
			out, _, err := newRepository(first, second).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
			Expect(err).NotTo(HaveOccurred())
			Expect(strings.Join(lines(out), "\n")).To(Equal(strings.Join(expected, "\n")), out)
		},
		Entry("although prune is false with the commit", two("", "").and(files{"a/x.yaml": configMapOf("x", "")}), two("", "").and(files{"cluster/a.yaml": unpruned("a", "./a")}),
			"- ConfigMap default/x: "+pruning+"spec.prune: false", "~ "+objectA),
		Entry("although it is suspended with the commit", two("", "").and(files{"a/x.yaml": configMapOf("x", "")}), two(", suspend: true", ""),
			"- ConfigMap default/x: "+pruning+"spec.suspend: true", "~ "+objectA,
			"? not known: Kustomization flux-system/a is suspended: its objects do not change, and Kustomizations that it has applied earlier are not followed"),
		Entry("nothing if it is suspended before the objects are removed", two("", "").and(files{"a/x.yaml": configMapOf("x", "")}), two(", suspend: true", "").and(files{"a/x.yaml": configMapOf("x", "")}), "~ "+objectA,
			"? not known: Kustomization flux-system/a is suspended: its objects do not change, and Kustomizations that it has applied earlier are not followed"),
		Entry("nothing if prune is false in the commit before", two("", "").and(files{"cluster/a.yaml": unpruned("a", "./a"), "a/x.yaml": configMapOf("x", "")}), two("", "").and(files{"cluster/a.yaml": unpruned("a", "./a")}),
			"= ConfigMap default/x"),
		Entry("also if prune begins with the commit", two("", "").and(files{"cluster/a.yaml": unpruned("a", "./a"), "a/x.yaml": configMapOf("x", "")}), two("", ""), "- ConfigMap default/x", "~ "+objectA),
		Entry("although it is removed with deletionPolicy Orphan", two(", deletionPolicy: Orphan", "").and(files{"a/x.yaml": configMapOf("x", "")}), two("", "").and(files{"cluster/a.yaml": ""}),
			"- ConfigMap default/x: "+pruning+"it is removed", "- "+objectA, "= ConfigMap default/a"),
		Entry("what the former path no longer has", two("", "").and(files{"a/x.yaml": configMapOf("x", "")}), two("", "").and(files{"cluster/a.yaml": kustomization("a", "./c"), "c/a.yaml": configMapOf("a", ""), "c/x.yaml": configMapOf("x", "")}),
			"± ConfigMap default/x: "+pruning+"the change of its spec", "~ "+objectA),
		Entry("nothing if the former path no longer exists", two("", ""), two("", "").and(files{"cluster/a.yaml": kustomization("a", "./c"), "c/a.yaml": configMapOf("a", ""), "a/a.yaml": ""}), "~ "+objectA),
		Entry("everything if the former path is left with ignored files", two("", ""), two("", "").and(files{"cluster/a.yaml": kustomization("a", "./c"), "c/a.yaml": configMapOf("a", ""), "a/a.yaml": "", "a/.sops.yaml": "a: b\n"}),
			"± ConfigMap default/a: "+pruning+"the change of its spec", "~ "+objectA),
		Entry("what has lost the annotation with the former path", two("", "").and(files{"a/x.yaml": configMapOf("x", "", off)}), two("", "").and(files{"cluster/a.yaml": kustomization("a", "./c"), "c/a.yaml": configMapOf("a", ""), "a/x.yaml": configMapOf("x", "")}),
			"- ConfigMap default/x", "~ "+objectA),
		Entry("what its new source does not have", two("", "").and(files{"a/x.yaml": configMapOf("x", "")}), two("", "").and(files{"cluster/a.yaml": strings.Replace(kustomization("a", "./a"), "GitRepository", "OCIRepository", 1)}),
			"- ConfigMap default/x: "+pruning+"the change of its spec", "~ "+objectA, "? not known: Kustomization flux-system/a reads another source, OCIRepository flux-system/flux-system",
			"? not known: Kustomization flux-system/a: Flux prunes what its new source or path does not contain, perhaps 1 object: ConfigMap default/a"),
	)
})

var _ = Describe("An object that takes others along", func() {
	inShop := configMapOf("x", "", off)
	inShop = strings.Replace(inShop, "namespace: default", "namespace: shop", 1)
	definition := "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: customs.example.com}\nspec: {group: example.com, names: {kind: Custom, plural: customs}}\n"
	named := "CustomResourceDefinition.apiextensions.k8s.io customs.example.com"
	team := strings.Replace(kustomization("t", "./t"), "namespace: flux-system", "namespace: team", 1)
	team = strings.Replace(team, "name: flux-system}", "name: flux-system, namespace: flux-system}", 1)

	DescribeTable("is",
		func(first, second files, expected ...string) {
			out, _, err := newRepository(first, second).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
			Expect(err).NotTo(HaveOccurred())
			Expect(strings.Join(lines(out), "\n")).To(Equal(strings.Join(expected, "\n")), out)
		},
		Entry("a removed Namespace, whatever annotation its objects have", two("", "").and(files{"cluster/ns.yaml": namespace("shop"), "a/x.yaml": inShop}), two("", "").and(files{"a/x.yaml": inShop}),
			"- ConfigMap shop/x: with Namespace shop", "- Namespace shop"),
		Entry("a Namespace that moves", two("", "").and(files{"cluster/ns.yaml": namespace("shop"), "a/x.yaml": inShop}), two("", "").and(files{"b/ns.yaml": namespace("shop"), "a/x.yaml": inShop}),
			"± ConfigMap shop/x: with Namespace shop", "± Namespace shop: Kustomization flux-system/flux-system may prune it before Kustomization flux-system/b applies it"),
		Entry("a Kustomization in a removed Namespace", two("", "").and(files{"cluster/ns.yaml": namespace("team"), "a/t.yaml": team, "t/x.yaml": configMapOf("x", "")}), two("", "").and(files{"a/t.yaml": team, "t/x.yaml": configMapOf("x", "")}),
			"- ConfigMap default/x: with Kustomization team/t", "- Kustomization.kustomize.toolkit.fluxcd.io team/t: with Namespace team", "- Namespace team"),
		Entry("a removed CustomResourceDefinition", two("", "").and(files{"cluster/d.yaml": definition, "a/x.yaml": custom("1")}), two("", "").and(files{"a/x.yaml": custom("1")}),
			"- Custom.example.com default/a: with "+named, "- "+named),
		Entry("a CustomResourceDefinition that moves", two("", "").and(files{"cluster/d.yaml": definition, "a/x.yaml": custom("1")}), two("", "").and(files{"b/d.yaml": definition, "a/x.yaml": custom("1")}),
			"± Custom.example.com default/a: with "+named, "± "+named+": Kustomization flux-system/flux-system may prune it before Kustomization flux-system/b applies it"),
		Entry("a removed Kustomization of another source", two("", "").and(files{"cluster/a.yaml": strings.Replace(kustomization("a", "./a"), "GitRepository", "OCIRepository", 1)}), two("", "").and(files{"cluster/a.yaml": ""}),
			"- "+objectA+": with all objects that it has applied, which are not known", "? not known: before: Kustomization flux-system/a reads another source, OCIRepository flux-system/flux-system"),
		Entry("not a removed Kustomization of another source with deletionPolicy Orphan", two("", "").and(files{"cluster/a.yaml": strings.Replace(kustomization("a", "./a", ", deletionPolicy: Orphan"), "GitRepository", "OCIRepository", 1)}), two("", "").and(files{"cluster/a.yaml": ""}),
			"- "+objectA, "? not known: before: Kustomization flux-system/a reads another source, OCIRepository flux-system/flux-system"),
	)
})

var _ = Describe("A directory of a Kustomization", func() {
	all := "- ConfigMap default/a: path ./a contains no manifests any more, so that Kustomization flux-system/a deletes everything"

	DescribeTable("from which everything is removed",
		func(second files, expected ...string) {
			out, _, err := newRepository(two("", ""), two("", "").and(second)).plan(blue(), "--from", "HEAD~1", "--to", "HEAD", "--fail-on", "removed>0")
			Expect(printer.ExitCode(err)).To(Equal(3))
			Expect(strings.Join(lines(out), "\n")).To(Equal(strings.Join(expected, "\n")), out)
		},
		Entry("contains only files that source-controller ignores by default", files{"a/a.yaml": "", "a/.sops.yaml": "creation_rules: []\n"}, all),
		Entry("contains only files that .sourceignore lists", files{".sourceignore": "a/*.yaml\n"}, all),
		Entry("contains only directories with such files", files{"a/a.yaml": "", "a/x/y/.sops.yaml": "creation_rules: []\n"}, all),
		Entry("contains only files that are no manifests", files{"a/a.yaml": "", "a/README.md": "# A\n"}, all),
	)

	It("contains only a symlink, which no artifact contains", func() {
		r := newRepository(two("", ""))
		Expect(os.Remove(filepath.Join(r.directory, "a", "a.yaml"))).To(Succeed())
		Expect(os.Symlink("../cluster/keep.yaml", filepath.Join(r.directory, "a", "a.yaml"))).To(Succeed())
		out, _, err := r.plan(blue(), "--from", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{all}))
	})

	DescribeTable("that the artifact does not contain fails, and Flux deletes nothing:",
		func(second files) {
			out, _, err := newRepository(two("", ""), two("", "").and(second)).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
			Expect(printer.ExitCode(err)).To(Equal(1))
			Expect(lines(out)).To(HaveExactElements(HavePrefix("! Kustomization flux-system/a: path a is not a directory of HEAD")))
		},
		Entry("it has no files", files{"a/a.yaml": ""}),
		Entry("it is ignored itself", files{".sourceignore": "a/\n"}),
	)

	It("may get manifests again", func() {
		out, _, err := newRepository(two("", "").and(files{"a/a.yaml": "", "a/.sops.yaml": "creation_rules: []\n"}), two("", "")).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/a"}))
	})
})

var _ = Describe("Flux's own manifests in a source", func() {
	// bootstrapped is what 'flux bootstrap' commits, with an object that the extension does not deliver.
	bootstrapped := files{
		"cluster/keep.yaml": configMapOf("keep", ""),
		"cluster/flux-system/gotk-components.yaml": strings.Join([]string{
			namespace("flux-system"),
			"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: gitrepositories.source.toolkit.fluxcd.io}\nspec: {group: source.toolkit.fluxcd.io, names: {kind: GitRepository}}\n",
			"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: source-controller, namespace: flux-system}\n",
			"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: other-controller, namespace: flux-system}\n",
		}, "---\n"),
		"cluster/flux-system/gotk-sync.yaml": "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: flux-system, namespace: flux-system}\n---\n" + kustomization("flux-system", "./cluster"),
	}
	removed := bootstrapped.and(files{"cluster/flux-system/gotk-components.yaml": "", "cluster/flux-system/gotk-sync.yaml": ""})

	It("are neither removed nor changed where the extension delivers the same objects", func() {
		out, _, err := newRepository(bootstrapped, removed).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"- Deployment.apps flux-system/other-controller"}))
		changed := bootstrapped.and(files{"cluster/flux-system/gotk-components.yaml": bootstrapped["cluster/flux-system/gotk-components.yaml"] + "spec: {replicas: 2}\n",
			"cluster/flux-system/gotk-sync.yaml": strings.ReplaceAll(bootstrapped["cluster/flux-system/gotk-sync.yaml"], "10m", "20m")})
		out, _, err = newRepository(bootstrapped, changed).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"~ Deployment.apps flux-system/other-controller"}))
	})

	It("are changed with mode BootstrapOnce, and only source, root, Namespace and definitions stay", func() {
		once := strings.Replace(blue(), "source: {", "mode: BootstrapOnce, source: {", 1)
		out, _, err := newRepository(bootstrapped, removed).plan(once, "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"- Deployment.apps flux-system/other-controller", "- Deployment.apps flux-system/source-controller"}))
	})
})
