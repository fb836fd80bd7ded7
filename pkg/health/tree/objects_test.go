// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
)

var (
	now  = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	sync = observe.Sync{SourceKind: "GitRepository", Source: named("flux-system/flux-system"), Root: named("flux-system/flux-system")}
)

// ago is a time in the form of an object.
func ago(d time.Duration) string { return now.Add(-d).Format(time.RFC3339) }

func named(name string) types.NamespacedName {
	namespace, name, _ := strings.Cut(name, "/")
	return types.NamespacedName{Namespace: namespace, Name: name}
}

func kinds() []schema.GroupVersionKind {
	of := func(group, version string, names ...string) []schema.GroupVersionKind {
		var all []schema.GroupVersionKind
		for _, name := range names {
			all = append(all, schema.GroupVersionKind{Group: group + ".fluxcd.io", Version: version, Kind: name})
		}
		return all
	}
	var all []schema.GroupVersionKind
	all = append(all, of("source.toolkit", "v1", "GitRepository", "OCIRepository", "HelmRepository", "HelmChart", "Bucket", "ExternalArtifact")...)
	all = append(all, of("kustomize.toolkit", "v1", "Kustomization")...)
	all = append(all, of("helm.toolkit", "v2", "HelmRelease")...)
	all = append(all, of("notification.toolkit", "v1beta3", "Alert", "Provider")...)
	all = append(all, of("image.toolkit", "v1", "ImageRepository", "ImagePolicy")...)
	return append(all, of("source.extensions", "v1beta1", "ArtifactGenerator")...)
}

// option changes an object.
type option func(*unstructured.Unstructured)

// object is one of Flux's objects, or a workload, which is ready for an hour.
func object(kind, name string, options ...option) *unstructured.Unstructured {
	o := &unstructured.Unstructured{Object: map[string]any{}}
	for _, known := range append(kinds(), tree.Workloads()...) {
		if known.Kind == kind {
			o.SetGroupVersionKind(known)
		}
	}
	Expect(o.GetKind()).NotTo(BeEmpty(), kind)
	o.SetNamespace(named(name).Namespace)
	o.SetName(named(name).Name)
	o.SetGeneration(1)
	set("metadata.creationTimestamp", ago(24*time.Hour))(o)
	ready("True", "Succeeded", "fine", time.Hour)(o)
	for _, change := range options {
		change(o)
	}
	return o
}

// set sets a field.
func set(path string, value any) option {
	return func(o *unstructured.Unstructured) {
		Expect(unstructured.SetNestedField(o.Object, value, strings.Split(path, ".")...)).To(Succeed())
	}
}

// ready sets condition Ready, about the present generation.
func ready(status, reason, message string, since time.Duration) option {
	return func(o *unstructured.Unstructured) {
		set("status.observedGeneration", o.GetGeneration())(o)
		set("status.conditions", []any{map[string]any{
			"type": "Ready", "status": status, "reason": reason, "message": message, "lastTransitionTime": ago(since), "observedGeneration": o.GetGeneration(),
		}})(o)
	}
}

// delivered is an object that gardener-resource-manager has created for the extension.
func delivered(o *unstructured.Unstructured) {
	o.SetAnnotations(map[string]string{"resources.gardener.cloud/origin": "seed:shoot--demo--only/extension-shoot-flux-config"})
}

// unreported takes all away that is reported.
func unreported(o *unstructured.Unstructured) { delete(o.Object, "status") }

// by sets the labels of what has applied an object.
func by(kind, name string) option {
	return func(o *unstructured.Unstructured) {
		group := map[string]string{"Kustomization": "kustomize", "HelmRelease": "helm"}[kind] + ".toolkit.fluxcd.io"
		o.SetLabels(map[string]string{group + "/name": named(name).Name, group + "/namespace": named(name).Namespace})
	}
}

// dependsOn sets what it depends on.
func dependsOn(names ...string) option {
	var all []any
	for _, name := range names {
		all = append(all, map[string]any{"namespace": named(name).Namespace, "name": named(name).Name})
	}
	return set("spec.dependsOn", all)
}

// from sets the source.
func from(kind, name string) option {
	return set("spec.sourceRef", map[string]any{"kind": kind, "namespace": named(name).Namespace, "name": named(name).Name})
}

// artifact sets the artifact that a source has.
func artifact(revision string, since time.Duration) option {
	return set("status.artifact", map[string]any{"revision": revision, "digest": "sha256:" + revision, "url": "http://source-controller/" + revision, "lastUpdateTime": ago(since)})
}

// generatedFrom sets the source of an ArtifactGenerator, and with which revision of it source-watcher is done.
func generatedFrom(repository, revision string) option {
	return func(o *unstructured.Unstructured) {
		set("spec.sources", []any{map[string]any{"alias": "in", "kind": "GitRepository", "name": repository}})(o)
		taken := fmt.Sprintf("in=[digest=sha256:%s,revision=%s,url=http://source-controller/%s]", revision, revision, revision)
		set("status.observedSourcesDigest", fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(taken))))(o)
	}
}

// managedBy sets who has suspended an object.
func managedBy(manager string) option {
	return func(o *unstructured.Unstructured) {
		o.SetManagedFields([]metav1.ManagedFieldsEntry{{Manager: manager, Operation: metav1.ManagedFieldsOperationApply, APIVersion: "v1", FieldsType: "FieldsV1", FieldsV1: metav1.NewFieldsV1(`{"f:spec":{"f:suspend":{}}}`)}})
	}
}

// source and root are those of every shoot here.
func source(options ...option) *unstructured.Unstructured {
	return object("GitRepository", "flux-system/flux-system", append([]option{set("status.artifact", map[string]any{"revision": "main@sha1:1", "lastUpdateTime": ago(time.Hour)})}, options...)...)
}

func root(options ...option) *unstructured.Unstructured {
	return object("Kustomization", "flux-system/flux-system", append([]option{from("GitRepository", "flux-system/flux-system"), set("status.lastAppliedRevision", "main@sha1:1")}, options...)...)
}

// shootWith is a shoot with source, root and these objects.
func shootWith(objects ...*unstructured.Unstructured) client.WithWatch {
	return shootOf(append(objects, source(), root())...)
}

func shootOf(objects ...*unstructured.Unstructured) client.WithWatch {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, appsv1.AddToScheme, batchv1.AddToScheme} {
		Expect(add(scheme)).To(Succeed())
	}
	for _, kind := range kinds() {
		scheme.AddKnownTypeWithName(kind, &unstructured.Unstructured{})
		scheme.AddKnownTypeWithName(kind.GroupVersion().WithKind(kind.Kind+"List"), &unstructured.UnstructuredList{})
	}
	builder := fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields()
	for _, o := range objects {
		builder = builder.WithObjects(o)
	}
	return builder.Build()
}
