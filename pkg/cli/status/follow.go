// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"maps"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilwait "k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
)

// followTimes are the times of a follower.
type followTimes struct {
	// poll is the time between two requests without the permission to watch.
	poll time.Duration
	// refresh is the time after which the entries are checked again although nothing has changed.
	refresh time.Duration
	// watch is how long a watch lasts before it is replaced. One that ends much earlier is a failure.
	watch time.Duration
	// firstPause and lastPause are those between two tries while the garden does not answer.
	firstPause, lastPause time.Duration
}

func defaultFollowTimes() followTimes {
	return followTimes{poll: 5 * time.Second, refresh: 10 * time.Second, watch: 10 * time.Minute, firstPause: time.Second, lastPause: 15 * time.Second}
}

// follower passes on the entries of the ConfigMaps flux-status whenever they may have changed. It continues while the garden does not
// answer.
type follower struct {
	source *statusSource
	times  followTimes
	// check gets the current entries, and returns whether to end.
	check func(context.Context, statusData) (enough bool, err error)
	// reportError gets the error while the garden cannot be read.
	reportError func(error)
}

// follow returns when check returns true, or with its error, that of the context, or the garden's refusal.
func (f *follower) follow(ctx context.Context) error {
	answered, mayWatch := false, true
	pauses := f.pauses()
	for {
		current, err := f.source.read(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && refused(err) && !answered:
			return err
		case err != nil:
			// An API server that has just started may refuse a request until it knows the roles.
			f.reportError(err)
			if err := pause(ctx, pauses.Step()); err != nil {
				return err
			}
			continue
		}
		answered = true
		if enough, err := f.check(ctx, current.data); enough || err != nil {
			return err
		}
		between := f.times.poll
		if mayWatch && current.version != "" {
			began := time.Now()
			over, err := f.watch(ctx, current)
			switch {
			case over:
				return err
			case refused(err) || apierrors.IsMethodNotSupported(err):
				mayWatch = false
			case time.Since(began) < f.times.watch/20:
				between = pauses.Step()
			default:
				pauses, between = f.pauses(), f.times.firstPause
			}
		}
		if err := pause(ctx, between); err != nil {
			return err
		}
	}
}

func (f *follower) pauses() *utilwait.Backoff {
	return &utilwait.Backoff{Duration: f.times.firstPause, Factor: 2, Jitter: 0.2, Steps: 10, Cap: f.times.lastPause}
}

// watch checks at each change until the watch ends. It returns whether to end; else the error is that of the watch.
func (f *follower) watch(ctx context.Context, current snapshot) (over bool, err error) {
	// The server ends the watch; the deadline is for one that does not.
	limited, cancel := context.WithTimeout(ctx, f.times.watch+garden.Timeout)
	defer cancel()
	changes, err := f.source.garden.Watch(limited, &corev1.ConfigMapList{}, append(f.source.options(), &client.ListOptions{Raw: &metav1.ListOptions{
		ResourceVersion: current.version, TimeoutSeconds: ptr.To(int64(f.times.watch.Seconds())),
	}})...)
	if err != nil {
		return false, err
	}
	defer changes.Stop()
	refresh := time.NewTicker(f.times.refresh)
	defer refresh.Stop()
	now := maps.Clone(current.data)
	for {
		select {
		case <-ctx.Done():
			return true, ctx.Err()
		case change, open := <-changes.ResultChan():
			if !open {
				return false, nil
			}
			if change.Type == watch.Error {
				return false, apierrors.FromObject(change.Object)
			}
			if !now.apply(change) {
				continue
			}
		case <-refresh.C:
		}
		if enough, err := f.check(ctx, now); enough || err != nil {
			return true, err
		}
	}
}

// apply applies a change. It returns whether it was one.
func (t statusData) apply(change watch.Event) bool {
	configMap, ok := change.Object.(*corev1.ConfigMap)
	if !ok || configMap.Name != fluxv1alpha1.StatusConfigMapName {
		return false
	}
	switch change.Type {
	case watch.Added, watch.Modified:
		t[configMap.Namespace] = configMap.Data
	case watch.Deleted:
		delete(t, configMap.Namespace)
	default:
		return false
	}
	return true
}

// pause waits, but not longer than the context lasts.
func pause(ctx context.Context, length time.Duration) error {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
