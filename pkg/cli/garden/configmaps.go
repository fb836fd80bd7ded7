// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"maps"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilwait "k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Data has the data of ConfigMaps by namespace.
type Data map[string]map[string]string

// Snapshot is the state of the ConfigMaps at one time.
type Snapshot struct {
	Data Data
	// Version starts a watch. It is empty if the user may only get the ConfigMap.
	Version string
}

// Source reads the ConfigMaps with one name, in a project or in all projects.
type Source struct {
	// ConfigMap is the name of the ConfigMaps.
	ConfigMap string
	Garden    Client
	// Namespace is the namespace of the project, or empty for all projects.
	Namespace string
}

// StatusSource returns the source of ConfigMaps flux-status.
func StatusSource(client Client, namespace string) *Source {
	return &Source{ConfigMap: fluxv1alpha1.StatusConfigMapName, Garden: client, Namespace: namespace}
}

// Read lists the ConfigMaps: a watch needs the version of a list before the ConfigMap exists. In a project, the
// permission to get the ConfigMap is sufficient.
func (s *Source) Read(ctx context.Context) (Snapshot, error) {
	configMaps := &corev1.ConfigMapList{}
	err := s.Garden.List(ctx, s.Namespace, configMaps, Named(s.ConfigMap))
	if apierrors.IsForbidden(err) && s.Namespace != metav1.NamespaceAll {
		return s.get(ctx)
	}
	if err != nil {
		return Snapshot{}, s.explain(err)
	}
	current := Snapshot{Data: Data{}, Version: configMaps.ResourceVersion}
	for _, configMap := range configMaps.Items {
		current.Data[configMap.Namespace] = configMap.Data
	}
	return current, nil
}

func (s *Source) get(ctx context.Context) (Snapshot, error) {
	configMap := &corev1.ConfigMap{}
	err := s.Garden.Get(ctx, types.NamespacedName{Namespace: s.Namespace, Name: s.ConfigMap}, configMap)
	if apierrors.IsNotFound(err) {
		return Snapshot{Data: Data{}}, nil
	}
	if err != nil {
		return Snapshot{}, s.explain(err)
	}
	return Snapshot{Data: Data{s.Namespace: configMap.Data}}, nil
}

// explain adds a suggested fix to an error for missing permissions.
func (s *Source) explain(err error) error {
	switch {
	case apierrors.IsUnauthorized(err):
		return fmt.Errorf("the garden does not accept your credentials; check that the kubeconfig is for the garden and its credentials have not expired: %w", err)
	case apierrors.IsForbidden(err) && s.Namespace == metav1.NamespaceAll:
		return fmt.Errorf("you may not list the ConfigMaps of all projects; select one with -n: %w", err)
	case apierrors.IsForbidden(err):
		return fmt.Errorf("you may not read ConfigMap %s in namespace %s; check that it is the namespace of a project and you are a member or viewer of it: %w",
			s.ConfigMap, s.Namespace, err)
	case s.Namespace == metav1.NamespaceAll:
		return fmt.Errorf("failed to read the ConfigMaps %s: %w", s.ConfigMap, err)
	}
	return fmt.Errorf("failed to read ConfigMap %s/%s: %w", s.Namespace, s.ConfigMap, err)
}

// Refused returns whether an error is about the user's identity or permissions. A retry does not help.
func Refused(err error) bool {
	return apierrors.IsUnauthorized(err) || apierrors.IsForbidden(err)
}

// Times are the intervals of a Follower.
type Times struct {
	// Poll is the time between two requests without permission to watch.
	Poll time.Duration
	// Refresh is the interval between checks of unchanged entries.
	Refresh time.Duration
	// Watch is the duration of a watch. A watch that ends much earlier has failed.
	Watch time.Duration
	// FirstPause and LastPause limit the time between two attempts while the garden does not respond.
	FirstPause, LastPause time.Duration
}

// DefaultTimes returns the intervals for commands.
func DefaultTimes() Times {
	return Times{Poll: 5 * time.Second, Refresh: 10 * time.Second, Watch: 10 * time.Minute, FirstPause: time.Second, LastPause: 15 * time.Second}
}

// Follower passes on the data of ConfigMaps when they may have changed. It continues while the garden does not
// respond.
type Follower struct {
	Source *Source
	Times  Times
	// Check gets the current data and returns whether to end.
	Check func(context.Context, Data) (enough bool, err error)
	// ReportError gets the error while the garden cannot be read.
	ReportError func(error)
}

// Follow returns when Check returns true, or with the error of Check, of the context, or of the garden's refusal.
func (f *Follower) Follow(ctx context.Context) error {
	answered, mayWatch := false, true
	pauses := f.pauses()
	for {
		current, err := f.Source.Read(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && Refused(err) && !answered:
			return err
		case err != nil:
			// A starting API server may refuse requests until it has read the roles.
			f.ReportError(err)
			if err := Pause(ctx, pauses.Step()); err != nil {
				return err
			}
			continue
		}
		answered = true
		if enough, err := f.Check(ctx, current.Data); enough || err != nil {
			return err
		}
		between := f.Times.Poll
		if mayWatch && current.Version != "" {
			began := time.Now()
			over, err := f.watch(ctx, current)
			switch {
			case over:
				return err
			case Refused(err) || apierrors.IsMethodNotSupported(err):
				mayWatch = false
			case time.Since(began) < f.Times.Watch/20:
				between = pauses.Step()
			default:
				pauses, between = f.pauses(), f.Times.FirstPause
			}
		}
		if err := Pause(ctx, between); err != nil {
			return err
		}
	}
}

func (f *Follower) pauses() *utilwait.Backoff {
	return &utilwait.Backoff{Duration: f.Times.FirstPause, Factor: 2, Jitter: 0.2, Steps: 10, Cap: f.Times.LastPause}
}

// watch checks each change until the watch ends. It returns whether to end; otherwise the error is the error of the
// watch.
func (f *Follower) watch(ctx context.Context, current Snapshot) (over bool, err error) {
	// The server ends the watch. The deadline is for servers that do not.
	limited, cancel := context.WithTimeout(ctx, f.Times.Watch+Timeout)
	defer cancel()
	options := Named(f.Source.ConfigMap)
	options.ResourceVersion, options.TimeoutSeconds = current.Version, ptr.To(int64(f.Times.Watch.Seconds()))
	changes, err := f.Source.Garden.Watch(limited, f.Source.Namespace, &corev1.ConfigMapList{}, options)
	if err != nil {
		return false, err
	}
	defer changes.Stop()
	refresh := time.NewTicker(f.Times.Refresh)
	defer refresh.Stop()
	now := maps.Clone(current.Data)
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
			if !now.apply(change, f.Source.ConfigMap) {
				continue
			}
		case <-refresh.C:
		}
		if enough, err := f.Check(ctx, now); enough || err != nil {
			return true, err
		}
	}
}

// apply applies a change and returns whether the data may have changed.
func (t Data) apply(change watch.Event, name string) bool {
	configMap, ok := change.Object.(*corev1.ConfigMap)
	if !ok || configMap.Name != name {
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

// Pause waits, but not longer than the context.
func Pause(ctx context.Context, length time.Duration) error {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
