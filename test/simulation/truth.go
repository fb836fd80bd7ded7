// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

// The judge sees what the objects in shoots and gardens show. Some promises need what has happened.
const (
	// ruleTruth is the name of the rule about reports of ready Shoots.
	ruleTruth = "ready-is-applied"
	// slack is how much later than the observation of a shoot its report may be, and how much earlier.
	slack = time.Minute
)

// broken is a promise that was broken.
type broken struct{ rule, what string }

// promises returns the promises of the rules that only the simulation judges.
func promises() map[string]check.Quote {
	quotes := map[string]check.Quote{
		ruleTruth:    {Page: "usage/rollouts.md", Sentence: "A commit or digest reaches the next ring when all Shoots of the ring before have stayed ready with it for its `soak`."},
		ruleAdmitted: {Page: "operations/installation.md", Sentence: "It refuses configuration errors when they are written"},
		ruleLosses:   {Page: "usage/rollouts.md", Sentence: "A ring is `Guarded` when one of its Shoots has lost more objects with the change than `project.rollout.guard` allows; it does not pass, and no further Shoot of it gets the change."},
	}
	for rule, sentence := range keyPromises() {
		quotes[rule] = check.Quote{Page: "usage/deploy-keys.md", Sentence: sentence}
	}
	for rule, sentence := range messagePromises() {
		quotes[rule] = check.Quote{Page: "usage/notifications.md", Sentence: sentence}
	}
	return quotes
}

// deeds are what Flux has done in a shoot.
type deeds struct {
	mutex sync.Mutex
	// paths are the paths of the root Kustomization one after the other.
	paths []pathOfRoot
	// ofChild are the commits that the Kustomization below the root has applied.
	ofChild map[string]bool
	// restoredAt is when the API server of the shoot was restored last. Earlier observations may be reported after it.
	restoredAt time.Time
	// commit is what the root Kustomization applies, and since is when it began. gone are the objects that Flux has
	// deleted, as entries of inventories.
	commit string
	since  time.Time
	gone   map[string]bool
}

// done contains the deeds that a backup has.
type done struct {
	last    pathOfRoot
	ofChild map[string]bool
}

// pathOfRoot is a path of the root Kustomization from a time on, until the next one. With applied are the commits of
// which all objects have become ready meanwhile.
type pathOfRoot struct {
	path    string
	from    time.Time
	applied map[string]bool
}

// sees records the path of the root Kustomization.
func (d *deeds) sees(root *unstructured.Unstructured) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	path := text(root, "spec", "path")
	if last := len(d.paths) - 1; last < 0 || d.paths[last].path != path {
		d.paths = append(d.paths, pathOfRoot{path: path, from: time.Now(), applied: map[string]bool{}})
	}
}

// backup returns what a backup of the shoot has now.
func (d *deeds) backup() done {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if len(d.paths) == 0 {
		return done{}
	}
	last := d.paths[len(d.paths)-1]
	last.applied = maps.Clone(last.applied)
	return done{last, maps.Clone(d.ofChild)}
}

// restore replaces what Flux has applied by what a backup has.
func (d *deeds) restore(from done) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.restoredAt = time.Now()
	d.commit, d.gone = "", map[string]bool{}
	if from.last.path == "" {
		return
	}
	last := from.last
	last.from, last.applied = d.restoredAt, maps.Clone(last.applied)
	d.paths, d.ofChild = append(d.paths, last), maps.Clone(from.ofChild)
}

// applies records that all objects of a Kustomization are ready.
func (d *deeds) applies(isChild bool, commit string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	switch last := len(d.paths) - 1; {
	case isChild:
		d.ofChild[commit] = true
	case last >= 0:
		d.paths[last].applied[commit] = true
	}
}

