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

// Asked is the last push for which a source was asked to be read, and what came of it.
type Asked struct {
	// PushedAt is the time of the push, and At that of the request; zero if there was none.
	PushedAt, At time.Time
	// Handled is whether Flux has handled that request, and no later one.
	Handled bool
	// Artifact is the revision that was stored last, and StoredAt when.
	Artifact string
	StoredAt time.Time
}

const (
	// longestFetch is how long after a request an artifact is stored because of it. A later one is that of a poll.
	longestFetch = time.Minute
	// leastClock is by how much clocks may differ: times in a status have no fractions of a second.
	leastClock = 2 * time.Second
	// longestTime is after which a revision is no more one of a push, whatever a shoot's administrator has written.
	longestTime = time.Hour
)

// AskedOf returns what the annotations of a source have of a push, the request that it has handled last, and the revision that it has stored last. Whatever
// a shoot's administrator writes into the annotation is a time, or nothing.
func AskedOf(annotations map[string]string, handled, artifact string, storedAt time.Time) Asked {
	pushed, at, _ := strings.Cut(annotations[fluxv1alpha1.AnnotationPushedAt], " ")
	asked := Asked{PushedAt: fluxv1alpha1.ParsePushTime(pushed), Handled: handled == at, Artifact: artifact, StoredAt: storedAt}
	if asked.At, _ = time.Parse(time.RFC3339Nano, at); asked.PushedAt.IsZero() || asked.At.IsZero() {
		return Asked{}
	}
	return asked
}

// AfterPush returns how long after a push the revision was applied that the root Kustomization with these conditions has applied last; nil if a poll has
// found it. A revision that was reported before keeps its time; for another one it returns true.
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
