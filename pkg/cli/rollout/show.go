// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"io"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// shortLength is the number of displayed digits of a revision or commit.
const shortLength = 8

// show writes a summary line of the rollout and a table of its rings.
func show(out io.Writer, r rollout.Progress, now time.Time) error {
	line := fmt.Sprintf("Revision %s", r.Target)
	if r.FluxVersion != "" {
		line += " with Flux " + r.FluxVersion
	}
	line += fmt.Sprintf(", since %s: %s", age(r.Since, now), r.Phase)
	if r.Message != "" {
		line += ", " + r.Message
	}
	table := printer.NewTable(out, 2)
	table.Row(line)
	table.Row("RING", "PHASE", "REVISION", "COMMIT", "SHOOTS", "READY", "ON THEIR WAY", "FAILED", "WAITING", "NOT COUNTED", "WAITS FOR")
	for _, ring := range r.Rings {
		waits := printer.OneLine(ring.WaitsFor)
		if !ring.Until.IsZero() && ring.Until.After(now) {
			waits += fmt.Sprintf(" (%s)", duration.HumanDuration(ring.Until.Sub(now)))
		}
		table.Row(ring.Name, ring.Phase, printer.OrDash(short(ring.Revision)), printer.OrDash(shortCommit(ring.Commit)),
			ring.Shoots, ring.Done, ring.OnTheirWay, ring.Failed, ring.Waiting, ring.NotCounted, printer.OrDash(printer.TruncateStart(waits, 100)))
	}
	for _, ring := range r.Rings {
		if ring.Removed != "" {
			table.Row(fmt.Sprintf("Ring %s: %s", ring.Name, printer.OneLine(ring.Removed)))
		}
	}
	return table.Flush()
}

// History returns the targets of the rollout, beginning with the current one.
func (p *Project) History(phase rollout.Phase) []rollout.Former {
	target := rollout.Former{Revision: p.state.Target, FluxVersion: p.state.Revisions[p.state.Target].FluxVersion, Since: p.state.Since, Outcome: rollout.Outcome(phase)}
	return append([]rollout.Former{target}, p.state.History...)
}

func showHistory(out io.Writer, history []rollout.Former, now time.Time) error {
	table := printer.NewTable(out, 2)
	table.Row("REVISION", "FLUX", "BEGAN", "ENDED", "OUTCOME")
	for _, target := range history {
		table.Row(target.Revision, printer.OrDash(target.FluxVersion), age(target.Since, now), age(target.Until, now), target.Outcome)
	}
	return table.Flush()
}

func age(t metav1.Time, now time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return duration.HumanDuration(now.Sub(t.Time)) + " ago"
}

func short(revision string) string { return revision[:min(len(revision), shortLength)] }

// shortCommit returns the first digits of a commit without the algorithm.
func shortCommit(commit string) string {
	if _, digits, is := strings.Cut(commit, ":"); is {
		return short(digits)
	}
	return short(commit)
}
