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

// twoVersions has two versions.
type twoVersions struct{}

func (twoVersions) Versions() []string { return []string{"v2.8.7", "v2.9.3"} }

func (twoVersions) Components(string) []fluxv1alpha1.Component {
	return []fluxv1alpha1.Component{"source-controller", "kustomize-controller", "helm-controller", "notification-controller"}
}

var _ = Describe("Limits of Flux versions", func() {
	limited := func(versions ...string) configv1alpha1.ControllerConfiguration {
		return configv1alpha1.ControllerConfiguration{Limits: &configv1alpha1.Limits{FluxVersions: versions}}
	}

	It("may name a version that is not carried yet, beside others", func() {
		notes, configErrs := CheckOperator(twoVersions{}, limited("v2.8", "v2.10.0"))
		Expect(configErrs).To(BeEmpty())
		Expect(notes).To(HaveExactElements("limits.fluxVersions[1]: v2.10.0 has no effect: it covers no Flux version that the extension carries; these are v2.8.7, v2.9.3"))
	})

	It("are refused if none covers a version, all of them", func() {
		notes, configErrs := CheckOperator(twoVersions{}, limited("v2.10", "v2.11"))
		Expect(configErrs).To(MatchError(And(ContainSubstring(`limits.fluxVersions[0]: Invalid value: "v2.10"`), ContainSubstring(`limits.fluxVersions[1]: Invalid value: "v2.11"`))))
		Expect(notes).To(BeEmpty())
	})

	It("do not take a version for one that only begins like it", func() {
		_, configErrs := CheckOperator(twoVersions{}, limited("v2.9.3-rc", "v2"))
		Expect(configErrs).To(MatchError(`configuration of the operator: limits.fluxVersions[0]: Invalid value: "v2.9.3-rc": covers no Flux version that the extension carries; these are v2.8.7, v2.9.3`))
	})

	DescribeTable("allow",
		func(versions []string, version string, allowed bool) {
			Expect(Allows(*limited(versions...).Limits, version)).To(Equal(allowed))
		},
		Entry("every version without a limit", nil, "v2.9.3", true),
		Entry("the patches of a minor version", []string{"v2.9"}, "v2.9.3", true),
		Entry("a version without leading v", []string{"2.9.3"}, "v2.9.3", true),
		Entry("no other minor version that begins like it", []string{"v2.1"}, "v2.10.0", false),
	)
})
