// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

// tenth carries a minor version that begins like another one.
type tenth struct{ catalog }

func (tenth) Versions() []string { return []string{"v2.1.4", "v2.10.0"} }

var _ = Describe("NewResolver with limits of Flux versions", func() {
	limited := func(versions ...string) (*Resolver, error) {
		return NewResolver(catalog{}, configv1alpha1.ControllerConfiguration{Limits: &configv1alpha1.Limits{FluxVersions: versions}})
	}

	It("notes a limit that matches no carried version", func() {
		resolver, err := limited("v2.8", "v2.10.0")
		Expect(err).NotTo(HaveOccurred())
		Expect(resolver.Notes()).To(HaveExactElements("limits.fluxVersions[1]: v2.10.0 has no effect: it covers no carried Flux version; the carried versions are v2.8.7, v2.9.3"))
	})

	It("refuses the limits if none covers a version", func() {
		_, err := limited("v2.10", "v2.11")
		Expect(err).To(MatchError(And(ContainSubstring(`limits.fluxVersions[0]: Invalid value: "v2.10"`), ContainSubstring(`limits.fluxVersions[1]: Invalid value: "v2.11"`))))
	})

	It("refuses a limit that only begins like a version", func() {
		_, err := limited("v2.9.3-rc", "v2")
		Expect(err).To(MatchError(`configuration of the operator: limits.fluxVersions[0]: Invalid value: "v2.9.3-rc": covers no carried Flux version; the carried versions are v2.8.7, v2.9.3`))
	})

	DescribeTable("allows",
		func(versions []string, version string, allowed bool) {
			resolver, err := limited(versions...)
			Expect(err).NotTo(HaveOccurred())
			Expect(resolver.Carries(version)).To(Equal(allowed))
		},
		Entry("every version, without a limit", nil, "v2.9.3", true),
		Entry("the patch versions of a minor version", []string{"v2.9"}, "v2.9.3", true),
		Entry("only the minor version of the limit", []string{"v2.9"}, "v2.8.7", false),
		Entry("a limit without leading v", []string{"2.9.3"}, "v2.9.3", true),
	)

	It("does not allow another minor version with the limit as prefix", func() {
		resolver, err := NewResolver(tenth{}, configv1alpha1.ControllerConfiguration{Limits: &configv1alpha1.Limits{FluxVersions: []string{"v2.1"}}})
		Expect(err).NotTo(HaveOccurred())
		Expect(resolver.Versions()).To(Equal([]string{"v2.1.4"}))
	})
})

var _ = Describe("The Kubernetes version of the shoot", func() {
	const where = "Shoot garden-demo/my-shoot: spec.providerConfig.flux.version: "
	warnings := func(flux, kubernetes string) []string {
		s := documents{shoot: "flux: {version: " + flux + "}\n", info: WithPlaceholders(fluxv1alpha1.ShootInfo{fluxv1alpha1.ShootInfoKubernetesVersion: kubernetes})}
		return s.effective().Warnings
	}

	DescribeTable("causes a warning if Flux does not support it:",
		func(flux, kubernetes, message string) {
			Expect(warnings(flux, kubernetes)).To(ConsistOf(where + message))
		},
		Entry("another Flux version supports it", "v2.9", "1.32.9",
			"the Flux project supports v2.9.3 on Kubernetes v1.33 and newer, and this cluster has v1.32.9; update the cluster, or set the Flux version to v2.8.7"),
		Entry("no Flux version supports it", "v2.8.7", "1.31.0",
			"the Flux project supports v2.8.7 on Kubernetes v1.32 and newer, and this cluster has v1.31.0; update the cluster"),
	)

	DescribeTable("causes no warning:",
		func(kubernetes string) {
			Expect(warnings("v2.9", kubernetes)).To(BeEmpty())
		},
		Entry("the oldest supported version", "1.33.0"),
		Entry("a pre-release of the oldest supported version", "1.33.0-rc.1"),
		Entry("a newer version", "1.36.4"),
		Entry("an unknown version", ""),
		Entry("the placeholder without a Shoot", "0.0.0"),
	)
})
