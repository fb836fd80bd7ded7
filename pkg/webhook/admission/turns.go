// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"
	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const (
	// mostWaiting limits the checked and waiting requests of a project.
	mostWaiting = 100
	// mostHeld limits the bytes of the objects in these requests, which stay in memory until their turn is over.
	// The largest object that an API server stores, together with its predecessor, is a quarter of it.
	mostHeld = 12 << 20
)

// Turns limits the requests that are checked concurrently: a few in all, in their order of arrival, and one
// per project. A slow check delays other projects by one check at most.
type Turns struct {
	all *semaphore.Weighted

	mutex    sync.Mutex
	projects map[string]*turn
}

// turn holds the requests of a project.
type turn struct {
	one *semaphore.Weighted
	// requests is the number of checked and waiting requests, and bytes the size of their objects.
	requests, bytes int
}

// NewTurns returns Turns for the number of concurrent checks.
func NewTurns(atOnce int) *Turns {
	return &Turns{all: semaphore.NewWeighted(int64(atOnce)), projects: map[string]*turn{}}
}

// take waits for the turn of a request. The caller must end the turn. The error is about too many requests of
// the project, or the context's.
func (t *Turns) take(ctx context.Context, req admission.Request) (end func(), err error) {
	size := len(req.Object.Raw) + len(req.OldObject.Raw)
	project, err := t.enter(req.Namespace, size)
	if err != nil {
		return nil, err
	}
	if err := project.one.Acquire(ctx, 1); err != nil {
		t.leave(req.Namespace, size)
		return nil, waited(err)
	}
	if err := t.all.Acquire(ctx, 1); err != nil {
		project.one.Release(1)
		t.leave(req.Namespace, size)
		return nil, waited(err)
	}
	return func() {
		t.all.Release(1)
		project.one.Release(1)
		t.leave(req.Namespace, size)
	}, nil
}

func waited(err error) error {
	return fmt.Errorf("other checks took too long: %w", err)
}

func (t *Turns) enter(namespace string, size int) (*turn, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	project, known := t.projects[namespace]
	if !known {
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

// leave removes a request, and a project without requests.
func (t *Turns) leave(namespace string, size int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	project := t.projects[namespace]
	project.bytes -= size
	if project.requests--; project.requests == 0 {
		delete(t.projects, namespace)
	}
}

// tooMany returns a response that lets the client retry an unchecked request.
func tooMany(err error) admission.Response {
	return admission.Response{AdmissionResponse: admissionv1.AdmissionResponse{Result: &metav1.Status{
		Status:  metav1.StatusFailure,
		Code:    http.StatusTooManyRequests,
		Reason:  metav1.StatusReasonTooManyRequests,
		Message: fmt.Sprintf("the configuration of Flux cannot be checked at the moment, try again: %s", err),
	}}}
}
