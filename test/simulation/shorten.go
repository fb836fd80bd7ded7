// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

// Shorten returns the events and the days of a run that still breaks the rule of the first violation, with as few events
// as it finds before the deadline. Each attempt is a run with the same seed.
func Shorten(t *testing.T, options Options, failed Result, deadline time.Time) (Options, Result) {
	t.Helper()
	rule := failed.Violations[0].Rule
	best := failed
	options.Events = failed.Events
	try := func(events []Event, days float64) bool {
		if time.Now().After(deadline) {
			return false
		}
		attempt := options
		attempt.Events, attempt.Days = events, days
		result := Run(t, attempt)
		if result.Err != nil || !slices.ContainsFunc(result.Violations, func(v check.Violation) bool { return v.Rule == rule }) {
			return false
		}
		options, best = attempt, result
		return true
	}
	if end := endOf(failed.Violations[0]).Hours() / 24; end < options.Days {
		last := slices.IndexFunc(options.Events, func(e Event) bool { return e.At.Hours()/24 > end })
		try(options.Events[:max(0, last)], end)
	}
	for size := max(1, len(options.Events)/2); ; size = max(1, size/2) {
		reduced := false
		for begin := 0; begin < len(options.Events); {
			end := min(begin+size, len(options.Events))
			if try(slices.Delete(slices.Clone(options.Events), begin, end), options.Days) {
				reduced = true
			} else {
				begin = end
			}
		}
		if size == 1 && !reduced || time.Now().After(deadline) {
			return options, best
		}
	}
}

// endOf returns the time since the begin of the run at which a violation is complete.
func endOf(violation check.Violation) time.Duration {
	end := time.Duration(0)
	for _, line := range violation.Shown {
		end = max(end, line.Observation.At.Sub(simulatedBegin()))
	}
	return end + time.Minute
}

// simulatedBegin is the time at which testing/synctest begins.
func simulatedBegin() time.Time { return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) }

// Report returns a result for people: the number that repeats it, the events, and the broken promises.
func Report(options Options, result Result) string {
	text := &strings.Builder{}
	fmt.Fprintf(text, "make simulate SEED=%d DAYS=%g breaks promises of the documentation.\n%d events:\n", options.Seed, options.Days, len(result.Events))
	for _, event := range result.Events {
		fmt.Fprintf(text, "  %s\n", event)
	}
	_ = check.Print(text, result.Violations) // A Builder accepts all.
	return text.String()
}
