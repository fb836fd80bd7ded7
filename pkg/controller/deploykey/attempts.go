// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"strings"
	"sync"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/registration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

const (
	// recheck is the time after which it is looked whether a registered key is still there.
	recheck = 24 * time.Hour
	// firstRetry and longestRetry bound the time after which it is tried again to register a key.
	firstRetry   = 30 * time.Second
	longestRetry = time.Hour
	// tokenPoll is how often it is looked whether there is another token, while a registration fails.
	tokenPoll = time.Minute
)

// Registration is what the registration of deploy keys works with, and what it remembers from one look to the next. All that is lost
// with the process is when the host was asked last. It is safe for concurrent use.
type Registration struct {
	registrar      Registrar
	garden         client.Client
	gardenIdentity string
	random         func(time.Duration) time.Duration

	mutex    sync.Mutex
	attempts map[string]attempt
	present  map[string]seenKey
}

// attempt is what is remembered of asking a host for a project.
type attempt struct {
	// terms are what was wanted.
	terms string
	// token is the version of the Secret with the token.
	token    string
	failures int
	next     time.Time
}

// seenKey is the key in one version of the Secret.
type seenKey struct {
	version string
	key     knownKey
}

// NewRegistration returns a Registration that keeps its notes, and finds the tokens, with the given client for the garden, which must
// not read from a cache. The identity of the garden stands in the titles of the keys. Random spreads what several seeds do.
func NewRegistration(registrar Registrar, garden client.Client, gardenIdentity string, random func(time.Duration) time.Duration) *Registration {
	return &Registration{
		registrar: registrar, garden: garden, gardenIdentity: gardenIdentity, random: random,
		attempts: map[string]attempt{}, present: map[string]seenKey{},
	}
}

func (r *Registration) forget(project string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.attempts, project)
	delete(r.present, project)
}

func (r *Registration) presentKey(project, version string) *knownKey {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if known := r.present[project]; known.version == version {
		return &known.key
	}
	return nil
}

func (r *Registration) notePresentKey(project, version string, key *knownKey) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.present[project] = seenKey{version: version, key: *key}
}

// wait is the time until the host is to be asked; 0 if that is now. What is wanted for the first time, or differs from before, is
// asked for at once, unless it is noted that there is nothing to do: then a look once a day is enough.
func (r *Registration) wait(w *wish, now time.Time) time.Duration {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	known, done := r.attempts[w.project.namespace], w.HasSucceeded()
	switch {
	case known.terms != w.terms():
		known = attempt{terms: w.terms(), next: now}
		if done {
			known.next = now.Add(r.random(recheck))
		}
	case !done && known.failures == 0:
		// The note is gone, with which somebody says that it may not be true any more.
		known.next = now
	case done && known.failures > 0 && !w.inTrouble():
		// Another seed has succeeded.
		known.failures, known.next = 0, now.Add(recheck+r.random(recheck/24))
	}
	r.attempts[w.project.namespace] = known
	return max(known.next.Sub(now), 0)
}

func (r *Registration) failing(project string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.attempts[project].failures > 0
}

func (r *Registration) sameToken(project, version string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.attempts[project].token == version
}

// asked notes how it went, and returns when the host is to be asked again.
func (r *Registration) asked(w *wish, now time.Time, token string, failure *githost.Error) time.Duration {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	known := r.attempts[w.project.namespace]
	known.token = token
	var wait time.Duration
	if failure == nil {
		known.failures = 0
		wait = recheck + r.random(recheck/24)
	} else {
		wait = min(firstRetry<<min(known.failures, 10), longestRetry)
		wait = max(wait+r.random(wait/4), failure.RetryAfter)
		known.failures++
	}
	known.next = now.Add(wait)
	r.attempts[w.project.namespace] = known
	return wait
}

// terms tell one wish from another. What is noted, and the version of the Secret, are no part of them.
func (w *wish) terms() string {
	terms := []string{string(w.repository.Provider), w.repository.URL, w.repository.Host, w.repository.ProxyURL, w.secretName()}
	for _, key := range w.keys {
		terms = append(terms, "+"+key.fingerprint)
	}
	for _, fingerprint := range w.former {
		terms = append(terms, "-"+fingerprint)
	}
	return strings.Join(terms, "\n")
}

// HasSucceeded tells whether it is noted that everything is as it is wanted.
func (w *wish) HasSucceeded() bool {
	for _, key := range w.keys {
		noted := w.record.Keys[key.fingerprint]
		if noted.State != registration.Registered && noted.State != registration.Deregistered || noted.Next != key.next && noted.State == registration.Registered {
			return false
		}
	}
	return len(w.former) == 0
}

// inTrouble tells whether it is noted that something is in the way.
func (w *wish) inTrouble() bool {
	for _, noted := range w.record.Keys {
		if noted.Message != "" {
			return true
		}
	}
	return false
}
