// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

// listTimeout limits a list. An API server that does not answer within it is unreachable.
const listTimeout = 5 * time.Second

// newSource returns the source of a resource in the cluster of the client configuration.
func newSource(config *rest.Config, what resource) (source, error) {
	// The requests of a recorder must not wait for each other.
	unlimited := rest.CopyConfig(config)
	unlimited.QPS, unlimited.Timeout = -1, 0
	s := clusterSource{resource: what}
	if what.kind != "" {
		client, err := metadata.NewForConfig(unlimited)
		if err != nil {
			return nil, fmt.Errorf("creating a client for metadata: %w", err)
		}
		s.metadata = client.Resource(what.GroupVersionResource)
		return s, nil
	}
	client, err := dynamic.NewForConfig(unlimited)
	if err != nil {
		return nil, fmt.Errorf("creating a client: %w", err)
	}
	s.dynamic = client.Resource(what.GroupVersionResource)
	return s, nil
}

// clusterSource is a resource in a cluster. Either dynamic or metadata is set.
type clusterSource struct {
	resource resource
	dynamic  dynamic.ResourceInterface
	metadata metadata.ResourceInterface
}

func (c clusterSource) list(ctx context.Context, options metav1.ListOptions) ([]*unstructured.Unstructured, string, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	options.FieldSelector = c.resource.fields
	if c.metadata != nil {
		list, err := c.metadata.List(ctx, options)
		if err != nil {
			return nil, "", err
		}
		objects := make([]*unstructured.Unstructured, 0, len(list.Items))
		for i := range list.Items {
			object, err := c.convert(&list.Items[i])
			if err != nil {
				return nil, "", err
			}
			objects = append(objects, object)
		}
		return objects, list.ResourceVersion, nil
	}
	list, err := c.dynamic.List(ctx, options)
	if err != nil {
		return nil, "", err
	}
	objects := make([]*unstructured.Unstructured, 0, len(list.Items))
	for i := range list.Items {
		object, err := c.convert(&list.Items[i])
		if err != nil {
			return nil, "", err
		}
		objects = append(objects, object)
	}
	return objects, list.GetResourceVersion(), nil
}

func (c clusterSource) watchFrom(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	options.FieldSelector = c.resource.fields
	if c.metadata != nil {
		return c.metadata.Watch(ctx, options)
	}
	return c.dynamic.Watch(ctx, options)
}

func (c clusterSource) convert(object runtime.Object) (*unstructured.Unstructured, error) {
	converted, err := toUnstructured(object)
	if err != nil {
		return nil, err
	}
	if c.resource.kind != "" {
		converted.SetGroupVersionKind(c.resource.GroupVersion().WithKind(c.resource.kind))
	}
	if c.resource.strip != nil {
		c.resource.strip(converted)
	}
	return converted, nil
}

func toUnstructured(object runtime.Object) (*unstructured.Unstructured, error) {
	if already, is := object.(*unstructured.Unstructured); is {
		return already, nil
	}
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	if err != nil {
		return nil, fmt.Errorf("converting %T: %w", object, err)
	}
	return &unstructured.Unstructured{Object: content}, nil
}
