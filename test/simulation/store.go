// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/watch"
)

// kind is a kind that an API server serves.
type kind struct {
	schema.GroupVersionKind

	// Resource is the plural name in paths.
	Resource   string
	Namespaced bool
	// Status is true if status is a subresource.
	Status bool
	// Tracked is true if the API server keeps the field managers. That is expensive, and only objects of the garden are
	// applied.
	Tracked bool
}

// object is the content of an object. It is never changed after it was stored.
type object = map[string]any

// version is a stored version of an object.
type version struct {
	key     types.NamespacedName
	object  *unstructured.Unstructured
	encoded []byte
	number  int64
}

// change is a change of an object, in the order of the versions.
type change struct {
	kind watch.EventType
	*version
	// at is the time of the change, and before the version that it replaced; nil if there was none.
	at     time.Time
	before *version
}

// store contains the objects of a cluster as etcd and the API server do: each write has a version that is greater than
// all before, and the versions of each kind are kept for watches.
type store struct {
	name string
	// observed is called with each change while the store is locked.
	observed func(of *kind, change change)

	// salt distinguishes the objects of clusters with the same name.
	salt string

	mutex     sync.Mutex
	number    int64
	resources map[string]*resource
	// down is true while the API server does not answer.
	down bool
	// takes is the usual median time of a request; 5ms if it is 0. slow is an exception.
	takes time.Duration
	slow  slowness
}

// resource contains the objects of a kind.
type resource struct {
	*kind
	fields  *fieldManager
	objects map[types.NamespacedName]*version
	// sorted are the present objects in the order of their names; nil after a change.
	sorted  []*version
	changes []change
	// dropped is the number of the last change that is no longer kept.
	dropped int64
	// changed is closed and replaced after each change.
	changed chan struct{}
}

// mostChanges is the number of changes that are kept for watches. An API server keeps as many of a kind.
const mostChanges = 1000

func newStore(name string, kinds ...*kind) *store {
	s := &store{name: name, resources: map[string]*resource{}, number: 1}
	for _, k := range kinds {
		s.serve(k)
	}
	return s
}

// serve lets the API server serve a kind.
func (s *store) serve(k *kind) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	name := k.Group + "/" + k.Resource
	if s.resources[name] != nil {
		return
	}
	s.resources[name] = &resource{kind: k, objects: map[types.NamespacedName]*version{}, changed: make(chan struct{})}
}

// of returns the resource; nil if the API server does not serve it.
func (s *store) of(group, name string) *resource {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.resources[group+"/"+name]
}

// served returns all kinds.
func (s *store) served() []*kind {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var kinds []*kind
	for _, name := range slices.Sorted(maps.Keys(s.resources)) {
		kinds = append(kinds, s.resources[name].kind)
	}
	return kinds
}

func (r *resource) name() schema.GroupResource {
	return schema.GroupResource{Group: r.Group, Resource: r.Resource}
}

// get returns the present version of an object.
func (s *store) get(r *resource, key types.NamespacedName) (*version, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := r.objects[key]
	if found == nil {
		return nil, apierrors.NewNotFound(r.name(), key.Name)
	}
	return found, nil
}

// list returns the present objects in the order of their names, and the version of the list.
func (s *store) list(r *resource, namespace string) ([]*version, int64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if r.sorted == nil {
		r.sorted = sortedOf(r.objects)
	}
	return in(namespace, r.sorted), s.number
}

// listAt returns the objects at a time, as far as the kept changes reach back, and the version of the list. A watch can go
// on from there.
func (s *store) listAt(r *resource, namespace string, at time.Time) ([]*version, int64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	objects, number := maps.Clone(r.objects), s.number
	for _, c := range slices.Backward(r.changes) {
		if !c.at.After(at) {
			break
		}
		if number = c.number - 1; c.before == nil {
			delete(objects, c.key)
		} else {
			objects[c.key] = c.before
		}
	}
	return in(namespace, sortedOf(objects)), number
}

func sortedOf(objects map[types.NamespacedName]*version) []*version {
	return slices.SortedFunc(maps.Values(objects), func(a, b *version) int { return compareKeys(a.key, b.key) })
}

// in returns the versions of objects in a namespace, or all.
func in(namespace string, sorted []*version) []*version {
	if namespace == "" {
		return slices.Clone(sorted)
	}
	var found []*version
	for _, each := range sorted {
		if each.key.Namespace == namespace {
			found = append(found, each)
		}
	}
	return found
}

