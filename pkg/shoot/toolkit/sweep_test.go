// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

var _ = Describe("Sweep", func() {
	const (
		controllers = "seed:shoot--demo--only/extension-shoot-flux-controllers"
		config      = "seed:shoot--demo--only/extension-shoot-flux-config"
	)
	namespaces := []string{"flux-system", "apps"}
	by := func(origin string, object client.Object) client.Object {
		if origin != "" {
			object.SetAnnotations(map[string]string{"resources.gardener.cloud/origin": origin})
		}
		return object
	}
	deployment := func(namespace, name string) client.Object {
		return &appsv1.Deployment{ObjectMeta: metadata(namespace, name, map[string]string{"app.kubernetes.io/part-of": "flux"})}
	}
	secret := func(namespace, name string) client.Object {
		return &corev1.Secret{ObjectMeta: metadata(namespace, name, nil)}
	}
	present := func(ctx context.Context, c client.Client, object client.Object) bool {
		GinkgoHelper()
		err := c.Get(ctx, client.ObjectKeyFromObject(object), object)
		Expect(client.IgnoreNotFound(err)).To(Succeed())
		return !apierrors.IsNotFound(err) && object.GetDeletionTimestamp() == nil
	}

	DescribeTable("deletes leftovers of one ManagedResource, and returns the remaining ones",
		func(ctx SpecContext, sweep func(*Shoot, context.Context, []string) (string, error), left []client.Object, want string) {
			shoot, c := surveyedShoot(left...)
			Expect(sweep(shoot, ctx, namespaces)).To(Equal(want))
			for _, object := range left {
				Expect(present(ctx, c, object)).To(BeFalse(), object.GetName())
			}
			Expect(sweep(shoot, ctx, namespaces)).To(BeEmpty())
		},
		Entry("controllers with their RBAC and Secrets", (*Shoot).SweepControllers, []client.Object{
			by(controllers, deployment("flux-system", "source-controller")),
			by(controllers, &corev1.Service{ObjectMeta: metadata("flux-system", "source-controller", nil)}),
			by(controllers, &corev1.ServiceAccount{ObjectMeta: metadata("flux-system", "source-controller", nil)}),
			by(controllers, &corev1.ResourceQuota{ObjectMeta: metadata("flux-system", "critical-pods", nil)}),
			by(controllers, &networkingv1.NetworkPolicy{ObjectMeta: metadata("flux-system", "allow-egress", nil)}),
			by(controllers, &rbacv1.ClusterRole{ObjectMeta: metadata("", "crd-controller", nil)}),
			by(controllers, &rbacv1.ClusterRoleBinding{ObjectMeta: metadata("", "cluster-reconciler", nil)}),
			by(controllers, secret("flux-system", "flux-proxy")),
		}, "ServiceAccount flux-system/source-controller, Service flux-system/source-controller, ResourceQuota flux-system/critical-pods, "+
			"Deployment flux-system/source-controller, NetworkPolicy flux-system/allow-egress and 3 more"),
		Entry("credentials and copies", (*Shoot).SweepConfig, []client.Object{
			by(config, secret("flux-system", "flux-system")),
			by(config, secret("apps", "flux-sops")),
			by(config, &corev1.ConfigMap{ObjectMeta: metadata("flux-system", "shoot-info", nil)}),
			by(config, &corev1.ServiceAccount{ObjectMeta: metadata("flux-system", "reader", nil)}),
		}, "Secret flux-system/flux-system, Secret apps/flux-sops, ConfigMap flux-system/shoot-info, ServiceAccount flux-system/reader"),
		Entry("objects that an earlier seed has created", (*Shoot).SweepConfig, []client.Object{
			by("another:shoot--demo--only/extension-shoot-flux-config", secret("flux-system", "flux-system"))}, "Secret flux-system/flux-system"),
	)

	It("waits for the pods of a controller", func(ctx SpecContext) {
		controller := by(controllers, deployment("flux-system", "kustomize-controller"))
		controller.SetFinalizers([]string{"foregroundDeletion"})
		shoot, c := surveyedShoot(controller)
		for range 2 {
			Expect(shoot.SweepControllers(ctx, namespaces)).To(Equal("Deployment flux-system/kustomize-controller"))
			Expect(present(ctx, c, controller)).To(BeFalse())
		}
		controller.SetFinalizers(nil)
		Expect(c.Update(ctx, controller)).To(Succeed())
		Expect(shoot.SweepControllers(ctx, namespaces)).To(BeEmpty())
	})

	DescribeTable("keeps other objects", func(ctx SpecContext, object client.Object) {
		shoot, c := surveyedShoot(object)
		Expect(shoot.SweepControllers(ctx, namespaces)).To(BeEmpty())
		Expect(shoot.SweepConfig(ctx, namespaces)).To(BeEmpty())
		Expect(present(ctx, c, object)).To(BeTrue())
	},
		Entry("user's ServiceAccount", &corev1.ServiceAccount{ObjectMeta: metadata("flux-system", "reader", nil)}),
		Entry("user's Deployment with the name of a controller", deployment("flux-system", "source-controller")),
		Entry("user's Secret with the name of a delivered one", secret("flux-system", "flux-system")),
		Entry("object from the backup of another shoot", by("seed:shoot--demo--other/extension-shoot-flux-controllers", deployment("flux-system", "source-controller"))),
		Entry("object of another ManagedResource", by("seed:shoot--demo--only/extension-registry", secret("flux-system", "flux-system"))),
		Entry("object of a ManagedResource with a longer name", by("seed:shoot--demo--only/extension-shoot-flux-config-of-mine", secret("flux-system", "flux-system"))),
		Entry("object in another namespace", by(config, secret("default", "copied"))),
		Entry("workload", by(config, deployment("apps", "app"))),
		Entry("namespace", by(controllers, &corev1.Namespace{ObjectMeta: metadata("", "flux-system", nil)})),
		Entry("object with the keep annotation", func() client.Object {
			kept := by(config, secret("flux-system", "flux-system"))
			kept.GetAnnotations()["resources.gardener.cloud/keep-object"] = "true"
			return kept
		}()),
	)
})
