// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"io"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Data contains the data of ConfigMaps by namespace.
type Data map[string]map[string]string

// Snapshot is the state of ConfigMaps at one time.
type Snapshot struct {
	Data Data
	// Version is the resourceVersion for a watch. It is empty if the user has only the permission to get the ConfigMap.
	Version string
}

// Source reads the ConfigMaps with one name in one project or in all projects.
type Source struct {
	// ConfigMap is the name of the ConfigMaps.
	ConfigMap string
	Garden    Client
	// Namespace is the namespace of the project. It is empty for all projects.
	Namespace string
}

// StatusSource returns the source of the ConfigMaps flux-status.
func StatusSource(client Client, namespace string) *Source {
	return &Source{ConfigMap: fluxv1alpha1.StatusConfigMapName, Garden: client, Namespace: namespace}
}

// Read lists the ConfigMaps, because a list returns a resourceVersion for a watch even if the ConfigMap does not exist.
// For one project, it falls back to a get if the user lacks the permission to list.
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
		current.Data[configMap.Namespace] = dataOf(&configMap)
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
	return Snapshot{Data: Data{s.Namespace: dataOf(configMap)}}, nil
}

// explain adds a suggested fix to an error about missing permissions or invalid credentials.
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

// Refused reports whether the garden rejected the user's credentials or permissions. A retry does not fix such an
// error.
func Refused(err error) bool {
	return apierrors.IsUnauthorized(err) || apierrors.IsForbidden(err)
}

// Times contains the intervals of a Follower.
type Times struct {
	// Poll is the time between two reads if the user has no permission to watch.
	Poll time.Duration
	// Refresh is the time between two checks of unchanged data.
	Refresh time.Duration
	// Watch is the duration of a watch. A watch that ends much earlier counts as failed.
	Watch time.Duration
	// FirstPause and LastPause are the minimum and maximum time between two attempts while requests fail.
	FirstPause, LastPause time.Duration
}

// DefaultTimes returns the intervals for commands.
func DefaultTimes() Times {
	return Times{Poll: 5 * time.Second, Refresh: 10 * time.Second, Watch: 10 * time.Minute, FirstPause: time.Second, LastPause: 15 * time.Second}
}

// Follower calls Check with the data of ConfigMaps after each change and periodically. It retries while the garden does
// not respond.
type Follower struct {
	Source *Source
	Times  Times
	// Check receives the current data, and returns true to end the Follower.
	Check func(context.Context, Data) (enough bool, err error)
	// ReportError receives each error of a read.
	ReportError func(error)
}

// Follow follows the ConfigMaps until Check returns true or an error, or the context is canceled. It also returns an
// error if the garden rejects the first read.
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
			// After a successful read, a rejection may be temporary: a starting API server may reject requests until it has
			// loaded the roles.
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

// watch calls Check after each change and after each Refresh, until the watch ends. It returns true if the Follower
// must end. Otherwise, the error is the reason why the watch failed.
func (f *Follower) watch(ctx context.Context, current Snapshot) (over bool, err error) {
	// The server should end the watch after the requested time. The deadline applies if it does not.
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
		case change, ok := <-changes.ResultChan():
			if !ok {
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

// dataOf returns the data of a ConfigMap. In flux-status, an entry that its seed does not own counts as not reported,
// or is empty if it is invalid.
func dataOf(configMap *corev1.ConfigMap) map[string]string {
	if configMap.Name != fluxv1alpha1.StatusConfigMapName {
		return configMap.Data
	}
	data, entries := map[string]string{}, fleet.Entries(configMap)
	for name := range configMap.Data {
		data[name] = ""
		if status, ok := entries[name]; ok {
			data[name] = fleet.Encode(status)
		}
	}
	return data
}

// apply applies an event of the watch, and reports whether the data may have changed.
func (t Data) apply(change watch.Event, name string) bool {
	configMap, ok := change.Object.(*corev1.ConfigMap)
	if !ok || configMap.Name != name {
		return false
	}
	switch change.Type {
	case watch.Added, watch.Modified:
		t[configMap.Namespace] = dataOf(configMap)
	case watch.Deleted:
		delete(t, configMap.Namespace)
	default:
		return false
	}
	return true
}

// Outage prints errors of requests to the garden.
type Outage struct {
	Notes io.Writer
	// LastError is the last error. It is empty if the last request succeeded.
	LastError string
}

// Report prints an error unless it equals the last one.
func (o *Outage) Report(err error) {
	if latest := text.OneLine(err.Error()); latest != o.LastError {
		o.LastError = latest
		fmt.Fprintf(o.Notes, "Note: %s.\n", latest)
	}
}

// Pause waits for the given duration. It returns an error if the context ends before.
func Pause(ctx context.Context, length time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(length):
		return nil
	}
}
