// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// Follower records the history of clusters in memory. It is called with each change of an object in their order, so that
// it sees each value from its first to its last moment and needs no confirmations.
type Follower struct {
	sink     *sink
	clusters map[string]map[schema.GroupResource][]*followed
}

// followed are objects of a resource that are recorded.
type followed struct {
	*facts

	selects fields.Selector
	strip   func(*unstructured.Unstructured)
}

// NewFollower returns a Follower that begins a history. now returns the time of the observations.
func NewFollower(to io.Writer, setup history.Setup, now func() time.Time) *Follower {
	f := &Follower{sink: newSink(to, now), clusters: map[string]map[schema.GroupResource][]*followed{}}
	f.Write(history.Observation{Observer: observerStory, Facts: history.Facts{Setup: &setup}})
	r := &recorder{sink: f.sink, shoots: map[types.UID]*unstructured.Unstructured{}}
	f.follow(observerGarden, r.gardenResources())
	return f
}

// Seed begins to follow a seed.
func (f *Follower) Seed(name string) {
	f.follow("seed "+name, (&recorder{sink: f.sink}).seedResources(name))
}

// Shoot begins to follow the cluster of a Shoot.
func (f *Follower) Shoot(namespace, name string) {
	f.follow(shootPrefix+namespace+"/"+name, shootResources(&shootObserver{project: namespace, shoot: name}))
}

func (f *Follower) follow(observer string, resources []observedResource) {
	all := map[schema.GroupResource][]*followed{}
	for _, observed := range resources {
		name := observed.GroupResource()
		all[name] = append(all[name], &followed{
			facts: &facts{sink: f.sink, observer: observer, decode: observed.decode}, selects: fields.ParseSelectorOrDie(observed.fields), strip: observed.strip,
		})
	}
	f.clusters[observer] = all
}

// Changed records the new version of an object of a cluster, which is garden, seed <name> or shoot <namespace>/<name>.
func (f *Follower) Changed(cluster string, of schema.GroupResource, object *unstructured.Unstructured) {
	for _, one := range f.clusters[cluster][of] {
		if one.selected(object) {
			one.take(one.copy(object), false, f.sink.now().Truncate(time.Second)) // Times in objects have full seconds.
		}
	}
}

// Deleted records the deletion of an object of a cluster.
func (f *Follower) Deleted(cluster string, of schema.GroupResource, object *unstructured.Unstructured) {
	for _, one := range f.clusters[cluster][of] {
		for _, key := range slices.Sorted(maps.Keys(one.written[object.GetUID()])) {
			one.same(key, time.Time{})
		}
		one.deleted(object)
	}
}

func (f *followed) selected(object *unstructured.Unstructured) bool {
	return f.selects.Matches(fields.Set{"metadata.name": object.GetName(), "metadata.namespace": object.GetNamespace()})
}

// copy returns the object without what must not be kept.
func (f *followed) copy(object *unstructured.Unstructured) *unstructured.Unstructured {
	if f.strip == nil {
		return object
	}
	object = object.DeepCopy()
	f.strip(object)
	return object
}

// Write records an observation of others.
func (f *Follower) Write(observation history.Observation) {
	if observation.Observer == "" {
		observation.Observer = observerStory
	}
	f.sink.write(observation)
}

// End confirms all facts, and returns the first error.
func (f *Follower) End() error {
	for _, cluster := range slices.Sorted(maps.Keys(f.clusters)) {
		resources := f.clusters[cluster]
		names := slices.SortedFunc(maps.Keys(resources), func(a, b schema.GroupResource) int { return strings.Compare(a.String(), b.String()) })
		for _, name := range names {
			for _, one := range resources[name] {
				one.confirm()
			}
		}
	}
	return f.sink.err()
}

// confirm confirms all facts, and the absence of those that exist no longer.
func (f *followed) confirm() {
	for _, uid := range slices.Sorted(maps.Keys(f.written)) {
		for _, key := range slices.Sorted(maps.Keys(f.written[uid])) {
			f.same(key, time.Time{})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f.absent)) {
		f.same(key, time.Time{})
	}
}
