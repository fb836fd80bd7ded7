// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resourcemanager

import (
	"context"
	"encoding/json"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

var _ = Describe("mutator", func() {
	deployment := func(name, container string, args ...string) *appsv1.Deployment {
		return &appsv1.Deployment{
			ObjectMeta: metav1.ObjectMeta{Name: name},
			Spec: appsv1.DeploymentSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
				Containers: []corev1.Container{{Name: "sidecar"}, {Name: container, Args: args}},
			}}},
		}
	}

	reader := func(objects ...client.Object) client.Client {
		return fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(objects...).Build()
	}
	cluster := func(providerConfig string) client.Object {
		shoot := &gardencorev1beta1.Shoot{TypeMeta: metav1.TypeMeta{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot"}}
		shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux", ProviderConfig: &runtime.RawExtension{Raw: []byte(providerConfig)}}}
		raw, err := json.Marshal(shoot)
		Expect(err).NotTo(HaveOccurred())
		return &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--only"}, Spec: extensionsv1alpha1.ClusterSpec{
			Shoot: runtime.RawExtension{Raw: raw}, CloudProfile: runtime.RawExtension{Raw: []byte("{}")}, Seed: &runtime.RawExtension{Raw: []byte("{}")},
		}}
	}

	DescribeTable("adds the namespaces of the Shoot's configuration:",
		func(ctx SpecContext, providerConfig string, want ...string) {
			given := deployment("gardener-resource-manager", "gardener-resource-manager")
			given.Namespace = "shoot--demo--only"
			Expect((&mutator{reader: reader(cluster(providerConfig))}).Mutate(ctx, given, nil)).To(Succeed())
			Expect(given.Spec.Template.Spec.Containers[1].Args).To(Equal(want))
		},
		Entry("no configured namespace", `{}`, "--extra-target-namespace=flux-system"),
		Entry("Flux's namespace and the default for the project's templates", `{"flux":{"namespace":"gitops"}}`, "--extra-target-namespace=gitops", "--extra-target-namespace=flux-system"),
		Entry("the namespaces of the templates", `{"source":{"template":{"metadata":{"namespace":"sources"}}},"kustomization":{"template":{"metadata":{"namespace":"roots"}}}}`,
			"--extra-target-namespace=flux-system", "--extra-target-namespace=sources", "--extra-target-namespace=roots"),
		Entry("an invalid namespace, which is left out", `{"flux":{"namespace":"--log-level=debug"}}`, "--extra-target-namespace=flux-system"),
		Entry("the default if the configuration cannot be parsed", `{"flux":1}`, "--extra-target-namespace=flux-system"),
	)

	It("keeps the namespaces of delivered objects if the configuration is removed", func(ctx SpecContext) {
		given := deployment("gardener-resource-manager", "gardener-resource-manager")
		given.Namespace = "shoot--demo--only"
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: given.Namespace, Name: "shoot-flux"}}
		ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"namespace":"gitops","source":"sources/a","root":"gitops/b"}`)}
		Expect((&mutator{reader: reader(cluster(`{}`), ex)}).Mutate(ctx, given, nil)).To(Succeed())
		Expect(given.Spec.Template.Spec.Containers[1].Args).To(Equal([]string{
			"--extra-target-namespace=flux-system", "--extra-target-namespace=gitops", "--extra-target-namespace=sources",
		}))
	})

	It("adds the namespace of the operator's baseline, and the one in which the shoot still has it", func(ctx SpecContext) {
		given := deployment("gardener-resource-manager", "gardener-resource-manager")
		given.Namespace = "shoot--demo--only"
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: given.Namespace, Name: "shoot-flux"}}
		ex.Status.State = &runtime.RawExtension{Raw: []byte(`{"baseline":{"namespace":"former"}}`)}
		Expect((&mutator{reader: reader(cluster(`{}`), ex), baseline: "flux-baseline"}).Mutate(ctx, given, nil)).To(Succeed())
		Expect(given.Spec.Template.Spec.Containers[1].Args).To(Equal([]string{
			"--extra-target-namespace=flux-system", "--extra-target-namespace=flux-baseline", "--extra-target-namespace=former",
		}))
	})

	DescribeTable("handles a shoot without Cluster and Extension:",
		func(ctx SpecContext, given, want *appsv1.Deployment) {
			Expect((&mutator{reader: reader()}).Mutate(ctx, given, nil)).To(Succeed())
			Expect(given).To(Equal(want))
		},
		Entry("a missing argument",
			deployment("gardener-resource-manager", "gardener-resource-manager", "--config=x"),
			deployment("gardener-resource-manager", "gardener-resource-manager", "--config=x", "--extra-target-namespace=flux-system")),
		Entry("an existing argument",
			deployment("gardener-resource-manager", "gardener-resource-manager", "--extra-target-namespace=flux-system"),
			deployment("gardener-resource-manager", "gardener-resource-manager", "--extra-target-namespace=flux-system")),
		Entry("another extension's argument",
			deployment("gardener-resource-manager", "gardener-resource-manager", "--extra-target-namespace=flux-system-of-others"),
			deployment("gardener-resource-manager", "gardener-resource-manager", "--extra-target-namespace=flux-system-of-others", "--extra-target-namespace=flux-system")),
		Entry("another Deployment with the same label",
			deployment("other", "gardener-resource-manager"), deployment("other", "gardener-resource-manager")),
		Entry("a Deployment without the container",
			deployment("gardener-resource-manager", "renamed"), deployment("gardener-resource-manager", "renamed")),
	)

	It("completes a request during shutdown", func(ctx SpecContext) {
		given := deployment("gardener-resource-manager", "gardener-resource-manager")
		given.Namespace = "shoot--demo--only"
		ending := interceptor.NewClient(reader(cluster(`{}`)).(client.WithWatch), interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				return c.Get(ctx, key, o, options...)
			},
		})
		ended, end := context.WithCancel(ctx)
		end()
		Expect((&mutator{reader: ending}).Mutate(ended, given, nil)).To(Succeed())
		Expect(given.Spec.Template.Spec.Containers[1].Args).To(Equal([]string{"--extra-target-namespace=flux-system"}))
	})

	It("returns an error if the object is not a Deployment", func(ctx SpecContext) {
		Expect((&mutator{}).Mutate(ctx, &corev1.Pod{}, nil)).To(MatchError("expected a Deployment, got *v1.Pod"))
	})
})
