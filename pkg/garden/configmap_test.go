// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden_test

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

var _ = Describe("Reader", func() {
	It("returns the content of the ConfigMap", func(ctx SpecContext) {
		garden := fake.NewClientBuilder().WithObjects(&corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"},
			Data:       map[string]string{"a": "b"}, BinaryData: map[string][]byte{"c": []byte("d")},
		}).Build()
		Expect(NewReader(garden).Read(ctx, "garden-demo")).To(Equal(&document.ConfigMap{
			Namespace: "garden-demo", Data: map[string]string{"a": "b"}, BinaryData: map[string][]byte{"c": []byte("d")},
		}))
	})

	It("distinguishes a project without ConfigMap from one with an empty ConfigMap", func(ctx SpecContext) {
		Expect(NewReader(fake.NewClientBuilder().Build()).Read(ctx, "garden-demo")).To(BeNil())
		garden := fake.NewClientBuilder().WithObjects(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}}).Build()
		Expect(NewReader(garden).Read(ctx, "garden-demo")).NotTo(BeNil())
	})

	It("returns an error if the garden is unreachable", func(ctx SpecContext) {
		garden := fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			return apierrors.NewServiceUnavailable("garden is down")
		}}).Build()
		_, err := NewReader(garden).Read(ctx, "garden-demo")
		Expect(apierrors.IsServiceUnavailable(err)).To(BeTrue())
	})

	It("distinguishes a valid, missing, damaged and unreadable rollout of a project", func(ctx SpecContext) {
		measured := 0
		measure := func() func() { return func() { measured++ } }
		Expect(NewReader(fake.NewClientBuilder().Build()).ReadRollout(ctx, "garden-demo", measure)).To(Equal(Rollout{}))

		damaged := fake.NewClientBuilder().WithObjects(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-rollout"}}).Build()
		Expect(NewReader(damaged).ReadRollout(ctx, "garden-demo", measure)).To(And(HaveField("Exists", true), HaveField("State", BeNil()),
			HaveField("Damaged", MatchError(HavePrefix("ConfigMap garden-demo/flux-rollout is damaged: ")))))

		down := fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			return apierrors.NewServiceUnavailable("the garden is down")
		}}).Build()
		_, err := NewReader(down).ReadRollout(ctx, "garden-demo", measure)
		Expect(err).To(MatchError(ContainSubstring("the garden is down")))
		Expect(measured).To(Equal(1), "only what was decoded counts, and not the request")
	})
})

var _ = Describe("ConfigMaps", func() {
	var (
		answers *[]func(*metav1.PartialObjectMetadataList) error
		lists   *atomic.Int32
		garden  client.Reader
		found   chan string
	)
	page := func(next string, namespaces ...string) func(*metav1.PartialObjectMetadataList) error {
		return func(list *metav1.PartialObjectMetadataList) error {
			list.Continue = next
			for _, namespace := range namespaces {
				list.Items = append(list.Items, metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "wanted"}})
			}
			return nil
		}
	}
	refused := func(*metav1.PartialObjectMetadataList) error { return errors.New("the garden is down") }

	BeforeEach(func() {
		// A search of an earlier spec may still be running. It must neither be counted nor get these responses.
		own, listed := new([]func(*metav1.PartialObjectMetadataList) error), &atomic.Int32{}
		answers, lists, found = own, listed, make(chan string, 10)
		// The responses are returned in order, the last one repeatedly.
		garden = fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{
			List: func(_ context.Context, _ client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				applied := (&client.ListOptions{}).ApplyOptions(options)
				if applied.FieldSelector.String() != "metadata.name=wanted" || list.GetObjectKind().GroupVersionKind() != corev1.SchemeGroupVersion.WithKind("ConfigMapList") {
					return errors.New("something else is listed")
				}
				metadata := list.(*metav1.PartialObjectMetadataList) //nolint:forcetypeassert // as checked
				metadata.Items = nil
				return (*own)[min(int(listed.Add(1)), len(*own))-1](metadata)
			},
		}).Build()
	})
	start := func(ctx context.Context, every time.Duration) {
		own := found
		ConfigMapSearch{Garden: garden, Name: "wanted", Every: every}.Start(ctx, "controller", func(namespace string) { own <- namespace })
	}
	receive := func(want ...string) {
		GinkgoHelper()
		for _, namespace := range want {
			Eventually(found).Should(Receive(Equal(namespace)))
		}
	}

	It("finds the ConfigMaps of all pages once", func(ctx SpecContext) {
		*answers = append(*answers, page("next", "a", "b"), page("", "c"))
		start(ctx, 0)
		receive("a", "b", "c")
		Consistently(lists.Load, 100*time.Millisecond).Should(BeEquivalentTo(2))
	})

	It("searches again after each interval, even after an error, until the context ends", func(ctx SpecContext) {
		*answers = append(*answers, page("", "a"), refused, page("", "b"))
		running, end := context.WithCancel(ctx)
		start(running, time.Millisecond)
		receive("a", "b", "b")
		end()
		last := int32(-1)
		Eventually(func() bool {
			before := last
			last = lists.Load()
			return last == before
		}).WithPolling(50 * time.Millisecond).Should(BeTrue())
	})

	It("does not wait for a garden that refuses requests", func(ctx SpecContext) {
		*answers = append(*answers, refused)
		start(ctx, 0)
		Eventually(lists.Load).Should(BeEquivalentTo(1))
		Expect(found).To(BeEmpty())
	})
})
