// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

// story is a short history with the reason why it is right or wrong.
type story struct {
	reason string
	// wrong is a part of the text of the only violation. It is empty for a right history.
	wrong string
	lines string
}

// judges has a table of short histories judged by one rule. Each history begins with the lines before.
func judges(rule, before string, stories ...story) {
	Describe("Rule "+rule, func() {
		for _, one := range stories {
			verdict := "finds nothing: "
			if one.wrong != "" {
				verdict = "finds a violation: "
			}
			It(verdict+one.reason, func() {
				observations := short(before + "\n" + one.lines)
				found := foundBy(rule, observations)
				if one.wrong == "" {
					Expect(texts(found)).To(BeEmpty())
					// The begin of a right history is right, and so is one of which less was seen in a shoot.
					for end := range observations {
						Expect(texts(foundBy(rule, observations[:end]))).To(BeEmpty(), "the first %d observations", end)
					}
					for i, seen := range observations {
						if seen.Report != nil || seen.FluxObject != nil || seen.Object != nil || seen.SeedReport != nil {
							Expect(texts(foundBy(rule, without(observations, i)))).To(BeEmpty(), "without observation %d", i+1)
						}
					}
					return
				}
				Expect(texts(found)).To(ConsistOf(ContainSubstring(one.wrong)))
				shown := found[0].Shown
				Expect(check.Shows(rule, shown)).To(BeTrue(), "the shown observations show the violation: %s", describe(shown))
				for i := range shown {
					if i == len(shown)-1 || shown[i].Observation.Same != "" || !slices.ContainsFunc(shown[i+1:], func(line check.Line) bool { return line.Observation.Same == shown[i].Observation.Key() }) {
						Expect(check.Shows(rule, slices.Delete(slices.Clone(shown), i, i+1))).To(BeFalse(), "observation %d is not needed: %s", i+1, describe(shown))
					}
				}
			})
		}
	})
}

func foundBy(rule string, observations []history.Observation) []check.Violation {
	return check.By(rule, observations)
}

func texts(violations []check.Violation) []string {
	var all []string
	for _, violation := range violations {
		all = append(all, violation.Text)
	}
	return all
}

// without returns a history in which a fact was not seen.
func without(observations []history.Observation, fact int) []history.Observation {
	rest, key := slices.Clone(observations[:fact]), observations[fact].Key()
	for i, seen := range observations[fact+1:] {
		switch {
		case seen.Same == key:
		case seen.Key() == key:
			return append(rest, observations[fact+1+i:]...)
		default:
			rest = append(rest, seen)
		}
	}
	return rest
}

func describe(lines []check.Line) string {
	var text strings.Builder
	for _, line := range lines {
		seen := line.Observation
		fmt.Fprintf(&text, "\n%s %s %v", seen.At.Format(time.TimeOnly), seen.Key(), seen.Same != "")
	}
	return text.String()
}

// judgesAll keeps the tables of a file together.
func judgesAll(tables func()) bool {
	return Describe("Short histories", tables)
}
