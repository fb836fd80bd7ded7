// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"slices"
	"strings"

	"github.com/gardener/gardener/pkg/utils/imagevector"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("images", func() {
	const reference = `ghcr\.io/fluxcd/[a-z-]+:v[0-9.]+@sha256:[0-9a-f]{64}`
	lines := func(stdin string, args ...string) []string {
		GinkgoHelper()
		out, notes, err := clitest.Execute(NewImagesCommand(), stdin, args...)
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(BeEmpty())
		Expect(out).To(HaveSuffix("\n"))
		return strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	}

	It("lists the sorted images of the newest version, one per line", func() {
		images := lines("")
		Expect(images).To(HaveLen(7))
		Expect(images).To(HaveEach(MatchRegexp("^" + reference + "$")))
		Expect(slices.IsSorted(images)).To(BeTrue())
		Expect(images).To(ContainElement(HavePrefix("ghcr.io/fluxcd/source-controller:v1.9.")))
	})

	It("lists the images of every version once", func() {
		all := lines("", "--all-versions")
		Expect(all).To(ContainElements(lines("")))
		Expect(all).To(ContainElements(lines("", "--flux-version", "v2.8")))
		Expect(slices.Compact(slices.Clone(all))).To(Equal(all))
		Expect(slices.IsSorted(all)).To(BeTrue())
	})

	It("renders and lists images of a supplied distribution only if the flag names its directory", func() {
		directory := GinkgoT().TempDir()
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), clitest.NewerDistribution())
		images, notes, err := clitest.Execute(NewImagesCommand(), "", "--distributions", directory, "--flux-version", "v2.99")
		Expect(err).NotTo(HaveOccurred())
		Expect(images).To(MatchRegexp(`(?m)^ghcr\.io/fluxcd/helm-controller:v[0-9.]+$`))
		Expect(notes).To(Equal("Warning: images.digests: UpstreamOnly has no effect on images of the supplied Flux v2.99.1, because no digests are known for source-controller, " +
			"kustomize-controller, helm-controller, notification-controller, image-reflector-controller, image-automation-controller, source-watcher; " +
			"add them to imageVectorOverwrite, with targetVersion 2.99.1\n"))

		input := clitest.ProjectConfig("garden-x", "{config.yaml: '{apiVersion: flux.extensions.gardener.cloud/v1alpha1, kind: FluxConfig, flux: {version: v2.99}}'}")
		_, _, err = clitest.Execute(NewCommand(), input, "-f", "-")
		Expect(err).To(MatchError(ContainSubstring("unknown Flux version")))
		out, _, err := clitest.Execute(NewCommand(), input, "-f", "-", "-o", "summary", "--distributions", directory)
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring(clitest.SuppliedVersion))
	})

	It("lists the images of selected components in the versions that have them", func() {
		Expect(lines("", "--components", "source-watcher,helm-controller")).To(HaveExactElements(
			HavePrefix("ghcr.io/fluxcd/helm-controller:"), HavePrefix("ghcr.io/fluxcd/source-watcher:")))
		Expect(lines("", "--all-versions", "--components", "source-watcher")).To(HaveEach(HavePrefix("ghcr.io/fluxcd/source-watcher:v2.")))
	})

	It("lists the images for a Shoot", func() {
		input := clitest.Documents(clitest.Shoot("flux: {version: v2.8, componentsExtra: [source-watcher]}"), clitest.ProjectConfig("garden-blue", "{repositoryUrl: 'https://github.com/o/r'}"))
		rendered, _, err := clitest.Execute(NewCommand(), input, "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		images := lines(input, "-f", "-")
		Expect(images).To(HaveLen(5))
		for _, image := range images {
			Expect(rendered).To(ContainSubstring("image: " + image + "\n"))
		}
	})

	It("lists images in a mirror of the operator or a Shoot without digests", func() {
		operator := clitest.File("operator.yaml", clitest.OperatorHead+"defaults: {flux: {registry: registry.example.com/mirror}}\nlimits: {fluxVersions: [v2.8, v2.9]}\n")
		Expect(lines("", "--config", operator)).To(HaveEach(MatchRegexp(`^registry\.example\.com/mirror/[a-z-]+:v[0-9.]+$`)))
		Expect(lines("", "--config", operator, "--all-versions")).To(HaveLen(14), "of the versions that are allowed")
		Expect(lines(clitest.Documents(clitest.Shoot("flux: {registry: 'registry.example.com:5000/own'}")), "-f", "-", "--config", operator)).To(HaveEach(HavePrefix("registry.example.com:5000/own/")))
	})

	It("omits components that the operator does not allow", func() {
		components := "[source-controller, kustomize-controller]"
		operator := clitest.File("operator.yaml", clitest.OperatorHead+"defaults: {flux: {components: "+components+"}}\nlimits: {components: "+components+"}\n")
		Expect(lines("", "--config", operator)).To(HaveLen(2))
	})

	It("uses the operator's image vector", func() {
		GinkgoT().Setenv(imagevector.OverrideEnv, clitest.File("images.yaml", "images:\n- {name: source-controller, repository: registry.example.com/src}\n"))
		images := lines("", "--all-versions")
		Expect(images).To(ContainElement(MatchRegexp(`^registry\.example\.com/src:v1\.9\.[0-9]+$`)))
		Expect(images).To(ContainElement(MatchRegexp(`^registry\.example\.com/src:v1\.8\.[0-9]+$`)))
		Expect(images).NotTo(ContainElement(HavePrefix("ghcr.io/fluxcd/source-controller")))
		rendered, _, err := clitest.Execute(NewCommand(), clitest.Shoot("flux: {}"), "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(rendered).To(MatchRegexp(`image: registry\.example\.com/src:v1\.9\.[0-9]+\n`))
	})

	It("overrides the operator's registry for all shoots", func() {
		GinkgoT().Setenv(imagevector.OverrideEnv, clitest.File("images.yaml", "images:\n- {name: source-controller, repository: a.example.com/patched}\n"))
		operator := clitest.File("operator.yaml", clitest.OperatorHead+"defaults: {flux: {registry: registry.example.com/mirror}}\n")
		out, _, err := clitest.Execute(NewImagesCommand(), "", "--config", operator)
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(And(HavePrefix("a.example.com/patched:v1."), ContainSubstring("\nregistry.example.com/mirror/helm-controller:v1.")))
		out, _, err = clitest.Execute(NewImagesCommand(), clitest.Shoot("flux: {registry: ghcr.io/fluxcd}"), "-f", "-", "--config", operator)
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(And(ContainSubstring("ghcr.io/fluxcd/source-controller:v1."), Not(ContainSubstring("a.example.com"))))
	})

	It("prints the warnings of the admission and a note about another patch to standard error", func() {
		out, notes, err := clitest.Execute(NewImagesCommand(), clitest.Shoot("flux: {version: v2.9.0}"), "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(MatchRegexp(`^Warning: Shoot garden-blue/web: spec\.extensions\[0\]\.providerConfig\.flux\.version: v2\.9\.0 resolves to v2\.9\.\d+, the newest available patch version\n$`))
		Expect(strings.Split(strings.TrimSuffix(out, "\n"), "\n")).To(HaveEach(MatchRegexp("^" + reference + "$")))

		_, notes, err = clitest.Execute(NewImagesCommand(), "", "--flux-version", "v2.9.0")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(MatchRegexp(`^Note: --flux-version v2\.9\.0 uses v2\.9\.\d+, the available patch`))
	})

	DescribeTable("refuses invalid input without output",
		func(message, stdin string, args ...string) {
			out, _, err := clitest.Execute(NewImagesCommand(), stdin, args...)
			Expect(err).To(MatchError(MatchRegexp(message)))
			Expect(out).To(BeEmpty())
		},
		Entry("an unknown version", `^--flux-version v1: unknown Flux version; the known versions are v2\.`, "", "--flux-version", "v1"),
		Entry("an unknown component", `^--components: Flux v2\.9\.\d+ has no component source-controler; its components are helm-controller, `, "", "--components", "source-controler"),
		Entry("--flux-version with --all-versions", "cannot be used together", "", "--flux-version", "v2.9", "--all-versions"),
		Entry("-f with --all-versions", "remove -f or --all-versions", "flux: {}", "-f", "-", "--all-versions"),
		Entry("-f with --components", "remove -f or --components", "flux: {}", "-f", "-", "--components", "helm-controller"),
		Entry("a Shoot with a configuration error", `unknown Flux version`, clitest.Shoot("flux: {version: v1}"), "-f", "-"),
		Entry("a file without a Shoot", "found neither a Shoot nor a ConfigMap flux-config", "", "-f", "-"),
		Entry("an argument", `images does not take argument "v2.9": set a version with --flux-version, or files with -f`, "", "v2.9"),
		Entry("an unknown flag", "see --help$", "", "--fluxversion", "v2.9"),
	)
})
