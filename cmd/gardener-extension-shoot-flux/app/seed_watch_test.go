// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/gardener/gardener/pkg/extensions"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
)

var _ = Describe("What is kept of the seed", func() {
	It("is of a Cluster the Shoot, and the name of the Seed", func(ctx SpecContext) {
		slim, err := slimCluster(&extensionsv1alpha1.Cluster{
			ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--only"},
			Spec: extensionsv1alpha1.ClusterSpec{
				CloudProfile: runtime.RawExtension{Raw: []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"CloudProfile","metadata":{"name":"large"}}`)},
				Seed:         &runtime.RawExtension{Raw: []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Seed","metadata":{"name":"seed","labels":{"a":"b"}},"spec":{"dns":{}}}`)},
				Shoot:        runtime.RawExtension{Raw: []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{"name":"only"},"spec":{"region":"here"}}`)},
			},
		})
		Expect(err).NotTo(HaveOccurred())
		seed := fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(slim.(client.Object)).Build()
		cluster, err := extensions.GetCluster(ctx, seed, "shoot--demo--only")
		Expect(err).NotTo(HaveOccurred())
		Expect(cluster.CloudProfile).To(BeNil())
		Expect(cluster.Seed.ObjectMeta).To(Equal(metav1.ObjectMeta{Name: "seed"}))
		Expect(cluster.Seed.Spec).To(Equal(gardencorev1beta1.SeedSpec{}))
		Expect(cluster.Shoot.Spec.Region).To(Equal("here"))
	})

	It("is of a ManagedResource everything but its objects", func() {
		resource := &resourcesv1alpha1.ManagedResource{Status: resourcesv1alpha1.ManagedResourceStatus{
			ObservedGeneration: 3, Resources: []resourcesv1alpha1.ObjectReference{{}},
		}}
		_, err := slimManagedResource(resource)
		Expect(err).NotTo(HaveOccurred())
		Expect(resource.Status).To(Equal(resourcesv1alpha1.ManagedResourceStatus{ObservedGeneration: 3}))
	})

	It("is nothing of which nobody has said by which name it is watched", func(ctx SpecContext) {
		Expect(watchedByName{}.Get(ctx, client.ObjectKey{Name: "other"}, &resourcesv1alpha1.ManagedResource{})).
			To(MatchError(ContainSubstring("is not watched")))
	})
})
