// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/configuration"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("A deprecated version", func() {
	const deprecated = "Flux v2.8 is deprecated: the extension carries it until 2027-05-31, and the Flux project has not supported it since 2026-06-30"

	DescribeTable("is told of where it is set, apart from the other warnings",
		func(s said, where string) {
			effective := s.effective()
			Expect(effective.Version).To(Equal("v2.8.7"))
			Expect(effective.Deprecated).To(Equal(deprecated + "; set the Flux version to one of v2.9.3"))
			Expect(effective.Warnings).To(BeEmpty())
			Expect(effective.AllWarnings()).To(ConsistOf(where + ": " + effective.Deprecated))
		},
		Entry("in a flat key", said{flat: map[string]string{"fluxVersion": "v2.8"}}, "ConfigMap garden-demo/flux-config: fluxVersion"),
		Entry("in the project's FluxConfig", said{project: "flux: {version: v2.8.7}\n"}, "ConfigMap garden-demo/flux-config: config.yaml.flux.version"),
		Entry("in the Shoot", said{shoot: "flux: {version: '2.8'}\n"}, "Shoot garden-demo/my-shoot: spec.providerConfig.flux.version"),
	)

	It("is told of before the other warnings", func() {
		effective := said{flat: map[string]string{"fluxVersion": "v2.8.1"}}.effective()
		Expect(effective.AllWarnings()).To(HaveExactElements(ContainSubstring("is deprecated"), ContainSubstring("v2.8.1 is answered with v2.8.7")))
	})

	It("is not told of where another one holds", func() {
		effective := said{flat: map[string]string{"fluxVersion": "v2.9"}}.effective()
		Expect(effective.Deprecated).To(BeEmpty())
		Expect(effective.AllWarnings()).To(BeEmpty())
	})

	It("is no mistake where the operator allows no other, and says whom to ask", func() {
		resolver, err := NewResolver(catalog{}, configv1alpha1.ControllerConfiguration{Limits: &configv1alpha1.Limits{FluxVersions: []string{"v2.8"}}})
		Expect(err).NotTo(HaveOccurred())
		Expect(resolver.Versions()).To(HaveExactElements("v2.8.7"))
		effective, mistakes := resolver.Resolve(nil, nil)
		Expect(mistakes).To(BeEmpty())
		Expect(effective.Deprecated).To(Equal(deprecated + "; the operator of the landscape allows no newer one that is not, and has to be asked for one"))
	})
})

var _ = Describe("The shoot's version of Kubernetes", func() {
	const where = "Shoot garden-demo/my-shoot: spec.providerConfig.flux.version: "
	warnings := func(flux, kubernetes string) []string {
		s := said{shoot: "flux: {version: " + flux + "}\n", info: WithPlaceholders(fluxv1alpha1.ShootInfo{fluxv1alpha1.ShootInfoKubernetesVersion: kubernetes})}
		return s.effective().Warnings
	}

	DescribeTable("is told of where Flux does not support it",
		func(flux, kubernetes, message string) {
			Expect(warnings(flux, kubernetes)).To(ConsistOf(where + message))
		},
		Entry("with a version that does", "v2.9", "1.32.9",
			"the Flux project supports v2.9.3 on Kubernetes v1.33 and newer, and this cluster has v1.32.9; update the cluster, or set the Flux version to v2.8.7"),
		Entry("where none does", "v2.8.7", "1.31.0",
			"the Flux project supports v2.8.7 on Kubernetes v1.32 and newer, and this cluster has v1.31.0; update the cluster"),
	)

	DescribeTable("is not told of otherwise",
		func(kubernetes string) {
			Expect(warnings("v2.9", kubernetes)).To(BeEmpty())
		},
		Entry("the oldest that is supported", "1.33.0"),
		Entry("a pre-release of it", "1.33.0-rc.1"),
		Entry("a newer one", "1.36.4"),
		Entry("one that is not known yet", ""),
		Entry("that of any shoot, with which a project alone is looked at", "0.0.0"),
	)
})
