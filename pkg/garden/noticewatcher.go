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

// NoticeBoard is the notice board of a seed.
type NoticeBoard interface {
	// Watch calls changed with each version of the board, and with nil after its deletion, until the context ends. It does not fail while the
	// garden is unreachable, and calls with the present version afterwards.
	Watch(ctx context.Context, changed func(*noticeboard.Board)) error
}

// Served are the projects with Shoots on a seed.
type Served interface {
	// Follow calls appeared with the namespace of each such project, and again for projects that become one. It does not block, and ends with the context.
	Follow(ctx context.Context, appeared func(namespace string)) error
	// List returns the namespaces of all of them.
	List(ctx context.Context) ([]string, error)
}

// NoticeTimes are the times of a NoticeWatcher.
type NoticeTimes struct {
	// Retry is the time after which a read that has failed is tried again, and MaxRetry the longest.
	Retry, MaxRetry time.Duration
	// Reread is the longest time between two reads of a project for which there is no notice. It is shortened by up to a fifth at random.
	Reread time.Duration
	// Recount is the time between two lists of the projects, after which those without Shoots on the seed are forgotten.
	Recount time.Duration
	// Random returns a time below the given one.
	Random func(time.Duration) time.Duration
}

// NoticeOptions are what a NoticeWatcher consists of.
type NoticeOptions struct {
	// Board is the notice board of the seed.
	Board NoticeBoard
	// Served are the projects that are read.
	Served Served
	// Garden reads in the garden. It must not read from a cache.
	Garden client.Reader
	// Workers is the number of projects that are read at a time. The client bounds the rate.
	Workers int
	// Times are its times.
	Times NoticeTimes
	// Clock is the clock.
	Clock clock.WithTicker
	// Log is the log.
	Log logr.Logger
}

// NoticeWatcher is a StateWatcher that has rights in the projects with Shoots on its seed only. It watches the notice board of the seed, and reads
// each of these projects at first, when the board has other versions than were read, and at long intervals, whatever the board has. The
// state of a project is what was read last, also while the garden is unreachable: a request that is refused or fails never counts as the absence of a
// configuration, and is retried. None of its methods waits for the garden.
type NoticeWatcher struct {
	options NoticeOptions
	errors  *errorLog
	damages *errorLog
	queue   workqueue.TypedRateLimitingInterface[string]

	mutex     sync.Mutex
	board     *noticeboard.Board
	projects  map[string]*followed
	followers map[int]func(namespace string)
	nextID    int
}

// followed is a project that is read.
type followed struct {
	// notice is that of the board when the last read began, whether that has failed or not, or a later one that it has confirmed.
	notice noticeboard.Notice
	// read is the result of the last read; nil before the first.
	read *readProject
}

// NewNoticeWatcher returns a NoticeWatcher. No request is sent before Start.
func NewNoticeWatcher(options NoticeOptions) *NoticeWatcher {
	return &NoticeWatcher{
		options: options,
		errors: &errorLog{log: options.Log, clock: options.Clock,
			message: "Failed to read a project in the garden, retrying: its changes are not propagated until then"},
		damages: newDamageLog(options.Log, options.Clock),
		queue: workqueue.NewTypedRateLimitingQueueWithConfig(
			workqueue.NewTypedItemExponentialFailureRateLimiter[string](options.Times.Retry, options.Times.MaxRetry),
			workqueue.TypedRateLimitingQueueConfig[string]{Clock: options.Clock}),
		projects:  map[string]*followed{},
		followers: map[int]func(string){},
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

// Follow calls changed with the namespace of each project that is read for the first time, or that has changed since the last read, and at first with
// those that were read already. It does not block, and ends with the context.
func (w *NoticeWatcher) Follow(ctx context.Context, changed func(namespace string)) error {
	w.mutex.Lock()
	id := w.nextID
	w.nextID++
	w.followers[id] = changed
	var known []string
	for namespace, p := range w.projects {
		if p.read != nil {
			known = append(known, namespace)
		}
	}
	w.mutex.Unlock()
	context.AfterFunc(ctx, func() {
		w.mutex.Lock()
		defer w.mutex.Unlock()
		delete(w.followers, id)
	})
	go func() {
		for _, namespace := range known {
			changed(namespace)
		}
	}()
	return nil
}

// State returns the state of a project as it was read last, and whether it was read yet.
func (w *NoticeWatcher) State(_ context.Context, namespace string) (State, bool, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	p := w.projects[namespace]
	if p == nil || p.read == nil {
		return State{}, false, nil
	}
	return p.read.state.clone(), true, nil
}

// follow has a project read, from now on.
func (w *NoticeWatcher) follow(namespace string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.projects[namespace] == nil {
		w.projects[namespace] = &followed{}
		w.queue.Add(namespace)
	}
}

// noticed has those projects read for which the board has other versions than were read.
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

// mayHaveChanged compares the notice with the last read. A notice that has changed to what was read already needs no further read; one that has gone,
// with the board or without it, does.
func (w *NoticeWatcher) mayHaveChanged(namespace string, p *followed) bool {
	notice := w.board.Of(namespace)
	if notice.Listed && p.read != nil && notice.Versions == p.read.versions {
		p.notice = notice
	}
	return notice != p.notice
}

// recount forgets projects without Shoots on this seed, and follows those that no event has led to.
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
