// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// Protected returns the objects of a bundle that kustomize-controller does not apply or prune, with their annotations
// and without their content. It renders much less than Render, and needs no Secrets.
func (l *Library) Protected(effective *resolved.Configuration, stage Stage) ([]*unstructured.Unstructured, error) {
	shipped, err := l.objects(effective.Version)
	if err != nil {
		return nil, err
	}
	namespaces := effective.Namespaces()
	result := keptNamespaces(namespaces[1:])
	for _, object := range shipped {
		switch object.GetKind() {
		case kindNamespace:
			object = named(object)
			object.SetName(namespaces[0])
			setUnpruned(object)
			result = append(result, object)
		case kindCRD:
			if slices.Contains(effective.Components, component(object)) {
				result = append(result, stage.protected(object))
			}
		}
	}
	settings := &settings{Version: effective.Version, Stage: stage, Flux: effective.Flux, Components: effective.Components}
	controllers, err := settings.named(shipped)
	if err != nil {
		return nil, err
	}
	for _, object := range controllers {
		result = append(result, stage.protected(object))
	}
	for _, account := range effective.Accounts() {
		object, err := toUnstructured(serviceAccount(account.CloudServiceAccount))
		if err != nil {
			return nil, err
		}
		result = append(result, stage.protected(object))
	}
	for _, source := range effective.AdditionalSources {
		result = append(result, stage.protected(source.Object))
	}
	if effective.Source != nil {
		result = append(result, stage.protected(effective.Source.Object), stage.protected(effective.Kustomization.Object))
	}
	return slices.DeleteFunc(result, func(object *unstructured.Unstructured) bool { return len(object.GetAnnotations()) == 0 }), nil
}

// named returns the objects of the distribution that are delivered with the controllers, under their names in the
// shoot.
func (s *settings) named(shipped []*unstructured.Unstructured) ([]*unstructured.Unstructured, error) {
	shipped, err := s.withTokenAccess(shipped)
	if err != nil {
		return nil, err
	}
	var result []*unstructured.Unstructured
	for _, object := range shipped {
		if !s.wants(object) {
			continue
		}
		moved := object.DeepCopy()
		if err := move(moved, s.namespace()); err != nil {
			return nil, fmt.Errorf("%s: %w", NameOf(object), err)
		}
		all, err := ShardOf(moved, s.Flux.ShardNames())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", NameOf(object), err)
		}
		result = append(result, all...)
	}
	return result, nil
}

// protected returns the name of an object with the annotations that protect it.
func (s Stage) protected(object *unstructured.Unstructured) *unstructured.Unstructured {
	own := named(object)
	s.protect(own)
	return own
}

// named returns an object without its content.
func named(object *unstructured.Unstructured) *unstructured.Unstructured {
	own := &unstructured.Unstructured{}
	own.SetGroupVersionKind(object.GroupVersionKind())
	own.SetNamespace(object.GetNamespace())
	own.SetName(object.GetName())
	return own
}
