// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var _ = Describe("Client that reads its own writes", func() {
	var (
		seed   client.WithWatch
		cached *extensionsv1alpha1.Extension
		reads  *readYourWritesClient
		key    = client.ObjectKey{Namespace: "shoot--demo--only", Name: "shoot-flux"}
	)

	BeforeEach(func(ctx SpecContext) {
		cached = &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name, UID: "1", Annotations: map[string]string{"gardener.cloud/operation": "reconcile"}}}
		seed = fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).Build()
		Expect(seed.Create(ctx, cached)).To(Succeed())
		reads = newReadYourWritesClient(interceptor.NewClient(seed, interceptor.Funcs{
			Get: func(_ context.Context, _ client.WithWatch, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
				cached.DeepCopyInto(object.(*extensionsv1alpha1.Extension))
				return nil
			},
		}))
	})

	patch := func(ctx context.Context) *extensionsv1alpha1.Extension {
		GinkgoHelper()
		ex := cached.DeepCopy()
		ex.Annotations = nil
		Expect(reads.Patch(ctx, ex, client.MergeFrom(cached))).To(Succeed())
		return ex
	}
	read := func(ctx context.Context) *extensionsv1alpha1.Extension {
		GinkgoHelper()
		ex := &extensionsv1alpha1.Extension{}
		Expect(reads.Get(ctx, key, ex)).To(Succeed())
		return ex
	}

	It("reads its own write while the cache is behind", func(ctx SpecContext) {
		written := patch(ctx)
		Expect(read(ctx).ResourceVersion).To(Equal(written.ResourceVersion))
		Expect(reads.written.Len()).To(BeZero())
		Expect(read(ctx).ResourceVersion).To(Equal(cached.ResourceVersion))
	})

	It("reads a newer version from the cache", func(ctx SpecContext) {
		patch(ctx)
		Expect(seed.Get(ctx, key, cached)).To(Succeed())
		cached.Finalizers = []string{"another/controller"}
		Expect(seed.Update(ctx, cached)).To(Succeed())
		Expect(read(ctx).Finalizers).To(Equal([]string{"another/controller"}))
	})

	DescribeTable("does not keep a deleted or migrated Extension",
		func(ctx SpecContext, change func(context.Context)) {
			patch(ctx)
			Expect(seed.Get(ctx, key, cached)).To(Succeed())
			cached.Finalizers = []string{"first", "last"}
			Expect(seed.Update(ctx, cached)).To(Succeed())
			change(ctx)
			Expect(seed.Get(ctx, key, cached)).To(Succeed())
			ex := cached.DeepCopy()
			ex.Finalizers = ex.Finalizers[1:]
			Expect(reads.Patch(ctx, ex, client.MergeFrom(cached))).To(Succeed())
			Expect(reads.written.Len()).To(BeZero())
		},
		Entry("deleted Extension", func(ctx context.Context) { Expect(seed.Delete(ctx, cached.DeepCopy())).To(Succeed()) }),
		Entry("migrated Extension", func(ctx context.Context) {
			cached.Annotations = map[string]string{"gardener.cloud/operation": "migrate"}
			Expect(seed.Update(ctx, cached)).To(Succeed())
		}),
	)

	It("keeps a limited number of the most recent Extensions", func(ctx SpecContext) {
		for i := range keptExtensions + 10 {
			ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: fmt.Sprint("shoot--demo--", i), Name: "shoot-flux"}}
			Expect(seed.Create(ctx, ex)).To(Succeed())
			Expect(reads.Patch(ctx, ex, client.MergeFrom(ex.DeepCopy()))).To(Succeed())
		}
		Expect(reads.written.Len()).To(Equal(keptExtensions))
	})

	It("does not return a deleted Extension of the same name", func(ctx SpecContext) {
		patch(ctx)
		cached.UID = "2"
		Expect(read(ctx).UID).To(BeEquivalentTo("2"))
	})
})

