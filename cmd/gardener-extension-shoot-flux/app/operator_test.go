// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"os"
	"path/filepath"

	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("the operator's configuration", func() {
	const head = "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n"
	options := func(content string) *operatorOptions {
		path := filepath.Join(GinkgoT().TempDir(), "config.yaml")
		Expect(os.WriteFile(path, []byte(content), 0o600)).To(Succeed())
		return &operatorOptions{Options: operator.Options{Config: path}}
	}

	It("has defaults without a file", func() {
		o := &operatorOptions{}
		Expect(o.Complete()).To(Succeed())
		Expect(o.config.ShootInfo.LabelPrefixes).To(ConsistOf("shoot-info.flux.extensions.gardener.cloud/"))
		Expect(o.resolver).NotTo(BeNil())
	})

	It("has defaults for fields that the file omits", func() {
		o := options(head + "limits:\n  registries: [registry.example.com]\ndefaults:\n  flux:\n    registry: registry.example.com/fluxcd\n")
		Expect(o.Complete()).To(Succeed())
		Expect(o.config.Limits.Registries).To(ConsistOf("registry.example.com"))
		Expect(o.config.Defaults.Raw).To(MatchJSON(`{"flux":{"registry":"registry.example.com/fluxcd"}}`))
		Expect(o.config.ShootInfo.LabelPrefixes).NotTo(BeEmpty())
	})

	It("accepts the example file", func() {
		o := &operatorOptions{Options: operator.Options{Config: filepath.Join("..", "..", "..", "example", "operator", "controllerconfiguration.yaml")}}
		Expect(o.Complete()).To(Succeed())
	})

	DescribeTable("refuses an invalid file",
		func(content, message string) {
			Expect(options(content).Complete()).To(MatchError(ContainSubstring(message)))
		},
		Entry("an unknown key", head+"limit: {}\n", "limit: Forbidden: unknown field; did you mean limits? The known fields are apiVersion, baseline, checks, defaults, gitHosts, images, kind, limits, notifications, projectFreezes, push, reportInShoot, rollouts, shootInfo"),
		Entry("a former field", head+"versionRollout: {rings: [{name: a, seeds: {matchLabels: {b: c}}}], maxFailures: 1}\n",
			"versionRollout: Forbidden: was replaced by rollouts; write rollouts: {rings: [{name: a, seeds: {matchLabels: {b: c}}}], fluxVersion: {maxFailures: 1}}"),
		Entry("a duplicate key", head+"limits: {}\nlimits: {}\n", "has the key limits twice"),
		Entry("another kind", "apiVersion: v1\nkind: ConfigMap\n", `kind: Invalid value: "ConfigMap": must be ControllerConfiguration`),
		Entry("a wrong type", head+"limits:\n  fluxVersions: [2.9]\n", "config.yaml cannot be used: configuration of the operator: limits.fluxVersions[0]: Invalid value: 2.9: must be a string, not a number"),
		Entry("several errors", head+"a: 1\nb: 2\n", "cannot be used: 2 configuration errors:\nconfiguration of the operator: a: Forbidden: "),
		Entry("an error in the defaults", head+"defaults:\n  flux:\n    version: v9.9.9\n", "v9.9.9"),
		Entry("an unknown value for digests", head+"images: {digests: Sometimes}\n", `images.digests: Unsupported value: "Sometimes": supported values: "UpstreamOnly", "Always", "Never"`),
		Entry("a limit that allows no version", head+"limits:\n  fluxVersions: [v9.9]\n", "limits.fluxVersions"),
	)

	It("notes a limit on a Flux version that is not available", func() {
		o := options(head + "limits:\n  fluxVersions: [v2.8, v2.99]\n")
		Expect(o.Complete()).To(Succeed())
		Expect(o.notes()).To(HaveExactElements(HavePrefix("limits.fluxVersions[1]: v2.99 has no effect: it covers no carried Flux version; the carried versions are v2.8.8, ")))
	})

	It("refuses a missing file", func() {
		Expect((&operatorOptions{Options: operator.Options{Config: "/does/not/exist"}}).Complete()).To(MatchError(ContainSubstring("failed to read the operator's configuration")))
	})
})

var _ = Describe("supplied distributions", func() {
	var directory string

	BeforeEach(func() { directory = GinkgoT().TempDir() })

	It("are added to the library", func() {
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), clitest.NewerDistribution())
		o := &operatorOptions{Options: operator.Options{Directories: []string{directory}}}
		Expect(o.Complete()).To(Succeed())
		Expect(flux.NewCatalog(o.library).Versions()).To(ContainElement(clitest.SuppliedVersion))
		landscape, err := o.Read(nil, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(landscape.Library).To(BeIdenticalTo(o.library), "each distribution is decoded once")

		Expect(o.notes()).To(BeEmpty(), "the admission has no images")
		o.renders()
		Expect(o.notes()).To(HaveExactElements(HavePrefix("images.digests: UpstreamOnly has no effect on images of the supplied Flux " + clitest.SuppliedVersion)))
	})

	It("are ignored with a note if the extension carries the version", func() {
		versions := distributions.Embedded().Versions()
		newest := versions[len(versions)-1]
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), clitest.NewerDistribution())
		Expect(os.Rename(filepath.Join(directory, clitest.SuppliedVersion), filepath.Join(directory, newest))).To(Succeed())
		note := directory + "/" + newest + " is not used, because the extension carries Flux " + newest + "; remove it"

		o := &operatorOptions{Options: operator.Options{Directories: []string{directory}}}
		Expect(o.Complete()).To(Succeed())
		Expect(o.notes()).To(HaveExactElements(note))
		var logged []string
		o.logNotes(funcr.New(func(_, arguments string) { logged = append(logged, arguments) }, funcr.Options{}))
		Expect(logged).To(HaveExactElements(ContainSubstring(note)))
	})

	It("are empty without the flag", func() {
		o := &operatorOptions{}
		Expect(o.Complete()).To(Succeed())
		Expect(flux.NewCatalog(o.library).Versions()).To(Equal(distributions.Embedded().Versions()))
	})

	It("are refused with the file name if the checksum differs", func() {
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), []byte("another"))
		damaged := And(HavePrefix("the supplied Flux distributions cannot be used:\n"+directory+"/v2.99.1/gotk-components.yaml: has the SHA-256 sum "),
			HaveSuffix(" from SHA256SUMS: supply both again"))
		Expect((&operatorOptions{Options: operator.Options{Directories: []string{directory}}}).Complete()).To(MatchError(damaged))
	})

	It("are refused if the directory does not exist", func() {
		Expect((&operatorOptions{Options: operator.Options{Directories: []string{"/does/not/exist"}}}).Complete()).
			To(MatchError(ContainSubstring("/does/not/exist: cannot be opened: ")))
	})
})
