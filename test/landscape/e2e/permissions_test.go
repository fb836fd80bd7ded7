// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// gardenIdentity acts in the garden with the token that the extension on a seed uses.
func gardenIdentity(ctx context.Context, name string) client.WithWatch {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Expect(seed(name).Client.Get(ctx, client.ObjectKey{Namespace: seed(name).ExtensionNamespace, Name: "garden-access-shoot-flux"}, secret)).To(Succeed())
	config := rest.AnonymousClientConfig(world.Garden.Cluster.Config)
	config.BearerToken = string(secret.Data["token"])
	c, err := client.NewWithWatch(config, client.Options{Scheme: gardenerkubernetes.GardenScheme})
	Expect(err).NotTo(HaveOccurred())
	return c
}

// accountOfSeed acts in the garden as a ServiceAccount of that name in the seed's namespace.
func accountOfSeed(name string) client.WithWatch {
	GinkgoHelper()
	config, err := world.Garden.Cluster.ClientConfig("system:serviceaccount:seed-"+seedName+":"+name,
		"system:serviceaccounts", "system:serviceaccounts:seed-"+seedName, "system:authenticated")
	Expect(err).NotTo(HaveOccurred())
	c, err := client.NewWithWatch(config, client.Options{Scheme: gardenerkubernetes.GardenScheme})
	Expect(err).NotTo(HaveOccurred())
	return c
}

func apply(ctx context.Context, c client.Client, namespace, name string) error {
	secret := corev1ac.Secret(name, namespace).WithType(corev1.SecretTypeOpaque).WithData(map[string][]byte{"x": []byte("y")})
	return c.Apply(ctx, secret, client.FieldOwner("permissions"))
}

var _ = Describe("The extension may do no more than it has to", func() {
	It("in the garden, nobody of a seed but the extension touches the deploy key", func(ctx SpecContext) {
		inGarden(ctx).project("intruder", nil)
		Expect(apply(ctx, gardenIdentity(ctx, seedName), "garden-intruder", "flux-source")).To(Succeed())

		err := accountOfSeed("extension-other").Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-intruder", Name: "flux-source"}})
		Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
		Expect(err).To(MatchError(ContainSubstring("a seed must not delete what shoot-flux keeps in the garden")))
	}, SpecTimeout(time.Minute))

	It("in the seed", func(ctx SpecContext) {
		config, err := seed(seedName).ExtensionConfig()
		Expect(err).NotTo(HaveOccurred())
		c, err := client.NewWithWatch(config, client.Options{Scheme: gardenerkubernetes.SeedScheme})
		Expect(err).NotTo(HaveOccurred())

		By("what it has to")
		Expect(c.List(ctx, &extensionsv1alpha1.ExtensionList{})).To(Succeed())
		Expect(c.List(ctx, &extensionsv1alpha1.ClusterList{})).To(Succeed())
		named := func(name string) client.MatchingFields { return client.MatchingFields{"metadata.name": name} }
		Expect(c.List(ctx, &corev1.SecretList{}, named("gardener-internal"))).To(Succeed())
		Expect(c.List(ctx, &resourcesv1alpha1.ManagedResourceList{}, named("extension-shoot-flux-config"))).To(Succeed())
		watching, err := c.Watch(ctx, &corev1.SecretList{}, named("gardener-internal"))
		Expect(err).NotTo(HaveOccurred())
		watching.Stop()

		By("what it must not")
		other := metav1.ObjectMeta{Namespace: "default", Name: "other"}
		for what, err := range map[string]error{
			"list Secrets":                      c.List(ctx, &corev1.SecretList{}),
			"list Secrets of another name":      c.List(ctx, &corev1.SecretList{}, named("gardener")),
			"list ManagedResources":             c.List(ctx, &resourcesv1alpha1.ManagedResourceList{}),
			"list those of another name":        c.List(ctx, &resourcesv1alpha1.ManagedResourceList{}, named("other")),
			"delete another ManagedResource":    c.Delete(ctx, &resourcesv1alpha1.ManagedResource{ObjectMeta: other}),
			"delete Extensions":                 c.Delete(ctx, &extensionsv1alpha1.Extension{ObjectMeta: other}),
			"change another Extension's status": c.Status().Patch(ctx, &extensionsv1alpha1.Extension{ObjectMeta: other}, client.RawPatch("application/merge-patch+json", []byte("{}"))),
			"change Clusters":                   c.Delete(ctx, &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "other"}}),
			"read pods":                         c.List(ctx, &corev1.PodList{}),
			"change namespaces":                 c.Delete(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "default"}}),
			"read ConfigMaps":                   c.List(ctx, &corev1.ConfigMapList{}),
		} {
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%s: %v", what, err)
		}
	}, SpecTimeout(time.Minute))
})
