// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/internalversion"
	"k8s.io/apimachinery/pkg/apis/meta/internalversion/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
)

// past is by how much, and until when, the API servers are behind that fill the caches of a process. Without WatchList, an
// API server answers lists of any version from its watch cache, which may be older than what the process has seen before
// (https://kubernetes.io/docs/reference/using-api/api-concepts/#semantics-for-get-and-list).
type past struct {
	age   time.Duration
	until time.Time
}

// behind lets API servers that are behind by the age fill the caches of the process for a time, from its next start.
func (p *process) behind(age, lasts time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.past = past{age, time.Now().Add(lasts)}
}

// cachedAt returns the time of the objects that fill the caches now; zero for the present ones.
func (p *process) cachedAt() time.Time {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if behind := p.past.now(); behind.age > 0 {
		return time.Now().Add(-behind.age)
	}
	return time.Time{}
}

// now returns the API servers that fill the caches now; nothing if they are not behind.
func (p past) now() past {
	if time.Now().Before(p.until) {
		return p
	}
	return past{}
}

// due returns when such an API server delivers a change that the others deliver at a time.
func (p past) due(at time.Time) time.Time {
	switch {
	case !at.Before(p.until):
		return at
	case at.Add(p.age).After(p.until):
		return p.until
	}
	return at.Add(p.age)
}

// withoutWatchList returns how an API server answers that does not stream lists.
func withoutWatchList() error {
	options := &internalversion.ListOptions{Watch: true, SendInitialEvents: ptr.To(true), ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan}
	return apierrors.NewInvalid(schema.GroupKind{Group: metav1.GroupName, Kind: "ListOptions"}, "", validation.ValidateListOptions(options, false))
}
