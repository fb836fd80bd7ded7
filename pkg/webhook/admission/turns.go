// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/semaphore"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const (
	// mostWaiting limits the number of running and waiting checks of a project.
	mostWaiting = 100
	// mostHeld limits the size of the objects in running and waiting checks of a project, in bytes. It is four times the
	// maximum size of an object in an API server together with its old object.
	mostHeld = 12 << 20
)

// Turns limits the number of concurrent checks, and to one per project. Therefore, a slow check delays a different
// project by at most the duration of one check.
type Turns struct {
	all *semaphore.Weighted

	mutex    sync.Mutex
	projects map[string]*turn
}

// turn contains the checks of a project.
type turn struct {
	one *semaphore.Weighted
	// requests is the number of running and waiting checks. bytes is the total size of their objects.
	requests, bytes int
}

// NewTurns returns a Turns that allows the given number of concurrent checks.
func NewTurns(atOnce int) *Turns {
	return &Turns{all: semaphore.NewWeighted(int64(atOnce)), projects: map[string]*turn{}}
}

// take waits until the check of a request may run. The caller must call end after the check. It returns an error if the
// project exceeds its limits, or if the context ends.
func (t *Turns) take(ctx context.Context, req admission.Request) (end func(), err error) {
	size := len(req.Object.Raw) + len(req.OldObject.Raw)
	project, err := t.enter(req.Namespace, size)
	if err != nil {
		return nil, err
	}
	end = func() { t.leave(req.Namespace, size) }
	for _, limit := range []*semaphore.Weighted{project.one, t.all} {
		if err := limit.Acquire(ctx, 1); err != nil {
			end()
			return nil, fmt.Errorf("other checks took too long: %w", err)
		}
		outer := end
		end = func() {
			limit.Release(1)
			outer()
		}
	}
	return end, nil
}

func (t *Turns) enter(namespace string, size int) (*turn, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	project, ok := t.projects[namespace]
	if !ok {
		project = &turn{one: semaphore.NewWeighted(1)}
		t.projects[namespace] = project
	}
	if project.requests >= mostWaiting || project.requests > 0 && project.bytes+size > mostHeld {
		return nil, fmt.Errorf("%d other requests of this project are waiting", project.requests)
	}
	project.requests++
	project.bytes += size
	return project, nil
}

// leave removes a check. If it is the last check of the project, it also removes the project.
func (t *Turns) leave(namespace string, size int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	project := t.projects[namespace]
	project.bytes -= size
	if project.requests--; project.requests == 0 {
		delete(t.projects, namespace)
	}
}
