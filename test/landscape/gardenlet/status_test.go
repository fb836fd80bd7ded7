// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
)

var _ = Describe("status", func() {
	It("should report what extensions read of a Shoot before its Extensions are deployed, and its addresses at the end", func(ctx SpecContext) {
		shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "a", UID: "some-uid"}}
		shoot.Spec.SeedName = ptr.To("one")
		shoot.Spec.DNS = &gardencorev1beta1.DNS{Domain: ptr.To("a.demo.example.com")}
		shoot.Spec.Networking = &gardencorev1beta1.Networking{Pods: ptr.To("10.21.0.0/16"), Services: ptr.To("10.22.0.0/16")}
		garden := fakeclient.NewClientBuilder().WithScheme(kubernetes.GardenScheme).WithObjects(shoot).WithStatusSubresource(shoot).Build()
		Expect(garden.Get(ctx, client.ObjectKeyFromObject(shoot), shoot)).To(Succeed())
		g := &Gardenlet{garden: garden, gardenIdentity: "garden"}
		o := &operation{
			kind: gardencorev1beta1.LastOperationTypeCreate, project: "demo", namespace: "shoot--demo--a",
			shoot: shoot.DeepCopy(), reported: shoot.DeepCopy(), seed: &gardencorev1beta1.Seed{},
		}
		o.seed.Spec.DNS.Internal = &gardencorev1beta1.SeedDNSProviderConfig{Domain: "internal.example.com"}

		Expect(g.reportStart(ctx, o)).To(Succeed())
		Expect(o.shoot.Status.TechnicalID).To(Equal("shoot--demo--a"))
		Expect(string(o.shoot.Status.UID)).To(Equal("some-uid"))
		Expect(o.shoot.Status.ClusterIdentity).To(HaveValue(Equal("shoot--demo--a-some-uid-garden")))
		Expect(o.shoot.Status.Networking).To(Equal(&gardencorev1beta1.NetworkingStatus{Pods: []string{"10.21.0.0/16"}, Services: []string{"10.22.0.0/16"}}))

		Expect(g.reportAddresses(ctx, o)).To(Succeed())
		Expect(o.shoot.Status.AdvertisedAddresses).To(BeEmpty())
		Expect(g.reportSuccess(ctx, o)).To(Succeed())
		Expect(o.shoot.Status.AdvertisedAddresses).To(Equal([]gardencorev1beta1.ShootAdvertisedAddress{
			{Name: "external", URL: "https://api.a.demo.example.com"},
			{Name: "internal", URL: "https://api.a.demo.internal.example.com"},
		}))
	})
})
