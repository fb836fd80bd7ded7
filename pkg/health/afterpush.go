// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"strings"
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/push"
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
)

// askedOf returns what the annotations of a source have of a push. Whatever a shoot's administrator writes there is a time, or nothing.
func askedOf(annotations map[string]string, handled string, artifact *meta.Artifact) Asked {
	asked := Asked{}
	pushed, at, _ := strings.Cut(annotations[fluxv1alpha1.AnnotationPushedAt], " ")
	asked.PushedAt = push.ReadTime(pushed)
	if asked.At, _ = time.Parse(time.RFC3339Nano, at); asked.PushedAt.IsZero() || asked.At.IsZero() {
		return Asked{}
	}
	asked.Handled = handled == at
	if artifact != nil {
		asked.Artifact, asked.StoredAt = cutRevision(artifact.Revision), artifact.LastUpdateTime.Time
	}
	return asked
}

// AppliedAfterPush returns how long after a push the revision was applied that the root Kustomization has applied last; nil if a poll has found it. A revision
// that was reported before keeps its time; for another one it returns true.
func AppliedAfterPush(o Observation, applied string, before *fluxv1alpha1.ObservedShoot, now time.Time) (*metav1.Duration, bool) {
	if before == nil || before.AppliedRevision == "" {
		return nil, false
	}
	if applied == before.AppliedRevision {
		return before.AppliedAfterPush, false
	}
	if o.Shoot.Source == nil || o.Shoot.Kustomization == nil {
		return nil, false
	}
	asked := o.Shoot.Source.Asked
	if !asked.Handled || asked.Artifact != applied || asked.StoredAt.Before(asked.At.Add(-leastClock)) || asked.StoredAt.After(asked.At.Add(longestFetch)) {
		return nil, false
	}
	at := now
	ready := apimeta.FindStatusCondition(o.Shoot.Kustomization.Status.Conditions, meta.ReadyCondition)
	if ready != nil && ready.Status == metav1.ConditionTrue && !ready.LastTransitionTime.Time.Before(asked.StoredAt) && ready.LastTransitionTime.Time.Before(now) {
		at = ready.LastTransitionTime.Time
	}
	return &metav1.Duration{Duration: max(0, at.Sub(asked.PushedAt)).Round(100 * time.Millisecond)}, true
}
