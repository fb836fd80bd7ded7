// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"net/http"
	"slices"
	"sync"
	"time"
)

// Write is a request of a controller that changes something, or was to.
type Write struct {
	// Controller is the name of the process.
	Controller string
	// Kind is what it does: verb, resource and subresource. Object is what with: namespace and name, which is empty for what is created.
	Kind, Object string
	// Began is when it came in, and Ended when it was answered.
	Began, Ended time.Time
	// Status is the answer.
	Status int
}

// Succeeded says whether the API server has done it.
func (w Write) Succeeded() bool { return w.Status < http.StatusBadRequest }

// observers are told of writes.
type observers struct {
	mutex sync.RWMutex
	told  []func(Write)
}

// Observe has each write told from now on when it has been answered, from several goroutines at a time.
func (g *Gateway) Observe(tell func(Write)) {
	g.observers.mutex.Lock()
	defer g.observers.mutex.Unlock()
	g.observers.told = append(g.observers.told, tell)
}

func (g *Gateway) observe(controller string, r *http.Request, began time.Time, status int) {
	if r.Method == http.MethodGet {
		return
	}
	g.observers.mutex.RLock()
	told := slices.Clone(g.observers.told)
	g.observers.mutex.RUnlock()
	if len(told) == 0 {
		return
	}
	kind, object := g.describe(r)
	write := Write{Controller: controller, Kind: kind, Object: object, Began: began, Ended: time.Now(), Status: status}
	for _, tell := range told {
		tell(write)
	}
}

// tokenOf is the token of a controller.
func (g *Gateway) tokenOf(controller string) string { return g.token + "/" + controller }
