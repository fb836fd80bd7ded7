// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Landscape is the observed state of the seeds and their Shoots.
type Landscape struct {
	// Seeds lists all seeds.
	Seeds []Seed
	// Rollouts is the configuration of the rollouts with its defaults.
	Rollouts *configv1alpha1.Rollouts
	// Memory was stored with the last decision.
	Memory Memory
	// IsStopped is true while the operator has stopped all rollouts.
	IsStopped bool
	// Now is the current time.
	Now time.Time
}

// Seed is a seed with its Shoots.
type Seed struct {
	// Name, UID and Labels are those of the Seed.
	Name   string
	UID    types.UID
	Labels map[string]string
	// Shoots lists the Shoots on the seed that use the extension and are not being deleted.
	Shoots []Shoot
	// Report is the report of the seed by UID of the Shoot; nil if the seed has not reported or the report is damaged.
	Report map[types.UID]ReportedShoot
}

// Shoot is a Shoot as its Gardener object describes it.
type Shoot struct {
	// Namespace is the namespace of the project. Name and UID identify the Shoot.
	Namespace, Name string
	UID             types.UID
	// Labels and Purpose are those of the Shoot.
	Labels  map[string]string
	Purpose string
	// Hibernated is true if hibernation of the Shoot is requested.
	Hibernated bool
}

// Identity returns the seed as a member of the rollout.
func (s Seed) Identity() rollout.Identity {
	return rollout.Identity{Name: s.Name, UID: s.UID, Labels: s.Labels}
}

// unreported is the revision of seeds whose Shoots have a baseline and report no revision.
const unreported = "unreported"

// assumeOther makes the seeds report a revision other than the target if they report none at all. The extension on them
// may be older than the reports of revisions. Package rollout would infer that the Shoots have the target.
func assumeOther(members []rollout.Member) {
	if slices.ContainsFunc(members, func(m rollout.Member) bool { return m.Status != nil && m.Status.Revision != "" }) {
		return
	}
	for _, member := range members {
		if member.Status != nil {
			member.Status.Revision = unreported
		}
	}
}

// describe sets the revisions that all Shoots report, and the time of the last change. It returns false if the Shoots
// report different revisions or commits.
func describe(status *rollout.Status, shoots []counted) bool {
	revisions, applied, attempted := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, shoot := range shoots {
		revisions[shoot.report.Revision] = true
		if shoot.hasSource {
			applied[shoot.report.AppliedRevision], attempted[shoot.report.AttemptedRevision] = true, true
		}
		if status.Since.Time.Before(shoot.report.Since.Time) {
			status.Since = metav1.Time{Time: shoot.report.Since.Time}
		}
	}
	if len(applied) == 0 && len(shoots) > 0 {
		applied[shoots[0].report.AppliedRevision] = true
	}
	common := func(values map[string]bool) string {
		if len(values) != 1 {
			return ""
		}
		return slices.Collect(maps.Keys(values))[0]
	}
	status.Revision, status.Applied, status.Attempted = common(revisions), common(applied), common(attempted)
	return len(revisions) == 1 && len(applied) == 1
}

// message names the first failed Shoot and its reason.
func message(failed []counted) string {
	first := slices.MinFunc(failed, func(a, b counted) int { return strings.Compare(a.name, b.name) })
	message := fmt.Sprintf("Shoot %s: %s", first.name, first.report.Message)
	if more := len(failed) - 1; more > 0 {
		message = fmt.Sprintf("%s (and %d more)", message, more)
	}
	return message
}

// removals returns the reports on removed objects of the Shoots: those of ready projects, and the known losses of other
// Shoots that have the target. Each Shoot is judged by itself, so that none hides the loss of another one.
func (f *fold) removals(ready, others []counted) []rollout.Removal {
	removals := make([]rollout.Removal, 0, len(ready))
	for _, shoot := range ready {
		removals = append(removals, rollout.Removal{Name: shoot.name, UID: shoot.uid, Removed: shoot.report.Removed})
	}
	for _, shoot := range others {
		if removed := shoot.report.Removed; removed != nil && removed.Count > 0 && f.has(shoot.report) {
			known := *removed
			known.Unknown = ""
			removals = append(removals, rollout.Removal{Name: shoot.name, UID: shoot.uid, Removed: &known})
		}
	}
	return removals
}
