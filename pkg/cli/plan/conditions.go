// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// condition is a condition of flag --fail-on.
type condition struct {
	text string
	// verb is added, changed, removed, recreated, or not-known.
	verb string
	// most is the allowed number, or the percentage of the objects before the revision. It is used if kinds is empty.
	most    int
	percent bool
	kinds   []string
	// moves is true if recreated objects count as removed.
	moves bool
}

var conditionSyntax = regexp.MustCompile(`^(added|changed|removed|recreated)(?:>([0-9]{1,6})(%?)|=([A-Za-z0-9.,-]+))$`)

const notKnownCondition = "not-known"

// Values of flag --moves.
const (
	movesCount  = "count"
	movesIgnore = "ignore"
)

// parseConditions parses the values of the flags --fail-on and --moves.
func parseConditions(texts []string, moves string) ([]condition, error) {
	if moves != movesCount && moves != movesIgnore {
		return nil, fmt.Errorf("--moves must be %s or %s, not %q", movesCount, movesIgnore, moves)
	}
	var conditions []condition
	for _, text := range texts {
		if text == notKnownCondition {
			conditions = append(conditions, condition{text: text, verb: text})
			continue
		}
		found := conditionSyntax.FindStringSubmatch(text)
		if found == nil {
			return nil, fmt.Errorf("--fail-on %q is not a condition; write removed>20%%, removed>10, removed=Namespace,PersistentVolumeClaim, the same with recreated, added or changed, or not-known", text)
		}
		own := condition{text: text, verb: found[1], percent: found[3] == "%", moves: moves == movesCount}
		if found[4] != "" {
			own.kinds = strings.Split(found[4], ",")
		} else if most, err := strconv.Atoi(found[2]); err == nil {
			own.most = most
		}
		if own.percent && own.most > 100 {
			return nil, fmt.Errorf("--fail-on %q: a percentage is at most 100", text)
		}
		conditions = append(conditions, own)
	}
	return conditions, nil
}

// holds returns the reason if the condition holds for a result, or an empty string.
func (c condition) holds(r *result) string {
	changes, verb := map[string][]change{"added": r.Added, "changed": r.Changed, "removed": r.Removed, "recreated": r.Recreated}[c.verb], c.verb
	if c.verb == "removed" && c.moves && len(r.Recreated) > 0 {
		// The content of a deleted object is lost, even if Flux creates the object again.
		changes, verb = slices.Concat(r.Removed, r.Recreated), "removed or recreated"
	}
	switch {
	case c.verb == notKnownCondition:
		if len(r.NotKnown) == 0 {
			return ""
		}
		return r.NotKnown[0]
	case len(c.kinds) > 0:
		var found []change
		for _, made := range changes {
			if slices.Contains(c.kinds, made.Kind) || slices.Contains(c.kinds, made.id.kindAndGroup()) {
				found = append(found, made)
			}
		}
		if len(found) == 0 {
			return ""
		}
		return count(found) + " " + verb + ": " + found[0].id.String()
	case c.percent && len(changes)*100 > c.most*r.Before:
		return fmt.Sprintf("%d of %d objects %s", len(changes), r.Before, verb)
	case !c.percent && len(changes) > c.most:
		return fmt.Sprintf("%s %s", plural(len(changes), "object"), verb)
	}
	return ""
}

// check returns a line for each condition that holds.
func check(conditions []condition, results []*folded) []string {
	var lines []string
	for _, c := range conditions {
		for _, r := range results {
			if reason := c.holds(r.result); reason != "" {
				lines = append(lines, fmt.Sprintf("%s: %s in %s (%s)", c.text, reason, plural(len(r.Shoots), "Shoot"), r.names()))
			}
		}
	}
	return lines
}
