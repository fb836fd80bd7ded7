// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
)

// document is an object of a file.
type document = *unstructured.Unstructured

// Identity identifies an object.
type Identity struct{ Group, Kind, Namespace, Name string }

// String returns Kind[.group] [namespace/]name.
func (i Identity) String() string {
	text := i.Kind
	if i.Group != "" {
		text += "." + i.Group
	}
	text += " "
	if i.Namespace != "" {
		text += i.Namespace + "/"
	}
	return text + i.Name
}

// found is an object of the cluster.
type found struct {
	uid         types.UID
	version     string
	terminating bool
	// content is the object without its status, and without what the API server and Flux write.
	content  string
	resource schema.GroupVersionResource
}

type objects map[Identity]found

// unwatched are resources that trials do not compare.
func unwatched(resource schema.GroupResource) bool {
	switch resource.Group {
	case "events.k8s.io", "coordination.k8s.io", "flowcontrol.apiserver.k8s.io", "apiregistration.k8s.io", "discovery.k8s.io", "certificates.k8s.io", "internal.apiserver.k8s.io", "storagemigration.k8s.io":
		return true
	}
	return resource.Group == "" && slices.Contains([]string{"events", "componentstatuses", "endpoints", "nodes"}, resource.Resource)
}

// made reports whether controllers of Kubernetes make the object.
func made(id Identity) bool {
	return id.Kind == "ServiceAccount" && (id.Name == "default" || id.Namespace == metav1.NamespaceSystem) || id.Kind == "ConfigMap" && id.Name == "kube-root-ca.crt"
}

// list returns all objects of the cluster. It reads their metadata, and only those completely that have changed.
func (s *shoot) list(ctx context.Context) (objects, error) {
	resources, err := s.resources(ctx)
	if err != nil {
		return nil, err
	}
	all, read := objects{}, map[types.UID]found{}
	var mutex sync.Mutex
	var listing sync.WaitGroup
	var failures []error
	for _, resource := range resources {
		listing.Go(func() {
			own, err := s.listOf(ctx, resource)
			mutex.Lock()
			defer mutex.Unlock()
			failures = append(failures, err)
			for id, object := range own {
				all[id], read[object.uid] = object, object
			}
		})
	}
	listing.Wait()
	s.read = read
	return all, errors.Join(failures...)
}

// listOf returns the objects of a resource.
func (s *shoot) listOf(ctx context.Context, resource resource) (objects, error) {
	items, err := s.metadata.Resource(resource.GroupVersionResource).List(ctx, metav1.ListOptions{})
	// The CustomResourceDefinition may have been deleted meanwhile.
	if apierrors.IsNotFound(err) || apierrors.IsMethodNotSupported(err) {
		return objects{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("listing %s: %w", resource.Resource, err)
	}
	own := objects{}
	for i := range items.Items {
		item := &items.Items[i]
		id := Identity{Group: resource.Group, Kind: resource.kind, Namespace: item.Namespace, Name: item.Name}
		if made(id) {
			continue
		}
		object, known := s.read[item.UID]
		if !known || object.version != item.ResourceVersion {
			whole, err := s.dynamic.Resource(resource.GroupVersionResource).Namespace(item.Namespace).Get(ctx, item.Name, metav1.GetOptions{})
			if apierrors.IsNotFound(err) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("reading %s: %w", id, err)
			}
			object = found{
				uid: whole.GetUID(), version: whole.GetResourceVersion(), terminating: whole.GetDeletionTimestamp() != nil,
				content: content(whole), resource: resource.GroupVersionResource,
			}
		}
		own[id] = object
	}
	return own, nil
}

// resource is a resource whose objects trials compare.
type resource struct {
	schema.GroupVersionResource
	kind string
}

// resources returns the resources whose objects trials compare. It discovers them again after changes of
// CustomResourceDefinitions.
func (s *shoot) resources(ctx context.Context) ([]resource, error) {
	definitions, err := s.metadata.Resource(schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, fmt.Errorf("listing CustomResourceDefinitions: %w", err)
	}
	var versions strings.Builder
	for _, definition := range definitions.Items {
		fmt.Fprintln(&versions, definition.UID, definition.ResourceVersion)
	}
	if s.definitions == versions.String() {
		return s.discovered, nil
	}
	s.mapper.Reset()
	lists, err := s.discovery.ServerPreferredResources()
	if err != nil && !discovery.IsGroupDiscoveryFailedError(err) {
		return nil, fmt.Errorf("discovering the resources: %w", err)
	}
	s.discovered, s.definitions = nil, versions.String()
	for _, list := range lists {
		gv, err := schema.ParseGroupVersion(list.GroupVersion)
		if err != nil {
			return nil, err
		}
		for _, served := range list.APIResources {
			gvr := gv.WithResource(served.Name)
			if slices.Contains(served.Verbs, "list") && slices.Contains(served.Verbs, "delete") && !unwatched(gvr.GroupResource()) {
				s.discovered = append(s.discovered, resource{GroupVersionResource: gvr, kind: served.Kind})
			}
		}
	}
	return s.discovered, nil
}

// content returns what a user would call the content of an object.
func content(object document) string {
	object = object.DeepCopy()
	unstructured.RemoveNestedField(object.Object, "status")
	labels, annotations := object.GetLabels(), object.GetAnnotations()
	delete(annotations, requestedAt)
	for _, label := range []string{"name", "namespace"} {
		delete(labels, "kustomize.toolkit.fluxcd.io/"+label)
	}
	kept := map[string]any{}
	for key, value := range object.Object {
		if key != "metadata" {
			kept[key] = value
		}
	}
	text, err := json.Marshal(map[string]any{"object": kept, "labels": labels, "annotations": annotations})
	if err != nil {
		return err.Error()
	}
	return strings.NewReplacer(`"annotations":null`, `"annotations":{}`, `"labels":null`, `"labels":{}`).Replace(string(text))
}

// client returns the client for an object.
func (s *shoot) client(object document) (dynamic.ResourceInterface, error) {
	mapping, err := s.mapper.RESTMapping(object.GroupVersionKind().GroupKind(), object.GroupVersionKind().Version)
	if err != nil {
		return nil, err
	}
	if mapping.Scope.Name() == meta.RESTScopeNameRoot {
		return s.dynamic.Resource(mapping.Resource), nil
	}
	return s.dynamic.Resource(mapping.Resource).Namespace(object.GetNamespace()), nil
}

// apply applies an object as gardener-resource-manager would deliver it.
func (s *shoot) apply(ctx context.Context, object document) error {
	client, err := s.client(object)
	if err != nil {
		return err
	}
	_, err = client.Apply(ctx, object.GetName(), object, metav1.ApplyOptions{FieldManager: "gardener-resource-manager", Force: true})
	return err
}
