// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"context"
	"errors"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
)

const (
	// watchFor is the time after which a watch ends and a list confirms what it has shown.
	watchFor = 8 * time.Second
	// retryAfter is the time after which a failed request is repeated, and absentAfter that for a resource that the API
	// server does not know yet.
	retryAfter, absentAfter = 500 * time.Millisecond, 2 * time.Second
)

// source lists and watches the objects of a resource in all namespaces.
type source interface {
	list(ctx context.Context, options metav1.ListOptions) ([]*unstructured.Unstructured, string, error)
	watchFrom(ctx context.Context, options metav1.ListOptions) (watch.Interface, error)
	// convert returns an object of a watch as list returns it.
	convert(object runtime.Object) (*unstructured.Unstructured, error)
}

// observer receives what a stream observes, in the order in which the API server has stored it.
type observer interface {
	// changed is called with an object that is new or has changed. followed is true if no version between the one before
	// and this one is missing: the one before was the present one until this one was stored.
	changed(object *unstructured.Unstructured, followed bool)
	// unchanged is called with an object that a list has shown unchanged.
	unchanged(object *unstructured.Unstructured)
	// deleted is called with the last version of an object that does not exist any more.
	deleted(object *unstructured.Unstructured)
	// listed is called with all objects of a list, which shows that there are no others.
	listed(objects []*unstructured.Unstructured)
	// unreachable is called with the error of each failed request.
	unreachable(err error)
}

// stream observes the objects of one resource in one cluster. It watches, so that it misses no version of an object
// while the API server answers, and lists periodically, because only an answer proves that nothing has changed.
type stream struct {
	source   source
	observer observer
	// steady is true for objects that need no confirmation, such as Events. Only the first list is needed then.
	steady bool
	// known contains the last version of each object by its UID.
	known map[types.UID]*unstructured.Unstructured
	// version is the resourceVersion from which the next watch continues; empty before the first list.
	version string
}

func newStream(from source, to observer, steady bool) *stream {
	return &stream{source: from, observer: to, steady: steady, known: map[types.UID]*unstructured.Unstructured{}}
}

// run observes until the context ends.
func (s *stream) run(ctx context.Context) {
	for ctx.Err() == nil {
		err := s.round(ctx)
		pause := time.Duration(0)
		switch {
		case ctx.Err() != nil:
			return
		case apierrors.IsNotFound(err):
			pause = absentAfter
		case err != nil:
			s.observer.unreachable(err)
			pause = retryAfter
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// round lists once, and watches until the watch ends.
func (s *stream) round(ctx context.Context) error {
	if s.steady && s.version != "" {
		return s.follow(ctx)
	}
	listed, version, err := s.source.list(ctx, metav1.ListOptions{})
	if apierrors.IsNotFound(err) {
		s.forget(nil)
		s.version = ""
		return err
	}
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	if s.version == "" {
		s.begin(listed)
		s.version = version
	} else {
		s.confirm(listed)
	}
	if !s.steady {
		s.observer.listed(listed)
	}
	return s.follow(ctx)
}

// begin takes a list as the present state: nothing is known about the time before.
func (s *stream) begin(listed []*unstructured.Unstructured) {
	present := map[types.UID]bool{}
	for _, object := range listed {
		present[object.GetUID()] = true
	}
	s.forget(present)
	for _, object := range listed {
		s.take(object, false)
	}
}

// forget reports the known objects that are not present as deleted.
func (s *stream) forget(present map[types.UID]bool) {
	for uid, object := range s.known {
		if !present[uid] {
			delete(s.known, uid)
			s.observer.deleted(object)
		}
	}
}

func (s *stream) take(object *unstructured.Unstructured, followed bool) {
	before, has := s.known[object.GetUID()]
	s.known[object.GetUID()] = object
	if has && before.GetResourceVersion() == object.GetResourceVersion() {
		s.observer.unchanged(object)
		return
	}
	s.observer.changed(object, followed)
}

// confirm reports the objects that a list shows as they are known. The next watch, which continues where the last one
// has ended, shows the others with all their versions in between.
func (s *stream) confirm(listed []*unstructured.Unstructured) {
	for _, object := range listed {
		if before, has := s.known[object.GetUID()]; has && before.GetResourceVersion() == object.GetResourceVersion() {
			s.observer.unchanged(object)
		}
	}
}

// follow watches until the watch ends.
func (s *stream) follow(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*watchFor)
	defer cancel()
	changes, err := s.source.watchFrom(ctx, metav1.ListOptions{
		ResourceVersion: s.version, AllowWatchBookmarks: true, TimeoutSeconds: ptr.To(int64(watchFor.Seconds())),
	})
	if apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
		s.version = ""
		return nil
	}
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	defer changes.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case event, open := <-changes.ResultChan():
			if !open {
				return nil
			}
			if err := s.apply(event); err != nil {
				return err
			}
		}
	}
}

func (s *stream) apply(event watch.Event) error {
	if event.Type == watch.Error {
		// The versions since the last one may be lost. A list begins again.
		s.version = ""
		if err := apierrors.FromObject(event.Object); !apierrors.IsResourceExpired(err) && !apierrors.IsGone(err) {
			return fmt.Errorf("watch: %w", err)
		}
		return nil
	}
	object, err := s.source.convert(event.Object)
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	if object.GetResourceVersion() == "" {
		return errors.New("watch: an event has no resourceVersion")
	}
	s.version = object.GetResourceVersion()
	switch event.Type {
	case watch.Added, watch.Modified:
		s.take(object, true)
	case watch.Deleted:
		delete(s.known, object.GetUID())
		s.observer.deleted(object)
	}
	return nil
}
