// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"context"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

var _ = Describe("Use", func() {
	from := func(part string, meta metav1.ObjectMeta) metav1.ObjectMeta {
		meta.Annotations = map[string]string{"resources.gardener.cloud/origin": "seed:" + technicalID + "/extension-shoot-flux-" + part}
		return meta
	}
	controller := func(namespace string) metav1.ObjectMeta {
		return metadata(namespace, "source-controller", map[string]string{"app.kubernetes.io/part-of": "flux"})
	}
	going := func(meta metav1.ObjectMeta) metav1.ObjectMeta {
		meta.DeletionTimestamp, meta.Finalizers = &metav1.Time{Time: metav1.Now().Time}, []string{"finalizers.fluxcd.io"}
		return meta
	}
	applied := func(meta metav1.ObjectMeta) metav1.ObjectMeta {
		meta.Annotations["kubectl.kubernetes.io/last-applied-configuration"] = "{}"
		return meta
	}

	DescribeTable("finds who needs Flux",
		func(ctx SpecContext, want Use, objects ...client.Object) {
			s, _ := surveyedShoot(append(objects, kustomizationKind("v1"), gitRepositoryKind("v1"))...)
			Expect(s.Use(ctx)).To(Equal(want))
		},
		Entry("nobody but the extension", Use{},
			&appsv1.Deployment{ObjectMeta: from("controllers", controller("flux-system"))},
			&appsv1.Deployment{ObjectMeta: metadata("other", "source-controller", nil)}, // It is not a controller of Flux.
			&corev1.Secret{ObjectMeta: metadata("flux-system", "own", nil)}),
		Entry("objects of somebody", Use{Objects: "GitRepository team/apps, Kustomization team/apps"},
			&kustomizev1.Kustomization{ObjectMeta: metadata("team", "apps", nil)}, &sourcev1.GitRepository{ObjectMeta: metadata("team", "apps", nil)}),
		Entry("objects of the extension, which are not left when nobody needs Flux", Use{Objects: "Kustomization flux-system/flux-system"},
			&kustomizev1.Kustomization{ObjectMeta: from("config", metadata("flux-system", "flux-system", nil))}),
		Entry("an object that is being deleted, beside another one", Use{Objects: "Kustomization team/apps", Leaving: "Kustomization team/old"},
			&kustomizev1.Kustomization{ObjectMeta: metadata("team", "apps", nil)}, &kustomizev1.Kustomization{ObjectMeta: going(metadata("team", "old", nil))}),
		Entry("another Flux, which uses the same kinds", Use{Objects: "Deployment team/source-controller"},
			&appsv1.Deployment{ObjectMeta: controller("team")}),
		Entry("another client that applies the extension's Flux",
			Use{Taken: "an unknown manager (annotation kubectl.kubernetes.io/last-applied-configuration) applies Deployment flux-system/source-controller"},
			&appsv1.Deployment{ObjectMeta: applied(from("controllers", controller("flux-system")))}),
	)

	It("does not answer if the API server does not know a kind, as it may after its CustomResourceDefinition was created", func(ctx SpecContext) {
		_, c := surveyedShoot(kustomizationKind("v1"))
		unknown := interceptor.NewClient(c.(client.WithWatch), interceptor.Funcs{List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, opts ...client.ListOption) error {
			if list.GetObjectKind().GroupVersionKind().Kind == "KustomizationList" {
				return apierrors.NewNotFound(schema.GroupResource{Resource: "kustomizations"}, "")
			}
			return c.List(ctx, list, opts...)
		}})
		_, err := New(technicalID, unknown, nil).Use(ctx)
		Expect(err).To(MatchError(ContainSubstring("failed to list objects of kind Kustomization")))
	})

	DescribeTable("does not answer if it cannot list a kind",
		func(ctx SpecContext, message string, object client.Object) {
			s, _ := surveyedShoot(kustomizationKind("v1"), object)
			_, err := s.Use(ctx)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("without a served version", "the shoot does not serve these CustomResourceDefinitions, whose objects cannot be listed: gitrepositories.source.toolkit.fluxcd.io", func() client.Object {
			crd := gitRepositoryKind("v1").(*apiextensionsv1.CustomResourceDefinition)
			crd.Spec.Versions[0].Served = false
			return crd
		}()),
		Entry("that is not established", "cannot be listed: gitrepositories.source.toolkit.fluxcd.io", func() client.Object {
			crd := gitRepositoryKind("v1").(*apiextensionsv1.CustomResourceDefinition)
			crd.Status.Conditions = []apiextensionsv1.CustomResourceDefinitionCondition{{Type: apiextensionsv1.Established, Status: apiextensionsv1.ConditionFalse}}
			return crd
		}()),
	)
})
