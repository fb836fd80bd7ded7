// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/patch"
)

// labelInstance is set on all objects of 'flux install'. Its value is the namespace.
const labelInstance = "app.kubernetes.io/instance"

// labelPartOf is set on all objects of 'flux install' to partOfFlux.
const (
	labelPartOf = "app.kubernetes.io/part-of"
	partOfFlux  = "flux"
)

// renderCRDs renders the namespaces, the CustomResourceDefinitions, and the claims for the volumes of
// source-controllers. Namespaces and CustomResourceDefinitions remain in the shoot after the deletion of their
// ManagedResource: deleting them would delete Flux objects, which would then prune the workloads. Claims are deleted.
// The first namespace is Flux's.
func renderCRDs(objects []*unstructured.Unstructured, components []fluxv1alpha1.Component, namespaces []string, stores stores, stage Stage) ([]byte, error) {
	var result []*unstructured.Unstructured
	for _, object := range objects {
		switch object.GetKind() {
		case kindNamespace:
			own := object.DeepCopy()
			setInstance(own, namespaces[0])
			own.SetName(namespaces[0])
			setUnpruned(own)
			result = append(append(result, own), keptNamespaces(namespaces[1:])...)
		case kindCRD:
			if !slices.Contains(components, component(object)) {
				continue
			}
			object = object.DeepCopy()
			setInstance(object, namespaces[0])
			stage.protect(object)
			result = append(result, object)
		}
	}
	for _, object := range result {
		setKeepObject(object)
	}
	claims, err := stores.claims(namespaces[0], stage)
	if err != nil {
		return nil, err
	}
	return MarshalManifests(append(result, claims...))
}

// renderControllers renders the remaining objects of the distribution, and the Secrets that the controllers need to
// start.
func renderControllers(objects []*unstructured.Unstructured, settings *settings) ([]byte, error) {
	result, err := settings.secretsBeside(StageManaged)
	if err != nil {
		return nil, err
	}
	if objects, err = settings.withTokenAccess(objects); err != nil {
		return nil, err
	}
	for _, shipped := range objects {
		if !settings.wants(shipped) {
			continue
		}
		all, err := settings.withShards(shipped)
		if err != nil {
			return nil, err
		}
		for _, object := range all {
			settings.Stage.protect(object)
			result = append(result, object)
		}
	}
	return MarshalManifests(result)
}

// withShards renders an object of the distribution and its copies for the shards.
func (s *settings) withShards(shipped *unstructured.Unstructured) ([]*unstructured.Unstructured, error) {
	object, err := s.controller(shipped)
	if err != nil {
		return nil, err
	}
	all, err := ShardOf(object, s.Flux.ShardNames())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", NameOf(shipped), err)
	}
	return all, nil
}

// controller renders an object of the distribution, including the user's patches.
func (s *settings) controller(shipped *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	object := shipped.DeepCopy()
	s.identify(object)
	if object.GetKind() == kindDeployment {
		var err error
		if object, err = s.deployment(object); err != nil {
			return nil, fmt.Errorf("%s: %w", NameOf(shipped), err)
		}
	}
	if err := move(object, s.namespace()); err != nil {
		return nil, fmt.Errorf("%s: %w", NameOf(shipped), err)
	}
	patched, refused := patch.Apply(patchesPath(), s.Version, object, s.Flux.Patches)
	if refused != nil {
		return nil, refused
	}
	return patched, nil
}

// wants returns whether the object is delivered with the controllers of this shoot.
func (s *settings) wants(object *unstructured.Unstructured) bool {
	switch object.GetKind() {
	case kindNamespace, kindCRD:
		return false
	case "NetworkPolicy":
		return *s.Flux.NetworkPolicy
	}
	of := component(object)
	return of == "" || slices.Contains(s.Components, of)
}

// move moves an object into Flux's namespace in this shoot, like 'flux install --namespace'. It also renames
// cluster-scoped objects and the quota, because their names contain the namespace.
func move(object *unstructured.Unstructured, namespace string) error {
	setInstance(object, namespace)
	if object.GetNamespace() != "" {
		object.SetNamespace(namespace)
	}
	switch object.GetKind() {
	case kindRole, "ResourceQuota":
		object.SetName(renamed(object.GetName(), namespace))
	case kindRoleBinding:
		object.SetName(renamed(object.GetName(), namespace))
		return moveBinding(object, namespace)
	}
	return nil
}

func moveBinding(object *unstructured.Unstructured, namespace string) error {
	binding, err := fromUnstructured[rbacv1.ClusterRoleBinding](object)
	if err != nil {
		return err
	}
	binding.RoleRef.Name = renamed(binding.RoleRef.Name, namespace)
	for i := range binding.Subjects {
		binding.Subjects[i].Namespace = namespace
	}
	moved, err := toUnstructured(binding)
	if err == nil {
		object.Object = moved.Object
	}
	return err
}

// renamed replaces the default namespace at the end of a name.
func renamed(name, namespace string) string {
	if prefix, found := strings.CutSuffix(name, "-"+fluxv1alpha1.FluxNamespace); found {
		return prefix + "-" + namespace
	}
	return name
}

func setInstance(object *unstructured.Unstructured, namespace string) {
	object.SetLabels(withEntry(object.GetLabels(), labelInstance, namespace))
}
