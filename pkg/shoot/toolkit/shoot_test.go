// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

const (
	technicalID = "shoot--demo--only"

	ours     = "seed:shoot--demo--only/extension-shoot-flux-crds"
	fluxMark = "finalizers.fluxcd.io"
)

var root = types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}

// crd is the CustomResourceDefinition of a kind, created by the extension unless another origin is given.
func crd(group, kind, plural string, suspendable bool, origin string) *apiextensionsv1.CustomResourceDefinition {
	spec := apiextensionsv1.JSONSchemaProps{Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{}}
	if suspendable {
		spec.Properties["suspend"] = apiextensionsv1.JSONSchemaProps{Type: "boolean"}
	}
	object := &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: plural + "." + group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: group, Names: apiextensionsv1.CustomResourceDefinitionNames{Kind: kind, Plural: plural}, Scope: apiextensionsv1.NamespaceScoped,
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{
				{Name: "v1beta2", Served: false},
				{Name: "v1", Served: true, Storage: true, Schema: &apiextensionsv1.CustomResourceValidation{
					OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Properties: map[string]apiextensionsv1.JSONSchemaProps{"spec": spec}},
				}},
			},
		},
	}
	if origin != "" {
		object.Annotations = map[string]string{"resources.gardener.cloud/origin": origin, "resources.gardener.cloud/keep-object": "true"}
	}
	return object
}

func fluxKinds() []client.Object {
	return []client.Object{
		crd("source.toolkit.fluxcd.io", "GitRepository", "gitrepositories", true, ours),
		crd("kustomize.toolkit.fluxcd.io", "Kustomization", "kustomizations", true, ours),
		crd("notification.toolkit.fluxcd.io", "Provider", "providers", false, ours),
		crd("image.toolkit.fluxcd.io", "ImagePolicy", "imagepolicies", true, ""),
		crd("source.extensions.fluxcd.io", "ArtifactGenerator", "artifactgenerators", true, ours),
		crd("infra.contrib.fluxcd.io", "Terraform", "terraforms", true, ""),
		crd("example.com", "Widget", "widgets", true, ours),
	}
}

func object(group, kind, namespace, name string, change ...func(*unstructured.Unstructured)) *unstructured.Unstructured {
	o := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{}}}
	o.SetGroupVersionKind(schema.GroupVersionKind{Group: group, Version: "v1", Kind: kind})
	o.SetNamespace(namespace)
	o.SetName(name)
	o.SetFinalizers([]string{fluxMark, "example.com/other"})
	for _, c := range change {
		c(o)
	}
	return o
}

func kustomization(namespace, name string, change ...func(*unstructured.Unstructured)) *unstructured.Unstructured {
	return object("kustomize.toolkit.fluxcd.io", "Kustomization", namespace, name, change...)
}

func suspended(o *unstructured.Unstructured) {
	o.Object["spec"] = map[string]any{"suspend": true}
}

func leaving(o *unstructured.Unstructured) {
	now := metav1.Now()
	o.SetDeletionTimestamp(&now)
}

// resources is what a shoot's API server knows, with groups that it cannot list.
type resources struct {
	discovery.DiscoveryInterface
	unavailable []string
}

func (r resources) ServerGroups() (*metav1.APIGroupList, error) {
	list := &metav1.APIGroupList{}
	for _, group := range append([]string{""}, r.unavailable...) {
		version := metav1.GroupVersionForDiscovery{GroupVersion: schema.GroupVersion{Group: group, Version: "v1"}.String(), Version: "v1"}
		list.Groups = append(list.Groups, metav1.APIGroup{Name: group, Versions: []metav1.GroupVersionForDiscovery{version}, PreferredVersion: version})
	}
	return list, nil
}

func (r resources) ServerResourcesForGroupVersion(version string) (*metav1.APIResourceList, error) {
	if version != "v1" {
		return nil, errors.New("the server is currently unable to handle the request")
	}
	list := &metav1.APIResourceList{GroupVersion: version}
	for kind, verbs := range map[string]metav1.Verbs{"ConfigMap": {"list", "create"}, "ServiceAccount": {"list", "create"}, "Binding": {"create"}} {
		list.APIResources = append(list.APIResources, metav1.APIResource{Kind: kind, Name: kind, Namespaced: true, Verbs: verbs})
	}
	return list, nil
}

