// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("render and configuration errors", func() {
	It("reports the admission's configuration errors", func() {
		out, notes, err := runRender(clitest.Documents(clitest.Shoot("flux: {logLevel: loud}"), clitest.ProjectConfig("garden-blue", "{repositoryUrl: 'git@github.com:o/r', branch: main}")), "-f", "-")
		Expect(out + notes).To(BeEmpty())
		lines := strings.Split(err.Error(), "\n")
		Expect(lines).To(HaveLen(4))
		Expect(lines[0]).To(Equal("3 configuration errors:"))
		Expect(lines[1:]).To(ConsistOf(
			HavePrefix("ConfigMap garden-blue/flux-config: branch: "),
			HavePrefix("ConfigMap garden-blue/flux-config: repositoryUrl: "),
			`Shoot garden-blue/web: spec.extensions[0].providerConfig.flux.logLevel: Unsupported value: "loud": supported values: "debug", "error", "info"`,
		))

		_, _, err = runRender(clitest.Shoot("decryption: {secretResourceName: sops}\nsource: {template: {spec: {url: 'https://example.org/r'}}}"), "-f", "-")
		Expect(err).To(MatchError(`Shoot garden-blue/web: spec.extensions[0].providerConfig.decryption.secretResourceName: Invalid value: "sops": names no entry of Shoot.spec.resources; add one of this name that refers to a Secret`))
	})

	It("prints warnings to standard error", func() {
		out, notes, err := runRender(clitest.Shoot("source: {template: {spec: {url: 'https://example.org/r', ref: {branch: main, tag: v1}}}}"), "-f", "-", "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HaveSuffix("Warnings      1\n"))
		Expect(notes).To(MatchRegexp(`(?m)^Warning: Shoot garden-blue/web: spec\.extensions\[0\]\.providerConfig\.source\.template\.spec\.ref.*branch`))
	})

	It("refuses an update that the admission refuses", func() {
		before := clitest.File("before.yaml", clitest.Shoot("flux: {namespace: gitops}"))
		_, _, err := runRender(clitest.Shoot(bare), "-f", "-", "-o", "diff", "--against", before)
		Expect(err).To(MatchError(ContainSubstring("Flux's namespace is gitops and cannot be changed to flux-system")))
		_, _, err = runRender(strings.Replace(clitest.Shoot(bare), "name: web", "name: shop", 1), "-f", "-", "-o", "diff", "--against", before)
		Expect(err).NotTo(HaveOccurred())
	})

	DescribeTable("reports file and reason",
		func(input, message string) {
			out, notes, err := runRender(input, "-f", "-")
			Expect(out + notes).To(BeEmpty())
			Expect(err).To(MatchError(message))
		},
		Entry("an empty file", "", "found neither a Shoot nor a ConfigMap flux-config in -"),
		Entry("comments only", "# none\n---\n# at all\n", "found neither a Shoot nor a ConfigMap flux-config in -"),
		Entry("a Secret only", clitest.Secret("a", "{}"), "found neither a Shoot nor a ConfigMap flux-config in -"),
		Entry("another project", clitest.Documents(clitest.Shoot(bare), clitest.ProjectConfig("garden-red", private)),
			"ConfigMap garden-red/flux-config (standard input) belongs to a different project than Shoot garden-blue/web (standard input): the Shoot would not get this configuration"),
		Entry("two Shoots", clitest.Documents(clitest.Shoot(bare), clitest.Shoot(bare)), "standard input: there is a Shoot already, in standard input; only one is allowed"),
		Entry("two projects", clitest.Documents(clitest.ProjectConfig("garden-a", "{}"), clitest.ProjectConfig("garden-b", "{}")), "standard input: there is a ConfigMap flux-config already, in standard input; only one is allowed"),
		Entry("a Secret twice", clitest.Documents(clitest.Secret("a", "{}"), clitest.Secret("a", "{}")), "standard input: there is a Secret garden-blue/a already, in standard input; only one is allowed"),
		Entry("an unknown kind", clitest.Documents(clitest.Shoot(bare), "apiVersion: apps/v1\nkind: Deployment"), "standard input: Deployment of apiVersion apps/v1 is not needed to render Flux; remove it"),
		Entry("a Shoot of another version", "apiVersion: core.gardener.cloud/v1alpha1\nkind: Shoot", "standard input: Shoot of apiVersion core.gardener.cloud/v1alpha1 is not needed to render Flux; remove it"),
		Entry("a FluxConfig only", "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig", "standard input: a FluxConfig belongs in key config.yaml of a ConfigMap flux-config, or in the providerConfig of a Shoot"),
		Entry("no apiVersion and kind", "a: b", "standard input: document 1, from line 1, is not an object with apiVersion and kind"),
		Entry("invalid YAML after an invalid object", "kind: Shoot\n---\na: [b", "standard input: document 1, from line 1, is not an object with apiVersion and kind"),
		Entry("a duplicate key", clitest.Shoot(bare)+"\n---\na: 1\na: 2", "standard input: document 2, from line 16, is not YAML: yaml: unmarshal errors: line 17: key \"a\" already set in map"),
		Entry("a value that is not a string", clitest.ProjectConfig("garden-blue", "{fluxVersion: 2.9}"), "standard input: ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string"),
		Entry("an unknown field", strings.Replace(clitest.ProjectConfig("garden-blue", "{}"), "\ndata:", "\ndta:", 1), `standard input: ConfigMap: unknown field "dta"`),
		Entry("a Secret's value that YAML reads as an alias", clitest.Secret("a", "{password: *s3cret}"), "standard input: document 1, from line 1, is not YAML: yaml: unknown anchor (not shown) referenced"),
		Entry("a Secret's value without a key", clitest.Secret("a", "{username: git, ~: s3cret}"), "standard input: document 1, from line 1, is not YAML: unsupported map key (not shown)"),
		Entry("a Secret's value in braces", clitest.Secret("a", "{password: {{s3cret}}}"), "standard input: document 1, from line 1, is not YAML: yaml: invalid map key (not shown)"),
		Entry("no namespace", strings.Replace(clitest.Shoot(bare), ", namespace: garden-blue", "", 1), `standard input: Shoot "web" has no metadata.namespace or no metadata.name`),
		Entry("no workers", strings.Replace(clitest.Shoot(bare), "[{name: a}]", "[]", 1), "Shoot garden-blue/web gets no Flux, because it has no workers"),
		Entry("a disabled extension", strings.Replace(clitest.Shoot(bare), "- type: shoot-flux", "- type: shoot-flux\n    disabled: true", 1), "Shoot garden-blue/web gets no Flux: its extension shoot-flux is disabled"),
		Entry("an Extension of another type", "apiVersion: extensions.gardener.cloud/v1alpha1\nkind: Extension\nmetadata: {name: dns, namespace: shoot--blue--web}\nspec: {type: dns}",
			"standard input: Extension dns is of type dns, not shoot-flux; remove it"),
		Entry("an Extension outside a shoot namespace", "apiVersion: extensions.gardener.cloud/v1alpha1\nkind: Extension\nmetadata: {name: f, namespace: garden}\nspec: {type: shoot-flux}",
			`standard input: Extension f is in namespace "garden", which is not the namespace of a shoot`),
	)

	DescribeTable("reports usage errors in one line",
		func(message string, args ...string) {
			out, notes, err := runRender("", args...)
			Expect(out + notes).To(BeEmpty())
			Expect(err).To(MatchError(message))
		},
		Entry("no file", "set the files with -f; see --help"),
		Entry("an unknown output format", "--output must be one of yaml, summary, diff, not \"json\"", "-f", "-", "-o", "json"),
		Entry("-o diff without --against", "-o diff requires --against with the files to compare", "-f", "-", "-o", "diff"),
		Entry("--against without -o diff", "--against needs -o diff", "-f", "-", "--against", "-"),
		Entry("an unknown flag", "unknown flag: --bogus; see --help", "--bogus"),
		Entry("an argument", `render does not take argument "x": repeat -f or --against for each file; see --help`, "x"),
		Entry("two files after one flag", `render does not take argument "b.yaml": repeat -f or --against for each file; see --help`, "-f", "a.yaml", "b.yaml"),
		Entry("-f without a value", "flag needs an argument: 'f' in -f; see --help", "-f"),
		Entry("a missing file", "stat not-there.yaml: no such file or directory", "-f", "not-there.yaml"),
		Entry("standard input twice", "standard input can be read only once", "-f", "-", "-f", "-"),
		Entry("-o diff without a Shoot", "-o diff needs a Shoot among the files of both -f and --against",
			"-o", "diff", "-f", example("10-flux-config-public.yaml"), "--against", example("10-flux-config-public.yaml")),
	)

	It("reports errors of the --against files with the flag", func() {
		_, _, err := runRender(clitest.Shoot(bare), "-f", "-", "-o", "diff", "--against", clitest.File("before.yaml", clitest.Shoot("flux: {version: v1}")))
		Expect(err).To(MatchError(HavePrefix("--against: Shoot garden-blue/web: spec.extensions[0].providerConfig.flux.version: ")))
	})
})
