// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime/schema"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// scope are the namespaces of the projects that are observed; nil for all.
type scope map[string]bool

func newScope(namespaces []string) scope {
	if len(namespaces) == 0 {
		return nil
	}
	s := scope{}
	for _, namespace := range namespaces {
		s[namespace] = true
	}
	return s
}

// has returns whether the project with this namespace is observed.
func (s scope) has(namespace string) bool { return s == nil || s[namespace] }

// resource is a resource that a cluster is observed for.
type resource struct {
	schema.GroupVersionResource
	// fields selects objects; empty for all.
	fields string
	// kind is the kind of the objects if only their metadata is requested; empty otherwise.
	kind string
	// strip removes what must not be kept from each object; it may be nil.
	strip func(*unstructured.Unstructured)
}

// observedResource is a resource with the facts in its objects.
type observedResource struct {
	resource
	decode func(*unstructured.Unstructured) []history.Fact
	// steady is true for objects that need no confirmation.
	steady     bool
	seen, gone func(*unstructured.Unstructured)
}

func of(group, version, name string) resource {
	return resource{GroupVersionResource: schema.GroupVersionResource{Group: group, Version: version, Resource: name}}
}

func (r resource) named(name string) resource {
	r.fields = fields.OneTermEqualSelector("metadata.name", name).String()
	return r
}

func (r resource) in(namespace string) resource {
	r.fields = fields.OneTermEqualSelector("metadata.namespace", namespace).String()
	return r
}

func (r resource) metadata(kind string) resource {
	r.kind = kind
	return r
}

// secrets are the Secrets of a cluster, of which nothing but fingerprints of public keys is kept.
func secrets() resource {
	r := of("", "v1", "secrets")
	r.strip = stripSecret
	return r
}

func (r *recorder) gardenResources() []observedResource {
	return []observedResource{
		{resource: of("", "v1", "configmaps"), decode: r.scope.configMapFacts},
		{resource: of("core.gardener.cloud", "v1beta1", "shoots"), decode: r.scope.shootFacts, seen: r.seeShoot, gone: r.missShoot},
		{resource: of("core.gardener.cloud", "v1beta1", "seeds"), decode: seedFacts},
		{resource: of("events.k8s.io", "v1", "events"), decode: r.scope.eventFacts, steady: true},
		{resource: secrets().named(fluxv1alpha1.DeployKeySecretName), decode: r.scope.deployKeyFacts},
		{resource: secrets().named(fluxv1alpha1.SourceKeysSecretName), decode: r.scope.deployKeyFacts},
	}
}

func (r *recorder) seedResources(seed string) []observedResource {
	return []observedResource{
		{resource: of("extensions.gardener.cloud", "v1alpha1", "extensions"), decode: r.scope.extensionFacts(seed)},
		{resource: of("resources.gardener.cloud", "v1alpha1", "managedresources"), decode: r.scope.managedResourceFacts(seed)},
		{resource: of("", "v1", "configmaps").named(seedConfigName), decode: operatorFacts("seed " + seed)},
		{resource: of("", "v1", "configmaps").named(admissionConfigName), decode: operatorFacts("admission", "garden-controller")},
	}
}

func shootResources(observer *shootObserver) []observedResource {
	observed := []observedResource{
		{resource: of("apps", "v1", "deployments"), decode: observer.deploymentFacts},
		{resource: secrets().in(fluxv1alpha1.FluxNamespace), decode: observer.secretFacts},
	}
	for _, flux := range []resource{
		of("kustomize.toolkit.fluxcd.io", "v1", "kustomizations"), of("source.toolkit.fluxcd.io", "v1", "gitrepositories"), of("source.toolkit.fluxcd.io", "v1", "ocirepositories"),
		of("source.toolkit.fluxcd.io", "v1", "buckets"), of("helm.toolkit.fluxcd.io", "v2", "helmreleases"),
	} {
		observed = append(observed, observedResource{resource: flux, decode: observer.fluxFacts})
	}
	for _, other := range []resource{
		of("", "v1", "namespaces").metadata("Namespace"), of("", "v1", "persistentvolumeclaims").metadata("PersistentVolumeClaim"),
		of("", "v1", "persistentvolumes").metadata("PersistentVolume"), of("", "v1", "configmaps").metadata("ConfigMap"),
		of("apiextensions.k8s.io", "v1", "customresourcedefinitions").metadata("CustomResourceDefinition"),
	} {
		observed = append(observed, observedResource{resource: other, decode: observer.objectFacts})
	}
	return observed
}
