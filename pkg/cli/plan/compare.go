// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/render"
)

// change is an object that a revision adds, changes or removes.
type change struct {
	APIVersion    string `json:"apiVersion"`
	Kind          string `json:"kind"`
	Namespace     string `json:"namespace,omitempty"`
	Name          string `json:"name"`
	Kustomization string `json:"kustomization"`
	// Diff is a unified diff without values of Secrets.
	Diff string `json:"diff,omitempty"`

	id identity
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
	// Left contains objects that the revision no longer contains, and that Flux does not prune.
	Left []change `json:"left,omitempty"`
	// NotKnown describes what cannot be followed. Failures describes what Flux cannot apply.
	NotKnown []string `json:"notKnown,omitempty"`
	Failures []string `json:"failures,omitempty"`
}

// comparison compares two states of a shoot.
type comparison struct {
	// before is nil if only the objects of one state are listed.
	before, after *state
	diffs         bool
	fates         map[*node]fate
	result        *result
}

// fate is what happens to an object that a revision no longer contains.
type fate int

const (
	removed fate = iota
	// left objects stay in the shoot, but no Kustomization applies them.
	left
	// unchanged objects stay in the inventory of a Kustomization that does not apply the revision.
	unchanged
)

// compare returns the effect of a revision on a Shoot. before is nil if only the objects of one revision are listed.
func compare(before, after *builder, sync *render.Sync, diffs bool) *result {
	c := &comparison{diffs: diffs, fates: map[*node]fate{}, result: &result{}}
	if sync.Effective.Kustomization == nil {
		return c.result
	}
	if before != nil {
		c.before = walk(before, sync).state
	}
	w := walk(after, sync)
	c.after = w.state
	if c.before == nil {
		c.before = &state{}
	} else {
		c.followLeft(w)
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
// the source.
func (c *comparison) followLeft(w *walker) {
	for _, n := range c.before.order {
		if _, has := c.after.nodes[n.key]; has || n.self == nil || c.fateOf(n.self) == removed {
			continue
		}
		w.notKnown("%s is not updated any more, but stays: it continues to apply path %s", n, n.spec.Spec.Path)
		w.add(&node{key: n.key, spec: n.spec, depth: n.depth, self: n.self})
		w.follow()
	}
}

// fateOf returns what happens to an object that the revision no longer contains.
func (c *comparison) fateOf(o *object) fate {
	if n, has := c.after.nodes[o.node.key]; has {
		switch {
		case n.phase != applied:
			return unchanged
		case !n.spec.Spec.Prune || o.kept:
			return left
		}
		return removed
	}
	if known, has := c.fates[o.node]; has {
		return c.withKept(known, o)
	}
	own := c.fateOf(o.node.self)
	if own == removed && !deletes(o.node.spec) {
		own = left
	}
	c.fates[o.node] = own
	return c.withKept(own, o)
}

func (c *comparison) withKept(of fate, o *object) fate {
	if of == removed && o.kept {
		return left
	}
	return of
}

// deletes reports whether kustomize-controller deletes the objects of a Kustomization together with it.
func deletes(k *kustomizev1.Kustomization) bool {
	if k.Spec.Suspend {
		return false
	}
	switch k.GetDeletionPolicy() {
	case kustomizev1.DeletionPolicyMirrorPrune:
		return k.Spec.Prune
	case kustomizev1.DeletionPolicyDelete, kustomizev1.DeletionPolicyWaitForTermination:
		return true
	}
	return false
}

// compareObjects finds the objects that the revision adds or changes.
func (c *comparison) compareObjects() {
	for _, id := range slices.SortedFunc(maps.Keys(c.after.objects), compareIdentities) {
		o := c.after.objects[id]
		old, existed := c.before.objects[id]
		switch {
		case o.ignored, o.once && existed:
		case !existed && !c.isComparable(o.node):
		case !existed:
			if err := o.check(); err != nil {
				c.fail(o, err)
				continue
			}
			c.result.Added = append(c.result.Added, c.change(o, nil, o))
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

// isComparable reports whether the objects of a Kustomization before the revision are known.
func (c *comparison) isComparable(n *node) bool {
	old, existed := c.before.nodes[n.key]
	return !existed || old.phase == applied || old.phase == missing
}

func (c *comparison) fail(o *object, err error) {
	c.result.Failures = append(c.result.Failures, fmt.Sprintf("%s: %s", o.node, err))
}

// findRemoved finds the objects that the revision removes or leaves.
func (c *comparison) findRemoved() {
	for _, id := range slices.SortedFunc(maps.Keys(c.before.objects), compareIdentities) {
		if _, stays := c.after.objects[id]; stays {
			continue
		}
		o := c.before.objects[id]
		switch c.fateOf(o) {
		case removed:
			c.result.Removed = append(c.result.Removed, c.change(o, o, nil))
		case left:
			c.result.Left = append(c.result.Left, c.change(o, o, nil))
		}
	}
}

// describe adds the unknown parts and the failures of both revisions.
func (c *comparison) describe() {
	c.result.Failures = append(slices.Clone(c.after.failures), c.result.Failures...)
	c.result.NotKnown = slices.Concat(c.result.NotKnown, c.after.notKnown, c.undecided())
	for _, text := range c.before.notKnown {
		if !slices.Contains(c.result.NotKnown, text) {
			c.result.NotKnown = append(c.result.NotKnown, "before: "+text)
		}
	}
	for _, text := range c.before.failures {
		if !slices.Contains(c.result.Failures, text) {
			c.result.NotKnown = append(c.result.NotKnown, "before: "+text+" (what it applied from an earlier revision is not known)")
		}
	}
	slices.Sort(c.result.NotKnown)
	slices.Sort(c.result.Failures)
}

func (c *comparison) change(o, before, now *object) change {
	made := change{APIVersion: o.apiVersion, Kind: o.id.kind, Namespace: o.id.namespace, Name: o.id.name, Kustomization: o.node.key.String(), id: o.id}
	if c.diffs {
		made.Diff = diffOf(before, now)
	}
	return made
}

// diffOf returns a unified diff between two states of an object. One of the states may be nil.
func diffOf(before, now *object) string {
	var states [2]*unstructured.Unstructured
	for i, o := range []*object{before, now} {
		if o == nil {
			continue
		}
		decoded, err := o.decode()
		if err != nil {
			return fmt.Sprintf("# not known: %s\n", err)
		}
		states[i] = decoded
	}
	text := &strings.Builder{}
	// Writing to a string does not fail.
	if err := render.WriteDiff(text, "before", "after", states[0], states[1]); err != nil {
		return fmt.Sprintf("# not known: %s\n", err)
	}
	if text.Len() == 0 {
		return "# only values of Secrets change\n"
	}
	return text.String()
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