// deny returns why a shoot was not ready with a path and a commit at a time; empty if it was.
func (d *deeds) deny(path, commit string, at time.Time) string {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if !d.restoredAt.IsZero() && at.Before(d.restoredAt.Add(slack)) {
		return "" // The objects were those from before, which had the commits.
	}
	if !d.ofChild[commit] {
		return "Kustomization child had never applied it"
	}
	had := false
	for i, one := range d.paths {
		until := at.Add(slack)
		if i+1 < len(d.paths) {
			until = d.paths[i+1].from.Add(slack)
		}
		if path != "" && one.path != path || at.Before(one.from.Add(-slack)) || at.After(until) {
			continue
		}
		if had = true; one.applied[commit] {
			return ""
		}
	}
	if !had {
		return "the root Kustomization had another path than " + path
	}
	return "the root Kustomization had not applied it with path " + path
}

// believe finds reports of ready Shoots whose Flux has not applied what the report says. The change is the one of a
// ConfigMap in the garden.
func (w *world) believe(c change) {
	if c.object.GetName() != fluxv1alpha1.StatusConfigMapName {
		return
	}
	for name, status := range fleet.Reported(read[corev1.ConfigMap](c.object)) {
		w.refuse(c.object.GetNamespace(), name, status)
		w.remotes.shows(c.object.GetNamespace()+"/"+name, status)
		if status.State != fluxv1alpha1.ShootReady || status.AppliedRevision == "" {
			continue
		}
		w.miss(c.object.GetNamespace(), name, status)
		w.mutex.Lock()
		s, isOffset := w.shoots[status.UID], w.isOffset
		w.mutex.Unlock()
		if s == nil {
			continue // It is gone.
		}
		path, at := w.pathOf(c.object.GetNamespace(), status.Revision), status.ObservedAt.Time
		if status.ConfirmedAt.After(at) {
			at = status.ConfirmedAt.Time
		}
		if isOffset {
			continue // The time of the observation is unknown.
		}
		commit := commitIn(status.AppliedRevision)
		if why := s.deeds.deny(path, commit, at); why != "" {
			w.violate(ruleTruth, fmt.Sprintf("%s/%s is reported Ready with revision %s and commit %s as of %s, but %s", c.object.GetNamespace(), name, status.Revision, commit, at.UTC().Format(time.TimeOnly), why))
		}
	}
}

// pathOf returns the path in a revision of flux-config; empty if it is not known.
func (w *world) pathOf(namespace, revision string) string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.paths[namespace+"/"+revision]
}

// learn remembers the paths in the revisions of a rollout.
func (w *world) learn(c change) {
	if c.object.GetName() != fluxv1alpha1.RolloutConfigMapName {
		return
	}
	state, err := rollout.Decode(read[corev1.ConfigMap](c.object))
	if err != nil {
		return
	}
	w.passes(c.object.GetNamespace(), state)
	for id, revision := range state.Revisions {
		var config fluxv1alpha1.FluxConfig
		if yaml.Unmarshal([]byte(revision.Data[fluxv1alpha1.KeyConfig]), &config) != nil || config.Kustomization == nil {
			continue
		}
		w.mutex.Lock()
		w.paths[c.object.GetNamespace()+"/"+id] = text(&unstructured.Unstructured{Object: unstructuredOf(config.Kustomization).Object}, "template", "spec", "path")
		w.mutex.Unlock()
	}
}

// violate records a violation that the judge cannot see.
func (w *world) violate(rule, what string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if b := (broken{rule, what}); w.violations[b].IsZero() {
		w.violations[b] = time.Now()
	}
}

// broken returns the violations that the judge cannot see.
func (w *world) broken() []check.Violation {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	quotes := promises()
	var all []check.Violation
	for b, at := range w.violations {
		all = append(all, check.Violation{Rule: b.rule, Promise: quotes[b.rule], Text: b.what, Shown: []check.Line{{Observation: history.Observation{At: at, Observer: "simulation", Facts: history.Facts{Action: &history.Action{What: b.rule}}}}}})
	}
	slices.SortFunc(all, func(a, b check.Violation) int {
		return cmp.Or(a.Shown[0].Observation.At.Compare(b.Shown[0].Observation.At), strings.Compare(a.Text, b.Text))
	})
	return all
}
