// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// golden compares a text with a file in testdata. With UPDATE_GOLDEN=true, it writes the file.
func golden(name, text string) {
	GinkgoHelper()
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") == "true" {
		Expect(os.MkdirAll("testdata", 0o755)).To(Succeed()) //nolint:gosec // testdata is not secret
		Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
	}
	expected, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred())
	Expect(text).To(Equal(string(expected)))
}

const claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data, namespace: default}\n"

// before and after are a repository with a directory for each Shoot, and shared apps.
func before() files {
	return files{
		"clusters/web-1/apps.yaml": kustomization("apps", "./apps", ", postBuild: {substitute: {size: small}, substituteFrom: [{kind: ConfigMap, name: shoot-info}]}"),
		"clusters/web-2/apps.yaml": kustomization("apps", "./apps", ", postBuild: {substitute: {size: small}, substituteFrom: [{kind: ConfigMap, name: shoot-info}]}"),
		"clusters/db/only.yaml":    configMapOf("only", "a: b"),
		"apps/namespace.yaml":      namespace("team-a"),
		"apps/settings.yaml":       configMapOf("settings", "cluster: '${SHOOT_INFO_NAME}', size: '${size}', home: '$${HOME}'"),
		"apps/gone.yaml":           configMapOf("gone", "a: b"),
		"apps/moved.yaml":          claim,
		"apps/secret.yaml":         "apiVersion: v1\nkind: Secret\nmetadata: {name: token, namespace: default}\nstringData: {token: first-s3cret}\n",
	}
}

func after() files {
	return before().and(files{
		"apps/namespace.yaml": "", "apps/gone.yaml": "",
		"apps/settings.yaml": configMapOf("settings", "cluster: '${SHOOT_INFO_NAME}', size: '${size}', home: '$${HOME}', region: '${SHOOT_INFO_REGION}'"),
		"apps/secret.yaml":   "apiVersion: v1\nkind: Secret\nmetadata: {name: token, namespace: default}\nstringData: {token: next-s3cret}\n",
		"apps/new.yaml":      configMapOf("new", "a: b"),
		"apps/moved.yaml":    "", "clusters/web-1/moved.yaml": claim, "clusters/web-2/moved.yaml": claim,
	})
}

func fleetOfThree() string {
	return clitest.Documents(config(`path: './clusters/${SHOOT_INFO_NAME}'`), shoots("web-1", "web-2", "db"))
}

