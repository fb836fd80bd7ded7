// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"k8s.io/apimachinery/pkg/util/sets"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Hook is the webhook of a project.
type Hook struct {
	// Namespace is the namespace of the project.
	Namespace string
	// Type determines the headers and the signature of the requests.
	Type fluxv1alpha1.PushType
	// token authenticates its requests.
	token string
	// repository identifies the repository of the project's Shoots. Several projects may use the same repository.
	repository string
	// readsPerSecond is the maximum rate of reads of the repository. It depends only on the repository.
	readsPerSecond int
	// follows selects the Shoots that follow the branch; nil for all Shoots.
	follows func(shoot rollout.Identity) bool
}

// Hooks are the webhooks of all projects.
type Hooks struct {
	mutex     sync.RWMutex
	byPath    map[string]*Hook
	byProject map[string]*Hook
	// unread contains the projects that have not been read since the start of the controller; nil until the projects
	// are listed.
	unread sets.Set[string]
}

// NewHooks returns empty Hooks.
func NewHooks() *Hooks {
	return &Hooks{byPath: map[string]*Hook{}, byProject: map[string]*Hook{}}
}

// At returns the webhook with the path, or nil if it does not exist.
func (h *Hooks) At(path string) *Hook {
	h.mutex.RLock()
	defer h.mutex.RUnlock()
	return h.byPath[path]
}

// of returns the webhook of a project, or nil if the project has no webhook.
func (h *Hooks) of(namespace string) *Hook {
	h.mutex.RLock()
	defer h.mutex.RUnlock()
	return h.byProject[namespace]
}

// AreKnown returns whether the webhooks of all projects that existed at the start are known.
func (h *Hooks) AreKnown() bool {
	h.mutex.RLock()
	defer h.mutex.RUnlock()
	return h.unread != nil && len(h.unread) == 0
}

// expect sets the projects that existed at the start. Only the first call has an effect.
func (h *Hooks) expect(namespaces []string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.unread == nil {
		h.unread = sets.New(namespaces...)
	}
}

// done records that a project was read, without changing its webhook.
func (h *Hooks) done(namespace string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	delete(h.unread, namespace)
}

// set replaces the webhook of a project, or removes it if hook is nil.
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

// readers returns the namespaces of the hook's project and of the other projects that use the same repository.
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

// shortestToken is the minimum length of a token. If requests have no signature, only the path protects the webhook, so
// it must be hard to guess.
const shortestToken = 16

// pathPrefix is the beginning of the path of each webhook.
const pathPrefix = "/hook/"

// pathOf returns the path of a project's webhook: a digest of token, name and namespace, like the path of Flux's
// Receiver.
func pathOf(token, namespace string) string {
	sum := sha256.Sum256([]byte(token + fluxv1alpha1.ConfigMapName + namespace))
	return pathPrefix + hex.EncodeToString(sum[:])
}
