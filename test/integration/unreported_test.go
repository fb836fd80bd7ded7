// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/chartrenderer"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/version"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/projectstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

// statusAndShoots has the Shoots in a fake client, because a kube-apiserver does not serve them, and everything else
// with the identity of the chart.
type statusAndShoots struct {
	client.Client

	shoots client.Client
}

func (c *statusAndShoots) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	if _, is := object.(*gardencorev1beta1.Shoot); is {
		return c.shoots.Get(ctx, key, object, options...)
	}
	return c.Client.Get(ctx, key, object, options...)
}

func (c *statusAndShoots) List(ctx context.Context, list client.ObjectList, options ...client.ListOption) error {
	if _, is := list.(*gardencorev1beta1.ShootList); is {
		return c.shoots.List(ctx, list, options...)
	}
	return c.Client.List(ctx, list, options...)
}

var _ = Describe("Status of unreported Shoots", Ordered, func() {
	const namespace, elsewhere, identity = "garden-unreported", "unreported", "system:serviceaccount:kube-system:extension-admission-shoot-flux"
	var (
		admin, own, shoots client.Client
		reconciler         *projectstatus.Reconciler
	)
	apply := func(ctx context.Context, c client.Client, namespace, name string) error {
		return c.Apply(ctx, corev1ac.ConfigMap(name, namespace).WithData(map[string]string{"x": "y"}), client.FieldOwner("test"), client.ForceOwnership,
			&client.ApplyOptions{DryRun: []string{metav1.DryRunAll}})
	}
	run := func(ctx context.Context) {
		GinkgoHelper()
		Eventually(func() error {
			_, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: namespace}})
			return err
		}, "20s").Should(Succeed())
	}
	configMap := func(ctx context.Context) *corev1.ConfigMap {
		GinkgoHelper()
		found := &corev1.ConfigMap{}
		Expect(admin.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-status"}, found)).To(Succeed())
		return found
	}
	managers := func(ctx context.Context) []string {
		var names []string
		for _, entry := range configMap(ctx).ManagedFields {
			names = append(names, entry.Manager)
		}
		return names
	}
	writtenBySeed := func(ctx context.Context, entries map[string]string) {
		GinkgoHelper()
		read, err := newStatuses("alpha").Read(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(newStatuses("alpha").Write(ctx, namespace, read, entries, nil)).To(BeTrue())
	}

	BeforeAll(func(ctx SpecContext) {
		admin, own = newClient(), impersonate(identity, "system:serviceaccounts", "system:serviceaccounts:kube-system")
		for name, labels := range map[string]map[string]string{namespace: {"gardener.cloud/role": "project"}, elsewhere: nil} {
			Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}})).To(Succeed())
		}
		release, err := chartrenderer.NewWithServerVersion(&version.Info{GitVersion: "v1.36.0", Major: "1", Minor: "36"}).
			RenderEmbeddedFS(charts.Files(), charts.AdmissionApplication, "shoot-flux", "extension-shoot-flux", map[string]any{
				"gardener": map[string]any{"virtualCluster": map[string]any{"serviceAccount": map[string]any{"namespace": "kube-system", "name": "extension-admission-shoot-flux"}}},
			})
		Expect(err).NotTo(HaveOccurred())
		for _, manifest := range release.Manifests {
			for _, document := range documentsIn(manifest.Content) {
				Expect(admin.Apply(ctx, client.ApplyConfigurationFromUnstructured(document), client.FieldOwner("test"), client.ForceOwnership)).To(Succeed())
				DeferCleanup(func(ctx context.Context) { Expect(client.IgnoreNotFound(admin.Delete(ctx, document))).To(Succeed()) })
			}
		}
		scheme := admin.Scheme()
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		shoots = fake.NewClientBuilder().WithScheme(scheme).Build()
		shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "my-shoot", UID: "uid"}}
		shoot.Spec.Extensions, shoot.Spec.SeedName = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}, new("alpha")
		Expect(shoots.Create(ctx, shoot)).To(Succeed())
		c := &statusAndShoots{Client: own, shoots: shoots}
		reconciler = &projectstatus.Reconciler{
			Garden: c, Live: c, Clock: clock.RealClock{}, Timing: projectstatus.Timing{Refresh: time.Minute, Sweep: time.Hour},
			Random: func(time.Duration) time.Duration { return 0 }, Limits: fleet.DefaultLimits(),
		}
		Eventually(func() error { return apply(ctx, own, elsewhere, "flux-status") }, "20s").
			Should(MatchError(ContainSubstring("flux-status, flux-rollout, flux-push, flux-notifications, flux-commit-status and flux-config in namespaces of projects")), "the policy is at work")
	})

	It("has an entry for a Shoot that no seed reports, until its seed replaces it", func(ctx SpecContext) {
		run(ctx)
		Expect(configMap(ctx).Data).To(HaveKeyWithValue("my-shoot", ContainSubstring(`"state":"NotReported"`)))
		Expect(managers(ctx)).To(ConsistOf("gardener-extension-shoot-flux-garden-controller"))

		writtenBySeed(ctx, map[string]string{"my-shoot": `{"uid":"uid","seed":"alpha","state":"Ready"}`})
		run(ctx)
		Expect(configMap(ctx).Data).To(Equal(map[string]string{"my-shoot": `{"uid":"uid","seed":"alpha","state":"Ready"}`}))
		Expect(managers(ctx)).To(ConsistOf("shoot-flux-seed-alpha"))
	})

	It("loses the entry of a deleted Shoot with its field managers only", func(ctx SpecContext) {
		writtenBySeed(ctx, map[string]string{"my-shoot": `{"uid":"uid","seed":"alpha","state":"Ready"}`, "gone": `{"uid":"1","seed":"alpha","state":"Ready"}`})
		Expect(admin.Apply(ctx, corev1ac.ConfigMap("flux-status", namespace).WithData(map[string]string{"note": "mine"}), client.FieldOwner("kubectl"))).To(Succeed())
		run(ctx)
		Expect(configMap(ctx).Data).To(HaveLen(2))
		Expect(configMap(ctx).Data).To(And(HaveKey("my-shoot"), HaveKey("note")))
		Expect(managers(ctx)).To(ConsistOf("shoot-flux-seed-alpha", "kubectl"))

		By("the seed reports again")
		writtenBySeed(ctx, map[string]string{"my-shoot": `{"uid":"uid","seed":"alpha","state":"Failed"}`})
		run(ctx)
		Expect(configMap(ctx).Data).To(HaveLen(2))
	})

	It("is all that the garden controller can write in flux-status", func(ctx SpecContext) {
		Expect(apply(ctx, own, namespace, "flux-status")).To(Succeed())
		for what, err := range map[string]error{
			"flux-config":                  apply(ctx, own, namespace, "flux-config"),
			"the notice board in projects": apply(ctx, own, namespace, "shoot-flux"),
			"all ConfigMaps":               own.List(ctx, &corev1.ConfigMapList{}, client.InNamespace(namespace)),
			"deleting flux-status":         own.Delete(ctx, configMap(ctx)),
			"replacing flux-status":        own.Update(ctx, configMap(ctx)),
		} {
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), what)
		}
		Expect(own.List(ctx, &metav1.PartialObjectMetadataList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMapList"}}, client.MatchingFields{"metadata.name": "flux-status"})).To(Succeed())
	})
})
