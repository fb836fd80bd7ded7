// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// withoutGarden does something while the garden cannot be reached.
func withoutGarden(ctx context.Context, something func()) {
	GinkgoHelper()
	world.Garden.StopAPIServer()
	defer func() { Expect(world.Garden.StartAPIServer(ctx)).To(Succeed()) }()
	something()
}

func (s shoot) empty() *gardencorev1beta1.Shoot {
	return &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: s.key().Namespace, Name: s.name}}
}

func (s shoot) workload(g Gomega) *corev1.ConfigMap {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{}
	g.Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "default", Name: "from-git"}, configMap)).To(Succeed())
	return configMap
}

// migrate moves the Shoot's control plane to another seed, as an operator does.
func (s shoot) migrate(target string) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		object := s.get(g)
		object.Spec.SeedName = &target
		g.Expect(world.Garden.Client.SubResource("binding").Update(s.ctx, object)).To(Succeed())
	}).Should(Succeed())
}

// forceDelete deletes the Shoot and then asks to do so by force, which Gardener allows for a Shoot whose deletion fails
// for a reason that its owner has to mend.
func (s shoot) forceDelete() {
	GinkgoHelper()
	s.delete()
	Eventually(s.ctx, func(g Gomega) {
		object := s.get(g)
		object.Status.LastErrors = []gardencorev1beta1.LastError{{
			Description: "the infrastructure is gone", Codes: []gardencorev1beta1.ErrorCode{gardencorev1beta1.ErrorInfraDependencies},
		}}
		g.Expect(world.Garden.Client.Status().Update(s.ctx, object)).To(Succeed())
		object = s.get(g)
		patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:"true"}}}`, "confirmation.gardener.cloud/force-deletion")
		g.Expect(world.Garden.Client.Patch(s.ctx, object, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
	}).Should(Succeed())
}