// shootWith is a shoot with these objects. It records what is written to it, in order.
func shootWith(unavailable []string, objects ...client.Object) (*Shoot, client.Client, *[]string) {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	Expect(corev1.AddToScheme(scheme)).To(Succeed())
	Expect(appsv1.AddToScheme(scheme)).To(Succeed())
	Expect(apiextensionsv1.AddToScheme(scheme)).To(Succeed())
	for _, kind := range append(fluxKinds(), crd("source.toolkit.fluxcd.io", "Bucket", "buckets", true, ours)) {
		of := kind.(*apiextensionsv1.CustomResourceDefinition).Spec
		version := schema.GroupVersionKind{Group: of.Group, Version: "v1", Kind: of.Names.Kind}
		scheme.AddKnownTypeWithName(version, &unstructured.Unstructured{})
		scheme.AddKnownTypeWithName(version.GroupVersion().WithKind(version.Kind+"List"), &unstructured.UnstructuredList{})
	}
	var mutex sync.Mutex
	written := &[]string{}
	c := fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).WithInterceptorFuncs(interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
			if key.Name == "" {
				return errors.New("resource name may not be empty") // The client of an API server refuses it so.
			}
			return c.Get(ctx, key, o, options...)
		},
		Patch: func(ctx context.Context, c client.WithWatch, o client.Object, patch client.Patch, options ...client.PatchOption) error {
			mutex.Lock()
			*written = append(*written, o.GetNamespace()+"/"+o.GetName())
			mutex.Unlock()
			return c.Patch(ctx, o, patch, options...)
		},
	}).Build()
	return New(technicalID, c, resources{unavailable: unavailable}), c, written
}

var _ = Describe("Suspend", func() {
	It("suspends all Flux objects, the root first, except those being deleted", func(ctx SpecContext) {
		widget := object("example.com", "Widget", "default", "widget")
		shoot, c, written := shootWith(nil, append(fluxKinds(),
			kustomization("apps", "first"), kustomization("flux-system", "flux-system"), kustomization("apps", "already", suspended), kustomization("apps", "leaving", leaving),
			object("source.toolkit.fluxcd.io", "GitRepository", "flux-system", "flux-system"),
			object("notification.toolkit.fluxcd.io", "Provider", "apps", "chat"),
			object("image.toolkit.fluxcd.io", "ImagePolicy", "apps", "policy"), object("source.extensions.fluxcd.io", "ArtifactGenerator", "apps", "generator"),
			object("infra.contrib.fluxcd.io", "Terraform", "apps", "of-another-project"), widget)...)
		Expect(shoot.Suspend(ctx, root)).To(Equal(5))
		Expect((*written)[:2]).To(Equal([]string{"flux-system/flux-system", "apps/first"}))
		Expect(*written).To(HaveLen(5))
		Expect(*written).NotTo(ContainElement("apps/of-another-project"))
		Expect(c.Get(ctx, client.ObjectKeyFromObject(widget), widget)).To(Succeed())
		Expect(widget.Object["spec"]).To(BeEmpty())

		By("nothing changes the second time")
		Expect(shoot.Suspend(ctx, root)).To(BeZero())
		Expect(*written).To(HaveLen(5))

		By("a parent has resumed an object")
		first := kustomization("apps", "first")
		Expect(c.Patch(ctx, first, client.RawPatch(types.MergePatchType, []byte(`{"spec":{"suspend":false}}`)))).To(Succeed())
		Expect(shoot.Suspend(ctx, root)).To(Equal(1))
	})

	It("suspends everything without a root Kustomization", func(ctx SpecContext) {
		s, _, written := shootWith(nil, append(fluxKinds(), kustomization("apps", "theirs"))...)
		Expect(s.Suspend(ctx, types.NamespacedName{})).To(Equal(1))
		Expect(*written).To(ConsistOf("apps/theirs"))
	})

	It("suspends all other objects if one fails, and names that one", func(ctx SpecContext) {
		_, c, _ := shootWith(nil, append(fluxKinds(), kustomization("apps", "refused"), kustomization("apps", "willing"),
			object("source.toolkit.fluxcd.io", "GitRepository", "flux-system", "flux-system"))...)
		refusing := interceptor.NewClient(c.(client.WithWatch), interceptor.Funcs{
			Patch: func(ctx context.Context, c client.WithWatch, o client.Object, patch client.Patch, options ...client.PatchOption) error {
				if o.GetName() == "refused" {
					return errors.New("denied by a webhook")
				}
				return c.Patch(ctx, o, patch, options...)
			},
		})
		suspended, err := New(technicalID, refusing, nil).Suspend(ctx, root)
		Expect(err).To(MatchError("failed to suspend Kustomization apps/refused in the shoot: denied by a webhook"))
		Expect(suspended).To(Equal(2))
	})

	It("suspends nothing in a shoot without Flux", func(ctx SpecContext) {
		shoot, _, _ := shootWith(nil)
		Expect(shoot.Suspend(ctx, root)).To(BeZero())
	})
})

