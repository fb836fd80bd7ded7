// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"fmt"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// ShootReport is the report of a seed about one of its Shoots.
type ShootReport struct {
	Name   string
	Status fluxv1alpha1.ShootStatus
	// Leaving is true if the Shoot migrates to a different seed. This seed reports the Shoot until the new seed does.
	Leaving bool
}

// Input contains the desired report to a project, and the ConfigMap with the current report.
type Input struct {
	// ConfigMap is the ConfigMap of the project with its managed fields. It is nil if it does not exist.
	ConfigMap *corev1.ConfigMap
	// Seed is the name of the seed.
	Seed string
	// Shoots are the Shoots of the project on the seed.
	Shoots []ShootReport
	// Spare reports whether an entry must be kept although its Shoot is not in Shoots, because the Shoot of an Extension
	// is not known yet.
	Spare func(name string) bool
	// Limits are the limits of the ConfigMap.
	Limits Limits
	// Now is the current time. The entries are confirmed if none was confirmed between Unconfirmed and Now, so that one
	// write confirms all.
	Now, Unconfirmed time.Time
}

// longestMove is how long the entry of a Shoot that has left the seed is kept if no other seed reports the Shoot. In
// the meantime, the Shoot may still use deploy keys.
const longestMove = 24 * time.Hour

// Plan is the planned change of the ConfigMap.
type Plan struct {
	// Write is true if there is a change to write.
	Write bool
	// Entries and Annotations are the desired entries and annotations of the seed in the ConfigMap. A write removes all
	// other entries and annotations of the seed.
	Entries, Annotations map[string]string
	// Again is true if a second write has to follow.
	Again bool
	// Events are the Events about the changes.
	Events []Event
	// Kept is true if Entries contains entries of Shoots that were not reported. They may have to be removed later.
	Kept bool
	// Spared is true if Input.Spare has prevented the removal of an entry.
	Spared bool
	// Awaited is true if a Shoot that was hibernated is ready as soon as a health check has read it.
	Awaited bool
	// LeftOut is the number of Shoots that are not reported because there is no room.
	LeftOut int
}

// tombstone replaces an entry that a different field manager owns or shares, so that the seed owns the entry and can
// remove it.
const tombstone = ""

// PlanOf returns the planned change of the ConfigMap.
func PlanOf(in Input) Plan {
	current := read(in.ConfigMap, fluxv1alpha1.StatusFieldManagerPrefix+in.Seed, fluxv1alpha1.AnnotationLeftOutPrefix+in.Seed)
	statuses, before, awaited := in.desired(current)
	plan := Plan{Entries: map[string]string{}, Annotations: map[string]string{}, Awaited: awaited}
	in.keep(current, statuses, &plan)

	others := sizeWithout(in.ConfigMap, func(name string) bool {
		_, reported := statuses[name]
		_, own := current.own[name]
		return reported || own && plan.Entries[name] == tombstone
	}).plus(current.managers)
	var changes []change
	for name, e := range current.share(in.Limits, others, in.ConfigMap).fit(others, statuses) {
		if e.brevity == nothing {
			plan.LeftOut++
			continue
		}
		plan.Entries[name] = e.text
		if current.data[name] != e.text {
			changes = append(changes, change{name: name, before: before[name], now: e.status})
		}
	}
	plan.Events = eventsOf(changes)
	if plan.LeftOut > 0 {
		plan.Annotations[current.leftOutName] = strconv.Itoa(plan.LeftOut)
		if current.leftOut == "" {
			plan.Events = append(plan.Events, leftOut(plan.LeftOut, len(statuses)))
		}
	}
	plan.Write = current.differs(plan)
	return plan
}

