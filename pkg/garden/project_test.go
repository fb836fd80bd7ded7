// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden_test

import (
	"context"

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

	It("returns the rollout of a project, and distinguishes none, one that is damaged, and one that cannot be read", func(ctx SpecContext) {
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
