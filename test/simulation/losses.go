// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const (
	// ruleLosses is the name of the rule about the objects that a ready Shoot has lost with a commit.
	ruleLosses = "losses-are-reported"
	// mostBehind is how much later than the garden a seed may know which commit a ring has passed.
	mostBehind = 6 * time.Minute
)

// losses are what a Shoot may lose with its next commit, and what it has lost with the present one.
type losses struct {
	namespace string
	identity  rollout.Identity
	// passed is the commit that the ring of the Shoot has passed, and since is when it was another one.
	passed string
	since  time.Time
	// reported are the times of the first reports of a ready Shoot with known losses, by its commits.
	reported map[string]time.Time
}

// meets remembers to which ring a Shoot belongs.
func (w *world) meets(c change) {
	shoot := read[gardencorev1beta1.Shoot](c.object)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	known := w.losses[shoot.UID]
	if known == nil {
		known = &losses{reported: map[string]time.Time{}}
		w.losses[shoot.UID] = known
	}
	known.namespace, known.identity = shoot.Namespace, rollout.IdentityOf(shoot)
	w.pass(known)
}

// passes remembers what the rings of a rollout have passed.
func (w *world) passes(namespace string, state *rollout.State) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.rollouts[namespace] = state
	for _, known := range w.losses {
		if known.namespace == namespace {
			w.pass(known)
		}
	}
}

func (w *world) pass(known *losses) {
	passed := ""
	if state := w.rollouts[known.namespace]; state != nil && state.RingIndex(known.identity) < len(state.Rings) {
		passed = commitIn(state.PassedBy(known.identity).Commit)
	}
	if known.passed != passed {
		known.passed, known.since = passed, time.Now()
	}
}

// commitIn returns the commit in a revision of a source.
func commitIn(revision string) string { return revision[strings.LastIndex(revision, ":")+1:] }

// miss finds reports of ready Shoots that hide losses: their ring had passed a commit, and the Shoot was ready with it,
// before Flux applied the one that is reported, and more objects of the former are deleted than the report says.
func (w *world) miss(namespace, name string, status fluxv1alpha1.ShootStatus) {
	w.mutex.Lock()
	s, known, isOffset := w.shoots[status.UID], w.losses[status.UID], w.isOffset
	w.mutex.Unlock()
	if s == nil || known == nil || isOffset || status.Removed == nil || status.Removed.Unknown != "" {
		return
	}
	present := commitIn(status.AppliedRevision)
	w.mutex.Lock()
	if known.reported[present].IsZero() {
		known.reported[present] = status.ObservedAt.Time
	}
	passed, since, reported := known.passed, known.since, known.reported[known.passed]
	w.mutex.Unlock()
	former := w.git.resolve(repositoryOf(strings.TrimPrefix(namespace, "garden-")), passed)
	if passed == "" || passed == present || former == nil || reported.IsZero() {
		return
	}
	begun, gone := s.deeds.lost(present, former)
	if begun.IsZero() || !reported.Before(begun) || begun.Sub(since) < mostBehind || len(gone) <= int(status.Removed.Count) {
		return
	}
	w.violate(ruleLosses, fmt.Sprintf("%s/%s is reported Ready with commit %s and %d removed objects, but Flux has deleted %s of commit %s, which its ring had passed",
		namespace, name, present, status.Removed.Count, strings.Join(gone, ", "), passed))
}

// begins records that the root Kustomization applies a commit.
func (d *deeds) begins(id string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.commit != id {
		d.commit, d.since = id, time.Now()
	}
}

// sets records that Flux has created or deleted an object.
func (d *deeds) sets(entry string, exists bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.gone[entry] = true; exists {
		delete(d.gone, entry)
	}
}

// lost returns since when the root Kustomization applies a commit, and which objects of a former one are deleted. The
// time is zero if it applies another one, or if that is unknown since a restore.
func (d *deeds) lost(id string, former *commit) (since time.Time, gone []string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.commit != id {
		return time.Time{}, nil
	}
	for _, name := range slices.Concat(former.objects, former.child) {
		if entry := entryOf(workload(name)); d.gone[entry] {
			gone = append(gone, entry)
		}
	}
	return d.since, gone
}
