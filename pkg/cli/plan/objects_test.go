// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// sops is a Secret that SOPS has encrypted.
const sops = `apiVersion: v1
kind: Secret
metadata: {name: encrypted, namespace: default}
stringData: {token: "ENC[AES256_GCM,data:abc=,iv:abc=,tag:abc=,type:str]"}
sops: {mac: "ENC[AES256_GCM,data:abc=,iv:abc=,tag:abc=,type:str]", version: 3.9.0}
`

var _ = Describe("Objects of a source", func() {
	DescribeTable("are found for",
		func(content files, expected ...string) {
			out, _, err := newRepository(content).plan(blue())
			Expect(err).NotTo(HaveOccurred())
			Expect(strings.Join(lines(out), "\n")).To(Equal(strings.Join(expected, "\n")), out)
		},
		Entry("directory without kustomization.yaml, with its subdirectories", files{"cluster/a.yaml": configMapOf("a", ""), "cluster/b/c.yaml": configMapOf("c", "")},
			"+ ConfigMap default/a", "+ ConfigMap default/c"),
		Entry("base outside of the path", files{"cluster/kustomization.yaml": "resources: [../base]\nnamePrefix: x-\n", "base/kustomization.yaml": "resources: [a.yaml]\n", "base/a.yaml": configMapOf("a", "")},
			"+ ConfigMap default/x-a"),
		Entry("components of a Kustomization", files{"cluster/k.yaml": kustomization("k", "./apps", ", components: [../feature]"), "apps/a.yaml": configMapOf("a", ""),
			"feature/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [b.yaml]\n", "feature/b.yaml": configMapOf("b", "")},
			"+ ConfigMap default/a", "+ ConfigMap default/b", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/k"),
		Entry("targetNamespace, namePrefix and nameSuffix", files{"cluster/k.yaml": kustomization("k", "./apps", ", targetNamespace: other, namePrefix: p-, nameSuffix: -s"), "apps/a.yaml": configMapOf("a", "")},
			"+ ConfigMap other/p-a-s", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/k"),
		Entry("children in several namespaces", files{
			"cluster/k.yaml": strings.Replace(kustomization("k", "./apps"), "namespace: flux-system", "namespace: tenant", 1),
			"cluster/l.yaml": strings.Replace(strings.Replace(kustomization("l", "./apps"), "namespace: flux-system", "namespace: tenant", 1), "name: flux-system}", "name: flux-system, namespace: flux-system}", 1),
			"apps/a.yaml":    configMapOf("a", "")},
			"+ ConfigMap default/a", "+ Kustomization.kustomize.toolkit.fluxcd.io tenant/k", "+ Kustomization.kustomize.toolkit.fluxcd.io tenant/l",
			"? not known: Kustomization tenant/k reads another source, GitRepository tenant/flux-system"),
		Entry("variables in names and paths", files{"cluster/k.yaml": kustomization("k", "'./apps/${SHOOT_INFO_REGION}'"), "apps/eu-1/a.yaml": configMapOf("a", "")},
			"+ ConfigMap default/a", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/k"),
		Entry("variables of a ConfigMap that a sibling applies", files{"cluster/a.yaml": kustomization("apps", "./apps", ", postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}]}"),
			"cluster/z.yaml": kustomization("vars", "./vars"), "vars/v.yaml": strings.Replace(configMapOf("vars", "name: value"), "default", "flux-system", 1), "apps/a.yaml": configMapOf("'a-${name}'", "")},
			"+ ConfigMap default/a-value", "+ ConfigMap flux-system/vars", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/apps", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/vars"),
		Entry("variables that nothing in the source contains", files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substituteFrom: [{kind: Secret, name: outside}]}"),
			"apps/a.yaml": configMapOf("'a-${name}'", ""), "apps/b.yaml": configMapOf("b", "a: '${name}'")},
			"+ ConfigMap default/b", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/k",
			"? not known: Kustomization flux-system/k: the name of ConfigMap default/a-${name} contains variables that are not known: name",
			"? not known: Kustomization flux-system/k: the variables in Secret flux-system/outside are not known"),
		Entry("object without substitution", files{"cluster/a.yaml": "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: 'a-${SHOOT_INFO_NAME}', annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}}\nrules: []\n"},
			"+ ClusterRole.rbac.authorization.k8s.io a-${SHOOT_INFO_NAME}"),
		Entry("generators with a hash in the name", files{"cluster/kustomization.yaml": "configMapGenerator: [{name: g, namespace: default, literals: [a=b]}]\n"}, "+ ConfigMap default/g-4h2mbtbbt6"),
		Entry("other source, other cluster and suspended Kustomization", files{
			"cluster/a.yaml": strings.Replace(kustomization("a", "./apps"), "GitRepository", "OCIRepository", 1),
			"cluster/b.yaml": kustomization("b", "./apps", ", kubeConfig: {secretRef: {name: other}}"),
			"cluster/c.yaml": kustomization("c", "./apps", ", suspend: true"), "apps/a.yaml": configMapOf("a", "")},
			"+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/a", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/b", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/c",
			"? not known: Kustomization flux-system/a reads another source, OCIRepository flux-system/flux-system",
			"? not known: Kustomization flux-system/b applies to another cluster (spec.kubeConfig)",
			"? not known: Kustomization flux-system/c is suspended: its objects do not change, and Kustomizations that it has applied earlier are not followed"),
		Entry("encrypted Secret, and HelmRelease as an object", files{"cluster/k.yaml": kustomization("k", "./apps", ", decryption: {provider: sops}"), "apps/s.yaml": sops,
			"apps/h.yaml": "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: h, namespace: default}\nspec: {interval: 1h, chartRef: {kind: OCIRepository, name: h}}\n"},
			"+ HelmRelease.helm.toolkit.fluxcd.io default/h", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/k", "+ Secret default/encrypted"),
		Entry("files that source-controller ignores", files{".sourceignore": "cluster/b.yaml\n", "cluster/a.yaml": configMapOf("a", ""), "cluster/b.yaml": "no YAML: ["}, "+ ConfigMap default/a"),
		Entry("object that kustomize-controller does not apply", files{"cluster/a.yaml": configMapOf("a", "", ", annotations: {kustomize.toolkit.fluxcd.io/reconcile: disabled}"), "cluster/b.yaml": configMapOf("b", "")},
			"+ ConfigMap default/b"),
		Entry("dependency that the source does not contain", files{"cluster/k.yaml": kustomization("k", "./apps", ", dependsOn: [{name: other}]"), "apps/a.yaml": configMapOf("a", "")},
			"+ ConfigMap default/a", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/k",
			"? not known: Kustomization flux-system/k depends on Kustomization flux-system/other, which is not in the source"),
		Entry("Kustomizations that apply each other", files{"cluster/a.yaml": kustomization("a", "./a"), "a/b.yaml": kustomization("b", "./b"), "b/a.yaml": configMapOf("in-b", ""), "b/x/a.yaml": kustomization("c", "./a")},
			"+ ConfigMap default/in-b", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/a", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/b", "+ Kustomization.kustomize.toolkit.fluxcd.io flux-system/c",
			"? not known: Kustomization.kustomize.toolkit.fluxcd.io flux-system/b is in Kustomization flux-system/a and in Kustomization flux-system/c, which overwrite each other"),
	)

	DescribeTable("change with",
		func(first, second files, expected ...string) {
			out, _, err := newRepository(first, second).plan(blue(), "--from", "HEAD~1", "--to", "HEAD", "--diff")
			Expect(err).NotTo(HaveOccurred())
			for _, text := range expected {
				Expect(out).To(ContainSubstring(text))
			}
			Expect(out).NotTo(ContainSubstring("s3cret"))
		},
		Entry("common metadata", files{"cluster/k.yaml": kustomization("k", "./a"), "a/a.yaml": configMapOf("a", "")}, files{"cluster/k.yaml": kustomization("k", "./a", ", commonMetadata: {labels: {team: x}}"), "a/a.yaml": configMapOf("a", "")},
			"      +  labels:\n      +    team: x\n"),
		Entry("image", files{"cluster/k.yaml": kustomization("k", "./a"), "a/p.yaml": pod}, files{"cluster/k.yaml": kustomization("k", "./a", ", images: [{name: nginx, newTag: v2}]"), "a/p.yaml": pod},
			"-  - image: nginx:v1\n", "+  - image: nginx:v2\n"),
		Entry("patch", files{"cluster/k.yaml": kustomization("k", "./a"), "a/a.yaml": configMapOf("a", "x: old")},
			files{"cluster/k.yaml": kustomization("k", "./a", `, patches: [{patch: '[{"op": "replace", "path": "/data/x", "value": "new"}]', target: {kind: ConfigMap}}]`), "a/a.yaml": configMapOf("a", "x: old")},
			"-  x: old\n", "+  x: new\n"),
		Entry("base that several paths share", files{"cluster/kustomization.yaml": "resources: [../base]\n", "base/kustomization.yaml": "resources: [a.yaml]\n", "base/a.yaml": configMapOf("a", "x: old")},
			files{"cluster/kustomization.yaml": "resources: [../base]\n", "base/kustomization.yaml": "resources: [a.yaml]\n", "base/a.yaml": configMapOf("a", "x: z")}, "+  x: z\n"),
		Entry("inline variable", files{"cluster/k.yaml": kustomization("k", "./a", ", postBuild: {substitute: {x: old}}"), "a/a.yaml": configMapOf("a", "v: '${x}'")},
			files{"cluster/k.yaml": kustomization("k", "./a", ", postBuild: {substitute: {x: new}}"), "a/a.yaml": configMapOf("a", "v: '${x}'")}, "-  v: old\n", "+  v: new\n"),
		Entry("variable of a Secret", files{"cluster/k.yaml": kustomization("k", "./a", ", postBuild: {substituteFrom: [{kind: Secret, name: vars}]}"), "cluster/s.yaml": secretVars("first-s3cret"), "a/a.yaml": configMapOf("a", "v: '${x}'")},
			files{"cluster/k.yaml": kustomization("k", "./a", ", postBuild: {substituteFrom: [{kind: Secret, name: vars}]}"), "cluster/s.yaml": secretVars("next-s3cret"), "a/a.yaml": configMapOf("a", "v: '${x}'")},
			"~ ConfigMap default/a\n      # only values of Secrets change\n", "x: (redacted, changed)"),
		Entry("integer that differs beyond the digits of a floating point number", files{"cluster/a.yaml": custom("9007199254740992")}, files{"cluster/a.yaml": custom("9007199254740993")},
			"~ Custom.example.com default/a\n", "-  value: 9007199254740992\n", "+  value: 9007199254740993\n"),
		Entry("template whose result is the same", files{"cluster/k.yaml": kustomization("k", "./a", ", postBuild: {substitute: {x: old}}"), "a/a.yaml": configMapOf("a", "v: '${x}'")},
			files{"cluster/k.yaml": kustomization("k", "./a", ", postBuild: {substitute: {x: old}}"), "a/a.yaml": configMapOf("a", "v: old")}, "no change"),
	)
})

const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: default}\nspec: {containers: [{name: c, image: 'nginx:v1'}]}\n"

func custom(value string) string {
	return "apiVersion: example.com/v1\nkind: Custom\nmetadata: {name: a, namespace: default}\nspec: {value: " + value + "}\n"
}

func secretVars(value string) string {
	return "apiVersion: v1\nkind: Secret\nmetadata: {name: vars, namespace: flux-system}\nstringData: {x: " + value + "}\n"
}

// Each case is compared with the real controllers in test/conformance.
var _ = Describe("Objects that Flux does not apply", func() {
	const (
		unapplied = ": Flux has not applied it before because of kustomize.toolkit.fluxcd.io/reconcile: disabled or kustomize.toolkit.fluxcd.io/ssa: Ignore; if it exists nevertheless, Flux changes it"
		forgotten = "? not known: Kustomization flux-system/k prunes these objects if an earlier revision has applied them, and they do not have kustomize.toolkit.fluxcd.io/reconcile: disabled or kustomize.toolkit.fluxcd.io/ssa: Ignore in the shoot: ConfigMap default/x"
	)
	k := func(more string) files {
		return files{"cluster/keep.yaml": configMapOf("keep", ""), "cluster/k.yaml": kustomization("k", "./apps", more), "apps/a.yaml": configMapOf("a", "")}
	}
	x := func(data, annotations string) files {
		return files{"apps/x.yaml": configMapOf("x", data, ", annotations: {"+annotations+"}")}
	}
	const (
		reconcile = "kustomize.toolkit.fluxcd.io/reconcile: disabled"
		ssa       = "kustomize.toolkit.fluxcd.io/ssa: Ignore"
		once      = "kustomize.toolkit.fluxcd.io/ssa: IfNotPresent"
	)
	DescribeTable("are",
		func(first, second files, expected ...string) {
			out, _, err := newRepository(first, second).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
			Expect(err).NotTo(HaveOccurred())
			Expect(strings.Join(lines(out), "\n")).To(Equal(strings.Join(expected, "\n")), out)
		},
		Entry("added when the annotation is removed", k("").and(x("a: b", reconcile)), k("").and(x("a: b", "")), "+ ConfigMap default/x"+unapplied),
		Entry("added when the annotation is removed, and the object changes", k("").and(x("a: b", reconcile)), k("").and(x("a: c", "")), "+ ConfigMap default/x"+unapplied),
		Entry("added when ssa: Ignore is removed", k("").and(x("a: b", ssa)), k("").and(x("a: b", "")), "+ ConfigMap default/x"+unapplied),
		Entry("added when Flux creates them from now on", k("").and(x("a: b", ssa)), k("").and(x("a: b", once)), "+ ConfigMap default/x"+unapplied),
		Entry("added when the Kustomization no longer has the common annotation", k(", commonMetadata: {annotations: {"+reconcile+"}}"), k(""),
			"~ Kustomization.kustomize.toolkit.fluxcd.io flux-system/k", "+ ConfigMap default/a"+unapplied),
		Entry("added by another Kustomization", k("").and(x("a: b", reconcile)), k("").and(files{"cluster/x.yaml": configMapOf("x", "a: b")}), "+ ConfigMap default/x"+unapplied),
		Entry("not changed when the annotation is added", k("").and(x("a: b", "")), k("").and(x("a: c", reconcile))),
		Entry("not changed when ssa: Ignore is added", k("").and(x("a: b", "")), k("").and(x("a: c", ssa))),
		Entry("not changed while they have the annotation", k("").and(x("a: b", reconcile)), k("").and(x("a: c", ssa))),
		Entry("not left in place when they are removed, because an earlier revision may have applied them", k("").and(x("a: b", reconcile)), k(""), forgotten),
		Entry("not left in place when they are removed with their Kustomization", k("").and(x("a: b", ssa)), files{"cluster/keep.yaml": configMapOf("keep", "")},
			"- ConfigMap default/a", "- Kustomization.kustomize.toolkit.fluxcd.io flux-system/k", forgotten),
		Entry("not pruned by a Kustomization that does not prune", k("").and(x("a: b", reconcile)).and(files{"cluster/k.yaml": unpruned("k", "./apps")}), k("").and(files{"cluster/k.yaml": unpruned("k", "./apps")})),
	)
})

var _ = Describe("Objects that a revision no longer contains", func() {
	child := func(more ...string) files {
		return files{"cluster/keep.yaml": configMapOf("keep", ""), "cluster/k.yaml": kustomization("k", "./apps", more...), "apps/a.yaml": configMapOf("a", ""), "apps/b.yaml": configMapOf("b", "")}
	}
	unpruned := func(more string) files {
		return child().and(files{"cluster/k.yaml": strings.Replace(kustomization("k", "./apps", more), "prune: true", "prune: false", 1)})
	}
	DescribeTable("are",
		func(first, second files, expected ...string) {
			out, _, err := newRepository(first, second).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
			Expect(err).NotTo(HaveOccurred())
			Expect(strings.Join(lines(out), "\n")).To(Equal(strings.Join(expected, "\n")), out)
		},
		Entry("removed if the Kustomization prunes", child(), child().and(files{"apps/b.yaml": ""}), "- ConfigMap default/b"),
		Entry("left without prune", unpruned(""), unpruned("").and(files{"apps/b.yaml": ""}), "= ConfigMap default/b"),
		Entry("left with the annotation against pruning", child().and(files{"apps/b.yaml": configMapOf("b", "", ", annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}")}),
			child().and(files{"apps/b.yaml": ""}), "= ConfigMap default/b"),
		Entry("left with common metadata against pruning", child(", commonMetadata: {annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}}"),
			child(", commonMetadata: {annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}}").and(files{"apps/b.yaml": ""}), "= ConfigMap default/b"),
		Entry("removed with their Kustomization", child(), child().and(files{"cluster/k.yaml": ""}),
			"- ConfigMap default/a", "- ConfigMap default/b", "- Kustomization.kustomize.toolkit.fluxcd.io flux-system/k"),
		Entry("left if the Kustomization has deletionPolicy Orphan", child(", deletionPolicy: Orphan"), child().and(files{"cluster/k.yaml": ""}),
			"- Kustomization.kustomize.toolkit.fluxcd.io flux-system/k", "= ConfigMap default/a", "= ConfigMap default/b"),
		Entry("removed if the Kustomization has deletionPolicy Delete, also without prune", unpruned(", deletionPolicy: Delete"), child().and(files{"cluster/k.yaml": ""}),
			"- ConfigMap default/a", "- ConfigMap default/b", "- Kustomization.kustomize.toolkit.fluxcd.io flux-system/k"),
		Entry("applied on by a Kustomization that is left", child().and(files{"cluster/k.yaml": strings.Replace(kustomization("k", "./apps"), "name: k,", "annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}, name: k,", 1)}),
			child().and(files{"cluster/k.yaml": "", "apps/c.yaml": configMapOf("c", "")}),
			"+ ConfigMap default/c", "= Kustomization.kustomize.toolkit.fluxcd.io flux-system/k",
			"? not known: Kustomization flux-system/k is not updated any more, but stays: it continues to apply path ./apps"),
		Entry("applied on by a Kustomization whose parent is suspended", files{"cluster/p.yaml": kustomization("p", "./parent"), "parent/k.yaml": kustomization("k", "./apps"), "apps/a.yaml": configMapOf("a", "")},
			files{"cluster/p.yaml": kustomization("p", "./parent", ", suspend: true"), "parent/k.yaml": kustomization("k", "./apps"), "apps/b.yaml": configMapOf("b", "")},
			"- ConfigMap default/a", "~ Kustomization.kustomize.toolkit.fluxcd.io flux-system/p", "+ ConfigMap default/b",
			"? not known: Kustomization flux-system/k is not updated any more, but stays: it continues to apply path ./apps",
			"? not known: Kustomization flux-system/p is suspended: its objects do not change, and Kustomizations that it has applied earlier are not followed"),
		Entry("removed with the path of the commit before, if the path changes", child(), child().and(files{"cluster/k.yaml": kustomization("k", "./other"), "other/c.yaml": configMapOf("c", "")}),
			"- ConfigMap default/a", "- ConfigMap default/b", "~ Kustomization.kustomize.toolkit.fluxcd.io flux-system/k", "+ ConfigMap default/c"),
	)
})
