// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
)

var _ = Describe("The shoot's version of Kubernetes", func() {
	const where = "Shoot garden-demo/my-shoot: spec.providerConfig.flux.version: "
	warnings := func(flux, kubernetes string) []string {
		s := documents{shoot: "flux: {version: " + flux + "}\n", info: shootinfo.WithPlaceholders(fluxv1alpha1.ShootInfo{fluxv1alpha1.ShootInfoKubernetesVersion: kubernetes})}
		return s.effective().Warnings
	}

	DescribeTable("is reported where Flux does not support it",
		func(flux, kubernetes, message string) {
			Expect(warnings(flux, kubernetes)).To(ConsistOf(where + message))
		},
		Entry("with a version that does", "v2.9", "1.32.9",
			"the Flux project supports v2.9.3 on Kubernetes v1.33 and newer, and this cluster has v1.32.9; update the cluster, or set the Flux version to v2.8.7"),
		Entry("where none does", "v2.8.7", "1.31.0",
			"the Flux project supports v2.8.7 on Kubernetes v1.32 and newer, and this cluster has v1.31.0; update the cluster"),
	)

	DescribeTable("is not reported otherwise",
		func(kubernetes string) {
			Expect(warnings("v2.9", kubernetes)).To(BeEmpty())
		},
		Entry("the oldest that is supported", "1.33.0"),
		Entry("a pre-release of it", "1.33.0-rc.1"),
		Entry("a newer one", "1.36.4"),
		Entry("one that is not known yet", ""),
		Entry("that of any shoot, with which a project alone is checked", "0.0.0"),
	)
})
