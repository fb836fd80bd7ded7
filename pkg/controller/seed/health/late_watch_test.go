// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/clock"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

// lateWatch returns the ManagedResources that the seed had at the last update.
type lateWatch struct {
	client.Reader
	objects map[string]*resourcesv1alpha1.ManagedResource
}

func (w *lateWatch) Get(_ context.Context, key client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	known := w.objects[key.Name]
	if known == nil {
		return apierrors.NewNotFound(schema.GroupResource{}, key.Name)
	}
	known.DeepCopyInto(object.(*resourcesv1alpha1.ManagedResource))
	return nil
}

// watched is a shoot of which the events of a watch are late.
type watched struct {
	*checked
	watch *lateWatch
}

func newWatched(config string) *watched {
	GinkgoHelper()
	w := &watched{checked: onceChecked(config), watch: &lateWatch{}}
	w.Actuator.Deliverer = extensiontest.NewDeliverer(w.Seed).Watching(w.watch)
	w.checker.Deliverer = w.Actuator.Deliverer
	return w
}

// catchUp updates the watch.
func (w *watched) catchUp(ctx context.Context) {
	GinkgoHelper()
	w.watch.objects = map[string]*resourcesv1alpha1.ManagedResource{}
	for _, resource := range w.Resources(ctx) {
		resource.TypeMeta = metav1.TypeMeta{}
		w.watch.objects[resource.Name] = resource.DeepCopy()
	}
}

// delivered is a shoot to which everything was delivered, and the watch is up to date.
func (w *watched) delivered(ctx context.Context) {
	GinkgoHelper()
	w.Reconcile(ctx)
	w.ApplyAll(ctx)
	w.catchUp(ctx)
}

