// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// facts writes what the objects of a stream say. An object says several facts if it is about several Shoots.
type facts struct {
	sink     *sink
	observer string
	// decode returns the facts in an object. It must not keep the object.
	decode func(*unstructured.Unstructured) []history.Fact
	// seen is called with each object that has changed, and gone with each one that was deleted; both may be nil.
	seen, gone func(*unstructured.Unstructured)

	// written has the last facts by the UIDs of their objects and their keys.
	written map[types.UID]map[string]writtenFact
	// absent has the keys of facts that exist no longer.
	absent map[string]bool
}

// writtenFact is the content of a fact, and when it was observed last.
type writtenFact struct {
	content string
	at      time.Time
}

func (f *facts) changed(object *unstructured.Unstructured, followed bool) {
	if f.seen != nil {
		f.seen(object)
	}
	var until time.Time
	if followed {
		until = storedAt(object)
	}
	f.take(object, false, until)
}

// unchanged decodes the object again, because a fact may depend on other objects as well.
func (f *facts) unchanged(object *unstructured.Unstructured) {
	f.take(object, true, time.Time{})
}

// take writes the facts that have changed, and confirms the others. Facts that have changed or ended are confirmed until
// a time, unless it is zero.
func (f *facts) take(object *unstructured.Unstructured, confirm bool, until time.Time) {
	before, after := f.written[object.GetUID()], map[string]writtenFact{}
	for _, fact := range f.decode(object) {
		key := fact.Key()
		content, err := json.Marshal(fact)
		if err != nil {
			f.sink.fail(fmt.Errorf("failed to encode %s: %w", key, err))
			return
		}
		now, former := writtenFact{content: string(content)}, before[key]
		switch {
		case former.content != now.content:
			if former.content != "" && until.After(former.at) {
				f.same(key, until)
			}
			delete(f.absent, key)
			now.at = f.sink.write(history.Observation{Observer: f.observer, Facts: factsOf(fact)})
		case confirm:
			now.at = f.same(key, time.Time{})
		default:
			now = former
		}
		after[key] = now
	}
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if _, has := after[key]; !has {
			if until.After(before[key].at) {
				f.same(key, until)
			}
			f.end(key)
		}
	}
	if f.written == nil {
		f.written = map[types.UID]map[string]writtenFact{}
	}
	f.written[object.GetUID()] = after
}

func (f *facts) deleted(object *unstructured.Unstructured) {
	if f.gone != nil {
		f.gone(object)
	}
	for _, key := range slices.Sorted(maps.Keys(f.written[object.GetUID()])) {
		f.end(key)
	}
	delete(f.written, object.GetUID())
}

// listed confirms the absence of the facts that exist no longer.
func (f *facts) listed(objects []*unstructured.Unstructured) {
	if len(f.absent) == 0 {
		return
	}
	present := map[string]bool{}
	for _, object := range objects {
		for _, fact := range f.decode(object) {
			present[fact.Key()] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f.absent)) {
		if !present[key] {
			f.same(key, time.Time{})
		}
	}
}

// unreachable writes nothing: in a history, the time without an observation is a time that nobody has observed.
func (*facts) unreachable(error) {}

// same confirms a fact, or the absence of one, at a time; zero for now.
func (f *facts) same(key string, at time.Time) time.Time {
	return f.sink.write(history.Observation{At: at, Observer: f.observer, Same: key})
}

func (f *facts) end(key string) {
	f.sink.write(history.Observation{Observer: f.observer, Gone: key})
	if f.absent == nil {
		f.absent = map[string]bool{}
	}
	f.absent[key] = true
}

// storedAt returns when the API server has stored the version of an object, in full seconds, so that the version before
// was the present one at that time. It is zero if it is not known.
func storedAt(object *unstructured.Unstructured) time.Time {
	var stored time.Time
	for _, entry := range object.GetManagedFields() {
		if entry.Time != nil && entry.Time.After(stored) {
			stored = entry.Time.UTC()
		}
	}
	return stored
}
