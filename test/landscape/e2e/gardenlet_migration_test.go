// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"encoding/json"
	"maps"
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
)

// persistedState returns the state of the Extension that gardenlet has stored in the garden for the other seed.
func (s shoot) persistedState(g Gomega) string {
	state := &gardencorev1beta1.ShootState{}
	g.Expect(world.Garden.Client.Get(s.ctx, s.key(), state)).To(Succeed())
	for _, extension := range state.Spec.Extensions {
		if extension.Kind == extensionsv1alpha1.ExtensionResource {
			return compact(extension.State)
		}
	}
	g.Expect(state.Spec.Extensions).To(ContainElement(HaveField("Kind", extensionsv1alpha1.ExtensionResource)))
	return ""
}

// compact returns JSON in one form.
func compact(raw *runtime.RawExtension) string {
	GinkgoHelper()
	var content any
	Expect(json.Unmarshal(raw.Raw, &content)).To(Succeed())
	text, err := json.Marshal(content)
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

var _ = Describe("A migration by the real gardenlet", Label("gardenlet", "long"), func() {
	It("needs nothing that the extension writes meanwhile: a reconciliation is in flight, and flux-config is edited", func(ctx SpecContext) {
		Expect(realGardenlet).To(BeTrue(), "make test-gardenlet-long runs this story")
		needsOtherSeed(ctx)
		s := synced(ctx, "inflight", seedName)
		Expect(world.GitHost.Commit(ctx, "inflight", "other directories", map[string]string{
			"second/from-second.yaml": manifest("from-second", "first"), "third/from-third.yaml": manifest("from-third", "first"),
		})).Error().NotTo(HaveOccurred())

		By("a reconciliation with a changed configuration begins, and the Shoot gets another seed")
		inGarden(ctx).configure("inflight", syncingGit("inflight").applying(spec{"path": "./second"}).data())
		s.annotate("gardener.cloud/operation", "reconcile")
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.get(g).Status.LastOperation).To(HaveValue(HaveField("State", gardencorev1beta1.LastOperationStateProcessing)))
		}).Should(Succeed())
		s.migrate(otherSeedName)

		By("flux-config is edited when gardenlet has begun to migrate")
		Eventually(ctx, func(g Gomega) {
			operation := s.get(g).Status.LastOperation
			g.Expect(operation).To(HaveValue(HaveField("Type", gardencorev1beta1.LastOperationTypeMigrate)))
		}).Should(Succeed())
		inGarden(ctx).configure("inflight", syncingGit("inflight").applying(spec{"path": "./third"}).data())

		By("gardenlet stores the state that the extension had when gardenlet requested its migration")
		var before string
		Eventually(ctx, func(g Gomega) {
			ex := s.extension(g)
			g.Expect(ex.Annotations["gardener.cloud/operation"] == "migrate" || ex.Status.LastOperation.Type == gardencorev1beta1.LastOperationTypeMigrate).To(BeTrue())
			before = compact(ex.Status.State)
		}).Should(Succeed())
		Eventually(ctx, s.persistedState).Should(Equal(before))
		old := s
		s.seed = otherSeedName
		s.isRestored()
		old.isGone()

		By("the other seed delivers the edit")
		s.eventually("FluxConfigured", "True", "Configured", ContainSubstring("./third"))
		s.pullUntilShown("from-third", "first")
	})
})

var _ = Describe("A deletion during a migration by the real gardenlet", Label("gardenlet", "long"), func() {
	It("is refused until the other seed has restored the Shoot, and then leaves nothing on either seed", func(ctx SpecContext) {
		Expect(realGardenlet).To(BeTrue(), "make test-gardenlet-long runs this story")
		needsOtherSeed(ctx)
		s := synced(ctx, "moribund", seedName)
		key := inGarden(ctx).publicKey("moribund")
		s.migrate(otherSeedName)
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.get(g).Status.LastOperation).To(HaveValue(HaveField("Type", gardencorev1beta1.LastOperationTypeMigrate)))
		}).Should(Succeed())

		By("the owner tries to delete it again and again")
		s.annotate("confirmation.gardener.cloud/deletion", "true")
		refused := map[string]bool{}
		s.awaits(func(g Gomega) {
			err := world.Garden.Client.Delete(ctx, s.empty())
			if err != nil {
				refused[err.Error()] = true
			}
			g.Expect(err).NotTo(HaveOccurred())
		})
		Expect(slices.Collect(maps.Keys(refused))).To(ContainElements(
			ContainSubstring("cannot mark shoot for deletion during Migrate operation"), ContainSubstring("cannot mark shoot for deletion during Restore operation")))

		By("gardenlet deletes it on the other seed")
		old := s
		s.seed = otherSeedName
		s.isDeleted()
		s.isGone()
		old.isGone()
		Expect(inGarden(ctx).publicKey("moribund")).To(Equal(key))
	})

	It("happens on the former seed if gardenlet has not begun to migrate", func(ctx SpecContext) {
		Expect(realGardenlet).To(BeTrue(), "make test-gardenlet-long runs this story")
		needsOtherSeed(ctx)
		s := synced(ctx, "undecided", seedName)
		key := inGarden(ctx).publicKey("undecided")

		By("a reconciliation is in flight while the Shoot gets another seed and is deleted")
		s.annotate("gardener.cloud/operation", "reconcile")
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.get(g).Status.LastOperation).To(HaveValue(HaveField("State", gardencorev1beta1.LastOperationStateProcessing)))
		}).Should(Succeed())
		s.migrate(otherSeedName)
		s.delete()
		s.isDeleted()
		s.isGone()
		s.seed = otherSeedName
		s.isGone()
		Expect(inGarden(ctx).publicKey("undecided")).To(Equal(key))
	})
})

var _ = Describe("A force-deletion by the real gardenlet", Label("gardenlet", "long"), func() {
	It("leaves nothing of the Shoot, and keeps the project's key", func(ctx SpecContext) {
		Expect(realGardenlet).To(BeTrue(), "make test-gardenlet-long runs this story")
		s := synced(ctx, "forced", seedName)
		key := inGarden(ctx).publicKey("forced")
		s.deleteByForce()
		s.isGone()
		s.isDeleted()
		Expect(inGarden(ctx).publicKey("forced")).To(Equal(key))
	})
})
