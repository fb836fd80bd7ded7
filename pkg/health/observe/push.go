// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"strings"
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Asked is the last push that made the extension request a reconciliation of the source, and the result.
type Asked struct {
	// PushedAt is the time of the push, and At the time of the request. Both are zero if there was no push.
	PushedAt, At time.Time
	// Handled is true if Flux has handled this request and no later one.
	Handled bool
	// Artifact is the last stored revision, and StoredAt the time when it was stored.
	Artifact string
	StoredAt time.Time
}

const (
	// longestFetch is the maximum time between a request and its artifact. Polling is assumed to have found a later
	// artifact.
	longestFetch = time.Minute
	// leastClock is the tolerated clock difference. Times in a status have no fractions of a second.
	leastClock = 2 * time.Second
	// longestTime limits the time between push and application, because an administrator of the shoot may write any time.
	longestTime = time.Hour
)

// AskedOf reads the push from the annotations of a source. handled is the last request that Flux handled, and artifact
// the last revision that it stored. An invalid annotation counts as no push.
func AskedOf(annotations map[string]string, handled, artifact string, storedAt time.Time) Asked {
	pushed, at, _ := strings.Cut(annotations[fluxv1alpha1.AnnotationPushedAt], " ")
	asked := Asked{PushedAt: fluxv1alpha1.ParsePushTime(pushed), Handled: handled == at, Artifact: artifact, StoredAt: storedAt}
	if asked.At, _ = time.Parse(time.RFC3339Nano, at); asked.PushedAt.IsZero() || asked.At.IsZero() {
		return Asked{}
	}
	return asked
}

// IsPending reports whether Flux may be about to handle the request. The annotation is ignored if its time is in the
// future, or so long ago that Flux has only polled since.
func (a Asked) IsPending(now time.Time) bool {
	age := now.Sub(a.At)
	return !a.At.IsZero() && !a.Handled && age >= -leastClock && age < longestFetch
}

// AfterPush returns the time from a push to the application of the revision, or nil if polling found the revision. An
// already reported revision keeps its time. The second result is true if the time was measured for a new revision.
func (a Asked) AfterPush(applied string, root []metav1.Condition, before *fluxv1alpha1.ObservedShoot, now time.Time) (*metav1.Duration, bool) {
	if before == nil || before.AppliedRevision == "" {
		return nil, false
	}
	if applied == before.AppliedRevision {
		return before.AppliedAfterPush, false
	}
	if !a.Handled || a.Artifact != applied || a.StoredAt.Before(a.At.Add(-leastClock)) || a.StoredAt.After(a.At.Add(longestFetch)) {
		return nil, false
	}
	at := now
	ready := apimeta.FindStatusCondition(root, meta.ReadyCondition)
	if ready != nil && ready.Status == metav1.ConditionTrue && !ready.LastTransitionTime.Time.Before(a.StoredAt) && ready.LastTransitionTime.Time.Before(now) {
		at = ready.LastTransitionTime.Time
	}
	after := max(0, at.Sub(a.PushedAt)).Round(100 * time.Millisecond)
	if after > longestTime {
		return nil, false
	}
	return &metav1.Duration{Duration: after}, true
}
