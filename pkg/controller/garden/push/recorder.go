// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"
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
}

// projectPushes are the pushes of one project.
type projectPushes struct {
	last time.Time
	next *storedPush
	rate *rate.Limiter
}

// storedPush is a push that is being stored. err may only be read after done is closed.
type storedPush struct {
	done chan struct{}
	err  error
	// due is the time of the write, and waiting is the number of requests that wait for it. answered is true if a request
	// got its response before the write. In this case, the write is retried until it succeeds.
	due      time.Time
	waiting  int
	answered bool
}

// NewRecorder returns a Recorder that stores at most one push of a project per interval. timeout limits the duration of
// each write.
func NewRecorder(writer client.Writer, now clock.Clock, interval, timeout time.Duration) *Recorder {
	return &Recorder{garden: writer, clock: now, interval: interval, timeout: timeout, projects: map[string]*projectPushes{}}
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

// schedule returns the next push to store. It schedules a write if no write is scheduled yet.
func (r *Recorder) schedule(ctx context.Context, namespace string) *storedPush {
	p := r.projects[namespace]
	if p == nil {
		p = &projectPushes{rate: rate.NewLimiter(rate.Every(perPush), pushesAtOnce)}
		r.projects[namespace] = p
	}
	if p.next == nil {
		now := r.clock.Now()
		wait := max(0, p.last.Add(r.interval).Sub(now), p.rate.ReserveN(now, 1).DelayFrom(now))
		next := &storedPush{done: make(chan struct{}), due: now.Add(wait)}
		p.next = next
		ctx = context.WithoutCancel(ctx)
		due := r.clock.After(wait)
		go func() {
			<-due
			r.store(ctx, namespace, p, next)
		}()
	}
	return p.next
}

func (r *Recorder) store(ctx context.Context, namespace string, p *projectPushes, push *storedPush) {
	r.mutex.Lock()
	p.next, p.last = nil, r.clock.Now()
	at := p.last
	r.mutex.Unlock()
	writing, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	push.err = r.write(writing, namespace, at)
	close(push.done)
	if push.err != nil {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		if push.answered {
			r.schedule(ctx, namespace).answered = true
		}
	}
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
