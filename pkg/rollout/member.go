// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Identity contains the properties of a member that identify it and determine its ring.
type Identity struct {
	// Name and UID identify the member.
	Name string
	UID  types.UID
	// Labels are the member's labels, and Purpose is spec.purpose of a Shoot.
	Labels  map[string]string
	Purpose string
}

// IdentityOf returns the identity of a Shoot.
func IdentityOf(shoot *gardencorev1beta1.Shoot) Identity {
	purpose := ptr.Deref(shoot.Spec.Purpose, "")
	return Identity{Name: shoot.Name, UID: shoot.UID, Labels: selection.SelectableLabels(shoot.Labels), Purpose: string(purpose)}
}

// Member is the observed state of a member of a rollout: a Shoot that uses Flux and is not being deleted, or a seed
// with such Shoots.
type Member struct {
	Identity
	// Hibernated is true if hibernation of the Shoot is requested.
	Hibernated bool
	// InWindow is true if the Shoot is in its maintenance time window. It is true for each seed. NextWindow is the time
	// until the next window begins; 0 if it is unknown.
	InWindow   bool
	NextWindow time.Duration
	// Confined is true if the Shoot gets changes only in its maintenance time window
	// (spec.maintenance.confineSpecUpdateRollout).
	Confined bool
	// Hold is the request of the Shoot not to get a change now. isHeld is true if it is in effect.
	Hold   Hold
	isHeld bool
	// Positions are the positions of the Shoots on the member, if it is a seed.
	Positions []Position
	// Status is the reported status of the member; nil without a report.
	Status *Status
}

// Hold is the request of a Shoot not to get a change before Until, which is zero without a request, and its reason.
type Hold struct {
	Until  time.Time
	Reason string
}

// note returns the hold for messages.
func (h Hold) note(now time.Time) string {
	held := "held until " + calendar.Stamp(h.Until.UTC(), now)
	if h.Reason == "" {
		return held
	}
	return held + ": " + h.Reason
}

// Status is the reported status of a member. StatusOf returns it for a Shoot; package landscape derives it for a seed.
type Status struct {
	// State is the state of the whole configuration. Since is the time when it began.
	State MemberState
	Since metav1.Time
	// Absence is the reason for MemberAway and MemberLost as part of a sentence, such as "hibernated".
	Absence string
	// IsExempt is true if a ring may pass without proof by the member, which is away. IsPardoned is true if failures of
	// the member no longer count.
	IsExempt, IsPardoned bool
	// IsKept is true if the member is not ready only because the rollout keeps it unchanged.
	IsKept bool
	// Message is the reason for a failure.
	Message string
	// Reporter is the seed that reports the member. ObservedAt is the time of the report, and Heard the time up to which
	// the reporter is known to have confirmed it; zero if it is unknown.
	Reporter   string
	ObservedAt metav1.Time
	Heard      metav1.Time
	// Revision is the ID of the reported Revision; empty if it is unknown.
	Revision string
	// Applied and Attempted are the revisions of the source that Flux has applied and attempted last. A member with
	// HasNoSource has none.
	Applied, Attempted string
	HasNoSource        bool
	// Configuration identifies the configuration that the member has, see ConfigurationID; empty if unknown.
	Configuration string
	// Removals are the reports on removed objects: one of a Shoot, or one for each Shoot on a seed.
	Removals []Removal
	// Doubt is the reason why the first ring does not promote the reported commit; empty if it may. It ends with the next
	// commit, or with an approval unless DoubtWaits is true because it may still be resolved.
	Doubt      string
	DoubtWaits bool
}

// MemberState is the state of a member.
type MemberState string

const (
	// MemberReady means that the whole configuration is ready.
	MemberReady MemberState = "Ready"
	// MemberProgressing means that the member is neither ready nor has failed.
	MemberProgressing MemberState = "Progressing"
	// MemberFailed means that the member has failed.
	MemberFailed MemberState = "Failed"
	// MemberAway means that the result of a change cannot be observed, and that the change is not the reason.
	MemberAway MemberState = "Away"
	// MemberLost means that the result of a change cannot be observed, and that the change may be the reason.
	MemberLost MemberState = "Lost"
)

// Removal is a report on removed objects.
type Removal struct {
	// Name and UID identify the Shoot on a seed. They are empty if the member is the Shoot.
	Name string
	UID  types.UID
	// Removed is the report, or nil.
	Removed *fluxv1alpha1.RemovedObjects
}

// notReported is the absence of a member without a report.
const notReported = "not reported"

