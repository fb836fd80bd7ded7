// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"
	"fmt"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

var _ = Describe("The client that reads its own writes", func() {
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

	It("reads what it has written while the cache is behind, and keeps it only until then", func(ctx SpecContext) {
		written := patch(ctx)
		Expect(read(ctx).ResourceVersion).To(Equal(written.ResourceVersion))
		Expect(reads.written.Len()).To(BeZero())
		Expect(read(ctx).ResourceVersion).To(Equal(cached.ResourceVersion))
	})

	It("reads what is newer than what it has written", func(ctx SpecContext) {
		patch(ctx)
		Expect(seed.Get(ctx, key, cached)).To(Succeed())
		cached.Finalizers = []string{"another/controller"}
		Expect(seed.Update(ctx, cached)).To(Succeed())
		Expect(read(ctx).Finalizers).To(Equal([]string{"another/controller"}))
	})

	DescribeTable("keeps no Extension that is deleted or migrated, because it is not read any more",
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
		Entry("by its deletion", func(ctx context.Context) { Expect(seed.Delete(ctx, cached.DeepCopy())).To(Succeed()) }),
		Entry("by a control plane migration", func(ctx context.Context) {
			cached.Annotations = map[string]string{"gardener.cloud/operation": "migrate"}
			Expect(seed.Update(ctx, cached)).To(Succeed())
		}),
	)

	It("keeps a limited number of Extensions, the last ones", func(ctx SpecContext) {
		for i := range keptExtensions + 10 {
			ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: fmt.Sprint("shoot--demo--", i), Name: "shoot-flux"}}
			Expect(seed.Create(ctx, ex)).To(Succeed())
			Expect(reads.Patch(ctx, ex, client.MergeFrom(ex.DeepCopy()))).To(Succeed())
		}
		Expect(reads.written.Len()).To(Equal(keptExtensions))
	})

	It("does not return a former Extension of the same name", func(ctx SpecContext) {
		patch(ctx)
		cached.UID = "2"
		Expect(read(ctx).UID).To(BeEquivalentTo("2"))
	})
})
