// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// withoutGarden does something while the garden cannot be reached.
func withoutGarden(ctx context.Context, something func()) {
	GinkgoHelper()
	world.Garden.StopAPIServer()
	defer func() {
		Expect(world.Garden.StartAPIServer(ctx)).To(Succeed())
		for _, name := range []string{seedName, otherSeedName} {
			Expect(seed(name).RestartGardenlet(ctx)).To(Succeed())
		}
	}()
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

// markForForceDeletion does in the seed what gardenlet does for a Shoot that is deleted by force.
func (s shoot) markForForceDeletion() {
	GinkgoHelper()
	c := seed(s.seed).Client
	cluster := &extensionsv1alpha1.Cluster{}
	Expect(c.Get(s.ctx, client.ObjectKey{Name: s.namespace()}, cluster)).To(Succeed())
	object := &gardencorev1beta1.Shoot{}
	Expect(json.Unmarshal(cluster.Spec.Shoot.Raw, object)).To(Succeed())
	object.DeletionTimestamp = ptr.To(metav1.Now())
	metav1.SetMetaDataAnnotation(&object.ObjectMeta, "confirmation.gardener.cloud/force-deletion", "true")
	raw, err := json.Marshal(object)
	Expect(err).NotTo(HaveOccurred())
	cluster.Spec.Shoot.Raw = raw
	Expect(c.Update(s.ctx, cluster)).To(Succeed())

	ex := s.extension(Default)
	patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:"true"}}}`, "confirmation.gardener.cloud/deletion")
	Expect(c.Patch(s.ctx, ex, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
	Expect(c.Delete(s.ctx, ex)).To(Succeed())
}
