// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

var _ = Describe("ShootFrom", func() {
	It("finds the extension's entry and its path", func() {
		shoot := &gardencorev1beta1.Shoot{Spec: gardencorev1beta1.ShootSpec{
			Extensions: []gardencorev1beta1.Extension{{Type: "other"}, {Type: "shoot-flux", ProviderConfig: &runtime.RawExtension{Raw: []byte("{}")}}},
			Resources:  []gardencorev1beta1.NamedResourceReference{resource("a", "Secret", "b")},
		}}
		from := ShootFrom(shoot, nil)
		Expect(from.ProviderConfigPath.String()).To(Equal("spec.extensions[1].providerConfig"))
		Expect(from.ProviderConfig).To(Equal([]byte("{}")))
		Expect(from.Resources).To(HaveLen(1))
	})

	It("finds nothing where there is nothing", func() {
		Expect(ShootFrom(&gardencorev1beta1.Shoot{}, nil).ProviderConfig).To(BeNil())
		Expect(ShootFrom(&gardencorev1beta1.Shoot{Spec: gardencorev1beta1.ShootSpec{Extensions: []gardencorev1beta1.Extension{{Type: "shoot-flux"}}}}, nil).ProviderConfig).To(BeNil())
	})
})
