// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

const (
	// A project may store pushesAtOnce pushes in a row, one per interval, and then one push per perPush.
	pushesAtOnce = 10
	perPush      = 10 * time.Second
	// A push whose write fails pauses for as long as perPush, and for twice as long after each further failure, up to
	// longestPause.
	longestPause = 5 * time.Minute
	// mostWaiting is the maximum number of requests of a project that wait until their push is stored. Further requests
	// get a response immediately.
	mostWaiting = 8
)

// errDeferred means that the push will be stored later.
var errDeferred = errors.New("the push is stored later")

// Recorder stores the time of the last push to each project in its ConfigMap flux-push. It combines all pushes within
// an interval. It limits only the rate of pushes and does not filter repeated ones, because two pushes may have the
// same content.
type Recorder struct {
	garden   client.Writer
	clock    clock.Clock
	interval time.Duration
	timeout  time.Duration

	mutex    sync.Mutex
	projects map[string]*projectPushes
	// pending contains all pushes that are not stored yet.
	pending map[*storedPush]struct{}
	// ending is closed when the process ends. Pushes are then stored immediately, and not retried.
	ending chan struct{}
}

// projectPushes are the pushes of one project.
type projectPushes struct {
	last time.Time
	next *storedPush
	rate *rate.Limiter
	// pause is the last pause before a retry; zero after a successful write.
	pause time.Duration
	// writing is held during a write, so that a slow write does not replace the time of a later push.
	writing sync.Mutex
}

// storedPush is a push that is being stored. err may only be read after done is closed.
type storedPush struct {
	done chan struct{}
	err  error
	// due is the time of the write, and waiting is the number of requests that wait for it. answered is true if a request
	// got its response before the write. In this case, the write is retried until it succeeds or cannot succeed anymore.
	due      time.Time
	waiting  int
	answered bool
	// pauses is true during the pause before a retry. A further push ends the pause.
	pauses bool
}

// NewRecorder returns a Recorder that stores at most one push of a project per interval. timeout limits the duration of
// each write.
func NewRecorder(writer client.Writer, now clock.Clock, interval, timeout time.Duration) *Recorder {
	return &Recorder{
		garden: writer, clock: now, interval: interval, timeout: timeout,
		projects: map[string]*projectPushes{}, pending: map[*storedPush]struct{}{}, ending: make(chan struct{}),
	}
}

// Record stores a push of the project. It returns after the write, or when the context ends. If the write is due only
// after the interval, or many requests wait for it, Record returns errDeferred immediately.
func (r *Recorder) Record(ctx context.Context, namespace string) error {
	stored, waits := r.next(ctx, namespace)
	if !waits {
		return errDeferred
	}
	select {
	case <-stored.done:
		return stored.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Flush stores the pushes that wait, because their requests may have been answered already. It returns when it has
// tried to store all of them, or when the context ends. It must be called once, when the process ends.
func (r *Recorder) Flush(ctx context.Context) {
	r.mutex.Lock()
	close(r.ending)
	pending := slices.Collect(maps.Keys(r.pending))
	r.mutex.Unlock()
	for _, push := range pending {
		select {
		case <-push.done:
		case <-ctx.Done():
			return
		}
	}
}

// next returns the next push to store, and whether to wait for it. The push is stored in either case.
func (r *Recorder) next(ctx context.Context, namespace string) (*storedPush, bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	stored := r.schedule(ctx, namespace)
	if stored.waiting >= mostWaiting || stored.due.Sub(r.clock.Now()) > r.interval {
		stored.answered = true
		return stored, false
	}
	stored.waiting++
	return stored, true
}

// schedule returns the next push to store. It schedules a write if no write is scheduled yet, or only a retry.
func (r *Recorder) schedule(ctx context.Context, namespace string) *storedPush {
	now := r.clock.Now()
	p := r.projects[namespace]
	if p == nil {
		r.forget(now)
		p = &projectPushes{rate: rate.NewLimiter(rate.Every(perPush), pushesAtOnce)}
		r.projects[namespace] = p
	}
	if p.next == nil || p.next.pauses {
		wait := max(0, p.last.Add(r.interval).Sub(now), p.rate.ReserveN(now, 1).DelayFrom(now))
		if p.next == nil {
			r.add(p)
		}
		p.next.pauses = false
		r.storeAfter(ctx, wait, namespace, p)
	}
	return p.next
}

// add adds the next push of the project, which storeAfter must store.
func (r *Recorder) add(p *projectPushes) {
	p.next = &storedPush{done: make(chan struct{})}
	r.pending[p.next] = struct{}{}
}

// forget removes the projects without a push for so long that their full rate is available again.
func (r *Recorder) forget(now time.Time) {
	maps.DeleteFunc(r.projects, func(_ string, p *projectPushes) bool {
		return p.next == nil && now.Sub(p.last) > pushesAtOnce*perPush
	})
}

// storeAfter stores the next push of the project after the wait, or when the process ends.
func (r *Recorder) storeAfter(ctx context.Context, wait time.Duration, namespace string, p *projectPushes) {
	next := p.next
	next.due = r.clock.Now().Add(wait)
	ctx = context.WithoutCancel(ctx)
	due := r.clock.After(wait)
	go func() {
		select {
		case <-due:
		case <-r.ending:
		}
		r.store(ctx, namespace, p, next)
	}()
}

func (r *Recorder) store(ctx context.Context, namespace string, p *projectPushes, push *storedPush) {
	p.writing.Lock()
	defer p.writing.Unlock()
	r.mutex.Lock()
	if p.next != push { // A further push ended its pause, and it was stored before.
		r.mutex.Unlock()
		return
	}
	p.next, p.last = nil, r.clock.Now()
	at := p.last
	r.mutex.Unlock()
	writing, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	push.err = r.write(writing, namespace, at)
	close(push.done)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.pending, push)
	switch {
	case push.err == nil:
		p.pause = 0
	case push.answered && !isFinal(push.err):
		r.retry(ctx, namespace, p)
	}
}

// isFinal returns whether a retry of the write would fail too: the project is deleted, or a member has made the
// ConfigMap immutable.
func isFinal(err error) bool { return garden.IsNamespaceGone(err) || apierrors.IsInvalid(err) }

// retry stores a push again after a pause, or together with the next push.
func (r *Recorder) retry(ctx context.Context, namespace string, p *projectPushes) {
	p.pause = min(max(perPush, 2*p.pause), longestPause)
	if p.next != nil {
		p.next.answered = true
		return
	}
	select {
	case <-r.ending:
		return
	default:
	}
	r.add(p)
	p.next.answered, p.next.pauses = true, true
	r.storeAfter(ctx, p.pause, namespace, p)
}

func (r *Recorder) write(ctx context.Context, namespace string, at time.Time) error {
	configMap := corev1ac.ConfigMap(fluxv1alpha1.PushConfigMapName, namespace).
		WithLabels(map[string]string{fluxv1alpha1.LabelManagedBy: garden.FieldOwner}).
		WithData(map[string]string{fluxv1alpha1.KeyPushedAt: fluxv1alpha1.FormatPushTime(at)})
	if err := r.garden.Apply(ctx, configMap, client.ForceOwnership, client.FieldOwner(garden.FieldOwner)); err != nil {
		return fmt.Errorf("failed to store a push of project %s: %w", namespace, err)
	}
	return nil
}