var _ = Describe("First operation on an Extension", func() {
	const operation, timestamp, ownFinalizer = "gardener.cloud/operation", "gardener.cloud/timestamp", "extensions.gardener.cloud/shoot-flux"
	var (
		key    = client.ObjectKey{Namespace: "namespace", Name: "shoot-flux"}
		seed   client.Client
		writes []string
	)

	start := func(change func(*extensionsv1alpha1.Extension)) {
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{
			Namespace: key.Namespace, Name: key.Name, UID: "1", Generation: 1, Annotations: map[string]string{operation: "reconcile", timestamp: "2026-11-25T00:00:00Z"},
		}}
		change(ex)
		writes = nil
		seed = interceptor.NewClient(fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithStatusSubresource(ex).
			WithObjects(ex, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: key.Namespace}}).Build(), interceptor.Funcs{
			Patch: func(ctx context.Context, c client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
				writes = append(writes, "object")
				return c.Patch(ctx, object, patch, options...)
			},
			SubResourcePatch: func(ctx context.Context, c client.Client, name string, object client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
				writes = append(writes, name)
				return c.SubResource(name).Patch(ctx, object, patch, options...)
			},
		})
	}
	stored := func(ctx context.Context) *extensionsv1alpha1.Extension {
		GinkgoHelper()
		ex := &extensionsv1alpha1.Extension{}
		Expect(seed.Get(ctx, key, ex)).To(Succeed())
		return ex
	}
	reconciled := func(ctx context.Context, actuator reconciling) error {
		reconciler := extension.NewReconciler(NewReadYourWritesManager(onlyClient{client: seed}), extension.AddArgs{Actuator: actuator, FinalizerSuffix: "shoot-flux"})
		_, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: key})
		return err
	}
	unchanged := func(*extensionsv1alpha1.Extension) {}

	It("begins with one write", func(ctx SpecContext) {
		start(unchanged)
		Expect(reconciled(ctx, func(ctx context.Context, _ *extensionsv1alpha1.Extension) error {
			Expect(writes).To(Equal([]string{"object"}))
			ex := stored(ctx)
			Expect(ex.Annotations).To(And(Not(HaveKey(operation)), HaveKey(timestamp)))
			Expect(ex.Finalizers).To(ConsistOf(ownFinalizer))
			Expect(ex.Status.LastOperation).To(BeNil())
			return nil
		})).To(Succeed())

		By("recording the whole operation in the end")
		Expect(writes).To(Equal([]string{"object", "status"}))
		ex := stored(ctx)
		Expect(ex.Status.ObservedGeneration).To(BeEquivalentTo(1))
		Expect(ex.Status.LastOperation).To(HaveValue(And(
			HaveField("Type", gardencorev1beta1.LastOperationTypeCreate), HaveField("State", gardencorev1beta1.LastOperationStateSucceeded),
			HaveField("LastUpdateTime.Time", BeTemporally("~", time.Now(), time.Minute)), HaveField("Progress", BeEquivalentTo(100)),
		)))
	})

	It("is recorded completely if it fails", func(ctx SpecContext) {
		start(unchanged)
		Expect(reconciled(ctx, func(context.Context, *extensionsv1alpha1.Extension) error { return errors.New("broken") })).NotTo(Succeed())
		ex := stored(ctx)
		Expect(ex.Status.LastOperation).To(HaveValue(And(
			HaveField("Type", gardencorev1beta1.LastOperationTypeCreate), HaveField("State", gardencorev1beta1.LastOperationStateError),
			HaveField("LastUpdateTime.Time", BeTemporally("~", time.Now(), time.Minute)),
		)))
		Expect(ex.Status.LastError.Description).To(ContainSubstring("broken"))

		By("recording that the next attempt has begun")
		Expect(reconciled(ctx, func(ctx context.Context, _ *extensionsv1alpha1.Extension) error {
			Expect(stored(ctx).Status.LastOperation.State).To(Equal(gardencorev1beta1.LastOperationStateProcessing))
			return nil
		})).To(Succeed())
	})

	DescribeTable("begins with the writes of Gardener's library for", func(ctx SpecContext, change func(*extensionsv1alpha1.Extension), expected ...string) {
		start(change)
		Expect(reconciled(ctx, func(ctx context.Context, _ *extensionsv1alpha1.Extension) error {
			Expect(stored(ctx).Status.LastOperation.State).To(Equal(gardencorev1beta1.LastOperationStateProcessing))
			return nil
		})).To(Succeed())
		Expect(writes).To(Equal(expected))
	},
		Entry("an Extension with a last operation", func(ex *extensionsv1alpha1.Extension) {
			ex.Finalizers, ex.Status.ObservedGeneration = []string{ownFinalizer}, 1
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: gardencorev1beta1.LastOperationTypeCreate, State: gardencorev1beta1.LastOperationStateSucceeded}
		}, "object", "status", "status"),
		Entry("an interrupted first operation with a recorded state", func(ex *extensionsv1alpha1.Extension) {
			ex.Status.State = &runtime.RawExtension{Raw: []byte("{}")}
		}, "object", "status", "status"),
		Entry("an Extension with a foreign finalizer", func(ex *extensionsv1alpha1.Extension) {
			ex.Finalizers, ex.Status.ObservedGeneration = []string{"another/controller"}, 1
		}, "object", "object", "status", "status"),
		Entry("a restore", func(ex *extensionsv1alpha1.Extension) {
			ex.Annotations[operation] = "restore"
		}, "object", "status", "status", "object"),
	)

	It("does not restore a finalizer that a migration removed", func(ctx SpecContext) {
		start(func(ex *extensionsv1alpha1.Extension) {
			ex.Annotations[operation], ex.Finalizers = "migrate", []string{ownFinalizer}
		})
		Expect(reconciled(ctx, nil)).To(Succeed())
		ex := stored(ctx)
		Expect(ex.Finalizers).To(BeEmpty())
		Expect(ex.Annotations).NotTo(HaveKey(operation))
	})

	It("fails with a conflict if the Extension has changed", func(ctx SpecContext) {
		start(unchanged)
		reads := newReadYourWritesClient(seed)
		before := stored(ctx)
		other := before.DeepCopy()
		other.Finalizers = []string{"another/controller"}
		Expect(seed.Update(ctx, other)).To(Succeed())
		ex := before.DeepCopy()
		delete(ex.Annotations, operation)
		Expect(reads.Patch(ctx, ex, client.MergeFrom(before))).To(Satisfy(apierrors.IsConflict))
		Expect(stored(ctx).Finalizers).To(ConsistOf("another/controller"))
		Expect(stored(ctx).Annotations).To(HaveKey(operation))
	})

	DescribeTable("adds no finalizer to a patch of", func(ctx SpecContext, change func(*extensionsv1alpha1.Extension)) {
		start(unchanged)
		before := stored(ctx)
		ex := before.DeepCopy()
		change(ex)
		Expect(newReadYourWritesClient(seed).Patch(ctx, ex, client.MergeFrom(before))).To(Succeed())
		Expect(stored(ctx).Finalizers).To(BeEmpty())
	},
		Entry("another annotation", func(ex *extensionsv1alpha1.Extension) { delete(ex.Annotations, timestamp) }),
		Entry("all annotations", func(ex *extensionsv1alpha1.Extension) { ex.Annotations = nil }),
		Entry("a label", func(ex *extensionsv1alpha1.Extension) { ex.Labels = map[string]string{"a": "b"} }),
		Entry("another operation", func(ex *extensionsv1alpha1.Extension) { ex.Annotations[operation] = "restore" }),
		Entry("the operation annotation and another field", func(ex *extensionsv1alpha1.Extension) {
			delete(ex.Annotations, operation)
			ex.Spec.Type = "other"
		}),
	)
})

// onlyClient is a manager that only provides its client.
type onlyClient struct {
	manager.Manager
	client client.Client
}

func (m onlyClient) GetClient() client.Client    { return m.client }
func (m onlyClient) GetAPIReader() client.Reader { return m.client }

// reconciling is an actuator that only supports Reconcile.
type reconciling func(context.Context, *extensionsv1alpha1.Extension) error

func (r reconciling) Reconcile(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return r(ctx, ex)
}

func (r reconciling) Restore(ctx context.Context, _ logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return r(ctx, ex)
}

func (reconciling) Delete(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return nil
}

func (reconciling) ForceDelete(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return nil
}

func (reconciling) Migrate(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return nil
}