// last returns the number of the last change of a kind, or of any kind if it is nil.
func (s *store) last(r *resource) int64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case r == nil:
		return s.number
	case len(r.changes) == 0:
		return 0
	}
	return r.changes[len(r.changes)-1].number
}

// since returns the changes after a version, and a channel that is closed with the next one. It returns an error if they
// are no longer kept.
func (s *store) since(r *resource, number int64) ([]change, <-chan struct{}, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if number < r.dropped {
		return nil, nil, apierrors.NewResourceExpired(fmt.Sprintf("too old resource version: %d (%d)", number, r.dropped))
	}
	first, _ := slices.BinarySearchFunc(r.changes, number+1, func(c change, number int64) int { return int(c.number - number) })
	return r.changes[first:len(r.changes):len(r.changes)], r.changed, nil
}

// write is a write request.
type write struct {
	manager string
	// status is true for the subresource.
	status bool
	// managed is true if the object has the managed fields already.
	managed bool
}

func keyOf(o *unstructured.Unstructured) types.NamespacedName {
	return types.NamespacedName{Namespace: o.GetNamespace(), Name: o.GetName()}
}

func conflict(r *resource, name string) error {
	return apierrors.NewConflict(r.name(), name, errors.New("the object has been modified; please apply your changes to the latest version and try again"))
}

// create stores a new object.
func (s *store) create(r *resource, created *unstructured.Unstructured, w write) (*version, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := keyOf(created)
	if key.Name == "" && created.GetGenerateName() != "" {
		key.Name = created.GetGenerateName() + strconv.FormatInt(s.number, 36)
		created.SetName(key.Name)
	}
	if r.objects[key] != nil {
		return nil, apierrors.NewAlreadyExists(r.name(), key.Name)
	}
	if created.GetResourceVersion() != "" {
		return nil, apierrors.NewBadRequest("resourceVersion should not be set on objects to be created")
	}
	s.begin(r, created)
	if err := r.updated(r.empty(), created, w); err != nil {
		return nil, err
	}
	return s.put(r, key, watch.Added, created), nil
}

// begin sets the metadata of a new object.
func (s *store) begin(r *resource, created *unstructured.Unstructured) {
	created.SetGroupVersionKind(r.GroupVersionKind)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %d", s.name, s.salt, s.number+1))
	created.SetUID(types.UID(fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])))
	created.SetCreationTimestamp(metav1.NewTime(time.Now().Truncate(time.Second)))
	created.SetDeletionTimestamp(nil)
	created.SetGeneration(1)
	if r.Status {
		delete(created.Object, "status")
	}
}

func (r *resource) empty() *unstructured.Unstructured {
	empty := &unstructured.Unstructured{Object: object{}}
	empty.SetGroupVersionKind(r.GroupVersionKind)
	return empty
}

// update replaces an object with the result of a function, which may change its argument.
func (s *store) update(r *resource, key types.NamespacedName, w write, change func(*unstructured.Unstructured) (*unstructured.Unstructured, error)) (*version, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	stored := r.objects[key]
	if stored == nil {
		return nil, apierrors.NewNotFound(r.name(), key.Name)
	}
	updated, err := change(stored.object.DeepCopy())
	if err != nil {
		return nil, err
	}
	return s.replace(r, key, stored, updated, w)
}

func (s *store) replace(r *resource, key types.NamespacedName, stored *version, updated *unstructured.Unstructured, w write) (*version, error) {
	before := stored.object
	if given := updated.GetResourceVersion(); given != "" && given != before.GetResourceVersion() {
		return nil, conflict(r, key.Name)
	}
	if given := updated.GetUID(); given != "" && given != before.GetUID() {
		return nil, apierrors.NewConflict(r.name(), key.Name, fmt.Errorf("Precondition failed: UID in precondition: %v, UID in object meta: %v", given, before.GetUID()))
	}
	if r.Status {
		updated = r.keep(before, updated, w.status)
	}
	updated.SetGroupVersionKind(r.GroupVersionKind)
	for _, field := range []string{"uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation", "resourceVersion", "name", "namespace"} {
		value, has, _ := unstructured.NestedFieldNoCopy(before.Object, "metadata", field)
		metadata := updated.Object["metadata"].(object) //nolint:forcetypeassert // it has a name
		if delete(metadata, field); has {
			metadata[field] = value
		}
	}
	if !reflect.DeepEqual(content(before), content(updated)) {
		updated.SetGeneration(before.GetGeneration() + 1)
	}
	if err := r.updated(before, updated, w); err != nil {
		return nil, err
	}
	if reflect.DeepEqual(without(before), without(updated)) {
		return stored, nil // The API server does not store a version without a change.
	}
	if updated.GetDeletionTimestamp() != nil && len(updated.GetFinalizers()) == 0 {
		return s.remove(r, key, updated), nil
	}
	return s.put(r, key, watch.Modified, updated), nil
}