var _ = Describe("Delivery with a stale watch cache", func() {
	const (
		managed = "source: {template: {spec: {url: 'https://github.com/o/r'}}}"
		changed = "source: {template: {spec: {url: 'https://github.com/o/other'}}}"
		once    = managed + "\nmode: BootstrapOnce"
	)
	restart := func(w *watched) {
		// Another process knows only the objects of the watch.
		w.Actuator.Deliverer = extensiontest.NewDeliverer(w.Seed).Watching(w.watch)
		w.checker.Deliverer = w.Actuator.Deliverer
	}

	It("delivers objects that are missing in the cache as updates", func(ctx SpecContext) {
		w := newWatched(managed)
		w.delivered(ctx)
		before := w.Resources(ctx)
		restart(w)
		w.watch.objects = nil
		w.Configure(ctx, changed)
		w.Reconcile(ctx)
		Expect(w.Resources(ctx)).To(HaveLen(3))
		Expect(w.Resources(ctx)[0].UID).To(Equal(before[0].UID))
		Expect(w.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/other"))
	})

	It("delivers objects again that are still in the cache after their deletion", func(ctx SpecContext) {
		w := newWatched(managed)
		w.delivered(ctx)
		Expect(w.Actuator.Migrate(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(w.Names(ctx)).To(BeEmpty())
		Expect(w.Actuator.Restore(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(w.Names(ctx)).To(HaveLen(3))

		By("another client deletes the objects, and one of them is still in the cache")
		w.ApplyAll(ctx)
		w.catchUp(ctx)
		Expect(w.Seed.DeleteAllOf(ctx, &resourcesv1alpha1.ManagedResource{}, client.InNamespace(controllertest.TechnicalID))).To(Succeed())
		w.watch.objects = map[string]*resourcesv1alpha1.ManagedResource{controllertest.ConfigName: w.watch.objects[controllertest.ConfigName]}
		w.Reconcile(ctx)
		Expect(w.Names(ctx)).To(HaveLen(3))
	})

	It("does not revert to an older generation from the cache", func(ctx SpecContext) {
		w := newWatched(managed)
		w.delivered(ctx)
		w.Configure(ctx, changed)
		w.Reconcile(ctx)
		w.Configure(ctx, managed)
		w.Reconcile(ctx)
		Expect(w.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/r"))
		Expect(w.Manifests(ctx, controllertest.ConfigName)).NotTo(ContainSubstring("https://github.com/o/other"))
	})

	It("does not write to objects being deleted whose deletion is missing in the cache", func(ctx SpecContext) {
		w := newWatched(managed)
		w.delivered(ctx)
		w.ActuatorFixture.AddFinalizers(ctx)
		w.catchUp(ctx)
		Expect(managedresource.NewDeliverer(w.Seed).Orphan(ctx, controllertest.TechnicalID)).To(Succeed())
		w.Configure(ctx, changed)
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), w.Ex)).To(Succeed())
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(MatchError(ContainSubstring("has not finished yet")))
		for _, resource := range w.Resources(ctx) {
			Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()), resource.Name)
		}
	})

	It("releases all existing objects, independent of the cache", func(ctx SpecContext) {
		w := newWatched(managed)
		w.delivered(ctx)
		restart(w)
		w.watch.objects = nil
		Expect(w.Actuator.Migrate(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(w.Names(ctx)).To(BeEmpty())
	})

	It("ends a bootstrap only if the API server of the seed reports everything as installed", func(ctx SpecContext) {
		w := newWatched(once)
		w.delivered(ctx)
		restart(w)
		for _, resource := range w.Resources(ctx) {
			resource.Status.Conditions[0].Status = gardencorev1beta1.ConditionFalse
			Expect(w.Seed.Update(ctx, &resource)).To(Succeed())
		}
		late := managedresource.State{CRDs: w.watch.objects[controllertest.CrdsName], Controllers: w.watch.objects[controllertest.ControllersName], Config: w.watch.objects[controllertest.ConfigName]}
		settle := func() {
			GinkgoHelper()
			Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), w.Ex)).To(Succeed())
			_, err := w.checker.finishBootstrap(ctx, w.Ex, w.RecordedState(ctx), late, health.Observation{Sync: syncOf(w.RecordedState(ctx)), Shoot: installed()})
			Expect(err).NotTo(HaveOccurred())
		}
		settle()
		Expect(w.RecordedState(ctx).Bootstrapped).To(BeFalse())
		Expect(w.Names(ctx)).To(HaveLen(3))

		w.ApplyAll(ctx)
		settle()
		Expect(w.RecordedState(ctx).Bootstrapped).To(BeTrue())
		Expect(w.Names(ctx)).To(ConsistOf(controllertest.ConfigName))

		By("Flux is still in the cache, and is not installed again")
		w.Reconcile(ctx)
		Expect(w.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
	})

	It("releases objects that were missing in the cache in the next health check", func(ctx SpecContext) {
		w := newWatched(once)
		w.delivered(ctx)
		recorded := w.RecordedState(ctx)
		recorded.Bootstrapped, recorded.Bootstrapping = true, ""
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), w.Ex)).To(Succeed())
		Expect(w.checker.Conditions.ReplaceState(ctx, w.Ex, recorded)).To(Succeed())
		restart(w)
		w.watch.objects = nil
		w.Reconcile(ctx)
		w.catchUp(ctx)
		w.finishBootstrap(ctx, installed())
		Expect(w.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
	})

	It("releases leftovers of the archived extension if the shoot has a Flux", func(ctx SpecContext) {
		w := newWatched(managed)
		w.Actuator.Shoots = controllertest.NewShootConnector(false, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", Labels: map[string]string{
			"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.3.0"}}})
		left := &resourcesv1alpha1.ManagedResource{ObjectMeta: metav1.ObjectMeta{
			Namespace: controllertest.TechnicalID, Name: "extension-shoot-flux-flux-install", Finalizers: []string{"resources.gardener.cloud/gardener-resource-manager"},
		}}
		Expect(w.Seed.Create(ctx, left)).To(Succeed())
		w.Reconcile(ctx)
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(left), left)).To(Succeed())
		Expect(left.DeletionTimestamp).NotTo(BeNil())
		Expect(left.Spec.KeepObjects).To(HaveValue(BeTrue()))
	})

	It("checks a shoot only after gardener-resource-manager has started to apply its delivery", func(ctx SpecContext) {
		w := newWatched(managed)
		w.Reconcile(ctx)
		w.checker.SettlePeriod, w.checker.Clock = time.Minute, clock.RealClock{}
		ex := w.Ex.DeepCopy()
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{LastUpdateTime: metav1.Now()}
		for _, resource := range w.Resources(ctx) {
			resource.Generation = 1
			Expect(w.Seed.Update(ctx, &resource)).To(Succeed())
		}
		Expect(w.checker.isInstalling(ctx, ex)).To(BeTrue())
		w.ApplyAll(ctx)
		w.catchUp(ctx)
		Expect(w.checker.isInstalling(ctx, ex)).To(BeFalse())
	})

	It("reads the objects of a deleted Extension until none has to be kept", func(ctx SpecContext) {
		w := newWatched(managed)
		w.delivered(ctx)
		Expect(w.Actuator.Migrate(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(w.Seed.Delete(ctx, w.Ex.DeepCopy())).To(Succeed())
		w.checker.SyncPeriod, w.checker.Shoots = time.Minute, shootClients(w.ActuatorFixture, clock.RealClock{})
		request := reconcile.Request{NamespacedName: client.ObjectKeyFromObject(w.Ex)}
		Expect(w.checker.Reconcile(ctx, request)).To(Equal(reconcile.Result{RequeueAfter: time.Minute}))
		w.catchUp(ctx)
		Expect(w.checker.Reconcile(ctx, request)).To(Equal(reconcile.Result{}))
	})
})

