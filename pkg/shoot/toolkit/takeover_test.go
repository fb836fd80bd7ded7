// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

var _ = Describe("Taken", func() {
	const ours, foreign = "seed:shoot--demo--only/extension-shoot-flux-controllers", ""
	shootWith := func(objects ...client.Object) *Shoot {
		scheme := runtime.NewScheme()
		for _, add := range []func(*runtime.Scheme) error{kubernetesscheme.AddToScheme, apiextensionsv1.AddToScheme, kustomizev1.AddToScheme} {
			Expect(add(scheme)).To(Succeed())
		}
		return New(technicalID, fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().WithObjects(objects...).Build(), nil)
	}
	described := func(origin string, fields ...metav1.ManagedFieldsEntry) metav1.ObjectMeta {
		meta := metadata("flux-system", "kustomize-controller", nil)
		if origin != "" {
			meta.Annotations = map[string]string{"resources.gardener.cloud/origin": origin}
		}
		meta.ManagedFields = fields
		return meta
	}
	by := func(manager string, operation metav1.ManagedFieldsOperationType, subresource string) metav1.ManagedFieldsEntry {
		return metav1.ManagedFieldsEntry{Manager: manager, Operation: operation, Subresource: subresource, APIVersion: "apps/v1", FieldsType: "FieldsV1",
			FieldsV1: metav1.NewFieldsV1(`{"f:spec":{"f:replicas":{}}}`)}
	}

	DescribeTable("returns the manager that applies an object",
		func(ctx SpecContext, origin string, fields metav1.ManagedFieldsEntry, want string) {
			Expect(shootWith(&appsv1.Deployment{ObjectMeta: described(origin, fields)}).Taken(ctx, "v2.9.3")).To(Equal(want))
		},
		Entry("Flux from Git", ours, by("kustomize-controller", "Apply", ""), "kustomize-controller applies Deployment flux-system/kustomize-controller"),
		Entry("'flux install'", ours, by("flux", "Apply", ""), "flux applies Deployment flux-system/kustomize-controller"),
		Entry("'kubectl apply'", ours, by("kubectl-client-side-apply", "Update", ""), "kubectl-client-side-apply applies Deployment flux-system/kustomize-controller"),
		Entry("Helm", ours, by("helm", "Update", ""), "helm applies Deployment flux-system/kustomize-controller"),
		Entry("helm-controller", ours, by("helm-controller", "Update", ""), "helm-controller applies Deployment flux-system/kustomize-controller"),
		Entry("manager of another object", foreign, by("kubectl-client-side-apply", "Update", ""), ""),
		Entry("manual scaling", ours, by("kubectl", "Update", "scale"), ""),
		Entry("manual annotation", ours, by("kubectl-annotate", "Update", ""), ""),
		Entry("manual patch", ours, by("kubectl-patch", "Update", ""), ""),
		Entry("manual restart", ours, by("kubectl-rollout", "Update", ""), ""),
		Entry("manually set image", ours, by("kubectl-set", "Update", ""), ""),
		Entry("gardener-resource-manager", ours, by("gardener-resource-manager", "Update", ""), ""),
		Entry("manual edit", ours, by("kubectl-edit", "Update", ""), ""),
		Entry("autoscaler", ours, by("autoscaler", "Apply", "scale"), ""),
		Entry("object that the extension has not installed", foreign, by("flux", "Apply", ""), ""),
	)

	DescribeTable("returns the manager that has left other traces",
		func(ctx SpecContext, installed string, annotations, labels map[string]string, want string) {
			meta := described(ours, by("tool", "Update", ""))
			for key, value := range annotations {
				meta.Annotations[key] = value
			}
			meta.Labels = labels
			Expect(shootWith(&appsv1.Deployment{ObjectMeta: meta}).Taken(ctx, installed)).To(Equal(want))
		},
		Entry("client-side apply under any name", "v2.9.3", map[string]string{"kubectl.kubernetes.io/last-applied-configuration": "{}"}, nil,
			"an unknown manager (annotation kubectl.kubernetes.io/last-applied-configuration) applies Deployment flux-system/kustomize-controller"),
		Entry("Helm under any name", "v2.9.3", map[string]string{"meta.helm.sh/release-name": "flux2"}, nil, "release flux2 of Helm applies Deployment flux-system/kustomize-controller"),
		Entry("another version", "v2.9.3", nil, map[string]string{"app.kubernetes.io/version": "v2.10.0"},
			"Deployment flux-system/kustomize-controller belongs to Flux v2.10.0 instead of v2.9.3, which the extension has installed"),
		Entry("installed version", "v2.9.3", nil, map[string]string{"app.kubernetes.io/version": "v2.9.3"}, ""),
		Entry("unknown installed version", "", nil, map[string]string{"app.kubernetes.io/version": "v2.10.0"}, ""),
		Entry("unrelated annotation", "v2.9.3", map[string]string{"example.com/owner": "me"}, nil, ""),
	)

	It("returns a manager that applies only CustomResourceDefinitions", func(ctx SpecContext) {
		meta := described("seed:shoot--demo--only/extension-shoot-flux-crds", by("kustomize-controller", "Apply", ""))
		meta.Namespace, meta.Name = "", "kustomizations.kustomize.toolkit.fluxcd.io"
		Expect(shootWith(&apiextensionsv1.CustomResourceDefinition{ObjectMeta: meta}).Taken(ctx, "v2.9.3")).To(HavePrefix("kustomize-controller applies CustomResourceDefinition"))
	})

	It("IsOwn and Prunes require the extension's root Kustomization and a running controller", func(ctx SpecContext) {
		root := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
		found, own, err := shootWith().IsOwn(ctx, root)
		Expect([]any{found, own, err}).To(Equal([]any{false, false, nil}))
		found, own, err = shootWith(&kustomizev1.Kustomization{ObjectMeta: metadata(root.Namespace, root.Name, nil)}).IsOwn(ctx, root)
		Expect([]any{found, own, err}).To(Equal([]any{true, false, nil}), "a user has replaced it, and what that one has applied is the user's")
		created := metadata(root.Namespace, root.Name, nil)
		created.Annotations = map[string]string{"resources.gardener.cloud/origin": "seed:shoot--demo--only/extension-shoot-flux-config"}
		found, own, err = shootWith(&kustomizev1.Kustomization{ObjectMeta: created}).IsOwn(ctx, root)
		Expect([]any{found, own, err}).To(Equal([]any{true, true, nil}))

		Expect(shootWith().Prunes(ctx, "flux-system")).To(BeFalse())
		Expect(shootWith(&appsv1.Deployment{ObjectMeta: described(foreign)}).Prunes(ctx, "flux-system")).To(BeTrue())
		leaving := described(ours)
		now := metav1.Now()
		leaving.DeletionTimestamp, leaving.Finalizers = &now, []string{"foregroundDeletion"}
		Expect(shootWith(&appsv1.Deployment{ObjectMeta: leaving}).Prunes(ctx, "flux-system")).To(BeFalse(), "it would never answer")
	})
})
