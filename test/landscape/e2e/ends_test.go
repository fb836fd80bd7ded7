// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// outage is a time in which the garden cannot be reached.
type outage struct{ gardenIsBack, isOver bool }

// beginOutage takes the garden away. It comes back at the latest when the test ends, however that happens.
func beginOutage() *outage {
	GinkgoHelper()
	o := &outage{}
	DeferCleanup(o.end, NodeTimeout(3*time.Minute))
	world.Garden.StopAPIServer()
	return o
}

// bringGardenBack leaves gardenlets as they are: those that have seen the outage or those that were stopped meanwhile.
func (o *outage) bringGardenBack(ctx context.Context) {
	GinkgoHelper()
	if o.gardenIsBack {
		return
	}
	// A start before may have been given up halfway.
	world.Garden.StopAPIServer()
	Expect(world.Garden.StartAPIServer(ctx)).To(Succeed())
	o.gardenIsBack = true
}

// end makes everything as it was before the outage.
func (o *outage) end(ctx context.Context) {
	GinkgoHelper()
	o.bringGardenBack(ctx)
	if o.isOver {
		return
	}
	for _, name := range []string{seedName, otherSeedName} {
		Expect(seed(name).RestartGardenlet(ctx)).To(Succeed())
	}
	o.isOver = true
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

// isRestored waits until the Shoot runs on its seed after a migration.
func (s shoot) isRestored() {
	GinkgoHelper()
	s.awaits(func(g Gomega) {
		status := s.get(g).Status
		g.Expect(status.SeedName).To(HaveValue(Equal(s.seed)))
		g.Expect(status.LastOperation.Type).NotTo(Equal(gardencorev1beta1.LastOperationTypeMigrate), "%+v", *status.LastOperation)
	})
	s.succeeds()
}

// deleteExtension does in the seed what gardenlet does for a Shoot that is being deleted: it notes the deletion in the
// Cluster, with annotations that the Shoot has got for it, and deletes the Extension.
func (s shoot) deleteExtension(annotations map[string]string) {
	GinkgoHelper()
	c := seed(s.seed).Client
	cluster := &extensionsv1alpha1.Cluster{}
	Expect(c.Get(s.ctx, client.ObjectKey{Name: s.namespace()}, cluster)).To(Succeed())
	object := &gardencorev1beta1.Shoot{}
	Expect(json.Unmarshal(cluster.Spec.Shoot.Raw, object)).To(Succeed())
	object.DeletionTimestamp = ptr.To(metav1.Now())
	for key, value := range annotations {
		metav1.SetMetaDataAnnotation(&object.ObjectMeta, key, value)
	}
	raw, err := json.Marshal(object)
	Expect(err).NotTo(HaveOccurred())
	cluster.Spec.Shoot.Raw = raw
	Expect(c.Update(s.ctx, cluster)).To(Succeed())

	ex := s.extension(Default)
	patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:"true"}}}`, "confirmation.gardener.cloud/deletion")
	Expect(c.Patch(s.ctx, ex, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
	Expect(c.Delete(s.ctx, ex)).To(Succeed())
}

// hasNoExtension waits until the extension has let go of the Shoot.
func (s shoot) hasNoExtension() {
	GinkgoHelper()
	s.awaits(func(g Gomega) {
		err := seed(s.seed).Client.Get(s.ctx, client.ObjectKey{Namespace: s.namespace(), Name: "shoot-flux"}, &extensionsv1alpha1.Extension{})
		g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
	})
}

func (s shoot) resourceManagerDeployment() *appsv1.Deployment {
	return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: s.namespace(), Name: "gardener-resource-manager"}}
}

// stopResourceManager waits until the shoot's gardener-resource-manager is gone.
func (s shoot) stopResourceManager() {
	GinkgoHelper()
	c := seed(s.seed).Client
	deployment := s.resourceManagerDeployment()
	Expect(c.Patch(s.ctx, deployment, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"replicas":0}}`)))).To(Succeed())
	Eventually(s.ctx, func(g Gomega) {
		pods := &corev1.PodList{}
		g.Expect(c.List(s.ctx, pods, client.InNamespace(s.namespace()), client.MatchingLabels{"app": "gardener-resource-manager"})).To(Succeed())
		g.Expect(pods.Items).To(BeEmpty())
	}).Should(Succeed())
}

// deleteByForce deletes the Shoot as its owner does when an ordinary deletion has failed.
func (s shoot) deleteByForce() {
	GinkgoHelper()
	s.delete()
	By("Gardener admits it only after an error of certain kinds")
	object := s.get(Default)
	patch := client.MergeFrom(object.DeepCopy())
	object.Status.LastErrors = []gardencorev1beta1.LastError{{
		Description: "The shoot's cluster does not answer.", Codes: []gardencorev1beta1.ErrorCode{gardencorev1beta1.ErrorCleanupClusterResources},
	}}
	Expect(world.Garden.Client.Status().Patch(s.ctx, object, patch)).To(Succeed())
	s.annotate("confirmation.gardener.cloud/force-deletion", "true")
}

// isDeleted waits until the garden has forgotten the Shoot.
func (s shoot) isDeleted() {
	GinkgoHelper()
	s.awaits(func(g Gomega) {
		err := world.Garden.Client.Get(s.ctx, s.key(), s.empty())
		g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
	})
}
