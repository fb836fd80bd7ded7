// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/watch"
)

// fieldManager keeps the field managers of the objects of a kind with the library of the API server. It knows no schema:
// lists are atomic, as in kinds of CustomResourceDefinitions without one.
type fieldManager struct{ *managedfields.FieldManager }

func newFieldManager(k *kind) *fieldManager {
	manager, err := managedfields.NewDefaultCRDFieldManager(managedfields.NewDeducedTypeConverter(), plain{}, plain{}, plain{}, k.GroupVersionKind, k.GroupVersion(), "", nil)
	if err != nil {
		panic(err) // It depends on the kind only.
	}
	return &fieldManager{manager}
}

// plain creates, defaults and converts objects of a kind with one version and no defaults.
type plain struct{}

// New returns an empty object of the kind.
func (plain) New(of schema.GroupVersionKind) (runtime.Object, error) {
	empty := &unstructured.Unstructured{Object: object{}}
	empty.SetGroupVersionKind(of)
	return empty, nil
}

// Default sets no fields.
func (plain) Default(runtime.Object) {}

// Convert is not supported.
func (plain) Convert(in, _, _ any) error { return fmt.Errorf("cannot convert %T", in) }

// ConvertToVersion returns the object.
func (plain) ConvertToVersion(in runtime.Object, _ runtime.GroupVersioner) (runtime.Object, error) {
	return in, nil
}

// ConvertFieldLabel returns the field.
func (plain) ConvertFieldLabel(_ schema.GroupVersionKind, label, value string) (string, string, error) {
	return label, value, nil
}

// updated sets the field managers of an object that was created or updated.
func (r *resource) updated(before, after *unstructured.Unstructured, w write) error {
	switch {
	case w.managed:
		return nil
	case !r.Tracked:
		after.SetManagedFields(nil)
		return nil
	}
	if w.manager == "" {
		w.manager = "unknown"
	}
	managed, err := r.fieldManager().Update(before, after, w.manager)
	if err != nil {
		return fmt.Errorf("failed to update the managed fields: %w", err)
	}
	after.Object = managed.(*unstructured.Unstructured).Object //nolint:forcetypeassert // both are unstructured
	return nil
}

func (r *resource) fieldManager() *fieldManager {
	if r.fields == nil {
		r.fields = newFieldManager(r.kind)
	}
	return r.fields
}

// apply stores a server-side apply.
func (s *store) apply(r *resource, applied *unstructured.Unstructured, manager string, force bool) (*version, bool, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	applied.SetGroupVersionKind(r.GroupVersionKind)
	key := keyOf(applied)
	stored := r.objects[key]
	live := r.empty()
	if stored != nil {
		live = stored.object.DeepCopy()
		if given := applied.GetResourceVersion(); given != "" && given != live.GetResourceVersion() {
			return nil, false, conflict(r, key.Name)
		}
	} else {
		if applied.GetResourceVersion() != "" {
			return nil, false, conflict(r, key.Name)
		}
		s.begin(r, live)
		live.SetNamespace(key.Namespace)
		live.SetName(key.Name)
	}
	applied.SetResourceVersion("")
	merged, err := r.fieldManager().Apply(live, applied, manager, force)
	if err != nil {
		return nil, false, err
	}
	result := merged.(*unstructured.Unstructured) //nolint:forcetypeassert // both are unstructured
	if stored == nil {
		s.begin(r, result)
		return s.put(r, key, watch.Added, result), true, nil
	}
	result.SetResourceVersion("")
	next, err := s.replace(r, key, stored, result, write{managed: true})
	return next, false, err
}