// desired returns the statuses to report, and the statuses that are currently reported for the same Shoots. It leaves
// out Shoots that another seed reports if they leave this seed, or if the other seed knows a later specification.
// Otherwise, two seeds with the same Shoot would overwrite each other's entries for as long as gardenlet does not run
// in one of them.
//
// A Shoot stays hibernated until a health check has read it, because its conditions are older than the hibernation.
func (in Input) desired(current content) (statuses map[string]fluxv1alpha1.ShootStatus, before map[string]*fluxv1alpha1.ShootStatus, awaited bool) {
	statuses, before = map[string]fluxv1alpha1.ShootStatus{}, map[string]*fluxv1alpha1.ShootStatus{}
	isDue := true
	for _, shoot := range in.Shoots {
		if known, ok := Decode(current.data[shoot.Name]); ok && known.UID == shoot.Status.UID {
			before[shoot.Name] = &known
			isDue = isDue && (!current.isOwn(shoot.Name) || known.ConfirmedAt.After(in.Now) || known.ConfirmedAt.Time.Before(in.Unconfirmed))
		}
	}
	for _, shoot := range in.Shoots {
		last := before[shoot.Name]
		others := last != nil && last.Seed != in.Seed
		// A member of the project may have written any entry, but not as a seed.
		superseded := others && last.Generation > shoot.Status.Generation && current.ofSeeds[shoot.Name]
		if superseded || shoot.Leaving && (last == nil || others) {
			continue
		}
		now := shoot.Status
		if last != nil && current.isOwn(shoot.Name) && last.State == fluxv1alpha1.ShootHibernated && now.Ready && now.ConfirmedAt.IsZero() {
			now.State, now.Ready, now.RootReady, now.Reason, now.Message, now.Since = last.State, false, false, last.Reason, last.Message, last.Since
			awaited = true
		}
		status, confirmed := follow(last, now), metav1.Time{}
		if last != nil && current.isOwn(shoot.Name) {
			confirmed = last.ConfirmedAt
		}
		if !isDue || status.ConfirmedAt.IsZero() {
			status.ConfirmedAt = confirmed // A new entry is confirmed with the others.
		}
		statuses[shoot.Name] = status
	}
	return statuses, before, awaited
}

// keep plans the entries of the seed for Shoots that are no longer reported: they are kept, removed, or replaced by a
// tombstone.
func (in Input) keep(current content, statuses map[string]fluxv1alpha1.ShootStatus, plan *Plan) {
	for name, value := range current.data {
		if _, reported := statuses[name]; reported {
			continue
		}
		known, ok := Decode(value)
		ours := ok && known.Seed == in.Seed
		own := current.isOwn(name)
		switch {
		case !ours && !own:
		case ours && in.Spare(name):
			plan.Entries[name], plan.Kept, plan.Spared = value, true, true
		case ours && in.isMigrating(known):
			if known.Since.IsZero() {
				known.Since = metav1.NewTime(in.Now.UTC().Truncate(time.Second)) // longestMove is measured from this time.
				value = Encode(known)
			}
			plan.Entries[name], plan.Kept = value, true
		case !own || current.foreign[name]:
			plan.Entries[name], plan.Again = tombstone, true
		}
	}
}

// isMigrating reports whether a Shoot has left the seed and may not be restored on the new seed yet. The entry of such
// a Shoot is kept until the new seed overwrites it, so that a rotation of the deploy key waits for the Shoot.
func (in Input) isMigrating(known fluxv1alpha1.ShootStatus) bool {
	return known.State == fluxv1alpha1.ShootMigrating && (known.Since.IsZero() || in.Now.Before(known.Since.Add(longestMove)))
}

func leftOut(count, all int) Event {
	return Event{
		Type: corev1.EventTypeWarning, Reason: ReasonLeftOut,
		Note: fmt.Sprintf("ConfigMap %s has no room for %d of %d Shoots on this seed, which are no longer reported: failures and deploy keys take precedence. "+
			"A rotation of the deploy key waits in the meantime; remove other content from the ConfigMap, or distribute the Shoots over several projects",
			fluxv1alpha1.StatusConfigMapName, count, all),
	}
}

// PlanNotReported returns the desired entries of the garden controller, and whether they have to be written. manager is
// the field manager of the garden controller. The entries of the seeds take precedence: the garden controller adds no
// entries that would exceed the soft limit.
func PlanNotReported(configMap *corev1.ConfigMap, manager string, statuses map[string]fluxv1alpha1.ShootStatus, limits Limits) (map[string]string, bool) {
	current := read(configMap, manager, "")
	others := sizeWithout(configMap, func(name string) bool {
		_, reported := statuses[name]
		_, own := current.own[name]
		return reported || own
	}).plus(current.managers)
	limits.Hard = limits.Soft
	entries := map[string]string{}
	for name, e := range limits.fit(others, statuses) {
		if e.brevity != nothing {
			entries[name] = e.text
		}
	}
	return entries, current.differs(Plan{Entries: entries})
}
