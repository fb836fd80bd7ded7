// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"context"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// surveyedShoot returns a shoot with these objects and the client to read them.
func surveyedShoot(objects ...client.Object) (*Shoot, client.Client) {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{kubernetesscheme.AddToScheme, apiextensionsv1.AddToScheme, kustomizev1.AddToScheme, sourcev1.AddToScheme} {
		Expect(add(scheme)).To(Succeed())
	}
	c := fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).Build()
	return New(technicalID, c, nil), c
}

func metadata(namespace, name string, labels map[string]string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Namespace: namespace, Name: name, Labels: labels}
}

func shippedKind(group, plural, kind string, stored ...string) client.Object {
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metadata("", plural+"."+group, map[string]string{"app.kubernetes.io/part-of": "flux"}),
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: group, Names: apiextensionsv1.CustomResourceDefinitionNames{Kind: kind, Plural: plural},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: "v1", Served: true, Storage: true}},
		},
		Status: apiextensionsv1.CustomResourceDefinitionStatus{StoredVersions: stored},
	}
}

// appliedBy are the labels of what a Kustomization has applied.
func appliedBy(namespace, name string) map[string]string {
	return map[string]string{
		"kustomize.toolkit.fluxcd.io/namespace": namespace, "kustomize.toolkit.fluxcd.io/name": name, "app.kubernetes.io/part-of": "flux",
	}
}

func nameOf(namespace, name string) types.NamespacedName {
	return types.NamespacedName{Namespace: namespace, Name: name}
}

func kustomizationKind(stored ...string) client.Object {
	return shippedKind("kustomize.toolkit.fluxcd.io", "kustomizations", "Kustomization", stored...)
}

func gitRepositoryKind(stored ...string) client.Object {
	return shippedKind("source.toolkit.fluxcd.io", "gitrepositories", "GitRepository", stored...)
}

