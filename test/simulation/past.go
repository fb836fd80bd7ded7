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

// past describes API servers that are behind, and fill the caches of a process until a time. Without WatchList, an API
// server answers lists of any version from its watch cache, which may be older than the objects that the process had before
// (https://kubernetes.io/docs/reference/using-api/api-concepts/#semantics-for-get-and-list).
type past struct {
	age   time.Duration
	until time.Time
}

// behind lets API servers that are behind by the given age fill the caches of the process for some time. It takes effect
// with the next start of the process.
func (p *process) behind(age, lasts time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.past = past{age, time.Now().Add(lasts)}
}

// cachedAt returns the time of the state that fills the caches now; zero for the present state.
func (p *process) cachedAt() time.Time {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if behind := p.past.now(); behind.age > 0 {
		return time.Now().Add(-behind.age)
	}
	return time.Time{}
}

// now returns p until its time is over, and the zero value afterwards.
func (p past) now() past {
	if time.Now().Before(p.until) {
		return p
	}
	return past{}
}

// due returns the time at which such an API server delivers a change that another one delivers at the given time.
func (p past) due(at time.Time) time.Time {
	switch {
	case !at.Before(p.until):
		return at
	case at.Add(p.age).After(p.until):
		return p.until
	}
	return at.Add(p.age)
}

// withoutWatchList returns the error of an API server without WatchList.
func withoutWatchList() error {
	options := &internalversion.ListOptions{Watch: true, SendInitialEvents: ptr.To(true), ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan}
	return apierrors.NewInvalid(schema.GroupKind{Group: metav1.GroupName, Kind: "ListOptions"}, "", validation.ValidateListOptions(options, false))
}