var _ = Describe("DeleteBaseline", func() {
	It("deletes no Kustomization of another client that has its name", func(ctx SpecContext) {
		other := kustomization("flux-baseline", "flux-baseline")
		shoot, c, _ := shootWith(nil, append(fluxKinds(), other)...)
		Expect(shoot.DeleteBaseline(ctx, "flux-baseline", true)).To(BeEmpty())
		Expect(c.Get(ctx, client.ObjectKeyFromObject(other), other)).To(Succeed())
		Expect(other.GetDeletionTimestamp()).To(BeNil())
		Expect(other.Object["spec"]).NotTo(HaveKey("prune"))
	})

	It("waits for nothing in a shoot without Flux", func(ctx SpecContext) {
		shoot, _, _ := shootWith(nil)
		Expect(shoot.DeleteBaseline(ctx, "flux-baseline", true)).To(BeEmpty())
	})
})

var _ = Describe("Prune", func() {
	It("deletes only the root Kustomization, and waits for Flux", func(ctx SpecContext) {
		other := kustomization("apps", "other")
		shoot, c, _ := shootWith(nil, append(fluxKinds(), kustomization("flux-system", "flux-system"), other, kustomization("apps", "flux-system"))...)
		Expect(shoot.Prune(ctx, root)).To(Equal("Flux to delete the objects applied by Kustomization flux-system/flux-system"))
		Expect(shoot.Prune(ctx, root)).To(Equal("Flux to delete the objects applied by Kustomization flux-system/flux-system"), "it has finalizers")

		present := kustomization("flux-system", "flux-system")
		Expect(c.Get(ctx, root, present)).To(Succeed())
		present.SetFinalizers(nil)
		Expect(c.Update(ctx, present)).To(Succeed())
		Expect(shoot.Prune(ctx, root)).To(BeEmpty(), "what is left came from elsewhere")
		Expect(c.Get(ctx, client.ObjectKeyFromObject(other), other)).To(Succeed())
		Expect(other.GetDeletionTimestamp()).To(BeNil())
	})

	It("waits for the objects that the root Kustomization has applied, and names some", func(ctx SpecContext) {
		objects := fluxKinds()
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
			objects = append(objects, kustomization("apps", name, leaving))
		}
		shoot, _, _ := shootWith(nil, objects...)
		Expect(shoot.Prune(ctx, root)).To(Equal("Flux to delete the objects applied by Kustomization apps/a, Kustomization apps/b, Kustomization apps/c, Kustomization apps/d, Kustomization apps/e and 2 more"))
	})

	It("does not wait for a missing controller, which would never remove finalizers", func(ctx SpecContext) {
		of := func(component string, definition *apiextensionsv1.CustomResourceDefinition) client.Object {
			definition.Labels = map[string]string{"app.kubernetes.io/component": component}
			return definition
		}
		deployment := func(name string) client.Object {
			return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: name, Labels: map[string]string{"app.kubernetes.io/part-of": "flux"}}}
		}
		generator := object("source.extensions.fluxcd.io", "ArtifactGenerator", "apps", "generator", leaving)
		generator.SetFinalizers([]string{"source.extensions.fluxcd.io/finalizer"})
		waiting := kustomization("apps", "waiting", leaving)
		remaining := object("source.extensions.fluxcd.io", "ArtifactGenerator", "apps", "remaining")
		ofUser := object("image.toolkit.fluxcd.io", "ImagePolicy", "apps", "policy", leaving)
		shoot, c, _ := shootWith(nil, generator, waiting, remaining, ofUser, deployment("kustomize-controller"),
			of("kustomize-controller", crd("kustomize.toolkit.fluxcd.io", "Kustomization", "kustomizations", true, ours)),
			of("source-watcher", crd("source.extensions.fluxcd.io", "ArtifactGenerator", "artifactgenerators", true, ours)),
			of("image-reflector-controller", crd("image.toolkit.fluxcd.io", "ImagePolicy", "imagepolicies", true, "")))
		Expect(shoot.Prune(ctx, root)).To(Equal("Flux to delete the objects applied by Kustomization apps/waiting, ImagePolicy apps/policy"))
		Expect(apierrors.IsNotFound(c.Get(ctx, client.ObjectKeyFromObject(generator), generator))).To(BeTrue())
		for _, o := range []*unstructured.Unstructured{waiting, remaining, ofUser} {
			Expect(c.Get(ctx, client.ObjectKeyFromObject(o), o)).To(Succeed())
			Expect(o.GetFinalizers()).To(ContainElement(fluxMark), o.GetName()+": its controller runs, it is not being deleted, or another writer has created its kind")
		}
	})

	It("names foreign finalizers", func(ctx SpecContext) {
		held := kustomization("apps", "held", leaving)
		held.SetFinalizers([]string{"example.com/hook"})
		shoot, _, _ := shootWith(nil, append(fluxKinds(), held)...)
		Expect(shoot.Prune(ctx, root)).To(Equal("Flux to delete the objects applied by Kustomization apps/held (kept by finalizer example.com/hook)"))
	})

	It("names the shard of an object that waits for its controllers", func(ctx SpecContext) {
		sharded := kustomization("apps", "sharded", leaving)
		sharded.SetLabels(map[string]string{"sharding.fluxcd.io/key": "ghost", "team": "a"})
		shoot, _, _ := shootWith(nil, append(fluxKinds(), sharded)...)
		Expect(shoot.Prune(ctx, root)).To(Equal(`Flux to delete the objects applied by Kustomization apps/sharded (of shard "ghost")`))
	})

	It("waits for the user to resume a suspended root Kustomization, which would prune nothing", func(ctx SpecContext) {
		shoot, c, _ := shootWith(nil, append(fluxKinds(), kustomization("flux-system", "flux-system", suspended))...)
		Expect(shoot.Prune(ctx, root)).To(Equal("the user to resume Kustomization flux-system/flux-system, which is suspended and would prune nothing"))
		present := kustomization("flux-system", "flux-system")
		Expect(c.Get(ctx, root, present)).To(Succeed())
		Expect(present.GetDeletionTimestamp()).To(BeNil())
	})
})