var _ = Describe("Survey", func() {
	It("finds nothing in a new shoot, not even kinds", func(ctx SpecContext) {
		s, _ := surveyedShoot()
		Expect(s.Survey(ctx)).To(Equal(Survey{Stored: map[string][]string{}}))
	})

	It("finds only Flux's controllers", func(ctx SpecContext) {
		flux_ := map[string]string{"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.9.3"}
		s, _ := surveyedShoot(
			&appsv1.Deployment{ObjectMeta: metadata("gitops", "source-controller", flux_)},
			&appsv1.Deployment{ObjectMeta: metadata("gitops", "helm-controller", map[string]string{"app.kubernetes.io/part-of": "flux"})},
			&appsv1.Deployment{ObjectMeta: metadata("gitops", "dashboard", flux_)},
			&appsv1.Deployment{ObjectMeta: metadata("other", "source-controller", nil)},
		)
		survey, err := s.Survey(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(survey.Controllers).To(ConsistOf(
			flux.Controller{NamespacedName: nameOf("gitops", "source-controller"), Version: "v2.9.3"},
			flux.Controller{NamespacedName: nameOf("gitops", "helm-controller"), Version: ""},
		))
	})

	It("finds the controllers of shards, but no Deployments that only have such names", func(ctx SpecContext) {
		of := func(component string) map[string]string {
			return map[string]string{"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.9.3", "app.kubernetes.io/component": component}
		}
		s, _ := surveyedShoot(
			&appsv1.Deployment{ObjectMeta: metadata("gitops", "source-controller-shard1", of("source-controller"))},
			&appsv1.Deployment{ObjectMeta: metadata("gitops", "source-controller-exporter", of("exporter"))},
			&appsv1.Deployment{ObjectMeta: metadata("gitops", "notification-controller-shard1", of("notification-controller"))},
		)
		survey, err := s.Survey(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(survey.Controllers).To(ConsistOf(flux.Controller{NamespacedName: nameOf("gitops", "source-controller-shard1"), Version: "v2.9.3"}))
	})

	It("distinguishes roots from applied objects, and skips objects being deleted", func(ctx SpecContext) {
		going := &kustomizev1.Kustomization{ObjectMeta: metadata("flux-system", "going", nil)}
		going.DeletionTimestamp, going.Finalizers = &metav1.Time{Time: metav1.Now().Time}, []string{"finalizers.fluxcd.io"}
		s, _ := surveyedShoot(kustomizationKind("v1beta2", "v1"), gitRepositoryKind("v1"), going,
			&kustomizev1.Kustomization{ObjectMeta: metadata("flux-system", "main-ks", nil), Spec: kustomizev1.KustomizationSpec{Path: "./", TargetNamespace: "default"}},
			&kustomizev1.Kustomization{ObjectMeta: metadata("flux-system", "flux-system", appliedBy("flux-system", "flux-system")), Spec: kustomizev1.KustomizationSpec{Path: "./clusters/a"}},
			&kustomizev1.Kustomization{ObjectMeta: metadata("flux-system", "apps", appliedBy("flux-system", "flux-system"))},
			&sourcev1.GitRepository{ObjectMeta: metadata("flux-system", "main-gitrepo", nil), Spec: sourcev1.GitRepositorySpec{
				SecretRef: &fluxmeta.LocalObjectReference{Name: "flux-source"}, Suspend: true}},
		)
		survey, err := s.Survey(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(survey.Kustomizations).To(ConsistOf(
			Kustomization{NamespacedName: nameOf("flux-system", "main-ks"), Version: "v1", Path: "./", TargetNamespace: "default", IsRoot: true},
			Kustomization{NamespacedName: nameOf("flux-system", "flux-system"), Version: "v1", Path: "./clusters/a", IsRoot: true},
			Kustomization{NamespacedName: nameOf("flux-system", "apps"), Version: "v1"},
		))
		Expect(survey.Sources).To(ConsistOf(Source{NamespacedName: nameOf("flux-system", "main-gitrepo"), Kind: "GitRepository", Version: "v1", Secret: "flux-source", Suspended: true}))
		Expect(survey.Stored).To(Equal(map[string][]string{
			"kustomizations.kustomize.toolkit.fluxcd.io": {"v1beta2", "v1"}, "gitrepositories.source.toolkit.fluxcd.io": {"v1"},
		}))
	})
})

var _ = Describe("Object", func() {
	root := func() *kustomizev1.Kustomization {
		return &kustomizev1.Kustomization{ObjectMeta: metadata("flux-system", "flux-system", nil), Spec: kustomizev1.KustomizationSpec{NamePrefix: "team-"}}
	}
	kind := kustomizev1.GroupVersion.WithKind("Kustomization")

	It("returns the whole object", func(ctx SpecContext) {
		s, _ := surveyedShoot(root())
		object, err := s.Object(ctx, kind, nameOf("flux-system", "flux-system"))
		Expect(err).NotTo(HaveOccurred())
		Expect(object.Object).To(HaveKeyWithValue("spec", HaveKeyWithValue("namePrefix", "team-")))
	})

	It("returns nil for a missing object and one being deleted", func(ctx SpecContext) {
		going := root()
		going.DeletionTimestamp, going.Finalizers = &metav1.Time{Time: metav1.Now().Time}, []string{"finalizers.fluxcd.io"}
		s, _ := surveyedShoot(going)
		for _, name := range []string{"flux-system", "other"} {
			object, err := s.Object(ctx, kind, nameOf("flux-system", name))
			Expect(err).NotTo(HaveOccurred())
			Expect(object).To(BeNil(), name)
		}
	})

	It("returns an error for a missing kind", func(ctx SpecContext) {
		_, c := surveyedShoot(root())
		failing := interceptor.NewClient(c.(client.WithWatch), interceptor.Funcs{Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			return &meta.NoKindMatchError{GroupKind: kind.GroupKind()}
		}})
		s := New(technicalID, failing, nil)
		_, err := s.Object(ctx, kind, nameOf("flux-system", "flux-system"))
		Expect(err).To(MatchError(ContainSubstring("failed to read Kustomization flux-system/flux-system of the shoot")))
	})
})

var _ = Describe("Protect", func() {
	It("protects only Flux objects that a Kustomization applied", func(ctx SpecContext) {
		owned := kustomizationKind()
		owned.SetLabels(appliedBy("flux-system", "flux-system"))
		installed := gitRepositoryKind()
		root := &kustomizev1.Kustomization{ObjectMeta: metadata("flux-system", "flux-system", appliedBy("flux-system", "flux-system"))}
		child := &kustomizev1.Kustomization{ObjectMeta: metadata("flux-system", "apps", appliedBy("flux-system", "flux-system"))}
		namespace := &corev1.Namespace{ObjectMeta: metadata("", "flux-system", appliedBy("flux-system", "flux-system"))}
		workload := &appsv1.Deployment{ObjectMeta: metadata("default", "app", map[string]string{"kustomize.toolkit.fluxcd.io/name": "flux-system"})}
		absent := &sourcev1.GitRepository{ObjectMeta: metadata("flux-system", "flux-system", nil)}
		s, c := surveyedShoot(owned, installed, root, child, namespace, workload)
		for _, o := range []client.Object{root, absent} {
			kinds, _, err := c.Scheme().ObjectKinds(o)
			Expect(err).NotTo(HaveOccurred())
			o.GetObjectKind().SetGroupVersionKind(kinds[0])
		}
		for range 2 { // It can be repeated.
			Expect(s.Protect(ctx, root, absent)).To(Succeed())
		}

		for _, o := range []client.Object{owned, namespace, root} {
			Expect(c.Get(ctx, client.ObjectKeyFromObject(o), o)).To(Succeed())
			Expect(o.GetAnnotations()).To(HaveKeyWithValue("kustomize.toolkit.fluxcd.io/prune", "disabled"), o.GetName())
		}
		for _, o := range []client.Object{installed, child, workload} {
			Expect(c.Get(ctx, client.ObjectKeyFromObject(o), o)).To(Succeed())
			Expect(o.GetAnnotations()).To(BeEmpty(), o.GetName())
		}
	})
})

var _ = Describe("AllowCleanup", func() {
	It("removes the label only from the extension's objects", func(ctx SpecContext) {
		const label, origin = "shoot.gardener.cloud/no-cleanup", "resources.gardener.cloud/origin"
		labelled := func(object client.Object, by string) client.Object {
			object.SetLabels(map[string]string{label: "true", "app.kubernetes.io/part-of": "flux"})
			object.SetAnnotations(map[string]string{origin: "seed:shoot--demo--only/" + by})
			return object
		}
		ours := labelled(&appsv1.Deployment{ObjectMeta: metadata("flux-system", "source-controller", nil)}, "extension-shoot-flux-controllers")
		kind := labelled(shippedKind("source.toolkit.fluxcd.io", "gitrepositories", "GitRepository"), "extension-shoot-flux-crds")
		gardeners := labelled(&appsv1.Deployment{ObjectMeta: metadata("kube-system", "coredns", nil)}, "shoot-core-coredns")
		shoot, c := surveyedShoot(ours, kind, gardeners)
		for range 2 {
			Expect(shoot.AllowCleanup(ctx)).To(Succeed())
			for _, object := range []client.Object{ours, kind} {
				Expect(c.Get(ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
				Expect(object.GetLabels()).To(Equal(map[string]string{"app.kubernetes.io/part-of": "flux"}))
			}
			Expect(c.Get(ctx, client.ObjectKeyFromObject(gardeners), gardeners)).To(Succeed())
			Expect(gardeners.GetLabels()).To(HaveKey(label))
		}
	})
})

var _ = Describe("AllowCleanup without apps/v1", func() {
	It("succeeds, because the API server of a Shoot without workers does not serve Deployments", func(ctx SpecContext) {
		_, c := surveyedShoot()
		withWatch, _ := c.(client.WithWatch)
		withoutApps := interceptor.NewClient(withWatch, interceptor.Funcs{
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				if list.GetObjectKind().GroupVersionKind().Group == appsv1.GroupName {
					return &apierrors.StatusError{ErrStatus: metav1.Status{Reason: metav1.StatusReasonNotFound, Message: "the server could not find the requested resource"}}
				}
				return c.List(ctx, list, options...)
			},
		})
		Expect(New(technicalID, withoutApps, nil).AllowCleanup(ctx)).To(Succeed())
	})
})

var _ = Describe("FluxObjects", func() {
	git := func(change func(*sourcev1.GitRepository)) *sourcev1.GitRepository {
		source := &sourcev1.GitRepository{ObjectMeta: metadata("flux-system", "infra", nil), Spec: sourcev1.GitRepositorySpec{URL: "https://git.example.com/o/r"}}
		if change != nil {
			change(source)
		}
		return source
	}
	known := shippedKind("source.toolkit.fluxcd.io", "gitrepositories", "GitRepository", "v1")
	kind := sourcev1.GroupVersion.WithKind("GitRepository").GroupKind()

	DescribeTable("returns objects with their ManagedResource",
		func(ctx SpecContext, origin, want string) {
			s, _ := surveyedShoot(known, git(func(source *sourcev1.GitRepository) {
				if origin != "" {
					source.Annotations = map[string]string{"resources.gardener.cloud/origin": origin}
				}
			}))
			infra := Reference{GroupKind: kind, NamespacedName: nameOf("flux-system", "infra")}
			found, err := s.FluxObjects(ctx, []Reference{{GroupKind: kind, NamespacedName: nameOf("flux-system", "other")}, infra})
			Expect(err).NotTo(HaveOccurred())
			Expect(found).To(HaveLen(1))
			Expect(found[infra].Object).To(HaveKeyWithValue("spec", HaveKeyWithValue("url", "https://git.example.com/o/r")))
			Expect(found[infra].Origin).To(Equal(want))
		},
		Entry("ManagedResource of the extension", "seed:"+technicalID+"/extension-shoot-flux-config", "extension-shoot-flux-config"),
		Entry("object of another creator", "", ""),
		Entry("object from another shoot", "seed:shoot--other--one/extension-shoot-flux-config", ""),
	)

	DescribeTable("omits missing objects",
		func(ctx SpecContext, of schema.GroupKind, name string) {
			s, _ := surveyedShoot(known, git(nil))
			Expect(s.FluxObjects(ctx, []Reference{{GroupKind: of, NamespacedName: nameOf("flux-system", name)}})).To(BeEmpty())
		},
		Entry("another name", kind, "other"),
		Entry("kind that the shoot does not have", sourcev1.GroupVersion.WithKind("HelmRepository").GroupKind(), "infra"),
	)
})