var _ = Describe("Status of an Extension with another writer", func() {
	var (
		w     *extensiontest.ActuatorFixture
		begun *extensionsv1alpha1.Extension
	)

	BeforeEach(func(ctx SpecContext) {
		w = extensiontest.NewActuatorFixture(nil, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) { ex.Generation = 1 })
		begun = &extensionsv1alpha1.Extension{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), begun)).To(Succeed())
	})

	record := func(status *extensionsv1alpha1.ExtensionStatus) {
		status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true}`)}
	}

	It("has the generation with which the operation began as observedGeneration", func(ctx SpecContext) {
		newer := begun.DeepCopy()
		newer.Generation, newer.Spec.ProviderConfig = 2, &runtime.RawExtension{Raw: []byte(`{"a":"b"}`)}
		Expect(w.Seed.Update(ctx, newer)).To(Succeed())
		Expect(w.Actuator.Conditions.ApplyTo(ctx, begun, statuswriter.Update{Status: record})).To(Succeed())
		Expect(begun.Generation).To(BeEquivalentTo(1))
		Expect(begun.Spec.ProviderConfig).To(BeNil())
		Expect(begun.ResourceVersion).NotTo(Equal(newer.ResourceVersion))
		Expect(string(begun.Status.State.Raw)).To(Equal(`{"flux":true}`))
	})

	It("keeps the concurrently recorded state, and the operation is repeated", func(ctx SpecContext) {
		other := begun.DeepCopy()
		other.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"bootstrapped":true}`)}
		Expect(w.Seed.Status().Update(ctx, other)).To(Succeed())
		Expect(apierrors.IsConflict(w.Actuator.Conditions.ApplyTo(ctx, begun, statuswriter.Update{Status: record}))).To(BeTrue())
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), other)).To(Succeed())
		Expect(string(other.Status.State.Raw)).To(ContainSubstring("bootstrapped"))
	})
})

var _ = Describe("Kubeconfig with a stale watch cache", func() {
	It("is read from the seed and kept after the shoot has refused its token, for all controllers", func(ctx SpecContext) {
		w, ca, now := extensiontest.NewActuatorFixture(nil, nil), newAuthority(), testclock.NewFakeClock(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
		server := newShootServer("first", ca)
		w.SetKubeconfig(ctx, server.kubeconfig("first", ca.bundle))
		stale := &corev1.Secret{}
		Expect(w.Seed.Get(ctx, client.ObjectKey{Namespace: controllertest.TechnicalID, Name: "gardener-internal"}, stale)).To(Succeed())
		shoots := shootClientsWatching(interceptor.NewClient(w.Seed.(client.WithWatch), interceptor.Funcs{
			Get: func(_ context.Context, _ client.WithWatch, _ client.ObjectKey, o client.Object, _ ...client.GetOption) error {
				stale.DeepCopyInto(o.(*corev1.Secret))
				return nil
			},
		}), w, now)
		server.change(func() {
			server.token = "second"
			server.objects["secrets"] = &corev1.Secret{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"}}
		})
		w.SetKubeconfig(ctx, server.kubeconfig("second", ca.bundle))
		get := func(ctx context.Context, reader client.Reader) error {
			return reader.Get(ctx, client.ObjectKey{Namespace: "default", Name: "any"}, &corev1.Secret{})
		}

		_, err := shoots.Connect(ctx, controllertest.TechnicalID)
		Expect(err).NotTo(HaveOccurred())
		Expect(apierrors.IsUnauthorized(shoots.Ask(ctx, controllertest.TechnicalID, get))).To(BeTrue())
		_, err = shoots.Connect(ctx, controllertest.TechnicalID)
		Expect(err).NotTo(HaveOccurred())
		Expect(shoots.Ask(ctx, controllertest.TechnicalID, get)).To(Succeed())

		for range 3 {
			now.Step(6 * time.Minute)
			Expect(shoots.Ask(ctx, controllertest.TechnicalID, get)).To(Succeed())
		}
		requests, _ := server.asked()
		Expect(requests).To(Equal(map[string]int{"secrets": 5}), "one was refused")
	})
})