var _ = Describe("UnblockDeletion", func() {
	It("removes Flux's finalizer and the annotation only from the extension's kinds", func(ctx SpecContext) {
		ofUser := object("image.toolkit.fluxcd.io", "ImagePolicy", "apps", "policy")
		own := kustomization("apps", "own")
		restored := crd("helm.toolkit.fluxcd.io", "HelmRelease", "helmreleases", true, "seed:shoot--demo--other/extension-shoot-flux-crds")
		shoot, c, _ := shootWith(nil, append(fluxKinds(), own, ofUser, restored, object("example.com", "Widget", "default", "widget"))...)
		known := []string{"gitrepositories.source.toolkit.fluxcd.io", "kustomizations.kustomize.toolkit.fluxcd.io"}
		Expect(shoot.UnblockDeletion(ctx, known)).To(Equal(Remaining{
			Definitions: "CustomResourceDefinition artifactgenerators.source.extensions.fluxcd.io, CustomResourceDefinition providers.notification.toolkit.fluxcd.io",
			Blocked:     "Kustomization apps/own (example.com/other)",
		}), "the object is named that keeps its CustomResourceDefinition, and its finalizer")
		Expect(shoot.UnblockDeletion(ctx, known)).To(HaveField("Definitions", BeEmpty()), "those that are known are gardener-resource-manager's to delete")

		Expect(c.Get(ctx, client.ObjectKeyFromObject(own), own)).To(Succeed())
		Expect(own.GetFinalizers()).To(Equal([]string{"example.com/other"}))
		Expect(c.Get(ctx, client.ObjectKeyFromObject(ofUser), ofUser)).To(Succeed())
		Expect(ofUser.GetFinalizers()).To(ContainElement(fluxMark), "another writer has created this kind")

		list := &apiextensionsv1.CustomResourceDefinitionList{}
		Expect(c.List(ctx, list)).To(Succeed())
		var kept, released []string
		for _, crd := range list.Items {
			if crd.Annotations["resources.gardener.cloud/keep-object"] == "true" || crd.Annotations == nil {
				kept = append(kept, crd.Name)
			} else {
				released = append(released, crd.Name)
			}
		}
		slices.Sort(released)
		Expect(released).To(Equal([]string{"gitrepositories.source.toolkit.fluxcd.io", "kustomizations.kustomize.toolkit.fluxcd.io"}))
		Expect(kept).To(ConsistOf("imagepolicies.image.toolkit.fluxcd.io", "terraforms.infra.contrib.fluxcd.io", "widgets.example.com", restored.Name),
			"the one that gardener-resource-manager does not know any more is deleted here, those of others stay")
	})
})

