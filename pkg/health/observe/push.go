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

// Asked is the last push that led to a reconciliation of the source, and its result.
type Asked struct {
	// PushedAt is the time of the push, At the time of the request; zero without one.
	PushedAt, At time.Time
	// Handled is true if the request is the last one that Flux has handled.
	Handled bool
	// Artifact is the last stored revision, from the time StoredAt.
	Artifact string
	StoredAt time.Time
}

const (
	// longestFetch is the maximum time between a request and its artifact. A later artifact results from polling.
	longestFetch = time.Minute
	// leastClock is the tolerated difference of clocks. Times in a status have no fractions of a second.
	leastClock = 2 * time.Second
	// longestTime bounds the time between push and application, because an administrator of the shoot may write any
	// time.
	longestTime = time.Hour
)

// AskedOf returns the push in the annotations of a source, with the request that Flux handled last and the revision
// that it stored last. It ignores an invalid annotation.
func AskedOf(annotations map[string]string, handled, artifact string, storedAt time.Time) Asked {
	pushed, at, _ := strings.Cut(annotations[fluxv1alpha1.AnnotationPushedAt], " ")
	asked := Asked{PushedAt: fluxv1alpha1.ParsePushTime(pushed), Handled: handled == at, Artifact: artifact, StoredAt: storedAt}
	if asked.At, _ = time.Parse(time.RFC3339Nano, at); asked.PushedAt.IsZero() || asked.At.IsZero() {
		return Asked{}
	}
	return asked
}

// AfterPush returns the time from a push to the application of the revision; nil if polling found the revision. A
// reported revision keeps its time. For a new revision, AfterPush also returns true.
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
