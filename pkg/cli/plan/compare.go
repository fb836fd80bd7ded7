// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/render"
)

// change is an object that a revision adds, changes or removes.
type change struct {
	APIVersion    string `json:"apiVersion"`
	Kind          string `json:"kind"`
	Namespace     string `json:"namespace,omitempty"`
	Name          string `json:"name"`
	Kustomization string `json:"kustomization"`
	// Reason says why an object is removed or recreated. It is empty if the revision no longer contains the object. For
	// an added object, it names the uncertainty.
	Reason string `json:"reason,omitempty"`
	// Diff is a unified diff without values of Secrets.
	Diff string `json:"diff,omitempty"`

	id identity
	// pattern identifies the diff without the values of variables that the revision does not change.
	pattern string
}

// title returns the object, and the reason if there is one.
func (c change) title() string {
	if c.Reason == "" {
		return c.id.String()
	}
	return c.id.String() + ": " + c.Reason
}

// result is the effect of a revision on a Shoot.
type result struct {
	// Before and After are the numbers of objects that Flux applies. They are 0 without changes, so that all Shoots
	// without changes have the same result.
	Before int `json:"before,omitempty"`
	After  int `json:"after,omitempty"`

	Added   []change `json:"added,omitempty"`
	Changed []change `json:"changed,omitempty"`
	Removed []change `json:"removed,omitempty"`
	// Recreated contains objects that may be deleted and created again.
	Recreated []change `json:"recreated,omitempty"`
	// Left contains objects that the revision no longer contains, and that Flux does not prune.
	Left []change `json:"left,omitempty"`
	// NotKnown describes what cannot be followed. Failures describes what Flux cannot apply. FailuresBefore contains the
	// failures that the revision before has too.
	NotKnown       []string `json:"notKnown,omitempty"`
	Failures       []string `json:"failures,omitempty"`
	FailuresBefore []string `json:"failuresBefore,omitempty"`
}

// comparison compares two states of a shoot.
type comparison struct {
	// before is nil if only the objects of one state are listed.
	before, after *state
	// walkers have followed the Kustomizations of both states.
	walkers   [2]*walker
	deletions *deletions
	diffs     bool
	result    *result
}

// compare returns the effect of a revision on a Shoot. before is nil if only the objects of one revision are listed.
func compare(before, after *builder, sync *render.Sync, diffs bool) *result {
	c := &comparison{diffs: diffs, result: &result{}}
	if sync.Effective.Kustomization == nil {
		return c.result
	}
	if before != nil {
		c.walkers[0] = follow(before, sync, nil)
		c.before = c.walkers[0].state
	}
	w := follow(after, sync, c.before)
	c.after, c.walkers[1] = w.state, w
	if c.before == nil {
		c.before = &state{}
	}
	c.deletions = findDeletions(c.before, w)
	if c.followLeft(w) {
		c.deletions = findDeletions(c.before, w)
	}
	c.compareObjects()
	c.findRemoved()
	c.describe()
	if !c.result.isEmpty() {
		c.result.Before, c.result.After = len(c.before.objects), len(c.after.objects)
	}
	return c.result
}

// followLeft follows the Kustomizations that the revision no longer contains, and that stay in the shoot, because they
// are not pruned, or because the Kustomization that has applied them is suspended. They continue to apply their path of
// the source. It returns false if there are none.
func (c *comparison) followLeft(w *walker) bool {
	found := false
	for _, n := range c.before.order {
		if _, ok := c.after.nodes[n.key]; ok || n.self == nil || c.deletions.has(n.self) {
			continue
		}
		w.notKnown("%s is not updated any more, but stays: it continues to apply path %s", n, n.spec.Spec.Path)
		w.add(&node{key: n.key, spec: n.spec, depth: n.depth, self: n.self})
		w.follow()
		found = true
	}
	return found
}

// compareObjects finds the objects that the revision adds or changes.
func (c *comparison) compareObjects() {
	for _, id := range slices.SortedFunc(maps.Keys(c.after.objects), compareIdentities) {
		o, old := c.after.applied(id), c.before.applied(id)
		switch {
		case o == nil, o.once && old != nil && !c.isDeleted(id):
		case c.isDeleted(id):
			if err := o.check(); err != nil {
				c.fail(o, err)
			}
		case old == nil && !c.isComparable(o.node):
		case old == nil:
			if err := o.check(); err != nil {
				c.fail(o, err)
				continue
			}
			c.result.Added = append(c.result.Added, c.added(o))
		default:
			same, err := o.equal(old)
			if err != nil {
				c.fail(o, err)
			} else if !same && o.template.unhashed {
				c.result.NotKnown = append(c.result.NotKnown, o.unknownHash())
			} else if !same {
				c.result.Changed = append(c.result.Changed, c.change(o, old, o))
			}
		}
	}
}