var _ = Describe("DeleteNamespace", func() {
	namespace := func(origin string) *corev1.Namespace {
		return &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "flux-system", Annotations: map[string]string{"resources.gardener.cloud/origin": origin}}}
	}
	byKubernetes := []client.Object{
		&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "kube-root-ca.crt"}},
		&corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "default"}},
	}

	DescribeTable("keeps a namespace that may be in use, and returns the reason",
		func(ctx SpecContext, origin string, unavailable []string, object client.Object, why string) {
			objects := append(slices.Clone(byKubernetes), namespace(origin))
			if object != nil {
				objects = append(objects, object)
			}
			shoot, c, _ := shootWith(unavailable, objects...)
			Expect(shoot.DeleteNamespace(ctx, "flux-system")).To(Equal(why))
			present := &corev1.Namespace{}
			Expect(c.Get(ctx, client.ObjectKey{Name: "flux-system"}, present)).To(Succeed())
		},
		Entry("namespace of another creator", "seed:shoot--demo--only/another", nil, nil, "namespace flux-system stays, because the extension did not create it"),
		Entry("namespace from the backup of another shoot", "seed:shoot--demo--other/extension-shoot-flux-crds", nil, nil, "namespace flux-system stays, because the extension did not create it"),
		Entry("namespace with an object of a user", ours, nil, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "mine"}}, "namespace flux-system stays, because it contains ConfigMap mine"),
		Entry("namespace with an unavailable API", ours, []string{"metrics.example.com"}, nil, "namespace flux-system stays, because it may contain objects of the unavailable API metrics.example.com/v1"),
	)

	It("keeps a namespace with an unlistable kind, and returns the reason", func(ctx SpecContext) {
		_, c, _ := shootWith(nil, append(slices.Clone(byKubernetes), namespace(ours))...)
		answer := apierrors.NewInternalError(errors.New("conversion webhook for example.com/v1, Kind=Widget failed:\n" + strings.Repeat("x", 10000)))
		failing := interceptor.NewClient(c.(client.WithWatch), interceptor.Funcs{
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				if list.GetObjectKind().GroupVersionKind().Kind == "ServiceAccountList" {
					return answer
				}
				return c.List(ctx, list, options...)
			},
		})
		why, err := New(technicalID, failing, resources{}).DeleteNamespace(ctx, "flux-system")
		Expect(err).NotTo(HaveOccurred())
		Expect(why).To(HavePrefix("namespace flux-system stays, because it may contain objects of kind ServiceAccount (v1) that cannot be listed: " +
			"Internal error occurred: conversion webhook for example.com/v1, Kind=Widget failed: xxx"))
		Expect(len(why)).To(BeNumerically("<", 500), "the API behind it may answer with anything")
		Expect(c.Get(ctx, client.ObjectKey{Name: "flux-system"}, &corev1.Namespace{})).To(Succeed())
	})

	It("returns an error if the shoot does not respond", func(ctx SpecContext) {
		_, c, _ := shootWith(nil, append(slices.Clone(byKubernetes), namespace(ours))...)
		down := false
		failing := interceptor.NewClient(c.(client.WithWatch), interceptor.Funcs{
			List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
				down = true
				return errors.New("connection refused")
			},
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				if down {
					return errors.New("connection refused")
				}
				return c.Get(ctx, key, object, options...)
			},
		})
		_, err := New(technicalID, failing, resources{}).DeleteNamespace(ctx, "flux-system")
		Expect(err).To(MatchError(ContainSubstring("connection refused")))
	})

	It("deletes a namespace with only Kubernetes' own objects, once", func(ctx SpecContext) {
		elsewhere := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "mine"}}
		shoot, c, _ := shootWith(nil, append(slices.Clone(byKubernetes), namespace(ours), elsewhere)...)
		Expect(shoot.DeleteNamespace(ctx, "flux-system")).To(BeEmpty())
		Expect(apierrors.IsNotFound(c.Get(ctx, client.ObjectKey{Name: "flux-system"}, &corev1.Namespace{}))).To(BeTrue())
		Expect(shoot.DeleteNamespace(ctx, "flux-system")).To(BeEmpty())
	})
})
