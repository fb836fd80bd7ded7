// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fluxcd/pkg/sourceignore"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("A source that Flux cannot apply", func() {
	DescribeTable("is reported with file and fix for",
		func(content files, messages ...string) {
			out, _, err := newRepository(content).plan(blue())
			Expect(printer.ExitCode(err)).To(Equal(1))
			for _, message := range messages {
				Expect(err).To(MatchError(ContainSubstring(message)))
			}
			Expect(err.Error()).NotTo(ContainSubstring(os.TempDir()+"/shoot-flux-plan"), "names are relative to the checkout")
			if len(messages) > 1 {
				Expect(out).To(ContainSubstring("fails"))
			}
		},
		Entry("broken YAML deep in the tree", files{"cluster/k.yaml": kustomization("k", "./apps"), "apps/x/y/kustomization.yaml": "resources: [z.yaml]\n", "apps/x/y/z.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n   namespace: b\n"},
			"Kustomization flux-system/k: ", "apps/x/y/z.yaml", "line 5"),
		Entry("broken YAML without kustomization.yaml", files{"cluster/x/z.yaml": "a: {\n"}, "failed to decode Kubernetes YAML from cluster/x/z.yaml", "line"),
		Entry("file without a kind", files{"cluster/x/z.yaml": "a: b\n"}, "cluster/x/z.yaml", "does not build"),
		Entry("path that does not exist", files{"cluster/k.yaml": kustomization("k", "./other")}, "path other is not a directory of the work tree; check spec.path, or create the directory", "flux-system/k"),
		Entry("path that does not exist in kustomization.yaml", files{"cluster/kustomization.yaml": "resources: [../other]\n"},
			"cluster/kustomization.yaml refers to ../other, which does not exist in the checkout; check the path"),
		Entry("remote base", files{"cluster/kustomization.yaml": "resources: ['https://git.example.com/o/r//base?ref=v1']\n"}, "cluster/kustomization.yaml refers to https://git.example.com/o/r//base?ref=v1, which is not in the checkout"),
		Entry("remote base below a base", files{"cluster/kustomization.yaml": "resources: [../base]\n", "base/kustomization.yaml": "resources: ['git@git.example.com:o/r']\n"}, "base/kustomization.yaml refers to git@git.example.com:o/r"),
		Entry("remote patch", files{"cluster/kustomization.yaml": "resources: [a.yaml]\npatches: [{path: 'http://git.example.com/p.yaml'}]\n", "cluster/a.yaml": configMapOf("a", "")}, "cluster/kustomization.yaml refers to http://git.example.com/p.yaml"),
		Entry("base outside of the checkout", files{"cluster/kustomization.yaml": "resources: [../../other]\n"}, "cluster/kustomization.yaml refers to ../../other"),
		Entry("exec plugin", files{"cluster/kustomization.yaml": "generators: [g.yaml]\n", "cluster/g.yaml": "apiVersion: example.com/v1\nkind: Generator\nmetadata: {name: g, annotations: {config.kubernetes.io/function: 'exec: {path: ./run.sh}'}}\n"},
			"kustomize-controller runs no exec or container plugins, no functions and no Helm charts", "fails"),
		Entry("container function", files{"cluster/kustomization.yaml": "generators: [g.yaml]\n", "cluster/g.yaml": "apiVersion: example.com/v1\nkind: Generator\nmetadata: {name: g, annotations: {config.kubernetes.io/function: 'container: {image: example.com/f}'}}\n"},
			"kustomize-controller runs no exec or container plugins", "fails"),
		Entry("Helm chart", files{"cluster/kustomization.yaml": "helmCharts: [{name: c, repo: 'oci://charts.example.com'}]\n"}, "no Helm charts", "fails"),
		Entry("cycle of bases", files{"cluster/kustomization.yaml": "resources: [../base]\n", "base/kustomization.yaml": "resources: [../cluster]\n"}, "cycle", "fails"),
		Entry("cycle of dependencies", files{"cluster/a.yaml": kustomization("a", "./apps", ", dependsOn: [{name: b}]"), "cluster/b.yaml": kustomization("b", "./apps", ", dependsOn: [{name: a}]"), "apps/x.yaml": configMapOf("x", "")},
			"spec.dependsOn is a cycle, and Flux applies none of these: flux-system/a → flux-system/b → flux-system/a"),
		Entry("cycle of many dependencies that name the first one often", ring(30, 10_000), "k-19 and 11 more", "fails"),
		Entry("variable with a syntax error", files{"cluster/a.yaml": configMapOf("a", "x: '${y'")}, "ConfigMap default/a has an invalid variable", "write $${ for a literal ${"),
		Entry("substring whose end Flux's library cannot represent", files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {y: 'abcdefghij'}}"), "apps/a.yaml": configMapOf("a", "x: '${y:9:9223372036854775807}'")},
			"ConfigMap default/a has an invalid variable: a substring is outside of the value"),
		Entry("replacement that multiplies a value", files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {y: '"+strings.Repeat("y", 100_000)+"', z: '"+strings.Repeat("z", 100_000)+"'}}"), "apps/a.yaml": configMapOf("a", "x: '${y//y/${z}}'")},
			"ConfigMap default/a: failed to substitute the variables: their values have more than 3145728 bytes"),
		Entry("replacement of nothing that multiplies a value", files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {n: '', y: '"+strings.Repeat("y", 100_000)+"', z: '"+strings.Repeat("z", 100_000)+"'}}"), "apps/a.yaml": configMapOf("a", "x: '${y//${n}/${z}}'")},
			"ConfigMap default/a: failed to substitute the variables: their values have more than 3145728 bytes"),
		Entry("removal of a prefix that takes hours", files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {y: '"+strings.Repeat("y", 1_000_000)+"'}}"), "apps/a.yaml": configMapOf("a", "x: '${y##*z*z*z}'")},
			"ConfigMap default/a: failed to substitute the variables: the removal of a prefix or suffix takes too long; shorten the value"),
		Entry("function whose result breaks YAML", files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {x: web}}"), "apps/a.yaml": configMapOf("a", "x: '${x/w/\"}'")},
			"ConfigMap default/a is not valid YAML after the variables are substituted; check its values of x"),
		Entry("values that no API server accepts", files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {y: "+strings.Repeat("y", 10_000)+"}}"), "apps/a.yaml": configMapOf("a", "x: '"+strings.Repeat("${y}", 400)+"'")},
			"ConfigMap default/a: failed to substitute the variables: their values have more than 3145728 bytes"),
		Entry("variable with an invalid name", files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {a-b: c}}"), "apps/a.yaml": configMapOf("a", "")}, `variable "a-b" is not a valid name`),
		Entry("value that breaks YAML", files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {x: 'a: b: c'}}"), "apps/a.yaml": configMapOf("a", "x: '${x}'")},
			"ConfigMap default/a is not valid YAML after the variables are substituted; check its values of x"),
		Entry("two objects with the same name after the substitution", files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {x: eu}}"), "apps/a.yaml": configMapOf("a-eu", ""), "apps/b.yaml": configMapOf("'a-${x}'", "")},
			"Kustomization flux-system/k: two objects are ConfigMap default/a-eu after the variables are substituted; rename one of them", "fails"),
		Entry("encrypted Secret without decryption", files{"cluster/s.yaml": sops}, "Secret default/encrypted is encrypted with SOPS; set spec.decryption of the Kustomization"),
		Entry("Git LFS pointer", files{"cluster/a.yaml": "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12345\n"}, "cluster/a.yaml is a Git LFS pointer, and Flux does not fetch files from Git LFS; store the file in Git itself"),
		Entry("Kustomization with a field of the wrong type", files{"cluster/k.yaml": kustomization("k", "[a]")}, "Kustomization.kustomize.toolkit.fluxcd.io flux-system/k has a field of the wrong type"),
		Entry("component with a URL", files{"cluster/k.yaml": kustomization("k", "./apps", ", components: ['https://git.example.com/o/r']"), "apps/a.yaml": configMapOf("a", "")}, "must be local and relative"),
		Entry("Kustomization that applies itself under other names", files{"cluster/k.yaml": kustomization("k", "./x", ", postBuild: {substitute: {n: a}}"),
			"x/k.yaml": kustomization("'k-${n}'", "./x", ", postBuild: {substitute: {n: '${n}a'}}")}, "it is below more than 32 other Kustomizations", "fails"),
	)

	It("is reported without values that may be secret", func() {
		for _, content := range []files{
			{"cluster/kustomization.yaml": "secretGenerator: [{name: s, literals: [token=s3cret], envs: [missing.env]}]\n"},
			{"cluster/kustomization.yaml": "resources: [a.yaml]\npatches: [{patch: 's3cret: [', target: {kind: ConfigMap}}]\n", "cluster/a.yaml": configMapOf("a", "")},
			{"cluster/a.yaml": "apiVersion: v1\nkind: Secret\nmetadata: s3cret\n"},
		} {
			_, _, err := newRepository(content).plan(blue())
			Expect(err).To(HaveOccurred())
			Expect(err.Error()).NotTo(ContainSubstring("s3cret"))
		}
	})

	It("is reported besides the Shoots that can be planned", func() {
		r := newRepository(files{"clusters/a/x.yaml": configMapOf("a", ""), "clusters/b/x.yaml": configMapOf("b", "")}, files{"clusters/a/x.yaml": "a: {\n", "clusters/b/y.yaml": configMapOf("c", "")})
		out, _, err := r.plan(clitest.Documents(config("path: './clusters/${SHOOT_INFO_NAME}'"), shoots("a", "b")), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).To(MatchError(HavePrefix("HEAD (")))
		Expect(err).To(MatchError(ContainSubstring("fails in 1 of 2 Shoots, the first is garden-blue/a: Kustomization flux-system/flux-system: path clusters/a does not build: ")))
		Expect(out).To(ContainSubstring("1 Shoot: 1 ConfigMap removed, 1 ConfigMap added: garden-blue/b\n"))
	})

	It("does not hide what it has applied before, if only the earlier revision fails", func() {
		r := newRepository(files{"cluster/x.yaml": "a: {\n"}, files{"cluster/x.yaml": configMapOf("a", "")})
		out, _, err := r.plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("1 Shoot: no known change: garden-blue/web\n  ? not known: before: Kustomization flux-system/flux-system: path cluster does not build: "))
	})

	It("adds the objects of a path that the earlier revision does not contain", func() {
		out, _, err := newRepository(files{"README.md": "x"}, files{"cluster/x.yaml": configMapOf("a", "")}).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("  + ConfigMap default/a\n  ? not known: before: Kustomization flux-system/flux-system: path cluster is not a directory of HEAD~1 ("))
	})
})

