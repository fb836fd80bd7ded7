// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	gardenerextensions "github.com/gardener/gardener/pkg/extensions"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	toolscache "k8s.io/client-go/tools/cache"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
)

var _ = Describe("Cache of seed objects", func() {
	It("keeps the Shoot and the name of the Seed in a Cluster", func(ctx SpecContext) {
		slim, err := SlimCluster(&extensionsv1alpha1.Cluster{
			ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--only"},
			Spec: extensionsv1alpha1.ClusterSpec{
				CloudProfile: runtime.RawExtension{Raw: []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"CloudProfile","metadata":{"name":"large"}}`)},
				Seed:         &runtime.RawExtension{Raw: []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Seed","metadata":{"name":"seed","labels":{"a":"b"}},"spec":{"dns":{}}}`)},
				Shoot:        runtime.RawExtension{Raw: []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{"name":"only"},"spec":{"region":"here"}}`)},
			},
		})
		Expect(err).NotTo(HaveOccurred())
		seed := fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(slim.(client.Object)).Build()
		cluster, err := gardenerextensions.GetCluster(ctx, seed, "shoot--demo--only")
		Expect(err).NotTo(HaveOccurred())
		Expect(cluster.CloudProfile).To(BeNil())
		Expect(cluster.Seed.ObjectMeta).To(Equal(metav1.ObjectMeta{Name: "seed"}))
		Expect(cluster.Seed.Spec).To(Equal(gardencorev1beta1.SeedSpec{}))
		Expect(cluster.Shoot.Spec.Region).To(Equal("here"))
	})

	It("drops the objects of a ManagedResource", func() {
		resource := &resourcesv1alpha1.ManagedResource{Status: resourcesv1alpha1.ManagedResourceStatus{
			ObservedGeneration: 3, Resources: []resourcesv1alpha1.ObjectReference{{}},
		}}
		_, err := slimManagedResource(resource)
		Expect(err).NotTo(HaveOccurred())
		Expect(resource.Status).To(Equal(resourcesv1alpha1.ManagedResourceStatus{ObservedGeneration: 3}))
	})

	It("rejects names without a watch", func(ctx SpecContext) {
		Expect(watchedByName{}.Get(ctx, client.ObjectKey{Name: "other"}, &resourcesv1alpha1.ManagedResource{})).
			To(MatchError(ContainSubstring("is not watched")))
	})

	It("keeps the kubeconfig of a Secret and the labels of a Namespace", func() {
		secret := &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Name: "gardener-internal", ResourceVersion: "7", Labels: map[string]string{"a": "b"}, ManagedFields: []metav1.ManagedFieldsEntry{{}}},
			Data:       map[string][]byte{"kubeconfig": []byte("k"), "token": []byte("t")},
		}
		_, err := slimKubeconfig(secret)
		Expect(err).NotTo(HaveOccurred())
		Expect(secret).To(Equal(&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "gardener-internal", ResourceVersion: "7"}, Data: map[string][]byte{"kubeconfig": []byte("k")}}))

		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--only", UID: "1", Labels: map[string]string{"a": "b"}, Annotations: map[string]string{"c": "d"}}}
		_, err = SlimNamespace(namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(namespace.ObjectMeta).To(Equal(metav1.ObjectMeta{Name: "shoot--demo--only", UID: "1", Labels: map[string]string{"a": "b"}}))
	})
})

// readerFunc implements client.Reader with a function.
type readerFunc func(ctx context.Context, object client.Object) error

func (f readerFunc) Get(ctx context.Context, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	return f(ctx, object)
}

func (readerFunc) List(context.Context, client.ObjectList, ...client.ListOption) error { return nil }

// cacheOf returns a cache that reads with the function.
type cacheOf struct {
	cache.Cache
	readerFunc
}

func (c cacheOf) Get(ctx context.Context, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
	return c.readerFunc.Get(ctx, key, object, opts...)
}

func (c cacheOf) List(ctx context.Context, list client.ObjectList, opts ...client.ListOption) error {
	return c.readerFunc.List(ctx, list, opts...)
}

var _ = Describe("Watch by name", func() {
	returns := func(version string) readerFunc {
		return func(_ context.Context, object client.Object) error {
			object.SetResourceVersion(version)
			return nil
		}
	}
	var (
		now     *testclock.FakePassiveClock
		watched *nameWatch
		key     = client.ObjectKey{Namespace: "shoot--demo--only", Name: "gardener-internal"}
	)

	BeforeEach(func() {
		now = testclock.NewFakePassiveClock(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
		watched = &nameWatch{Cache: cacheOf{readerFunc: returns("1")}, clock: now, syncTimeout: 10 * time.Millisecond}
	})

	read := func(ctx context.Context) (string, error) {
		secret := &corev1.Secret{}
		err := kubeconfigs{Reader: returns("2"), watched: watchedByName{key.Name: watched}}.Get(ctx, key, secret)
		return secret.ResourceVersion, err
	}

	It("runs on the leader", func() {
		Expect(watched.NeedLeaderElection()).To(BeTrue())
	})

	It("blocks a read for at most the sync timeout", func(ctx SpecContext) {
		watched.Cache = cacheOf{readerFunc: func(ctx context.Context, _ client.Object) error {
			<-ctx.Done()
			return apierrors.NewTimeoutError("failed waiting for *v1.Secret Informer to sync", 0)
		}}
		Expect(watched.Get(ctx, key, &corev1.Secret{})).To(MatchError(ContainSubstring("failed waiting")))
		Expect(read(ctx)).To(Equal("2"))
	}, SpecTimeout(10*time.Second))

	It("is not used for two minutes after a failure", func(ctx SpecContext) {
		Expect(read(ctx)).To(Equal("1"))
		watched.failed(ctx, &toolscache.Reflector{}, apierrors.NewForbidden(schema.GroupResource{Resource: "secrets"}, "", errors.New("no list")))
		Expect(watched.Get(ctx, key, &corev1.Secret{})).To(MatchError(And(ContainSubstring("the watch has failed"), ContainSubstring("no list"))))
		Expect(read(ctx)).To(Equal("2"))
		now.SetTime(now.Now().Add(watchErrorWindow))
		Expect(read(ctx)).To(Equal("1"))
	})

	DescribeTable("is used after errors of its normal lifecycle:",
		func(ctx SpecContext, err error) {
			watched.failed(ctx, &toolscache.Reflector{}, err)
			Expect(read(ctx)).To(Equal("1"))
		},
		Entry("end of the watch", io.EOF),
		Entry("restart of the API server", io.ErrUnexpectedEOF),
		Entry("expired resource version", apierrors.NewResourceExpired("too old resource version")),
	)

	It("serves only kubeconfigs of its name and falls back to the API server", func(ctx SpecContext) {
		watched.Cache = cacheOf{readerFunc: func(context.Context, client.Object) error {
			return apierrors.NewNotFound(schema.GroupResource{}, key.Name)
		}}
		Expect(read(ctx)).To(Equal("2"))
		secret := &corev1.Secret{}
		Expect(kubeconfigs{Reader: returns("2"), watched: watchedByName{}}.Get(ctx, client.ObjectKey{Name: "gardener"}, secret)).To(Succeed())
		Expect(secret.ResourceVersion).To(Equal("2"))
	})

	It("has a name that the ClusterRole allows", func() {
		role, err := os.ReadFile("../../charts/gardener-extension-shoot-flux/templates/clusterrole.yaml")
		Expect(err).NotTo(HaveOccurred())
		for _, name := range append(managedResourceNames(), v1beta1constants.SecretNameGardenerInternal) {
			Expect(string(role)).To(MatchRegexp(`(?m)^  (- |resourceNames: \[)` + name + `\]?$`))
		}
	})
})