// StatusOf returns the status of a Shoot with an entry in ConfigMap flux-status.
func StatusOf(entry *fluxv1alpha1.ShootStatus) *Status {
	s := &Status{
		Since: entry.Since, Message: entry.Message, Reporter: entry.Seed, ObservedAt: entry.ObservedAt, Heard: entry.ConfirmedAt, Revision: entry.Revision,
		Applied: entry.AppliedRevision, Attempted: entry.AttemptedRevision, Configuration: entry.Configuration, Removals: []Removal{{Removed: entry.Removed}},
	}
	switch entry.State {
	case fluxv1alpha1.ShootReady:
		s.State = MemberReady
	case fluxv1alpha1.ShootNoRepository:
		s.State, s.HasNoSource = MemberReady, true
	case fluxv1alpha1.ShootFailed, fluxv1alpha1.ShootDegraded:
		s.State = MemberFailed
	case fluxv1alpha1.ShootProgressing:
		s.State, s.IsKept = MemberProgressing, entry.Reason == ReasonUnknown || entry.Reason == ReasonHeld
	case fluxv1alpha1.ShootHibernated:
		s.State, s.Absence = MemberAway, "hibernated"
	case fluxv1alpha1.ShootSuspended:
		s.State, s.Absence = MemberAway, "suspended"
	case fluxv1alpha1.ShootMigrating:
		s.State, s.Absence = MemberAway, "migrating"
	case fluxv1alpha1.ShootRemoving:
		s.State, s.Absence = MemberAway, "removing"
	case fluxv1alpha1.ShootDeleting:
		s.State, s.Absence = MemberAway, "deleting"
	case fluxv1alpha1.ShootUnreachable:
		s.State, s.Absence = MemberLost, "unreachable"
	case fluxv1alpha1.ShootNotReported:
		s.State, s.Absence = MemberLost, notReported
	default: // A newer version of the extension may have written it.
		s.State = MemberProgressing
	}
	return s
}

// isReady returns whether the member reports that its whole configuration is ready.
func (m Member) isReady() bool { return m.Status != nil && m.Status.State == MemberReady }

// isProgressing returns whether the member reports that it is neither ready nor has failed.
func (m Member) isProgressing() bool { return m.Status != nil && m.Status.State == MemberProgressing }

// isFailing returns whether the member reports a failure.
func (m Member) isFailing() bool { return m.Status != nil && m.Status.State == MemberFailed }

// waits returns whether a member of the ring gets a change only later: after the hold of the ring or its own one, or in
// its maintenance time window. The correction of a failure does not wait.
func (m Member) waits(ring ringView) bool {
	return !m.isFailing() && (ring.hold != nil || m.isHeld || !m.InWindow && (m.Confined || ring.config.InMaintenance()))
}

// IsAway returns whether the result of a change in the member cannot be observed.
func (m Member) IsAway() bool {
	return m.Hibernated || m.Status == nil || m.Status.State == MemberAway || m.Status.State == MemberLost
}

// isExempt returns whether a ring may pass without proof by the member.
func (m Member) isExempt() bool { return m.IsAway() && m.Status != nil && m.Status.IsExempt }

// isPardoned returns whether failures of the member no longer count.
func (m Member) isPardoned() bool { return m.Status != nil && m.Status.IsPardoned }

// isKept returns whether the member is not ready only because the rollout keeps it unchanged.
func (m Member) isKept() bool { return m.Status != nil && m.Status.IsKept }

// isLost returns whether the member is lost or not reported, and hibernation is not the reason.
func (m Member) isLost() bool {
	return !m.Hibernated && (m.Status == nil || m.Status.State == MemberLost)
}

// lasts returns how long a reported member has been in its current state. The member must have a Status.
func (m Member) lasts(now metav1.Time) time.Duration {
	return now.Sub(cmp.Or(m.Status.Since, m.Status.ObservedAt).Time)
}

// absence returns the reason why the member is away.
func (m Member) absence() string {
	switch {
	case m.Hibernated:
		return "hibernated"
	case m.Status == nil:
		return notReported
	}
	return m.Status.Absence
}

// has returns whether the member reports the target. A member without a source reports no commit.
func (m Member) has(target Target) bool {
	if m.Status == nil || m.Status.Revision != target.Revision {
		return false
	}
	return target.Commit == "" || m.Status.HasNoSource || isAt(m.Status.Applied, target.Commit)
}

// tries returns whether the member reports that it has applied the target or has attempted to apply it.
func (m Member) tries(target Target) bool {
	return m.has(target) || m.Status != nil && m.Status.Revision == target.Revision && isAt(m.Status.Attempted, target.Commit)
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
