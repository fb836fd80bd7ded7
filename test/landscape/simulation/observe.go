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

// Write is a write request of a controller, whether or not it succeeded.
type Write struct {
	// Controller is the name of the process.
	Controller string
	// Kind is the verb, resource and subresource. Object is the namespace and name. The name is empty for a create
	// request.
	Kind, Object string
	// Began is the time of the request, and Ended the time of the response.
	Began, Ended time.Time
	// Status is the status of the response.
	Status int
}

// Succeeded reports whether the API server has accepted the write.
func (w Write) Succeeded() bool { return w.Status < http.StatusBadRequest }

// observers contains the functions that receive writes.
type observers struct {
	mutex sync.RWMutex
	told  []func(Write)
}

// Observe calls the function for each future write when it has completed. Calls may be concurrent.
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

// tokenOf returns the token of the controller with this name.
func (g *Gateway) tokenOf(controller string) string { return g.token + "/" + controller }
