// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"sync"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Hook is the webhook of a project.
type Hook struct {
	// Namespace is that of the project.
	Namespace string
	// Type is what its requests look like.
	Type fluxv1alpha1.PushType
	// token is what its requests prove to know.
	token string
	// repository is the repository that its Shoots read; those of several projects may read one.
	repository string
	// follows returns whether a Shoot follows the branch of the repository; nil if all do.
	follows func(shoot rollout.Member) bool
}

// Hooks are the webhooks of all projects.
type Hooks struct {
	mutex     sync.RWMutex
	byPath    map[string]*Hook
	byProject map[string]*Hook
	// unread are the projects whose webhook is not known yet since the start; nil before they are listed.
	unread map[string]bool
}

// NewHooks returns Hooks without any.
func NewHooks() *Hooks {
	return &Hooks{byPath: map[string]*Hook{}, byProject: map[string]*Hook{}}
}

// At returns the webhook with the path; nil if there is none.
func (h *Hooks) At(path string) *Hook {
	h.mutex.RLock()
	defer h.mutex.RUnlock()
	return h.byPath[path]
}

// of returns the webhook of a project; nil if it has none.
func (h *Hooks) of(namespace string) *Hook {
	h.mutex.RLock()
	defer h.mutex.RUnlock()
	return h.byProject[namespace]
}

// AreKnown returns whether the webhooks of all projects are known that were there at the start.
func (h *Hooks) AreKnown() bool {
	h.mutex.RLock()
	defer h.mutex.RUnlock()
	return h.unread != nil && len(h.unread) == 0
}

// expect names the projects that are there at the start.
func (h *Hooks) expect(namespaces []string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.unread != nil {
		return
	}
	h.unread = map[string]bool{}
	for _, namespace := range namespaces {
		h.unread[namespace] = true
	}
}

// done ends the wait for a project of which no more is known now.
func (h *Hooks) done(namespace string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	delete(h.unread, namespace)
}

// set replaces the webhook of a project; nil removes it.
func (h *Hooks) set(namespace string, hook *Hook) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	delete(h.unread, namespace)
	if before := h.byProject[namespace]; before != nil {
		delete(h.byPath, pathOf(before.token, namespace))
		delete(h.byProject, namespace)
	}
	if hook != nil {
		h.byPath[pathOf(hook.token, namespace)] = hook
		h.byProject[namespace] = hook
	}
}

// readers returns the namespaces of the projects whose Shoots read the same repository as those of the hook.
func (h *Hooks) readers(hook *Hook) []string {
	h.mutex.RLock()
	defer h.mutex.RUnlock()
	readers := []string{hook.Namespace}
	for namespace, other := range h.byProject {
		if namespace != hook.Namespace && other.repository != "" && other.repository == hook.repository {
			readers = append(readers, namespace)
		}
	}
	return readers
}