// keep returns the update of an object by a request for it, or for its status.
func (r *resource) keep(before, updated *unstructured.Unstructured, status bool) *unstructured.Unstructured {
	kept := before.DeepCopy()
	if status {
		kept.Object["status"] = updated.Object["status"]
		if updated.Object["status"] == nil {
			delete(kept.Object, "status")
		}
		kept.SetResourceVersion(updated.GetResourceVersion())
		return kept
	}
	if delete(updated.Object, "status"); before.Object["status"] != nil {
		updated.Object["status"] = before.DeepCopy().Object["status"]
	}
	return updated
}

// content is what a generation counts.
func content(o *unstructured.Unstructured) object {
	content := maps.Clone(o.Object)
	delete(content, "metadata")
	delete(content, "status")
	return content
}

// without returns an object without the times in its managed fields.
func without(o *unstructured.Unstructured) object {
	if o.GetManagedFields() == nil {
		return o.Object
	}
	o = o.DeepCopy()
	entries := o.GetManagedFields()
	for i := range entries {
		entries[i].Time = nil
	}
	o.SetManagedFields(entries)
	return o.Object
}

// delete deletes an object, or only marks it if it has finalizers.
func (s *store) delete(r *resource, key types.NamespacedName, preconditions *metav1.Preconditions) (*version, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	stored := r.objects[key]
	if stored == nil {
		return nil, apierrors.NewNotFound(r.name(), key.Name)
	}
	if preconditions != nil {
		if preconditions.UID != nil && *preconditions.UID != stored.object.GetUID() || preconditions.ResourceVersion != nil && *preconditions.ResourceVersion != stored.object.GetResourceVersion() {
			return nil, apierrors.NewConflict(r.name(), key.Name, errors.New("Precondition failed"))
		}
	}
	deleted := stored.object.DeepCopy()
	if len(deleted.GetFinalizers()) == 0 {
		return s.remove(r, key, deleted), nil
	}
	if deleted.GetDeletionTimestamp() != nil {
		return stored, nil
	}
	now := metav1.NewTime(time.Now().Truncate(time.Second))
	deleted.SetDeletionTimestamp(&now)
	deleted.SetGeneration(deleted.GetGeneration() + 1)
	return s.put(r, key, watch.Modified, deleted), nil
}

func (s *store) remove(r *resource, key types.NamespacedName, removed *unstructured.Unstructured) *version {
	return s.put(r, key, watch.Deleted, removed)
}

// put stores a version.
func (s *store) put(r *resource, key types.NamespacedName, kind watch.EventType, o *unstructured.Unstructured) *version {
	s.number++
	o.SetResourceVersion(strconv.FormatInt(s.number, 10))
	encoded, err := json.Marshal(o.Object)
	if err != nil {
		panic(err) // A decoded object can always be encoded.
	}
	stored, before := &version{key: key, object: o, encoded: encoded, number: s.number}, r.objects[key]
	if kind == watch.Deleted {
		delete(r.objects, key)
	} else {
		r.objects[key] = stored
	}
	r.sorted = nil
	if len(r.changes) == 2*mostChanges {
		r.dropped = r.changes[mostChanges-1].number
		r.changes = slices.Clone(r.changes[mostChanges:])
	}
	now := change{kind, stored, time.Now(), before}
	r.changes = append(r.changes, now)
	close(r.changed)
	r.changed = make(chan struct{})
	if s.observed != nil {
		s.observed(r.kind, now)
	}
	return stored
}

// read decodes an object into its type.
func read[T any](o *unstructured.Unstructured) *T {
	into := new(T)
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(o.Object, into); err != nil {
		panic(err) // The simulation has written it.
	}
	return into
}

// unstructuredOf encodes an object.
func unstructuredOf(o any) *unstructured.Unstructured {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // Objects of API types can always be encoded.
	}
	return decode(text)
}

func decode(text []byte) *unstructured.Unstructured {
	content := object{}
	if err := utiljson.Unmarshal(text, &content); err != nil {
		panic(err)
	}
	return &unstructured.Unstructured{Object: content}
}
