// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
)

// resourceManagerFinalizer is the finalizer of gardener-resource-manager.
const resourceManagerFinalizer = "resources.gardener.cloud/gardener-resource-manager"

// manifests decodes and keeps the content of ManagedResources: that of Flux is long, and the same in all shoots.
type manifests struct {
	mutex sync.Mutex
	known map[string][]*unstructured.Unstructured
}

func (m *manifests) decode(packed []byte) []*unstructured.Unstructured {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if found, has := m.known[string(packed)]; has {
		return found
	}
	text, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		panic(fmt.Errorf("the content of a ManagedResource cannot be decompressed: %w", err))
	}
	var objects []*unstructured.Unstructured
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), len(text))
	for {
		content := object{}
		if err := decoder.Decode(&content); err == io.EOF { //nolint:errorlint // the decoder does not wrap it
			break
		} else if err != nil {
			panic(fmt.Errorf("the content of a ManagedResource cannot be decoded: %w", err))
		}
		if len(content) > 0 {
			objects = append(objects, unstructuredOf(content))
		}
	}
	m.known[string(packed)] = objects
	return objects
}

// manageResources applies the ManagedResources of a shoot like gardener-resource-manager: after a time, it creates and
// updates their objects, and deletes those that they no longer have.
func (s *shoot) manageResources() {
	seed := s.world.seeds[s.seed]
	resources := seed.of(resourcesv1alpha1.SchemeGroupVersion.Group, "managedresources")
	last, compares := seed.last(resources), s.isToCompare()
	if s.managed == (managed{s.seed, last}) && !compares {
		return
	}
	all, _ := seed.list(resources, s.technicalID)
	isDone := true
	for _, found := range all {
		key := keyOf(found.object)
		isDeleting, isIgnored := found.object.GetDeletionTimestamp() != nil, found.object.GetAnnotations()[resourcesv1alpha1.Ignore] == "true"
		operation := found.object.GetAnnotations()["gardener.cloud/operation"]
		observed, _, _ := unstructured.NestedInt64(found.object.Object, "status", "observedGeneration")
		if isIgnored && !isDeleting || observed == found.object.GetGeneration() && !isDeleting && operation == "" && !compares && s.applying[key.Name] == nil {
			continue
		}
		isDone = false
		if s.applying[key.Name] == nil {
			due := time.Now().Add(duration(s.world.chance.of("resource manager "+s.id()+key.Name), 2*time.Second))
			s.applying[key.Name] = &due
			continue
		}
		if time.Now().Before(*s.applying[key.Name]) {
			continue
		}
		delete(s.applying, key.Name)
		if isDeleting {
			s.removeResource(seed, found.object)
			continue
		}
		s.applyResource(seed, found.object)
	}
	if isDone {
		s.managed = managed{s.seed, last}
	}
}

// managed is the number of the last change of the ManagedResources of a seed.
type managed struct {
	seed string
	last int64
}

func (s *shoot) applyResource(seed *store, resource *unstructured.Unstructured) {
	of, key := seed.of(resourcesv1alpha1.SchemeGroupVersion.Group, "managedresources"), keyOf(resource)
	content := read[resourcesv1alpha1.ManagedResource](resource)
	applied := map[string]bool{}
	origin := "garden:" + key.Namespace + "/" + key.Name
	for _, reference := range content.Spec.SecretRefs {
		secret, err := seed.get(seed.of("", "secrets"), types.NamespacedName{Namespace: key.Namespace, Name: reference.Name})
		if err != nil {
			return
		}
		packed := read[struct {
			Data map[string][]byte `json:"data"`
		}](secret.object).Data[resourcesv1alpha1.CompressedDataKey]
		for _, wanted := range s.world.manifests.decode(packed) {
			if !s.applyObject(wanted, origin) {
				return // Its kind is not served yet: it is tried again.
			}
			applied[idOf(wanted)] = true
		}
	}
	for _, before := range content.Status.Resources {
		id := strings.Join([]string{before.APIVersion, before.Kind, before.Namespace, before.Name}, "|")
		if !applied[id] {
			s.removeObject(id)
		}
	}
	edit(seed, of, key, write{}, func(o *unstructured.Unstructured) {
		annotations := o.GetAnnotations()
		delete(annotations, "gardener.cloud/operation")
		o.SetAnnotations(annotations)
		if !slices.Contains(o.GetFinalizers(), resourceManagerFinalizer) {
			o.SetFinalizers(append(o.GetFinalizers(), resourceManagerFinalizer))
		}
	})
	edit(seed, of, key, write{status: true}, func(o *unstructured.Unstructured) {
		var references []any
		for _, id := range slices.Sorted(maps.Keys(applied)) {
			parts := strings.Split(id, "|")
			references = append(references, object{"apiVersion": parts[0], "kind": parts[1], "namespace": parts[2], "name": parts[3]})
		}
		now := time.Now().UTC().Format(time.RFC3339)
		var conditions []any
		for _, condition := range []struct{ kind, status string }{{"ResourcesApplied", "True"}, {"ResourcesHealthy", "True"}, {"ResourcesProgressing", "False"}} {
			conditions = append(conditions, object{
				"type": condition.kind, "status": condition.status, "reason": "Simulated", "message": "All resources are applied.", "lastTransitionTime": now, "lastUpdateTime": now,
			})
		}
		o.Object["status"] = object{"observedGeneration": resource.GetGeneration(), "conditions": conditions, "resources": references}
	})
}

