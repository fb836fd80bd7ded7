// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const (
	// openMinutes is how many minutes of each hour the window of a ring is open.
	openMinutes = 20
	localLayout = "2006-01-02T15:04"
)

// addHolds adds windows and a freeze to some rollouts of the operator.
func (d dice) addHolds(rollouts *configv1alpha1.Rollouts, now time.Time) string {
	text := ""
	for i := range rollouts.Rings {
		if ring := &rollouts.Rings[i]; d.chance(10) {
			ring.Windows = []fluxv1alpha1.Window{{Name: "hourly", Cron: "0 * * * *", Duration: &metav1.Duration{Duration: openMinutes * time.Minute}, TimeZone: "UTC"}}
			text += ", window of " + ring.Name
		}
	}
	if d.chance(15) {
		from := now.UTC().Add(time.Duration(d.IntN(90)) * time.Minute).Truncate(time.Minute)
		freeze := fluxv1alpha1.Freeze{Name: "freeze", From: from.Format(localLayout), To: from.Add(time.Duration(1+d.IntN(120)) * time.Minute).Format(localLayout), TimeZone: "UTC"}
		rollouts.Freezes = []fluxv1alpha1.Freeze{freeze}
		text += fmt.Sprintf(", frozen from %s to %s", freeze.From, freeze.To)
	}
	return text
}

// stops returns whether the operator has stopped all rollouts after a step. It has random numbers of its own, so that the
// rest of a sequence is the same with and without stops.
func (s script) stops(step int, isStopped bool) bool {
	d := s.dice(-step)
	return isStopped && !d.chance(15) || !isStopped && d.chance(3)
}

// stopOf returns the stop for the engine.
func stopOf(isStopped bool) *rollout.Stop {
	if !isStopped {
		return nil
	}
	return &rollout.Stop{Reason: "incident"}
}

// checkStop checks that no seed gets another target, and no Shoot a version, while the operator has stopped all
// rollouts: neither by an operation, nor as a correction or a rollback.
func checkStop(before *rollout.State, in rollout.Input, after *rollout.State) error {
	if in.Stop == nil || before == nil {
		return nil
	}
	for _, member := range in.Members {
		was, is := before.Members[member.Name], after.Members[member.Name]
		isPinned := was.Revision == is.Revision && was.Commit == ""
		if was.UID == member.UID && was.Revision != "" && was.Target != is.Target && !isPinned {
			return fmt.Errorf("%s gets %s while all rollouts are stopped", member.Name, is.Target)
		}
	}
	for _, ring := range before.Rings {
		j := slices.IndexFunc(after.Rings, func(r rollout.Ring) bool { return r.Name == ring.Name })
		if j >= 0 && after.Rings[j].Target == ring.Target && after.Rings[j].Released.Below > ring.Released.Below {
			return fmt.Errorf("ring %s releases Shoots while all rollouts are stopped", ring.Name)
		}
	}
	return nil
}

// removeHolds ends what addHolds has begun.
func removeHolds(rollouts *configv1alpha1.Rollouts) {
	rollouts.Freezes = nil
	for i := range rollouts.Rings {
		rollouts.Rings[i].Windows = nil
	}
}

// checkHolds checks that no seed gets a change, and none of its Shoots a version, while its ring holds. It computes the
// holds without the calendar of the product.
func checkHolds(rollouts *configv1alpha1.Rollouts, before *rollout.State, in rollout.Input, decision rollout.Decision) error {
	after := decision.State
	if before == nil || after.Behind || slices.ContainsFunc(decision.Events, func(e rollout.Event) bool { return e.Reason == rollout.ReasonRolledBack }) {
		return nil
	}
	now := in.Now.UTC().Format(localLayout)
	isFrozen := slices.ContainsFunc(rollouts.Freezes, func(f fluxv1alpha1.Freeze) bool { return now >= f.From && now < f.To })
	ringOf := rollout.RingOf(after.Rollout)
	for i, ring := range rollouts.Rings {
		if !isFrozen && (len(ring.Windows) == 0 || in.Now.UTC().Minute() < openMinutes) {
			continue
		}
		for _, member := range in.Members {
			was, known := before.Members[member.Name]
			is := after.Members[member.Name]
			isFailing := member.Status != nil && member.Status.State == rollout.MemberFailed
			isPinned := was.Revision == is.Revision && was.Commit == ""
			if known && was.UID == member.UID && was.Revision != "" && was.Target != is.Target && is.Revision == after.Target && !isFailing && !isPinned && ringOf(member.Identity) == ring.Name {
				return fmt.Errorf("%s gets %s while ring %s holds", member.Name, is.Target, ring.Name)
			}
		}
		j := slices.IndexFunc(before.Rings, func(r rollout.Ring) bool { return r.Name == ring.Name })
		if own := after.Rings[i]; j >= 0 && before.Rings[j].Target == own.Target && own.Released.Below > before.Rings[j].Released.Below {
			return fmt.Errorf("ring %s releases Shoots while it holds", ring.Name)
		}
	}
	return nil
}
