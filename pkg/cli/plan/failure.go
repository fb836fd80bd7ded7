// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// failure says why Flux cannot apply a Kustomization.
type failure struct {
	node *node
	text string
}

func newFailure(n *node, err error) failure {
	return failure{node: n, text: fmt.Sprintf("%s: %s", n, err)}
}

// withheld contains the objects of a Kustomization that Flux does not apply because one is refused.
type withheld struct {
	vars      *variables
	templates []*template
}

// objects returns the objects by their identity. It returns false if they are not known.
func (h *withheld) objects(w *walker, n *node) (map[identity]*object, bool) {
	if h == nil {
		return nil, false
	}
	all, _, err := w.objectsOf(n, h.vars, h.templates)
	if err != nil {
		return nil, false
	}
	found := map[identity]*object{}
	for _, o := range all {
		if !o.ignored {
			found[o.id] = o
		}
	}
	return found, true
}

// describeFailures adds the failures of the revision, and separates those that the revision before has too: the commit
// is not their cause.
func (c *comparison) describeFailures() {
	described := map[*node]bool{}
	for _, own := range c.after.failures {
		detail := ""
		if !described[own.node] {
			described[own.node], detail = true, c.unlisted(own.node)
		}
		if slices.ContainsFunc(c.before.failures, func(old failure) bool { return c.isSame(old, own) }) {
			c.result.FailuresBefore = append(c.result.FailuresBefore, own.text+detail)
		} else {
			c.result.Failures = append(c.result.Failures, own.text+detail)
		}
	}
	for _, old := range c.before.failures {
		if !slices.ContainsFunc(c.after.failures, func(own failure) bool { return c.isSame(old, own) }) {
			c.result.NotKnown = append(c.result.NotKnown, "before: "+old.text+" (what it applied from an earlier revision is not known)")
		}
	}
	slices.Sort(c.result.Failures)
	slices.Sort(c.result.FailuresBefore)
}

// isSame reports whether a Kustomization fails at both revisions for the same reason.
func (c *comparison) isSame(old, own failure) bool {
	return old.node.key == own.node.key && sameReason(old.text, c.walkers[0].builder.tree, own.text, c.walkers[1].builder.tree)
}

// sameReason compares messages about two revisions, which may contain their names.
func sameReason(old string, before *tree, own string, after *tree) bool {
	return strings.ReplaceAll(old, before.name, "") == strings.ReplaceAll(own, after.name, "")
}

// unlisted describes the changes of a Kustomization that fails at both revisions. They are not listed, because Flux
// applies none of them. It returns an empty string if they are not known.
func (c *comparison) unlisted(n *node) string {
	old := c.before.nodes[n.key]
	if old == nil || old.phase != failing || n.phase != failing {
		return ""
	}
	before, known := old.withheld.objects(c.walkers[0], old)
	if !known {
		return ""
	}
	now, known := n.withheld.objects(c.walkers[1], n)
	if !known {
		return ""
	}
	var names []string
	for _, id := range slices.SortedFunc(maps.Keys(sets.KeySet(before).Union(sets.KeySet(now))), compareIdentities) {
		o, was := now[id], before[id]
		if o != nil && id.isKustomization() && c.after.nodes[id.key()] == nil {
			c.result.NotKnown = append(c.result.NotKnown, fmt.Sprintf("%s fails at both revisions: %s, which it has perhaps applied earlier, is not followed", n, id))
		}
		if o != nil && was != nil {
			if same, err := o.equal(was); err == nil && same {
				continue
			}
		}
		names = append(names, id.String())
	}
	if len(names) == 0 {
		return "; the commit changes none of the objects that are not applied"
	}
	return fmt.Sprintf("; the commit changes %s, not listed because Flux applies nothing of that: %s", plural(len(names), "object"), text.List(names, mostNames))
}