func (s *shoot) removeResource(seed *store, resource *unstructured.Unstructured) {
	content := read[resourcesv1alpha1.ManagedResource](resource)
	if content.Spec.KeepObjects == nil || !*content.Spec.KeepObjects {
		for _, before := range content.Status.Resources {
			s.removeObject(strings.Join([]string{before.APIVersion, before.Kind, before.Namespace, before.Name}, "|"))
		}
	}
	edit(seed, seed.of(resourcesv1alpha1.SchemeGroupVersion.Group, "managedresources"), keyOf(resource), write{}, func(o *unstructured.Unstructured) {
		o.SetFinalizers(slices.DeleteFunc(o.GetFinalizers(), func(name string) bool { return name == resourceManagerFinalizer }))
	})
}

func idOf(o *unstructured.Unstructured) string {
	return strings.Join([]string{o.GetAPIVersion(), o.GetKind(), o.GetNamespace(), o.GetName()}, "|")
}

// resourceOf returns the resource of a kind in the shoot, which begins to serve it if it is not one of Flux.
func (s *shoot) resourceOf(o *unstructured.Unstructured) *resource {
	gvk := o.GroupVersionKind()
	plural, _ := meta.UnsafeGuessKindToResource(gvk)
	if found := s.api.of(gvk.Group, plural.Resource); found != nil || strings.HasSuffix(gvk.Group, ".fluxcd.io") {
		return found
	}
	s.api.serve(&kind{GroupVersionKind: gvk, Resource: plural.Resource, Namespaced: o.GetNamespace() != ""})
	return s.api.of(gvk.Group, plural.Resource)
}

// applyObject creates or updates an object in the shoot. It keeps annotations and labels of others, and the status. It
// returns false if the shoot does not serve the kind yet.
func (s *shoot) applyObject(wanted *unstructured.Unstructured, origin string) bool {
	r := s.resourceOf(wanted)
	if r == nil {
		return false
	}
	wanted = wanted.DeepCopy()
	annotations := wanted.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[resourcesv1alpha1.OriginAnnotation] = origin
	wanted.SetAnnotations(annotations)
	s.finish(wanted)
	if _, err := s.api.create(r, wanted.DeepCopy(), write{}); err == nil {
		s.afterApply(r, wanted)
		return true
	}
	edit(s.api, r, keyOf(wanted), write{}, func(o *unstructured.Unstructured) {
		merged := wanted.DeepCopy()
		merged.Object["metadata"] = o.DeepCopy().Object["metadata"]
		labels, annotations := o.GetLabels(), o.GetAnnotations()
		if labels == nil {
			labels = map[string]string{}
		}
		if annotations == nil {
			annotations = map[string]string{}
		}
		maps.Copy(labels, wanted.GetLabels())
		maps.Copy(annotations, wanted.GetAnnotations())
		if o.Object["status"] != nil {
			merged.Object["status"] = o.Object["status"]
		}
		o.Object = merged.Object
		o.SetLabels(labels)
		o.SetAnnotations(annotations)
	})
	s.afterApply(r, wanted)
	return true
}

// finish completes an object as the API server and other controllers do.
func (*shoot) finish(o *unstructured.Unstructured) {
	if o.GetKind() == "CustomResourceDefinition" {
		delete(o.Object, "status")
	}
}

// afterApply lets other controllers of the shoot do their part.
func (s *shoot) afterApply(r *resource, o *unstructured.Unstructured) {
	switch o.GetKind() {
	case "CustomResourceDefinition":
		group, _, _ := unstructured.NestedString(o.Object, "spec", "group")
		plural, _, _ := unstructured.NestedString(o.Object, "spec", "names", "plural")
		name, _, _ := unstructured.NestedString(o.Object, "spec", "names", "kind")
		versions, _, _ := unstructured.NestedSlice(o.Object, "spec", "versions")
		var stored []any
		for _, each := range versions {
			if version := each.(object); version["storage"] == true { //nolint:forcetypeassert // it is a list of objects
				served := &kind{Resource: plural, Namespaced: true, Status: true}
				served.Group, served.Version, served.Kind = group, version["name"].(string), name //nolint:forcetypeassert // it is a text
				s.api.serve(served)
				stored = append(stored, version["name"])
			}
		}
		edit(s.api, r, keyOf(o), write{status: true}, func(o *unstructured.Unstructured) {
			o.Object["status"] = object{"storedVersions": stored, "conditions": []any{
				object{"type": "Established", "status": "True", "reason": "InitialNamesAccepted", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z"},
				object{"type": "NamesAccepted", "status": "True", "reason": "NoConflicts", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z"},
			}}
		})
	case "Deployment":
		edit(s.api, r, keyOf(o), write{status: true}, func(o *unstructured.Unstructured) {
			o.Object["status"] = object{"observedGeneration": o.GetGeneration(), "replicas": int64(1), "updatedReplicas": int64(1), "readyReplicas": int64(1), "availableReplicas": int64(1)}
		})
	}
}

func (s *shoot) removeObject(id string) {
	parts := strings.Split(id, "|")
	removed := &unstructured.Unstructured{Object: object{"apiVersion": parts[0], "kind": parts[1]}}
	removed.SetNamespace(parts[2])
	removed.SetName(parts[3])
	r := s.resourceOf(removed)
	if r == nil {
		return
	}
	found, err := s.api.get(r, keyOf(removed))
	if err != nil || found.object.GetAnnotations()[resourcesv1alpha1.KeepObject] == "true" {
		return
	}
	_, _ = s.api.delete(r, keyOf(removed), nil) // It may be gone.
}

// edit changes an object if it exists.
func edit(s *store, r *resource, key types.NamespacedName, w write, change func(*unstructured.Unstructured)) bool {
	_, err := s.update(r, key, w, func(o *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		change(o)
		return o, nil
	})
	return err == nil
}