// added returns the change for an object that Flux has not applied before the revision.
func (c *comparison) added(o *object) change {
	made := c.change(o, nil, o)
	if _, ok := c.before.objects[o.id]; ok {
		made.Reason = fmt.Sprintf("Flux has not applied it before because of %s: %s or %s: %s; if it exists nevertheless, Flux changes it", annotationReconcile, disabled, annotationSSA, ssaIgnore)
	}
	return made
}

// isComparable reports whether the objects of a Kustomization before the revision are known.
func (c *comparison) isComparable(n *node) bool {
	old, ok := c.before.nodes[n.key]
	return !ok || old.phase == applied || old.phase == missing
}

func (c *comparison) fail(o *object, err error) {
	c.after.failures = append(c.after.failures, newFailure(o.node, err))
}

// isDeleted reports whether any Kustomization may delete an object of the state before.
func (c *comparison) isDeleted(id identity) bool {
	return c.deletions.of(id) != nil
}

// findRemoved finds the objects that the revision removes, recreates or leaves.
func (c *comparison) findRemoved() {
	for _, id := range slices.SortedFunc(maps.Keys(c.before.objects), compareIdentities) {
		if o := c.deletions.of(id); o != nil {
			c.addDeleted(o)
			continue
		}
		o := c.before.objects[id]
		if _, ok := c.after.objects[id]; ok || o.delivered || o.ignored {
			continue
		}
		if now, ok := c.after.nodes[o.node.key]; !ok || now.phase == applied {
			c.result.Left = append(c.result.Left, c.change(o, o, nil))
		}
	}
}

func (c *comparison) addDeleted(o *object) {
	if now := c.after.objects[o.id]; c.deletions.returns(o) {
		made := c.change(now, o, now)
		made.Reason = c.deletions.reasonOf(o)
		if same, err := now.equal(o); err == nil && same {
			made.Diff, made.pattern = "", ""
		}
		c.result.Recreated = append(c.result.Recreated, made)
		return
	}
	made := c.change(o, o, nil)
	made.Reason = c.deletions.reasonOf(o)
	c.result.Removed = append(c.result.Removed, made)
}

// describe adds the unknown parts and the failures of both revisions.
func (c *comparison) describe() {
	c.describeFailures()
	c.result.NotKnown = slices.Concat(c.result.NotKnown, c.after.notKnown, c.undecided(), c.forgotten(), c.unfollowed())
	for _, text := range c.before.notKnown {
		if !slices.Contains(c.result.NotKnown, text) {
			c.result.NotKnown = append(c.result.NotKnown, "before: "+text)
		}
	}
	slices.Sort(c.result.NotKnown)
}

func (c *comparison) change(o, before, now *object) change {
	made := change{APIVersion: o.apiVersion, Kind: o.id.kind, Namespace: o.id.namespace, Name: o.id.name, Kustomization: o.node.key.String(), id: o.id}
	if c.diffs {
		made.Diff, made.pattern = diffOf(before, now), patternOf(before, now)
	}
	return made
}

// check returns an error if the object is invalid after the substitution.
func (o *object) check() error {
	if !o.vars.active || o.template.parsed == nil {
		return nil
	}
	if o.vars.arePlain(o.template) {
		_, err := o.vars.substitute(o.template)
		return err
	}
	_, err := o.decode()
	return err
}

// equal reports whether kustomize-controller applies the same object. It compares texts first, because decoding takes
// much longer and few objects of a Shoot change.
func (o *object) equal(old *object) (bool, error) {
	sameMetadata := reflect.DeepEqual(o.node.spec.Spec.CommonMetadata, old.node.spec.Spec.CommonMetadata)
	sameTemplate := o.template == old.template || o.template.text == old.template.text
	substituted := o.template.parsed != nil && (o.vars.active || old.vars.active)
	if sameTemplate && sameMetadata && (!substituted || o.vars.digest == old.vars.digest) {
		return true, nil
	}
	if o.vars.secretsIn(o.template) != old.vars.secretsIn(old.template) {
		return false, o.check()
	}
	text, err := o.vars.substitute(o.template)
	if err != nil {
		return false, err
	}
	if before, err := old.vars.substitute(old.template); err == nil && text == before && sameMetadata {
		return true, nil
	}
	now, err := o.decode()
	if err != nil {
		return false, err
	}
	before, err := old.decode()
	if err != nil {
		// The earlier revision fails, and the object changes with the fix.
		return false, nil //nolint:nilerr // what fails before the revision is reported as not known
	}
	return reflect.DeepEqual(now.Object, before.Object), nil
}
