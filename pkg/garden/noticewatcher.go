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
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
)

// Served provides the projects with Shoots on a seed.
type Served interface {
	// Follow calls appeared with the namespace of each such project, now and later. It may call it several times
	// for a project. It does not block, and ends with the context.
	Follow(ctx context.Context, appeared func(namespace string)) error
	// List returns the namespaces of all such projects.
	List(ctx context.Context) ([]string, error)
}

// NoticeTimes are the times of a NoticeWatcher.
type NoticeTimes struct {
	// Retry is the first delay after a failed read, and MaxRetry the maximum.
	Retry, MaxRetry time.Duration
	// Reread is the maximum interval between two reads of a project without a notice. It is reduced by up to a
	// fifth at random.
	Reread time.Duration
	// Recount is the interval between two lists of the projects, which remove those without Shoots on the seed.
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
	// Workers is the number of projects that are read at a time. The client limits the request rate.
	Workers int
	Times   NoticeTimes
	Clock   clock.WithTicker
	Log     logr.Logger
}

// NoticeWatcher is a StateWatcher that needs rights only in the projects with Shoots on its seed. It watches the
// notice board of the seed, and reads each of these projects at the start, when the board has other versions than
// the last read, and at long intervals regardless of the board. The state of a project is the result of its last
// successful read. A refused or failed request never counts as the absence of a configuration, and is retried. No
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
	// noticed are the versions on the board at the start of the last read, successful or not, or later ones that
	// this read has covered.
	noticed noticeboard.Versions
	// read is the result of the last read; nil before the first.
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

// Start watches and reads until the context ends.
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

// Follow calls changed with the namespace of each project that was already read, and of each project that a read
// finds new or changed. It does not block, and ends with the context.
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

// State returns the state of a project from its last read, which must not be changed, and whether it was read yet.
func (w *NoticeWatcher) State(_ context.Context, namespace string) (State, bool, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	p := w.projects[namespace]
	if p == nil || p.read == nil {
		return State{}, false, nil
	}
	return p.read.state, true, nil
}

// follow adds a project.
func (w *NoticeWatcher) follow(namespace string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.projects[namespace] == nil {
		w.projects[namespace] = &followed{}
		w.queue.Add(namespace)
	}
}

// noticed queues the projects whose versions on the board differ from the last read.
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

// mayHaveChanged compares the versions on the board with the last read. If the board does not list a project any more,
// its objects may have changed.
func (w *NoticeWatcher) mayHaveChanged(namespace string, p *followed) bool {
	versions := w.board.Of(namespace)
	if p.read != nil && versions == p.read.versions {
		p.noticed = versions
	}
	return versions != p.noticed
}

// recount forgets projects without Shoots on the seed, and adds those without an event.
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
	served := map[string]bool{}
	for _, namespace := range namespaces {
		served[namespace] = true
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	maps.DeleteFunc(w.projects, func(namespace string, _ *followed) bool { return !served[namespace] })
}
