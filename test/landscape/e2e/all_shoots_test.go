// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

var _ = Describe("The extension is enabled for all Shoots", Serial, Label("long"), func() {
	It("installs nothing until there is a configuration, and then keeps Flux", func(ctx SpecContext) {
		registers(ctx, func(resource *gardencorev1beta1.ControllerResource) {
			resource.AutoEnable = []gardencorev1beta1.ClusterType{gardencorev1beta1.ClusterTypeShoot}
			resource.ClusterCompatibility = []gardencorev1beta1.ClusterType{gardencorev1beta1.ClusterTypeShoot}
		})
		user := inGarden(ctx)
		user.project("everyone", nil)
		withExtensions := func(extensions ...gardenerExtension) func(*gardenerShoot) {
			return func(object *gardenerShoot) { object.Spec.Extensions = extensions }
		}

		By("a Shoot that does not name the extension has it, and gets nothing")
		s := user.shoot("everyone", "unnamed", seedName, false, withExtensions())
		s.succeeds()
		s.eventually("FluxConfigured", "True", "NotConfigured", ContainSubstring("neither ConfigMap garden-everyone/flux-config nor the Shoot's providerConfig exists"))
		Expect(s.managedResources()).To(BeEmpty())
		s.isIn("NoRepository", "NotConfigured", ContainSubstring("nothing is installed"), true)

		By("a Shoot that disables the extension does not have it")
		disabled := user.shoot("everyone", "disabled", otherSeedName, true, withExtensions(gardenerExtension{Type: "shoot-flux", Disabled: ptr.To(true)}))
		disabled.succeeds()
		disabled.hasNoExtension()

		By("an operation of gardenlet changes nothing")
		s.reconcile()
		Expect(s.managedResources()).To(BeEmpty())

		By("a configuration of the project is delivered without an operation")
		config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-everyone", Name: "flux-config"}, Data: repository(ctx, "everyone", true)}
		Expect(world.Garden.Client.Create(ctx, config)).To(Succeed())
		s.pullUntilShown("from-git", "first")
		delivered := s.managedResources()

		By("without the configuration, Flux stays")
		Expect(world.Garden.Client.Delete(ctx, config)).To(Succeed())
		s.eventually("FluxConfigured", "False", "ConfigurationMissing", ContainSubstring("Everything in the shoot stays unchanged"))
		s.reconcile()
		Expect(s.managedResources()).To(HaveLen(len(delivered)))
		for i, resource := range s.managedResources() {
			Expect(resource.Spec).To(Equal(delivered[i].Spec))
		}
	}, SpecTimeout(12*time.Minute))
})