var _ = Describe("plan", func() {
	DescribeTable("writes",
		func(file string, args ...string) {
			out, notes, err := newRepository(before(), after()).planAlone(fleetOfThree(), append(args, "--from", "HEAD~1", "--to", "HEAD")...)
			Expect(err).NotTo(HaveOccurred())
			Expect(notes).To(BeEmpty())
			Expect(out).NotTo(ContainSubstring("s3cret"), "values of Secrets are not shown")
			golden(file, out)
		},
		Entry("text, folded over Shoots with the same result", "plan.txt"),
		Entry("text with the diffs of one of the Shoots whose diffs differ only by their names", "diff.txt", "--diff"),
		Entry("Markdown for a comment", "plan.md", "-o", "markdown"),
		Entry("Markdown with diffs", "diff.md", "-o", "markdown", "--diff"),
		Entry("JSON for other tools", "plan.json", "-o", "json"),
	)

	It("lists the objects of one revision as added", func() {
		out, _, err := newRepository(before()).plan(fleetOfThree(), "-l", "env=prod")
		Expect(err).NotTo(HaveOccurred())
		golden("state.txt", out)
	})

	It("plans the work tree, with a note about changes that are not committed", func() {
		r := newRepository(before())
		r.write(after())
		out, notes, err := r.plan(fleetOfThree(), "--from", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(Equal("Note: the work tree has 8 uncommitted changes, which are part of the plan\n"))
		Expect(out).To(ContainSubstring("2 Shoots: 1 Namespace and 1 other removed, 1 PersistentVolumeClaim recreated, 1 ConfigMap and 1 other changed, 1 ConfigMap added: garden-blue/web-1, garden-blue/web-2\n"))
	})

	It("reports no change", func() {
		out, _, err := newRepository(before()).plan(fleetOfThree(), "--from", "HEAD", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("\n3 Shoots: no change: garden-blue/db, garden-blue/web-1, garden-blue/web-2\n"))
	})

	DescribeTable("ends with the exit code",
		func(code int, message string, conditions ...string) {
			args := []string{"--from", "HEAD~1", "--to", "HEAD"}
			for _, c := range conditions {
				args = append(args, "--fail-on", c)
			}
			out, _, err := newRepository(before(), after()).plan(fleetOfThree(), args...)
			Expect(printer.ExitCode(err)).To(Equal(code))
			if message != "" {
				Expect(err).To(MatchError(ContainSubstring(message)))
				Expect(out).To(ContainSubstring(message), "the output contains the condition too")
			}
		},
		Entry("0 if no condition holds", 0, "", "removed>50%", "removed=CustomResourceDefinition", "added>1", "not-known"),
		Entry("3 for a percentage of the objects before", 3, "removed>20%: 3 of 6 objects removed or recreated in 2 Shoots (garden-blue/web-1, garden-blue/web-2)", "removed>20%"),
		Entry("3 for a number", 3, "removed>1: 3 objects removed or recreated", "removed>1"),
		Entry("3 for a kind, also if another condition does not hold", 3, "1 Namespace removed or recreated: Namespace team-a", "removed>50%", "removed=CustomResourceDefinition,Namespace"),
		Entry("3 for added objects", 3, "added>0: 1 object added", "added>0"),
	)

	DescribeTable("ends for moves with the exit code",
		func(code int, message string, args ...string) {
			x := "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: x, namespace: default}\n"
			first, second := two("", "").and(files{"a/x.yaml": x, "a/y.yaml": configMapOf("y", "")}), two("", "").and(files{"b/x.yaml": x})
			out, _, err := newRepository(first, second).plan(blue(), append(args, "--from", "HEAD~1", "--to", "HEAD")...)
			Expect(printer.ExitCode(err)).To(Equal(code))
			if message != "" {
				Expect(err).To(MatchError(ContainSubstring(message)))
				Expect(out).To(ContainSubstring(message))
			}
		},
		Entry("3 for a kind that is recreated", 3, "recreated=PersistentVolumeClaim,Namespace: 1 PersistentVolumeClaim recreated: PersistentVolumeClaim default/x", "--fail-on", "recreated=PersistentVolumeClaim,Namespace"),
		Entry("3 for a number of recreated objects", 3, "recreated>0: 1 object recreated", "--fail-on", "recreated>0"),
		Entry("3 for a percentage of recreated objects", 3, "recreated>10%: 1 of 7 objects recreated", "--fail-on", "recreated>10%"),
		Entry("0 below it", 0, "", "--fail-on", "recreated>20%", "--fail-on", "recreated=Namespace", "--fail-on", "recreated>1"),
		Entry("3 for a removed kind, because its data is lost as well", 3, "removed=PersistentVolumeClaim: 1 PersistentVolumeClaim removed or recreated", "--fail-on", "removed=PersistentVolumeClaim"),
		Entry("3 for a number of removed objects, those that are recreated included", 3, "removed>1: 2 objects removed or recreated", "--fail-on", "removed>1"),
		Entry("0 for removed objects if moves are ignored", 0, "", "--fail-on", "removed=PersistentVolumeClaim", "--fail-on", "removed>1", "--moves", "ignore"),
		Entry("3 for recreated objects also if moves are ignored", 3, "recreated>0: 1 object recreated", "--fail-on", "recreated>0", "--moves", "ignore"),
	)

	DescribeTable("refuses the flags",
		func(message string, args ...string) {
			_, _, err := newRepository(before()).plan(fleetOfThree(), args...)
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(printer.ExitCode(err)).To(Equal(1))
		},
		Entry("condition that nothing can satisfy", `--fail-on "removed>120%": a percentage is at most 100`, "--from", "HEAD", "--fail-on", "removed>120%"),
		Entry("condition of another form", `--fail-on "deleted=Namespace" is not a condition; write removed>20%, `, "--from", "HEAD", "--fail-on", "deleted=Namespace"),
		Entry("other treatment of moves", `--moves must be count or ignore, not "no"`, "--moves", "no"),
		Entry("condition without a revision to compare with", "--fail-on needs --from", "--fail-on", "removed>20%"),
		Entry("selector that selects nothing", "no Shoot gets Flux; check the files or the project, and --selector", "-l", "env=none"),
		Entry("selector that cannot be parsed", `--selector "=" is not a label selector`, "-l", "="),
		Entry("other output format", `--output must be one of text, markdown, json, not "yaml"`, "-o", "yaml"),
		Entry("argument", `plan does not take argument "HEAD": set the revisions with --from and --to`, "HEAD"),
		Entry("directory that does not exist", "--directory: stat /does/not/exist: no such file or directory", "-C", "/does/not/exist"),
	)

	DescribeTable("refuses files",
		func(manifests, message string) {
			_, _, err := newRepository(before()).plan(manifests)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("without a Shoot", config("path: ./"), "found no Shoot in "),
		Entry("with a Shoot of another project", clitest.Documents(clitest.ProjectConfig("garden-red", "{repositoryUrl: 'https://git.example.com/o/r'}"), shoots("web")),
			"belongs to a different project than Shoot garden-blue/web"),
		Entry("with the same Shoot twice", clitest.Documents(shoots("web"), shoots("web")), "there is a Shoot garden-blue/web already"),
	)

	It("leaves out Shoots without Flux, and does not know those with an invalid configuration", func() {
		invalid := clitest.Shoot("flux: {version: v0.1}")
		workerless := "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: none, namespace: garden-blue}\nspec: {provider: {type: aws}, extensions: [{type: shoot-flux}]}\n"
		out, notes, err := newRepository(before()).plan(clitest.Documents(config("path: ./apps"), invalid, workerless), "--from", "HEAD", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(Equal("Note: left out: Shoot garden-blue/none gets no Flux, because it has no workers\n"))
		Expect(out).To(ContainSubstring("1 Shoot: no known change: garden-blue/web\n  ? not known: the configuration of the Shoot is invalid: "))
		Expect(out).To(ContainSubstring("flux.version"))
	})
})
