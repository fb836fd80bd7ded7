// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"fmt"
	"slices"
	"strings"
)

// The verbs of lines.
const (
	added     = "added"
	changed   = "changed"
	removed   = "removed"
	recreated = "recreated"
	refused   = "refused"
	// left and notKnown are verbs of plan only.
	left     = "left"
	notKnown = "not known"

	sometimes = "sometimes "
)

// line is a line of an outcome.
type line struct {
	// sometimes is what does not happen in each trial.
	sometimes  bool
	verb, what string
	// message is a part of the message of what is refused or not known.
	message string
}

func parseLine(text string) line {
	l := line{}
	text, l.sometimes = strings.CutPrefix(text, sometimes)
	if message, is := strings.CutPrefix(text, notKnown+" "); is {
		l.verb, l.message = notKnown, message
		return l
	}
	l.verb, l.what, _ = strings.Cut(text, " ")
	if l.verb == refused {
		l.what, l.message, _ = strings.Cut(l.what, ": ")
	}
	return l
}

// matches reports whether an actual line is as expected.
func (l line) matches(actual line) bool {
	return l.verb == actual.verb && l.what == actual.what && strings.Contains(actual.message, l.message)
}

// differences compares actual lines with the expected ones. With always, what happens sometimes must be among the
// actual lines; otherwise it may be.
func differences(expected, actual []string, always bool) []string {
	var differences []string
	matched := make([]bool, len(actual))
	for _, text := range expected {
		wanted := parseLine(text)
		i := slices.IndexFunc(actual, func(text string) bool { return wanted.matches(parseLine(text)) })
		switch {
		case i >= 0:
			matched[i] = true
		case !wanted.sometimes || always:
			differences = append(differences, "missing: "+strings.TrimPrefix(text, sometimes))
		}
	}
	for i, text := range actual {
		if !matched[i] {
			differences = append(differences, "not expected: "+text)
		}
	}
	return differences
}

// CheckFlux compares what Flux did in a trial with the expectation.
func (r *Row) CheckFlux(outcome *Outcome) error {
	if found := differences(r.Flux, outcome.Lines(), false); len(found) > 0 {
		return fmt.Errorf("Flux does something else than expected:\n%s", strings.Join(found, "\n"))
	}
	return nil
}

// withoutMessages returns lines without the messages of Flux, whose words are not those of plan.
func withoutMessages(lines []string) []string {
	without := make([]string, len(lines))
	for i, text := range lines {
		if without[i] = text; parseLine(text).verb == refused {
			without[i], _, _ = strings.Cut(text, ": ")
		}
	}
	return without
}

// CheckPlan compares what plan says with the expectation. It must announce what Flux does sometimes as if it did so
// always. What it calls left in place need not be among the expected lines, but must not be lost.
func (r *Row) CheckPlan(outcome *Outcome) error {
	lines, expected := outcome.Lines(), r.Plan
	if expected == nil {
		expected = withoutMessages(r.Flux)
	}
	var found []string
	isLoss := func(what string) bool {
		return slices.ContainsFunc(r.Flux, func(text string) bool {
			l := parseLine(text)
			return (l.verb == removed || l.verb == recreated) && l.what == what
		})
	}
	lines = slices.DeleteFunc(lines, func(text string) bool {
		l := parseLine(text)
		if l.verb == left && isLoss(l.what) {
			found = append(found, "not left in place: "+text)
		}
		return l.verb == left
	})
	expected = slices.DeleteFunc(slices.Clone(expected), func(text string) bool { return parseLine(text).verb == left })
	if found = append(found, differences(expected, lines, true)...); len(found) > 0 {
		return fmt.Errorf("plan says something else than expected:\n%s", strings.Join(found, "\n"))
	}
	return nil
}
