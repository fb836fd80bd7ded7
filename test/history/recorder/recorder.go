// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package recorder records a history of a landscape from outside: it watches the garden, the seeds, the clusters of the
// Shoots and the Git repositories with the rights of their administrators, and writes what it sees. It reads the
// project's own ConfigMaps with a small decoder that ignores unknown fields, so that other releases can be recorded. It
// must not write to a cluster, must not write anything of a Secret except fingerprints of public keys, and must not
// import the packages that it observes.
package recorder

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// discoverAfter is the time after which clusters and repositories are looked up again.
const discoverAfter = 500 * time.Millisecond

// Landscape provides access to the clusters and repositories that are observed.
type Landscape interface {
	// Garden returns the client configuration of the garden.
	Garden() (*rest.Config, error)
	// Seeds returns the client configurations of the running seeds by name.
	Seeds() (map[string]*rest.Config, error)
	// Shoot returns the client configuration of a Shoot's cluster; nil as long as it has none.
	Shoot(namespace, name string, uid types.UID) (*rest.Config, error)
	// Refs returns the commits of the branches and tags by repository.
	Refs() (map[string]map[string]string, error)
}

// Options configure a recording.
type Options struct {
	// Landscape is what is observed.
	Landscape Landscape
	// Namespaces are the namespaces of the projects that are observed. Without any, all are.
	Namespaces []string
	// Setup is the first observation.
	Setup history.Setup
	// To receives the history.
	To io.Writer
	// Story has observations of others, such as a story or a receiver of messages, as lines in the format of a history
	// without times. The recording ends with it. It may be nil: the recording then ends with its context.
	Story io.Reader
	// Now returns the present time. It defaults to time.Now.
	Now func() time.Time
}

// Record records until the story or the context ends. It returns an error if the history is not complete.
func Record(ctx context.Context, options Options) error {
	if options.Now == nil {
		options.Now = time.Now
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &recorder{
		options: options, scope: newScope(options.Namespaces), sink: newSink(options.To, options.Now),
		observed: map[string]func(){}, hosts: map[string]types.UID{}, shoots: map[types.UID]*unstructured.Unstructured{},
	}
	r.sink.write(history.Observation{Observer: observerStory, Facts: history.Facts{Setup: &options.Setup}})
	if options.Story != nil {
		// Not part of the group: it waits for input.
		go func() {
			defer cancel()
			r.takeStory(options.Story)
		}()
	}
	r.run(ctx)
	return r.sink.err()
}

const (
	// observerStory is the observer of observations without another one.
	observerStory = "story"
	// shootPrefix is the prefix of the observers of Shoots, and of their keys in observed.
	shootPrefix = "shoot "
)

type recorder struct {
	options Options
	scope   scope
	sink    *sink
	group   sync.WaitGroup

	// observed has the functions that end the observation of each cluster. Only run uses it.
	observed map[string]func()
	// hosts has the UIDs of the Shoots by the addresses of their API servers. Only run uses it.
	hosts map[string]types.UID

	lock sync.Mutex
	// shoots contains the present Shoots by their UIDs.
	shoots map[types.UID]*unstructured.Unstructured
}

// run looks up clusters and repositories until the context ends.
func (r *recorder) run(ctx context.Context) {
	defer r.group.Wait()
	refs := newRefs(r.sink, r.options.Now)
	for ctx.Err() == nil && r.sink.err() == nil {
		r.discoverGarden(ctx)
		r.discoverSeeds(ctx)
		r.discoverShoots(ctx)
		if found, err := r.options.Landscape.Refs(); err == nil {
			refs.take(found)
		}
		select {
		case <-ctx.Done():
		case <-time.After(discoverAfter):
		}
	}
}

func (r *recorder) discoverGarden(ctx context.Context) {
	if _, has := r.observed[observerGarden]; has {
		return
	}
	if config, err := r.options.Landscape.Garden(); err == nil && config != nil {
		r.observed[observerGarden] = r.start(ctx, observerGarden, config, r.gardenResources())
	}
}

func (r *recorder) discoverSeeds(ctx context.Context) {
	seeds, err := r.options.Landscape.Seeds()
	if err != nil {
		return
	}
	for name, config := range seeds {
		observer := "seed " + name
		if _, has := r.observed[observer]; !has {
			r.observed[observer] = r.start(ctx, observer, config, r.seedResources(name))
		}
	}
}

func (r *recorder) discoverShoots(ctx context.Context) {
	present := map[string]bool{}
	for _, shoot := range r.presentShoots() {
		id := shootPrefix + string(shoot.GetUID())
		present[id] = true
		if _, has := r.observed[id]; has {
			continue
		}
		config, err := r.options.Landscape.Shoot(shoot.GetNamespace(), shoot.GetName(), shoot.GetUID())
		if err == nil && config != nil && r.claim(config.Host, shoot.GetUID()) {
			observer := shootPrefix + shoot.GetNamespace() + "/" + shoot.GetName()
			r.observed[id] = r.start(ctx, observer, config, shootResources(&shootObserver{project: shoot.GetNamespace(), shoot: shoot.GetName()}))
		}
	}
	for id, end := range r.observed {
		if strings.HasPrefix(id, shootPrefix) && !present[id] {
			end()
			delete(r.observed, id)
		}
	}
}

// claim returns whether the API server belongs to the Shoot, and not to a former one with the same name.
func (r *recorder) claim(host string, uid types.UID) bool {
	if _, has := r.hosts[host]; !has {
		r.hosts[host] = uid
	}
	return r.hosts[host] == uid
}

// start observes the resources of a cluster until the returned function is called.
func (r *recorder) start(ctx context.Context, observer string, config *rest.Config, resources []observedResource) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	for _, observed := range resources {
		from, err := newSource(config, observed.resource)
		if err != nil {
			r.sink.fail(fmt.Errorf("%s: %w", observer, err))
			continue
		}
		to := &facts{sink: r.sink, observer: observer, decode: observed.decode, seen: observed.seen, gone: observed.gone}
		r.group.Go(func() { newStream(from, to, observed.steady).run(ctx) })
	}
	return cancel
}

func (r *recorder) presentShoots() []*unstructured.Unstructured {
	r.lock.Lock()
	defer r.lock.Unlock()
	found := make([]*unstructured.Unstructured, 0, len(r.shoots))
	for _, shoot := range r.shoots {
		found = append(found, shoot)
	}
	return found
}

// seeShoot has the cluster of a Shoot observed.
func (r *recorder) seeShoot(object *unstructured.Unstructured) {
	shoot, err := read[gardencorev1beta1.Shoot](object)
	if err != nil || !r.scope.has(shoot.Namespace) {
		return
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	r.shoots[shoot.UID] = object
}

func (r *recorder) missShoot(object *unstructured.Unstructured) {
	r.lock.Lock()
	defer r.lock.Unlock()
	delete(r.shoots, object.GetUID())
}

// takeStory writes the observations of others until their end.
func (r *recorder) takeStory(from io.Reader) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var observation history.Observation
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&observation); err != nil {
			r.sink.fail(fmt.Errorf("not an observation: %s: %w", short(string(line)), err))
			return
		}
		if observation.Observer == "" {
			observation.Observer = observerStory
		}
		observation.At = time.Time{} // when it is received: all observations have the same clock
		r.sink.write(observation)
	}
	if err := lines.Err(); err != nil {
		r.sink.fail(fmt.Errorf("reading the observations of the story: %w", err))
	}
}
