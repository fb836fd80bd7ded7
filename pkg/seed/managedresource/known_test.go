// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package managedresource_test

import (
	"context"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
)

// watch reports the ManagedResources of the seed at the last call of catchUp.
type watch struct {
	client.Reader
	reported map[client.ObjectKey]*resourcesv1alpha1.ManagedResource
	broken   error
}

func (w *watch) Get(_ context.Context, key client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	if w.broken != nil {
		return w.broken
	}
	known := w.reported[key]
	if known == nil {
		return apierrors.NewNotFound(schema.GroupResource{}, key.Name)
	}
	known.DeepCopyInto(object.(*resourcesv1alpha1.ManagedResource))
	return nil
}

// catchUp makes the watch report the current ManagedResources.
func (w *watch) catchUp(ctx context.Context, seed client.Client) {
	GinkgoHelper()
	list := &resourcesv1alpha1.ManagedResourceList{}
	Expect(seed.List(ctx, list)).To(Succeed())
	w.reported = map[client.ObjectKey]*resourcesv1alpha1.ManagedResource{}
	for i := range list.Items {
		list.Items[i].TypeMeta.Kind = ""
		w.reported[client.ObjectKeyFromObject(&list.Items[i])] = &list.Items[i]
	}
}

var _ = Describe("Deliverer with a watch", func() {
	const config = "extension-shoot-flux-config"
	var (
		seed      client.Client
		requests  map[string]int
		watched   *watch
		deliverer *Deliverer
		manifests = func(yaml string) []content.Manifests {
			return []content.Manifests{
				{Name: "extension-shoot-flux-crds", YAML: []byte("crds\n"), Shared: true},
				{Name: "extension-shoot-flux-controllers", YAML: []byte("controllers\n"), Shared: true},
				{Name: config, YAML: []byte(yaml)},
			}
		}
	)

	BeforeEach(func() {
		requests = map[string]int{}
		seed = fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithStatusSubresource(&resourcesv1alpha1.ManagedResource{}).Build()
		counted := interceptor.NewClient(seed.(client.WithWatch), interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				requests["get"]++
				return c.Get(ctx, key, o, opts...)
			},
			Create: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.CreateOption) error {
				requests["create"]++
				return c.Create(ctx, o, opts...)
			},
			Update: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.UpdateOption) error {
				requests["update"]++
				return c.Update(ctx, o, opts...)
			},
		})
		watched = &watch{}
		deliverer = NewDeliverer(counted).Watching(watched)
	})

	get := func(ctx context.Context, name string) *resourcesv1alpha1.ManagedResource {
		GinkgoHelper()
		resource := &resourcesv1alpha1.ManagedResource{}
		Expect(seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, resource)).To(Succeed())
		return resource
	}
	// apply acts like gardener-resource-manager.
	apply := func(ctx context.Context, status gardencorev1beta1.ConditionStatus) {
		GinkgoHelper()
		for _, m := range manifests("") {
			resource := get(ctx, m.Name)
			resource.Status.ObservedGeneration = resource.Generation
			resource.Status.Conditions = []gardencorev1beta1.Condition{{Type: resourcesv1alpha1.ResourcesApplied, Status: status}}
			Expect(seed.Status().Update(ctx, resource)).To(Succeed())
		}
		watched.catchUp(ctx, seed)
	}
	delivered := func(ctx context.Context) {
		GinkgoHelper()
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		apply(ctx, gardencorev1beta1.ConditionTrue)
		clear(requests)
	}

	It("delivers with one request for each object and makes no request without changes", func(ctx SpecContext) {
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		Expect(requests).To(Equal(map[string]int{"create": 6}))
		plain := fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).Build()
		Expect(NewDeliverer(plain).Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		for _, m := range manifests("") {
			read := &resourcesv1alpha1.ManagedResource{}
			Expect(plain.Get(ctx, client.ObjectKey{Namespace: namespace, Name: m.Name}, read)).To(Succeed())
			Expect(get(ctx, m.Name).Spec).To(Equal(read.Spec))
			Expect(get(ctx, m.Name).Annotations).To(Equal(read.Annotations))
			Expect(get(ctx, m.Name).Labels).To(Equal(read.Labels))
		}

		apply(ctx, gardencorev1beta1.ConditionTrue)
		clear(requests)
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		state, err := deliverer.Known(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.Config).NotTo(BeNil())
		Expect(requests).To(BeEmpty())
	})

	It("updates an existing ManagedResource that the watch does not report", func(ctx SpecContext) {
		Expect(NewDeliverer(seed).Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		before := get(ctx, config)
		Expect(deliverer.Deploy(ctx, namespace, manifests("two\n"))).To(Succeed())
		Expect(get(ctx, config).UID).To(Equal(before.UID))
		Expect(get(ctx, config).Spec).NotTo(Equal(before.Spec))
	})

	It("reverts a change that the watch has not reported yet", func(ctx SpecContext) {
		delivered(ctx)
		before := get(ctx, config).Spec
		Expect(deliverer.Deploy(ctx, namespace, manifests("two\n"))).To(Succeed())
		Expect(get(ctx, config).Spec).NotTo(Equal(before))
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		Expect(get(ctx, config).Spec).To(Equal(before))
	})

	It("delivers a deleted ManagedResource again while the watch still reports it", func(ctx SpecContext) {
		delivered(ctx)
		Expect(deliverer.Delete(ctx, namespace, config)).To(Succeed())
		state, err := deliverer.Known(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.Config).To(BeNil())
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		Expect(get(ctx, config).Spec.SecretRefs).To(HaveLen(1))
	})

	It("ends its own pause before the watch reports it", func(ctx SpecContext) {
		delivered(ctx)
		Expect(deliverer.Pause(ctx, namespace)).To(Succeed())
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		Expect(get(ctx, config).Annotations).NotTo(HaveKey("resources.gardener.cloud/ignore"))
	})

	It("recreates the Secret if gardener-resource-manager cannot apply it", func(ctx SpecContext) {
		delivered(ctx)
		secret := client.ObjectKey{Namespace: namespace, Name: get(ctx, config).Spec.SecretRefs[0].Name}
		Expect(seed.DeleteAllOf(ctx, &corev1.Secret{}, client.InNamespace(namespace))).To(Succeed())
		apply(ctx, gardencorev1beta1.ConditionFalse)
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		Expect(seed.Get(ctx, secret, &corev1.Secret{})).To(Succeed())
	})

	It("does not write to a ManagedResource that is being deleted", func(ctx SpecContext) {
		delivered(ctx)
		resource := get(ctx, config)
		resource.Finalizers = []string{"resources.gardener.cloud/gardener-resource-manager"}
		Expect(seed.Update(ctx, resource)).To(Succeed())
		watched.catchUp(ctx, seed)
		Expect(NewDeliverer(seed).OrphanNamed(ctx, namespace, config)).To(Succeed())
		still := &StillDeletingError{Namespace: namespace, Name: config}

		Expect(deliverer.CheckNotDeleting(ctx, namespace, manifests("one\n"), false)).To(Equal(still))
		Expect(deliverer.Deploy(ctx, namespace, manifests("two\n"))).To(MatchError(ContainSubstring(still.Error())))
		watched.catchUp(ctx, seed)
		Expect(deliverer.CheckNotDeleting(ctx, namespace, manifests("one\n"), true)).To(Equal(still))
		Expect(deliverer.Deploy(ctx, namespace, manifests("two\n"))).To(Equal(still))
		Expect(get(ctx, config).Spec.KeepObjects).To(HaveValue(BeTrue()))
	})

	It("orphans only ManagedResources that the watch reports", func(ctx SpecContext) {
		delivered(ctx)
		Expect(deliverer.OrphanKnown(ctx, namespace, "extension-shoot-flux-flux-config")).To(Succeed())
		Expect(requests).To(BeEmpty())
		Expect(deliverer.OrphanKnown(ctx, namespace, config)).To(Succeed())
		Expect(apierrors.IsNotFound(seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: config}, &resourcesv1alpha1.ManagedResource{}))).To(BeTrue())
	})

	It("does not trust the watch after a write of unknown outcome", func(ctx SpecContext) {
		delivered(ctx)
		lost := interceptor.NewClient(seed.(client.WithWatch), interceptor.Funcs{
			Update: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.UpdateOption) error {
				Expect(c.Update(ctx, o, opts...)).To(Succeed())
				return context.DeadlineExceeded
			},
		})
		before := get(ctx, config).Spec
		Expect(deliverer.Through(lost).Deploy(ctx, namespace, manifests("two\n"))).To(MatchError(context.DeadlineExceeded))
		Expect(get(ctx, config).Spec).NotTo(Equal(before))
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		Expect(get(ctx, config).Spec).To(Equal(before))
	})

	It("reads from the seed if the watch cannot be read", func(ctx SpecContext) {
		delivered(ctx)
		watched.broken = apierrors.NewTimeoutError("failed waiting for *v1alpha1.ManagedResource Informer to sync", 0)
		state, err := deliverer.Known(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.Config).NotTo(BeNil())
		Expect(requests).To(Equal(map[string]int{"get": 3}))
		before := get(ctx, config).Spec
		Expect(deliverer.Deploy(ctx, namespace, manifests("two\n"))).To(Succeed())
		Expect(get(ctx, config).Spec).NotTo(Equal(before))
		Expect(deliverer.OrphanKnown(ctx, namespace, config)).To(Succeed())
		Expect(apierrors.IsNotFound(seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: config}, &resourcesv1alpha1.ManagedResource{}))).To(BeTrue())
	})

	It("delivers a missing ManagedResource again while the watch still reports it", func(ctx SpecContext) {
		delivered(ctx)
		Expect(seed.DeleteAllOf(ctx, &resourcesv1alpha1.ManagedResource{}, client.InNamespace(namespace))).To(Succeed())
		for key := range watched.reported {
			if key.Name != config {
				delete(watched.reported, key)
			}
		}
		state, err := deliverer.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.Delivered()).To(BeFalse())
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		Expect(get(ctx, config).Spec.SecretRefs).To(HaveLen(1))
	})

	It("does not trust the watch after a read that began before a write", func(ctx SpecContext) {
		delivered(ctx)
		first := get(ctx, config).Spec
		slow := interceptor.NewClient(seed.(client.WithWatch), interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				Expect(c.Get(ctx, key, o, opts...)).To(Succeed())
				if key.Name == config {
					Expect(deliverer.Deploy(ctx, namespace, manifests("two\n"))).To(Succeed())
				}
				return nil
			},
		})
		state, err := deliverer.Through(slow).State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.Config.Spec).To(Equal(first))
		Expect(get(ctx, config).Spec).NotTo(Equal(first))
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed())
		Expect(get(ctx, config).Spec).To(Equal(first))
	})

	It("forgets a shoot after the watch reports the deletion", func(ctx SpecContext) {
		delivered(ctx)
		Expect(deliverer.Orphan(ctx, namespace)).To(Succeed())
		Expect(deliverer.WaitDeleted(ctx, namespace, 0)).To(Succeed())
		Expect(deliverer.Through(seed).Forget(ctx, namespace)).To(BeFalse())
		Expect(deliverer.Deploy(ctx, namespace, manifests("one\n"))).To(Succeed(), "it gets the extension again")
		Expect(get(ctx, config).Spec.SecretRefs).To(HaveLen(1))

		Expect(deliverer.Orphan(ctx, namespace)).To(Succeed())
		watched.catchUp(ctx, seed)
		clear(requests)
		Expect(deliverer.Forget(ctx, "shoot--demo--other")).To(BeTrue())
		Expect(deliverer.Forget(ctx, namespace)).To(BeTrue())
		Expect(requests).To(BeEmpty())
	})

	It("forgets a shoot with a write of unknown outcome", func(ctx SpecContext) {
		refusing := interceptor.NewClient(seed.(client.WithWatch), interceptor.Funcs{
			Create: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.CreateOption) error {
				if _, ok := o.(*resourcesv1alpha1.ManagedResource); ok {
					return context.DeadlineExceeded
				}
				return c.Create(ctx, o, opts...)
			},
		})
		Expect(deliverer.Through(refusing).Deploy(ctx, namespace, manifests("one\n"))).NotTo(Succeed())
		Expect(deliverer.Forget(ctx, namespace)).To(BeFalse(), "it has read from the seed")
		Expect(deliverer.Forget(ctx, namespace)).To(BeTrue())
	})

	It("leaves the original deliverer without a watch", func(ctx SpecContext) {
		delivered(ctx)
		plain := NewDeliverer(seed)
		Expect(plain.Watching(&watch{reported: watched.reported})).NotTo(BeIdenticalTo(plain))
		Expect(deliverer.Through(seed).Known(ctx, namespace)).To(HaveField("Config", Not(BeNil())))
		Expect(requests).To(BeEmpty())
	})
})
