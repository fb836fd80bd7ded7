// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package check judges recorded histories by the documentation. Each rule quotes the sentences that it checks. The
// package does not know the code that keeps these promises: it imports nothing of it but the API types, and it was
// written from the documentation, so that it does not share a mistake.
//
// What a history does not show is not observed. It is neither a violation nor the passing of time.
package check

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// Rule is a promise of the documentation that histories can break.
type Rule struct {
	// Name identifies the rule.
	Name string
	// Quotes are the sentences that promise it.
	Quotes []Quote

	judge func(*record) []finding
}

// Quote is a sentence of a page. It stands there literally, apart from line breaks.
type Quote struct {
	// Page is the path of the page below docs.
	Page string
	// Sentence is the sentence, or a part of one.
	Sentence string
}

// Violation is a broken promise.
type Violation struct {
	// Rule is the name of the rule, and Promise its first sentence.
	Rule    string
	Promise Quote
	// Text says what happened.
	Text string
	// Shown are the observations that show it. Without any one of them, the violation is not shown.
	Shown []Line
}

// Line is an observation with its number in the history, which begins at 1.
type Line struct {
	Number      int
	Observation history.Observation

	// joined is true if the same was seen all the time since the line before about it.
	joined bool
}

// finding is a violation before its observations are reduced.
type finding struct {
	// subject identifies the violation among those of its rule.
	subject string
	text    string
	// shown are the indexes of observations that show the violation, and maybe of further ones.
	shown []int
}

// mostFindings is the maximum number of violations of a rule. A broken rule is often broken for each Shoot.
const mostFindings = 20

// mostTries is the maximum number of parts of a history that are judged to shorten a violation.
const mostTries = 2000

// Rules returns all rules.
func Rules() []Rule {
	return slices.Concat(promotionRules(), failureRules(), guardRules(), steeringRules(), holdRules(), checkRules(), stopRules(), pinRules(), pinnedRules(), shootRules(), keyRules(), eventRules(), commitStatusRules(), removalRules(), baselineRules(), versionRules())
}

// History returns the violations of a history.
func History(observations []history.Observation) []Violation {
	return judge(observations, Rules())
}

func judge(observations []history.Observation, rules []Rule) []Violation {
	var violations []Violation
	whole := newRecord(observations, nil)
	for _, rule := range rules {
		seen := map[string]bool{}
		for _, found := range rule.judge(whole) {
			if seen[found.subject] || len(seen) == mostFindings {
				continue
			}
			seen[found.subject] = true
			violation := Violation{Rule: rule.Name, Promise: rule.Quotes[0], Text: found.text}
			part := shorten(whole, rule, found)
			for _, index := range slices.Sorted(maps.Keys(part)) {
				violation.Shown = append(violation.Shown, Line{Number: index + 1, Observation: observations[index], joined: part[index]})
			}
			violations = append(violations, violation)
		}
	}
	return violations
}

// shorten returns the part of a history that shows a violation by itself, and of which nothing can be left out. If the
// observations of the finding do not show it by themselves, it returns them as they are.
func shorten(whole *record, rule Rule, found finding) excerpt {
	for _, seen := range whole.timelines[(&history.Setup{}).Key()] {
		found.shown = append(found.shown, seen.first) // its times
	}
	units := whole.units(found.shown)
	tries := 0
	shows := func(units []unit) bool {
		if tries++; tries > mostTries {
			return false
		}
		part := join(units)
		return slices.ContainsFunc(rule.judge(newRecord(whole.observations, part)), func(other finding) bool { return other.subject == found.subject })
	}
	if !shows(units) {
		return join(units)
	}
	// Large parts first, because most observations are not needed. Single ones until none can be left out.
	for size := max(1, len(units)/2); ; size = max(1, size/2) {
		reduced := false
		for begin := 0; begin < len(units); {
			end := min(begin+size, len(units))
			if without := slices.Delete(slices.Clone(units), begin, end); shows(without) {
				units, reduced = without, true
			} else {
				begin = end
			}
		}
		for i := range units {
			without := slices.Clone(units)
			if without[i].end = nil; units[i].end != nil && shows(without) {
				units, reduced = without, true
			}
		}
		if size == 1 && !reduced {
			return join(units)
		}
	}
}

// unit is a sighting in an excerpt: how it begins, and how it ends. The end alone says nothing.
type unit struct {
	begin, end excerpt
	last       int
}

// units returns the sightings of which observations are shown, the latest first.
func (r *record) units(shown []int) []unit {
	in := map[int]bool{}
	for _, index := range shown {
		in[index] = true
	}
	var units []unit
	for _, line := range r.timelines {
		for _, seen := range line {
			if !in[seen.first] && !in[seen.last] {
				continue
			}
			one := unit{begin: excerpt{seen.origin: true, seen.first: seen.first == seen.origin}, last: seen.last}
			if seen.last != seen.first && in[seen.last] {
				one.end = excerpt{seen.last: true}
			}
			units = append(units, one)
		}
	}
	slices.SortFunc(units, func(a, b unit) int { return b.last - a.last })
	return units
}

func join(units []unit) excerpt {
	all := excerpt{}
	for _, one := range units {
		maps.Copy(all, one.begin)
		maps.Copy(all, one.end)
	}
	return all
}

// Print writes violations for people.
func Print(to io.Writer, violations []Violation) error {
	var text strings.Builder
	for _, violation := range violations {
		fmt.Fprintf(&text, "%s: %s\n  %s: %s\n", violation.Rule, violation.Text, violation.Promise.Page, violation.Promise.Sentence)
		for _, line := range violation.Shown {
			shown := line.Observation
			fmt.Fprintf(&text, "  line %d, %s, %s: %s\n", line.Number, shown.At.UTC().Format(time.TimeOnly+".000"), shown.Observer, describe(shown))
		}
	}
	_, err := io.WriteString(to, text.String())
	return err
}
