// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

var _ = Describe("A deprecated version", func() {
	const deprecated = "Flux v2.8 is deprecated: the extension carries it until 2027-05-31, and the Flux project has not supported it since 2026-06-30"

	DescribeTable("is reported in the document that sets it, apart from other warnings,",
		func(s documents, where string) {
			effective := s.effective()
			Expect(effective.Version).To(Equal("v2.8.7"))
			Expect(effective.Deprecated).To(Equal(deprecated + "; set the Flux version to one of v2.9.3"))
			Expect(effective.Warnings).To(BeEmpty())
			Expect(effective.AllWarnings()).To(ConsistOf(where + ": " + effective.Deprecated))
		},
		Entry("in a flat key", documents{flat: map[string]string{"fluxVersion": "v2.8"}}, "ConfigMap garden-demo/flux-config: fluxVersion"),
		Entry("in the project's FluxConfig", documents{project: "flux: {version: v2.8.7}\n"}, "ConfigMap garden-demo/flux-config: config.yaml.flux.version"),
		Entry("in the Shoot", documents{shoot: "flux: {version: '2.8'}\n"}, "Shoot garden-demo/my-shoot: spec.providerConfig.flux.version"),
	)

	It("is reported before the other warnings", func() {
		effective := documents{flat: map[string]string{"fluxVersion": "v2.8.1"}}.effective()
		Expect(effective.AllWarnings()).To(HaveExactElements(ContainSubstring("is deprecated"), ContainSubstring("v2.8.1 is answered with v2.8.7")))
	})

	It("is not reported where another one holds", func() {
		effective := documents{flat: map[string]string{"fluxVersion": "v2.9"}}.effective()
		Expect(effective.Deprecated).To(BeEmpty())
		Expect(effective.AllWarnings()).To(BeEmpty())
	})

	It("is no error where the operator allows no other, and names whom to ask", func() {
		resolver, err := NewResolver(catalog{}, configv1alpha1.ControllerConfiguration{Limits: &configv1alpha1.Limits{FluxVersions: []string{"v2.8"}}})
		Expect(err).NotTo(HaveOccurred())
		Expect(resolver.Versions()).To(HaveExactElements("v2.8.7"))
		effective, configErrs, err := resolver.Resolve(GinkgoT().Context(), nil, nil)
		Expect(err).NotTo(HaveOccurred())
		Expect(configErrs).To(BeEmpty())
		Expect(effective.Deprecated).To(Equal(deprecated + "; the operator of the landscape allows no newer one that is not, and has to be asked for one"))
	})
})
