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
	// pushesAtOnce are stored one interval after the other. Each further one waits until perPush has passed for it.
	pushesAtOnce = 10
	perPush      = 10 * time.Second
	// mostWaiting is the number of requests of a project that wait until their push is stored. Others are answered before.
	mostWaiting = 8
)

// errDeferred is returned for a push that is stored later, with all that come until then.
var errDeferred = errors.New("the push is stored later")

// Recorder stores pushes: the time of the last one of each project, in its ConfigMap flux-push. Pushes that come soon after another are one, which is
// stored when the interval is over. What is bounded is their rate and not their content: two pushes may have the same.
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

// storedPush is a push that is being stored. The error may be read when done is closed.
type storedPush struct {
	done chan struct{}
	err  error
	// due is when it is stored, and waiting how many requests wait for that. If one has been answered before, it is tried until it is stored.
	due      time.Time
	waiting  int
	answered bool
}

// NewRecorder returns a Recorder that stores a push of a project at most once in the interval, with a request of at most so long.
func NewRecorder(garden client.Writer, now clock.Clock, interval, timeout time.Duration) *Recorder {
	return &Recorder{garden: garden, clock: now, interval: interval, timeout: timeout, projects: map[string]*projectPushes{}}
}

// Record returns when a push of the project that is not older than the call is stored, or with the context. If that takes longer than the interval, or many
// wait for it, it returns errDeferred at once.
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

// next returns the push of the project that is stored next, and whether to wait for that. It is stored even if the client that has sent it does not wait.
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

// schedule returns the push of the project that is stored next.
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
