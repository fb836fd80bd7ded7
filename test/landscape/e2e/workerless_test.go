// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

var _ = Describe("A Shoot without workers", func() {
	It("is refused by Gardener if it asks for Flux, which needs nodes, and accepted if it does not", Label("either"), func(ctx SpecContext) {
		inGarden(ctx).project("workerless", nil)
		shoot := garden.NewShoot("workerless", "only", seedName)
		shoot.Spec.Provider.Workers = nil
		// Such a Shoot has neither nodes with a network, nor a provider's credentials.
		shoot.Spec.Networking, shoot.Spec.CredentialsBindingName = nil, nil

		err := world.Garden.Client.Create(ctx, shoot.DeepCopy())
		Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
		Expect(err).To(MatchError(ContainSubstring(`given Shoot is workerless and uses non-supported extension type: spec.extensions[0].type ("shoot-flux")`)))
		GinkgoWriter.Println(err)

		shoot.Spec.Extensions = nil
		Expect(world.Garden.Client.Create(ctx, shoot, client.DryRunAll)).To(Succeed())

		By("a Shoot cannot lose its last worker pool")
		s := inGarden(ctx).shoot("workerless", "on-paper", seedName, true, func(object *gardenerShoot) { object.Spec.SeedName = nil })
		Eventually(ctx, func(g Gomega) error { // Gardener may change the Shoot meanwhile, which is a conflict.
			object := s.get(g)
			object.Spec.Provider.Workers = nil
			return world.Garden.Client.Update(ctx, object, client.DryRunAll)
		}).Should(MatchError(ContainSubstring("spec.provider.workers")))
	}, within(time.Minute))
})
