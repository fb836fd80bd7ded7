// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
)

// Served provides the projects with Shoots on a seed.
type Served interface {
	// Follow calls appeared with the namespace of each existing and each new project with Shoots on the seed, until the
	// context ends. It may call appeared several times for a project. It does not block.
	Follow(ctx context.Context, appeared func(namespace string)) error
	// List returns the namespaces of all projects with Shoots on the seed.
	List(ctx context.Context) ([]string, error)
}

// NoticeTimes are the intervals of a NoticeWatcher.
type NoticeTimes struct {
	// Retry is the delay after the first failed read, and MaxRetry is the maximum delay.
	Retry, MaxRetry time.Duration
	// Reread is the maximum interval between two reads of a project if the board does not change. It is reduced by a
	// random part of up to a fifth.
	Reread time.Duration
	// Recount is the interval between two lists of the projects. These lists remove projects without Shoots on the seed.
	Recount time.Duration
	// Random returns a random duration below the given one.
	Random func(time.Duration) time.Duration
}

// NoticeOptions are the dependencies and settings of a NoticeWatcher.
type NoticeOptions struct {
	// Board is the notice board of the seed.
	Board NoticeBoard
	// Served provides the projects to read.
	Served Served
	// Garden reads objects in the garden. It must not read from a cache.
	Garden client.Reader
	// Workers is the maximum number of projects that are read at a time. The client limits the request rate.
	Workers int
	Times   NoticeTimes
	Clock   clock.WithTicker
	Log     logr.Logger
}

// NoticeWatcher is a StateWatcher that needs permissions only in the projects with Shoots on its seed. It watches the
// notice board of the seed. It reads each of these projects at the start, when the versions on the board differ from
// the versions read last, and at long intervals regardless of the board. The state of a project is the result of its
// last successful read. A forbidden or failed request does not mean that there is no configuration; it is retried. No
// method waits for the garden.
type NoticeWatcher struct {
	options NoticeOptions
	errors  *errorLog
	damages *errorLog
	queue   workqueue.TypedRateLimitingInterface[string]

	mutex     sync.Mutex
	board     *noticeboard.Board
	projects  map[string]*followed
	followers []func(namespace string)
}

// followed is a project with Shoots on the seed.
type followed struct {
	// noticed contains the versions that were on the board when the last read started, even if the read failed. If the
	// board later lists the versions that this read has found, noticed contains these.
	noticed noticeboard.Versions
	// read is the result of the last successful read; nil before the first one.
	read *readProject
}

// NewNoticeWatcher returns a NoticeWatcher. No request is sent before Start.
func NewNoticeWatcher(options NoticeOptions) *NoticeWatcher {
	return &NoticeWatcher{
		options: options,
		errors:  newErrorLog(options.Log, options.Clock, "Failed to read a project in the garden, retrying: its changes are not propagated until then"),
		damages: newDamageLog(options.Log, options.Clock),
		queue: workqueue.NewTypedRateLimitingQueueWithConfig(
			workqueue.NewTypedItemExponentialFailureRateLimiter[string](options.Times.Retry, options.Times.MaxRetry),
			workqueue.TypedRateLimitingQueueConfig[string]{Clock: options.Clock}),
		projects: map[string]*followed{},
	}
}

// Start watches the board and reads the projects until the context ends.
func (w *NoticeWatcher) Start(ctx context.Context) error {
	if err := w.options.Served.Follow(ctx, w.follow); err != nil {
		return fmt.Errorf("failed to watch the projects with Shoots on this seed: %w", err)
	}
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer w.queue.ShutDown()
	for range w.options.Workers {
		running.Go(func() { w.work(ctx) })
	}
	running.Go(func() { w.recount(ctx) })
	if err := w.options.Board.Watch(ctx, w.noticed); err != nil {
		return fmt.Errorf("failed to watch the notice board of this seed: %w", err)
	}
	return nil
}

// Follow calls changed with the namespace of each project that was already read, and later of each project that a read
// finds new or changed, until the context ends. It does not block.
func (w *NoticeWatcher) Follow(ctx context.Context, changed func(namespace string)) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.followers = append(w.followers, func(namespace string) {
		if ctx.Err() == nil {
			changed(namespace)
		}
	})
	var known []string
	for namespace, p := range w.projects {
		if p.read != nil {
			known = append(known, namespace)
		}
	}
	go func() {
		for _, namespace := range known {
			changed(namespace)
		}
	}()
	return nil
}

// State returns the state of a project from its last read, and whether the project was read. Callers must not change
// the state.
func (w *NoticeWatcher) State(_ context.Context, namespace string) (State, bool, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	p := w.projects[namespace]
	if p == nil || p.read == nil {
		return State{}, false, nil
	}
	return p.read.state, true, nil
}

// follow adds a project, and queues its first read.
func (w *NoticeWatcher) follow(namespace string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.projects[namespace] == nil {
		w.projects[namespace] = &followed{}
		w.queue.Add(namespace)
	}
}

// noticed queues the projects whose versions on the board differ from the versions read last.
func (w *NoticeWatcher) noticed(board *noticeboard.Board) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.board = board
	for namespace, p := range w.projects {
		if w.mayHaveChanged(namespace, p) {
			w.queue.Add(namespace)
		}
	}
}

// mayHaveChanged reports whether the versions on the board differ from the versions read last. This includes a project
// that the board does not list any more.
func (w *NoticeWatcher) mayHaveChanged(namespace string, p *followed) bool {
	versions := w.board.Of(namespace)
	if p.read != nil && versions == p.read.versions {
		p.noticed = versions
	}
	return versions != p.noticed
}

// recount regularly removes projects without Shoots on the seed, and adds projects whose event was missed.
func (w *NoticeWatcher) recount(ctx context.Context) {
	ticker := w.options.Clock.NewTicker(w.options.Times.Recount)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C():
		}
		namespaces, err := w.options.Served.List(ctx)
		if err != nil {
			w.options.Log.Error(err, "Failed to list the projects with Shoots on this seed")
			continue
		}
		w.forgetAllBut(namespaces)
		for _, namespace := range namespaces {
			w.follow(namespace)
		}
	}
}

func (w *NoticeWatcher) forgetAllBut(namespaces []string) {
	served := sets.New(namespaces...)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	maps.DeleteFunc(w.projects, func(namespace string, _ *followed) bool { return !served.Has(namespace) })
}
