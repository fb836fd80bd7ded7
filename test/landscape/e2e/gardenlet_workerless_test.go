// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// registers changes the registration of the extension until the end of the test.
func registers(ctx context.Context, change func(*gardencorev1beta1.ControllerResource)) {
	GinkgoHelper()
	update := func(ctx context.Context, change func(*gardencorev1beta1.ControllerResource)) (former gardencorev1beta1.ControllerResource) {
		Eventually(ctx, func(g Gomega) {
			registration := &gardencorev1beta1.ControllerRegistration{}
			g.Expect(world.Garden.Client.Get(ctx, client.ObjectKey{Name: "extension-shoot-flux"}, registration)).To(Succeed())
			registration.Spec.Resources[0].DeepCopyInto(&former)
			change(&registration.Spec.Resources[0])
			g.Expect(world.Garden.Client.Update(ctx, registration)).To(Succeed())
		}).Should(Succeed())
		return former
	}
	former := update(ctx, change)
	DeferCleanup(func(ctx context.Context) {
		update(ctx, func(resource *gardencorev1beta1.ControllerResource) { *resource = former })
	}, NodeTimeout(time.Minute))
}

var _ = Describe("A workerless Shoot of the real gardenlet", Label("gardenlet", "long"), func() {
	It("gets no Flux, whatever the registration claims, and its operations succeed", func(ctx SpecContext) {
		Expect(realGardenlet).To(BeTrue(), "make test-gardenlet-long runs this story")
		inGarden(ctx).project("nodeless", repository(ctx, "nodeless", true))
		withoutWorkers := func(object *gardenerShoot) {
			object.Spec.Provider.Workers = nil
			object.Spec.Networking, object.Spec.CredentialsBindingName = nil, nil
		}

		By("the registration claims support, with a lifecycle that Gardener uses for a workerless Shoot")
		registers(ctx, func(resource *gardencorev1beta1.ControllerResource) {
			resource.WorkerlessSupported = ptr.To(true)
			resource.Lifecycle.Reconcile = ptr.To(gardencorev1beta1.AfterKubeAPIServer)
		})
		s := inGarden(ctx).shoot("nodeless", "only", seedName, false, withoutWorkers)
		s.succeeds()
		s.eventually("FluxConfigured", "False", "NoWorkers", ContainSubstring("the Shoot has no workers, and Flux's controllers need nodes"))
		Expect(s.managedResources()).To(BeEmpty())

		By("the extension is disabled, although it is enabled for all Shoots")
		registers(ctx, func(resource *gardencorev1beta1.ControllerResource) {
			resource.AutoEnable = []gardencorev1beta1.ClusterType{gardencorev1beta1.ClusterTypeShoot}
			resource.ClusterCompatibility = []gardencorev1beta1.ClusterType{gardencorev1beta1.ClusterTypeShoot}
		})
		s.change(func(object *gardenerShoot) {
			object.Spec.Extensions = []gardenerExtension{{Type: "shoot-flux", Disabled: ptr.To(true)}}
		})
		s.hasNoExtension()

		By("it is enabled for all Shoots with workers")
		registers(ctx, func(resource *gardencorev1beta1.ControllerResource) { resource.WorkerlessSupported = ptr.To(false) })
		s.change(func(object *gardenerShoot) { object.Spec.Extensions = nil })
		s.hasNoExtension()

		By("Gardener adds it to a Shoot with workers, which gets Flux")
		withWorkers := inGarden(ctx).shoot("nodeless", "nodes", seedName, false)
		withWorkers.succeeds()
		withWorkers.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
		Expect(withWorkers.managedResources()).To(HaveLen(3))
		Expect(withWorkers.get(Default).Spec.Extensions).To(Equal([]gardenerExtension{{Type: "shoot-flux"}}))
	})
})