// ring returns Kustomizations that depend on each other. The last one names the first one repeatedly.
func ring(size, repeated int) files {
	all := files{"x/a.yaml": configMapOf("a", "")}
	for i := range size {
		next := fmt.Sprintf("{name: k-%02d}", (i+1)%size)
		if i == size-1 {
			next = strings.TrimSuffix(strings.Repeat(next+", ", repeated), ", ")
		}
		all[fmt.Sprintf("cluster/%02d.yaml", i)] = kustomization(fmt.Sprintf("k-%02d", i), "./x", ", dependsOn: ["+next+"]")
	}
	return all
}

var _ = Describe("A checkout", func() {
	simple := files{"cluster/a.yaml": configMapOf("a", "")}

	It("without the revision is refused", func() {
		_, _, err := newRepository(simple).plan(blue(), "--from", "other")
		Expect(err).To(MatchError(ContainSubstring("--from other: ")))
		Expect(err).To(MatchError(HaveSuffix("has no such revision; check its name, or fetch it: a branch of the remote is origin/<branch>")))
	})

	It("with a revision that looks like an option is refused", func() {
		_, _, err := newRepository(simple).plan(blue(), "--to=--output=/tmp/x")
		Expect(err).To(MatchError(ContainSubstring("--to --output=/tmp/x: ")))
	})

	It("that is shallow is refused with the fix for pipelines", func() {
		r := newRepository(simple, simple.and(files{"cluster/b.yaml": configMapOf("b", "")}))
		shallow := repository{directory: filepath.Join(GinkgoT().TempDir(), "shallow")}
		r.git("clone", "--quiet", "--depth=1", "file://"+r.directory, shallow.directory)
		_, _, err := shallow.plan(blue(), "--from", "HEAD~1")
		Expect(err).To(MatchError(And(ContainSubstring("the shallow checkout "), ContainSubstring("git fetch --unshallow"), ContainSubstring("fetch-depth: 0 in GitHub Actions, GIT_DEPTH: 0 in GitLab"))))
	})

	It("without Git has only a work tree", func() {
		r := repository{directory: GinkgoT().TempDir()}
		r.write(simple)
		out, _, err := r.plan(blue())
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/a"}))
		_, _, err = r.plan(blue(), "--from", "HEAD")
		Expect(err).To(MatchError(ContainSubstring("is not in a Git repository")))
	})

	It("may be a subdirectory, for artifacts that are pushed from it", func() {
		r := newRepository(files{"deploy/cluster/a.yaml": configMapOf("a", ""), "other/b.yaml": "a: {"}, files{"deploy/cluster/c.yaml": configMapOf("c", ""), "other/b.yaml": "a: {"})
		out, _, err := repository{directory: filepath.Join(r.directory, "deploy")}.plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"- ConfigMap default/a", "+ ConfigMap default/c"}))
	})

	It("leaves out submodules with a note, and refuses paths in them", func() {
		inner := newRepository(simple)
		r := newRepository(simple)
		r.git("submodule", "--quiet", "add", inner.directory, "sub")
		r.git("commit", "--quiet", "--message=submodule")
		for _, args := range [][]string{nil, {"--to", "HEAD"}} {
			_, notes, err := r.plan(blue(), args...)
			Expect(err).NotTo(HaveOccurred())
			Expect(notes).To(ContainSubstring("has submodules, whose files are not part of the plan: sub"))
			_, _, err = r.plan(clitest.Documents(config("path: ./sub/cluster"), shoots("web")), args...)
			Expect(err).To(MatchError(ContainSubstring("path sub/cluster is in submodule sub, whose files are not in the source")))
		}
	})

	DescribeTable("with a symlink",
		func(target string, matcher OmegaMatcher, args ...string) {
			r := newRepository(simple)
			Expect(os.Symlink(target, filepath.Join(r.directory, "cluster", "link.yaml"))).To(Succeed())
			r.git("add", "--all")
			r.git("commit", "--quiet", "--message=link")
			_, notes, err := r.plan(blue(), args...)
			Expect(fmt.Sprint(notes, err)).To(matcher)
		},
		Entry("that leads out of the work tree is refused", "../../secret.yaml", ContainSubstring("symlink cluster/link.yaml leads out of the checkout, to ../../secret.yaml; replace it with a copy")),
		Entry("that leads out of a commit is refused", "/etc/passwd", ContainSubstring("symlink cluster/link.yaml leads out of the checkout, to /etc/passwd"), "--to", "HEAD"),
		Entry("within the checkout leaves it out, as Flux does", "a.yaml", ContainSubstring("the artifacts of Flux contain no symlinks, so these are left out: cluster/link.yaml")),
		Entry("within a commit leaves it out, as Flux does", "a.yaml", ContainSubstring("the artifacts of Flux contain no symlinks, so these are left out: cluster/link.yaml"), "--to", "HEAD"),
	)

	DescribeTable("that exceeds a bound is refused with file and limit",
		func(content files, message string) {
			_, _, err := newRepository(content).plan(blue(), "--to", "HEAD")
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("large file", files{"cluster/large.yaml": strings.Repeat("x", 10<<20+1)}, "file cluster/large.yaml has 10485761 bytes, more than 10485760; list it in .sourceignore if Flux does not need it"),
		Entry("deep directory", files{strings.Repeat("d/", 64) + "a.yaml": "x"}, "/a.yaml is more than 64 directories deep"),
	)

	It("may exceed a bound in files that source-controller ignores", func() {
		_, _, err := newRepository(simple.and(files{"large.bin": strings.Repeat("x", 10<<20+1), ".sourceignore": "*.bin\n"})).plan(blue(), "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
	})

	It("with too many files is refused", func() {
		all := make([]entry, maxFiles+1)
		for i := range all {
			all[i] = entry{path: fmt.Sprintf("%d.yaml", i)}
		}
		_, _, err := (&tree{name: "main"}).included(all, sourceignore.NewDefaultMatcher(nil, nil))
		Expect(err).To(MatchError("main has more than 20000 files; list files that Flux does not need in .sourceignore"))
	})

	It("with too much content is refused", func() {
		var all []entry
		for i := range 26 {
			all = append(all, entry{path: fmt.Sprintf("%d.yaml", i), size: maxFileSize})
		}
		_, _, err := (&tree{name: "main"}).included(all, sourceignore.NewDefaultMatcher(nil, nil))
		Expect(err).To(MatchError("main: the files up to 25.yaml have more than 268435456 bytes; list files that Flux does not need in .sourceignore"))
	})
})
