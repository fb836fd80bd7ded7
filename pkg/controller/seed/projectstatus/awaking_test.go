// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"encoding/json"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("A Shoot that wakes up", func() {
	It("is not ready, nor is its report new, before a health check has read it", func(ctx SpecContext) {
		store := newFakeGarden()
		s := newReportingSeed(store, "alpha", shootOn("alpha", "one", "1", ready)...)
		hibernate := func(enabled bool) {
			cluster := &extensionsv1alpha1.Cluster{}
			Expect(s.client.Get(ctx, client.ObjectKey{Name: "shoot--demo--one"}, cluster)).To(Succeed())
			shoot := &gardencorev1beta1.Shoot{}
			Expect(json.Unmarshal(cluster.Spec.Shoot.Raw, shoot)).To(Succeed())
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(enabled)}
			raw, err := json.Marshal(shoot)
			Expect(err).NotTo(HaveOccurred())
			cluster.Spec.Shoot = runtime.RawExtension{Raw: raw}
			Expect(s.client.Update(ctx, cluster)).To(Succeed())
		}
		s.change(ctx, "shoot--demo--one", func(ex *extensionsv1alpha1.Extension) {
			ready(ex)
			for i := range ex.Status.Conditions {
				at := metav1.NewTime(s.clock.Now())
				ex.Status.Conditions[i].LastTransitionTime, ex.Status.Conditions[i].LastUpdateTime = at, at
			}
		})
		s.checked["shoot--demo--one"] = s.clock.Now()
		s.report(ctx)
		asleep := s.clock.Now()

		By("a night")
		hibernate(true)
		delete(s.checked, "shoot--demo--one") // Health checks forget a hibernated Shoot.
		for range 12 * 60 {
			s.advance(50 * time.Second)
			s.report(ctx)
		}
		Expect(store.content(ctx)["one"].State).To(Equal(fluxv1alpha1.ShootHibernated))

		By("the morning: no health check has read the shoot")
		hibernate(false)
		s.report(ctx)
		entry := store.content(ctx)["one"]
		Expect(entry.Ready && !fluxv1alpha1.IsOldReport(entry.ConfirmedAt, s.clock.Now())).To(BeFalse(),
			"the entry says %s, confirmed at %s; the shoot was read last before %s", entry.State, entry.ConfirmedAt.UTC(), asleep.UTC())
	})
})
