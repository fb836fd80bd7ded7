// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"fmt"
	"sync"
	"time"

	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/push"
)

// Recorder stores pushes: the time of the last one of each project, in its ConfigMap flux-push. Pushes that come soon after another are one, which is
// stored when the interval is over.
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
}

// storedPush is a push that is being stored. The error may be read when done is closed.
type storedPush struct {
	done chan struct{}
	err  error
}

// NewRecorder returns a Recorder that stores a push of a project at most once in the interval, with a request of at most so long.
func NewRecorder(garden client.Writer, now clock.Clock, interval, timeout time.Duration) *Recorder {
	return &Recorder{garden: garden, clock: now, interval: interval, timeout: timeout, projects: map[string]*projectPushes{}}
}

// Record returns when a push of the project that is not older than the call is stored, or with the context.
func (r *Recorder) Record(ctx context.Context, namespace string) error {
	stored := r.next(ctx, namespace)
	select {
	case <-stored.done:
		return stored.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// next returns the push of the project that is stored next. It is stored even if the client that has sent it does not wait.
func (r *Recorder) next(ctx context.Context, namespace string) *storedPush {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	p := r.projects[namespace]
	if p == nil {
		p = &projectPushes{}
		r.projects[namespace] = p
	}
	if p.next == nil {
		next := &storedPush{done: make(chan struct{})}
		p.next = next
		ctx = context.WithoutCancel(ctx)
		due := r.clock.After(max(0, p.last.Add(r.interval).Sub(r.clock.Now())))
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
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	push.err = r.write(ctx, namespace, at)
	close(push.done)
}

func (r *Recorder) write(ctx context.Context, namespace string, at time.Time) error {
	configMap := corev1ac.ConfigMap(fluxv1alpha1.PushConfigMapName, namespace).
		WithLabels(map[string]string{fluxv1alpha1.LabelManagedBy: garden.FieldOwner}).
		WithData(map[string]string{fluxv1alpha1.KeyPushedAt: push.Time(at)})
	if err := r.garden.Apply(ctx, configMap, client.ForceOwnership, client.FieldOwner(garden.FieldOwner)); err != nil {
		return fmt.Errorf("failed to store a push of project %s: %w", namespace, err)
	}
	return nil
}
