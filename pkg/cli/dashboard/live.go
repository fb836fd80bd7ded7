// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/utils/clock"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	rolloutcommand "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

const (
	// composePause is the minimum time between two views. Changes within this time become one view.
	composePause = 200 * time.Millisecond
	// shootsPause is how often live checks whether to list the Shoots again, and how often it reads the configuration of
	// one project.
	shootsPause = 5 * time.Second
)

// Parts of the view. Each part can fail independently.
const (
	partStatus         = "the status"
	partRollouts       = "the rollouts"
	partShoots         = "the Shoots"
	partConfigurations = "pending configurations"
)

// live follows the garden and stores the current view.
type live struct {
	garden    garden.Client
	namespace string
	clock     clock.PassiveClock
	times     garden.Times
	// dirty contains an element if data has changed since the last view.
	dirty chan struct{}

	mutex            sync.Mutex
	status, rollouts garden.Data
	// landscape contains the data of the operator's rollouts by the keys of scopeOf.
	landscape map[string]map[string]string
	known     *garden.KnownShoots
	// configurations identifies the present configuration of each project.
	configurations map[string]string
	// problems contains the current error messages by part.
	problems map[string]string
	current  *view
	// changed is closed when a new view replaces the current one.
	changed chan struct{}
}

func newLive(from garden.Client, namespace string, times garden.Times, now clock.PassiveClock) *live {
	return &live{
		garden: from, namespace: namespace, clock: now, times: times, dirty: make(chan struct{}, 1), problems: map[string]string{}, landscape: map[string]map[string]string{},
		known: &garden.KnownShoots{Problem: "the Shoots themselves are still being read: labels, and Shoots without a status, are missing"},
		// A page that connects before the first view waits until this channel is closed.
		changed: make(chan struct{}),
	}
}

// run follows the garden until the context is canceled or the garden denies access to the status.
func (l *live) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		return l.follow(ctx, l.namespace, fluxv1alpha1.StatusConfigMapName, partStatus, func(read garden.Data) { l.status = read })
	})
	group.Go(func() error {
		err := l.follow(ctx, l.namespace, fluxv1alpha1.RolloutConfigMapName, partRollouts, func(read garden.Data) { l.rollouts = read })
		if err != nil && ctx.Err() == nil {
			// Without access to rollouts, the page still shows Shoots.
			l.report(partRollouts, err)
			return nil
		}
		return err
	})
	if l.namespace == "" {
		for _, scope := range rolloutcommand.OfLandscape() {
			group.Go(func() error { return l.followLandscape(ctx, scope) })
		}
	}
	group.Go(func() error { return l.readShoots(ctx) })
	group.Go(func() error { return l.readConfigurations(ctx) })
	group.Go(func() error { return l.compose(ctx) })
	err := group.Wait()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// view returns the current view, or nil before the first view, and a channel that is closed when the view is replaced.
func (l *live) view() (*view, <-chan struct{}) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.current, l.changed
}

// follow calls take with the data of the ConfigMaps after each change. An empty namespace selects all projects.
func (l *live) follow(ctx context.Context, namespace, configMap, part string, take func(garden.Data)) error {
	follower := &garden.Follower{
		Source: &garden.Source{Garden: l.garden, Namespace: namespace, ConfigMap: configMap}, Times: l.times,
		Check: func(_ context.Context, data garden.Data) (bool, error) {
			// The follower modifies its data later.
			read := maps.Clone(data)
			l.update(func() {
				take(read)
				delete(l.problems, part)
			})
			return false, nil
		},
		ReportError: func(err error) { l.report(part, err) },
	}
	return follower.Follow(ctx)
}

// readShoots lists the Shoots periodically. It does not delay the status, because a list of Shoots is large.
func (l *live) readShoots(ctx context.Context) error {
	recent := &garden.Recent{Reader: &garden.FleetReader{Garden: l.garden, Clock: l.clock, Namespace: l.namespace}}
	for {
		l.mutex.Lock()
		status := l.status
		l.mutex.Unlock()
		before := recent.Shoots
		switch err := recent.Refresh(ctx, status); {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			l.report(partShoots, err)
		case recent.Shoots != before:
			l.update(func() {
				l.known = recent.Shoots
				delete(l.problems, partShoots)
			})
		}
		if err := garden.Pause(ctx, shootsPause); err != nil {
			return err
		}
	}
}

// readConfigurations reads the configurations periodically: one project more often than all projects. Without
// access to them, the page shows only the pending Shoots that seeds report.
func (l *live) readConfigurations(ctx context.Context) error {
	period := shootsPause
	if l.namespace == "" {
		period = l.times.Refresh
	}
	reader := &garden.FleetReader{Garden: l.garden, Clock: l.clock, Namespace: l.namespace}
	for {
		switch err := reader.ReadConfigurations(ctx); {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			l.report(partConfigurations, err)
		default:
			l.takeConfigurations(reader.Configurations)
		}
		if err := garden.Pause(ctx, period); err != nil {
			return err
		}
	}
}

// takeConfigurations requests a new view only if there is anything new to show.
func (l *live) takeConfigurations(read map[string]string) {
	l.mutex.Lock()
	_, ok := l.problems[partConfigurations]
	isKnown := l.configurations != nil && maps.Equal(l.configurations, read)
	l.mutex.Unlock()
	if ok || !isKnown {
		l.update(func() {
			l.configurations = read
			delete(l.problems, partConfigurations)
		})
	}
}

// compose publishes a view after data has changed, at most one per composePause.
func (l *live) compose(ctx context.Context) error {
	reader := &garden.FleetReader{Garden: l.garden, Clock: l.clock, Namespace: l.namespace}
	var last *view
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-l.dirty:
		}
		status, known, rollouts, notes := l.read(reader)
		if status != nil {
			next, err := compose(last, reader.Show(status, known), known, rollouts, notes)
			if err != nil {
				return err
			}
			l.publish(next)
			last = next
		}
		if err := garden.Pause(ctx, composePause); err != nil {
			return err
		}
	}
}

// read returns the last data, and gives the reader the configurations. The status is nil before the first read.
func (l *live) read(reader *garden.FleetReader) (status garden.Data, known *garden.KnownShoots, rollouts garden.Data, notes []string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	reader.Configurations = l.configurations
	for part, problem := range ordered.Map(l.problems) {
		notes = append(notes, part+" may be outdated: "+problem)
	}
	rollouts = maps.Clone(l.landscape)
	maps.Copy(rollouts, l.rollouts)
	return l.status, l.known, rollouts, notes
}

func (l *live) publish(next *view) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.current = next
	close(l.changed)
	l.changed = make(chan struct{})
}

func (l *live) report(part string, err error) {
	l.update(func() { l.problems[part] = text.OneLine(err.Error()) })
}

// update changes the data with the given function, and requests a new view.
func (l *live) update(change func()) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	change()
	select {
	case l.dirty <- struct{}{}:
	default:
	}
}
