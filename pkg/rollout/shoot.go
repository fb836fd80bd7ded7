// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Member contains the properties of a Shoot that identify it and determine its ring.
type Member struct {
	// Name and UID identify the Shoot.
	Name string
	UID  types.UID
	// Labels are the Shoot's labels, and Purpose its spec.purpose.
	Labels  map[string]string
	Purpose string
}

// MemberOf returns the Member for a Shoot.
func MemberOf(shoot *gardencorev1beta1.Shoot) Member {
	purpose := ptr.Deref(shoot.Spec.Purpose, "")
	return Member{Name: shoot.Name, UID: shoot.UID, Labels: selection.SelectableLabels(shoot.Labels), Purpose: string(purpose)}
}

// Shoot is the observed state of a Shoot that uses Flux and is not being deleted.
type Shoot struct {
	Member
	// Hibernated is true if hibernation of the Shoot is requested.
	Hibernated bool
	// Uncounted is another reason why the result of a change cannot be observed; empty if it can.
	Uncounted string
	// InWindow is true if the Shoot is in its maintenance time window. NextWindow is the time until the next window
	// begins; 0 if it is unknown.
	InWindow   bool
	NextWindow time.Duration
	// Confined is true if the Shoot gets changes only in its maintenance time window
	// (spec.maintenance.confineSpecUpdateRollout).
	Confined bool
	// Status is the Shoot's entry in ConfigMap flux-status; nil if there is no entry with the UID of the Shoot.
	Status *fluxv1alpha1.ShootStatus
	// Heard is the time up to which the seed is known to have observed the Status; zero if it is unknown.
	Heard metav1.Time
	// Removals are the reports on removed objects of the Shoots on a seed; nil for a Shoot, whose Status has its own.
	Removals []Removal
	// Doubt is the reason why the first ring does not promote the commit that the Shoot reports; empty if it may. It ends
	// with the next commit, or with an approval unless DoubtWaits is true because it may still be resolved.
	Doubt      string
	DoubtWaits bool
}

// Removal is a report on removed objects.
type Removal struct {
	// Name is the name of the Shoot; empty if it is the member of the ring itself.
	Name string
	// Removed is the report; nil if there is none.
	Removed *fluxv1alpha1.RemovedObjects
}

// removals returns the reports on removed objects. The Shoot must have a Status.
func (s Shoot) removals() []Removal {
	if s.Removals != nil {
		return s.Removals
	}
	return []Removal{{Removed: s.Status.Removed}}
}

// isReady returns whether the Shoot reports that its whole configuration is ready.
func (s Shoot) isReady() bool { return s.Status != nil && s.Status.State.IsReady() }

// isFailing returns whether the Shoot reports a failure.
func (s Shoot) isFailing() bool {
	return s.Status != nil && (s.Status.State == fluxv1alpha1.ShootFailed || s.Status.State == fluxv1alpha1.ShootDegraded)
}

// waitsForWindow returns whether a Shoot of the ring gets a change only later, in its maintenance time window. The
// correction of a failure does not wait, unless the ring itself is limited to the window.
func (s Shoot) waitsForWindow(ring ringView) bool {
	return !s.InWindow && (*ring.config.Window == fluxv1alpha1.WindowMaintenance || s.Confined && !s.isFailing())
}

// isAway returns whether the result of a change in the Shoot cannot be observed.
func (s Shoot) isAway() bool {
	if s.Hibernated || s.Uncounted != "" || s.Status == nil {
		return true
	}
	return slices.Contains([]fluxv1alpha1.ShootState{
		fluxv1alpha1.ShootHibernated, fluxv1alpha1.ShootUnreachable, fluxv1alpha1.ShootMigrating, fluxv1alpha1.ShootNotReported,
		fluxv1alpha1.ShootRemoving, fluxv1alpha1.ShootDeleting, fluxv1alpha1.ShootSuspended,
	}, s.Status.State)
}

// isKept returns whether the Shoot is not ready only because the rollout keeps it unchanged.
func (s Shoot) isKept() bool {
	return s.Status != nil && s.Status.State == fluxv1alpha1.ShootProgressing && (s.Status.Reason == ReasonUnknown || s.Status.Reason == ReasonHeld)
}

// isLost returns whether the Shoot is unreachable or not reported, and hibernation is not the reason.
func (s Shoot) isLost() bool {
	return !s.Hibernated && (s.Status == nil || s.Status.State == fluxv1alpha1.ShootUnreachable || s.Status.State == fluxv1alpha1.ShootNotReported)
}

// lasts returns how long a reported Shoot has been in its current state. The Shoot must have a Status.
func (s Shoot) lasts(now metav1.Time) time.Duration {
	return now.Sub(cmp.Or(s.Status.Since, s.Status.ObservedAt).Time)
}

// absence returns the reason why the Shoot is away.
func (s Shoot) absence() string {
	switch {
	case s.Hibernated:
		return "hibernated"
	case s.Uncounted != "":
		return s.Uncounted
	case s.Status == nil, s.Status.State == fluxv1alpha1.ShootNotReported:
		return "not reported"
	}
	return strings.ToLower(string(s.Status.State))
}

// has returns whether the Shoot reports the target. A Shoot without a source reports no commit.
func (s Shoot) has(target Target) bool {
	if s.Status == nil || s.Status.Revision != target.Revision {
		return false
	}
	return target.Commit == "" || s.Status.State == fluxv1alpha1.ShootNoRepository || isAt(s.Status.AppliedRevision, target.Commit)
}

// tries returns whether the Shoot reports that it has applied the target or has attempted to apply it.
func (s Shoot) tries(target Target) bool {
	return s.has(target) || s.Status != nil && s.Status.Revision == target.Revision && isAt(s.Status.AttemptedRevision, target.Commit)
}

// isAt returns whether a reported Flux revision is at the commit of a target.
func isAt(reported, commit string) bool { return commitOf(reported) == commit }

// commitOf returns the commit or digest of a Flux revision in the format of Target.Commit; empty if the revision has no
// complete one.
func commitOf(text string) string {
	r := revision.Parse(text)
	if !r.IsComplete() {
		return ""
	}
	return r.Algorithm + ":" + r.Digest
}
