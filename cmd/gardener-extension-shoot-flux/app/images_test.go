// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"bytes"
	"slices"
	"strings"

	"github.com/gardener/gardener/pkg/utils/imagevector"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/spf13/cobra"
	"sigs.k8s.io/yaml"
)

// execute runs a command as a user would and returns what it prints.
func execute(command *cobra.Command, stdin string, args ...string) (out, notes string, err error) {
	stdout, stderr := &bytes.Buffer{}, &bytes.Buffer{}
	command.SetArgs(append([]string{}, args...))
	command.SetIn(strings.NewReader(stdin))
	command.SetOut(stdout)
	command.SetErr(stderr)
	err = command.Execute()
	return stdout.String(), stderr.String(), err
}

const operatorHead = "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n"

var _ = Describe("images", func() {
	const reference = `ghcr\.io/fluxcd/[a-z-]+:v[0-9.]+@sha256:[0-9a-f]{64}`
	lines := func(stdin string, args ...string) []string {
		GinkgoHelper()
		out, notes, err := execute(newImagesCommand(), stdin, args...)
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(BeEmpty())
		Expect(out).To(HaveSuffix("\n"))
		return strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	}

	It("lists those of the newest version, sorted, one in a line", func() {
		images := lines("")
		Expect(images).To(HaveLen(7))
		Expect(images).To(HaveEach(MatchRegexp("^" + reference + "$")))
		Expect(slices.IsSorted(images)).To(BeTrue())
		Expect(images).To(ContainElement(HavePrefix("ghcr.io/fluxcd/source-controller:v1.9.")))
	})

	It("lists those of every version, each once", func() {
		all := lines("", "--all-versions")
		Expect(all).To(ContainElements(lines("")))
		Expect(all).To(ContainElements(lines("", "--version-of", "v2.6")))
		Expect(slices.Compact(slices.Clone(all))).To(Equal(all))
		Expect(slices.IsSorted(all)).To(BeTrue())
	})

	It("lists those of the components that are wanted, of the versions that have them", func() {
		Expect(lines("", "--components", "source-watcher,helm-controller")).To(HaveExactElements(
			HavePrefix("ghcr.io/fluxcd/helm-controller:"), HavePrefix("ghcr.io/fluxcd/source-watcher:")))
		Expect(lines("", "--all-versions", "--components", "source-watcher")).To(HaveEach(HavePrefix("ghcr.io/fluxcd/source-watcher:v2.")))
	})

	It("lists those that a Shoot gets", func() {
		input := documents(shoot("flux: {version: v2.8, componentsExtra: [source-watcher]}"), projectConfig("garden-blue", "{repositoryUrl: 'https://github.com/o/r'}"))
		rendered, _, err := render(input, "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		images := lines(input, "-f", "-")
		Expect(images).To(HaveLen(5))
		for _, image := range images {
			Expect(rendered).To(ContainSubstring("image: " + image + "\n"))
		}
	})

	It("lists those of a mirror that the operator or a Shoot names, without digests", func() {
		operator := file("operator.yaml", operatorHead+"defaults: {flux: {registry: registry.example.com/mirror}}\nlimits: {fluxVersions: [v2.8, v2.9]}\n")
		Expect(lines("", "--config", operator)).To(HaveEach(MatchRegexp(`^registry\.example\.com/mirror/[a-z-]+:v[0-9.]+$`)))
		Expect(lines("", "--config", operator, "--all-versions")).To(HaveLen(14), "of the versions that are allowed")
		Expect(lines(documents(shoot("flux: {registry: 'registry.example.com:5000/own'}")), "-f", "-", "--config", operator)).To(HaveEach(HavePrefix("registry.example.com:5000/own/")))
	})

	It("leaves out what the operator does not allow", func() {
		components := "[source-controller, kustomize-controller]"
		operator := file("operator.yaml", operatorHead+"defaults: {flux: {components: "+components+"}}\nlimits: {components: "+components+"}\n")
		Expect(lines("", "--config", operator)).To(HaveLen(2))
	})

	It("knows the operator's image vector", func() {
		GinkgoT().Setenv(imagevector.OverrideEnv, file("images.yaml", "images:\n- {name: source-controller, repository: registry.example.com/src}\n"))
		images := lines("", "--all-versions")
		Expect(images).To(ContainElement(MatchRegexp(`^registry\.example\.com/src:v1\.9\.[0-9]+$`)))
		Expect(images).To(ContainElement(MatchRegexp(`^registry\.example\.com/src:v1\.6\.[0-9]+$`)))
		Expect(images).NotTo(ContainElement(HavePrefix("ghcr.io/fluxcd/source-controller")))
		rendered, _, err := render(shoot(bare), "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(rendered).To(MatchRegexp(`image: registry\.example\.com/src:v1\.9\.[0-9]+\n`))
	})

	It("warns of what the Shoot's author is warned of, and says that an older patch has another answer, but not among the images", func() {
		out, notes, err := execute(newImagesCommand(), shoot("flux: {version: v2.6}"), "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(MatchRegexp(`^Warning: Shoot garden-blue/web: spec\.extensions\[0\]\.providerConfig\.flux\.version: Flux v2\.6 is deprecated: .*\n$`))
		Expect(strings.Split(strings.TrimSuffix(out, "\n"), "\n")).To(HaveEach(MatchRegexp("^" + reference + "$")))

		_, notes, err = execute(newImagesCommand(), "", "--version-of", "v2.9.0")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(MatchRegexp(`^Note: --version-of v2\.9\.0 is answered with v2\.9\.\d+, the patch`))
	})

	DescribeTable("refuses what cannot be meant, and prints nothing",
		func(message, stdin string, args ...string) {
			out, _, err := execute(newImagesCommand(), stdin, args...)
			Expect(err).To(MatchError(MatchRegexp(message)))
			Expect(out).To(BeEmpty())
		},
		Entry("an unknown version", `^--version-of v1: unknown Flux version; the known versions are v2\.`, "", "--version-of", "v1"),
		Entry("an unknown component", `^--components source-controler is no component of Flux v2\.9\.\d+; these are helm-controller, `, "", "--components", "source-controler"),
		Entry("a component that the version does not have", `^--components source-watcher is no component of Flux v2\.6\.\d+; `, "", "--version-of", "v2.6", "--components", "source-watcher"),
		Entry("one version and all", "exclude each other", "", "--version-of", "v2.9", "--all-versions"),
		Entry("a Shoot and all versions", "leave out -f or --all-versions", bare, "-f", "-", "--all-versions"),
		Entry("a Shoot and components", "leave out -f or --components", bare, "-f", "-", "--components", "helm-controller"),
		Entry("a Shoot with a mistake", `unknown Flux version`, shoot("flux: {version: v1}"), "-f", "-"),
		Entry("a file without a Shoot", "there is neither a Shoot nor a ConfigMap flux-config", "", "-f", "-"),
		Entry("an argument", `images takes no argument such as "v2.9": name a version with --version-of, or files with -f`, "", "v2.9"),
		Entry("an unknown flag", "see --help$", "", "--flux-version", "v2.9"),
	)
})

var _ = Describe("the operator's image vector", func() {
	DescribeTable("keeps the process from starting if it is wrong, and is named",
		func(content, message string) {
			path := file("images.yaml", content)
			GinkgoT().Setenv(imagevector.OverrideEnv, path)
			Expect((&operatorOptions{}).Complete()).To(MatchError(And(
				HavePrefix("the image vector "+path+", which IMAGEVECTOR_OVERWRITE names, cannot be used: "), ContainSubstring(message),
			)))
		},
		Entry("no YAML", "images: [", "yaml: "),
		Entry("nothing", "", "it has no list images, or nothing in it"),
		Entry("another key", "image: []\n", `unknown field "image"`),
		Entry("a mistyped key, which would leave one image for all versions", "images: [{name: source-controller, repository: registry.example.com/src, tag: v1, targetversion: 2.8.8}]\n", `unknown field "images[0].targetversion"`),
		Entry("a key given twice", "images: [{name: source-controller, repository: registry.example.com/src, repository: registry.example.com/b}]\n", `key "repository" already set in map`),
		Entry("no reference of an image", "images: [{name: source-controller, repository: registry.example.com/src/}]\n", "images[0].repository: Invalid value: "),
		Entry("an entry that is null", "images: [null]\n", "images[0] is null"),
		Entry("no name", "images: [{repository: registry.example.com/src}]\n", "images[0].name: Required value"),
		Entry("no image", "images: [{name: source-controller}]\n", "images[0].ref/repository: Required value"),
		Entry("no range of versions", "images: [{name: source-controller, repository: registry.example.com/src, targetVersion: new}]\n", "images[0].targetVersion: Invalid value"),
		Entry("a component that there is not", "images: [{name: source-controler, repository: registry.example.com/src}]\n", `images[0].name: Unsupported value: "source-controler"`),
	)

	It("may have what image vectors have for other tools", func() {
		GinkgoT().Setenv(imagevector.OverrideEnv, file("images.yaml", "images:\n- name: source-controller\n  repository: registry.example.com/src\n"+
			"  sourceRepository: github.com/fluxcd/source-controller\n  labels: [{name: a, value: b}]\n  version: v1\n"))
		Expect((&operatorOptions{}).Complete()).To(Succeed())
	})

	It("holds beside the registry that the operator has for all shoots", func() {
		GinkgoT().Setenv(imagevector.OverrideEnv, file("images.yaml", "images:\n- {name: source-controller, repository: a.example.com/patched}\n"))
		operator := file("operator.yaml", operatorHead+"defaults: {flux: {registry: registry.example.com/mirror}}\n")
		out, _, err := execute(newImagesCommand(), "", "--config", operator)
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(And(HavePrefix("a.example.com/patched:v1."), ContainSubstring("\nregistry.example.com/mirror/helm-controller:v1.")))
		out, _, err = execute(newImagesCommand(), shoot("flux: {registry: ghcr.io/fluxcd}"), "-f", "-", "--config", operator)
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(And(ContainSubstring("ghcr.io/fluxcd/source-controller:v1."), Not(ContainSubstring("a.example.com"))))
	})

	It("keeps the process from starting if it is not there", func() {
		GinkgoT().Setenv(imagevector.OverrideEnv, "/does/not/exist.yaml")
		Expect((&operatorOptions{}).Complete()).To(MatchError(ContainSubstring("the image vector /does/not/exist.yaml, which IMAGEVECTOR_OVERWRITE names, cannot be used: open ")))
	})
})

var _ = Describe("versions", func() {
	It("shows the versions, the newest first", func() {
		out, notes, err := execute(newVersionsCommand(), "")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(BeEmpty())
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		Expect(lines[0]).To(MatchRegexp(`^VERSION +DEFAULT +SUPPLIED +DEPRECATED UNTIL +COMPONENTS$`))
		Expect(lines[1]).To(MatchRegexp(`^v2\.9\.\d+ +yes +- +- +7$`))
		Expect(lines).To(ContainElement(MatchRegexp(`^v2\.6\.\d+ +- +- +20\d\d-\d\d-\d\d +6$`)))
		Expect(strings.Count(out, "yes")).To(Equal(1))
	})

	It("shows the components by name, and since when Flux itself has not supported a version", func() {
		out, _, err := execute(newVersionsCommand(), "", "-o", "wide")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(MatchRegexp(`VERSION +DEFAULT +SUPPLIED +DEPRECATED UNTIL +UNSUPPORTED BY FLUX SINCE +OLDEST KUBERNETES +COMPONENTS\n`))
		Expect(out).To(MatchRegexp(`\nv2\.6\.\d+ +- +- +20\d\d-\d\d-\d\d +2026-06-30 +v1\.31 +source-controller,kustomize-controller,`))
	})

	It("shows what the operator allows, and what a shoot gets there if nobody names a version", func() {
		operator := file("operator.yaml", operatorHead+"defaults: {flux: {version: v2.8}}\nlimits: {fluxVersions: [v2.8, v2.9]}\n")
		for _, form := range []string{"json", "yaml"} {
			out, _, err := execute(newVersionsCommand(), "", "-o", form, "--config", operator)
			Expect(err).NotTo(HaveOccurred())
			var shown []shownVersion
			Expect(yaml.UnmarshalStrict([]byte(out), &shown)).To(Succeed())
			Expect(shown).To(HaveExactElements(
				And(HaveField("Version", HavePrefix("v2.9.")), HaveField("Default", false)),
				And(HaveField("Version", HavePrefix("v2.8.")), HaveField("Default", true), HaveField("Components", HaveLen(7))),
			))
		}
	})

	DescribeTable("refuses what it does not know",
		func(message string, args ...string) {
			out, _, err := execute(newVersionsCommand(), "", args...)
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(out).To(BeEmpty())
		},
		Entry("another form", "--output xml is none of wide, json, yaml", "-o", "xml"),
		Entry("a configuration that is not there", "failed to read the operator's configuration", "--config", "/does/not/exist"),
		Entry("an argument", `versions takes no argument such as "v2.9"`, "v2.9"),
	)
})
