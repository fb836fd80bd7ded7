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
	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// shortLength is the number of displayed digits of a revision or commit.
	shortLength = 8
	// longestWait limits column WAITS FOR in characters.
	longestWait = 100
)

// show writes a summary line of the rollout, and tables of its rings and of the projects that count as failures.
func (s Scope) show(out io.Writer, r Status, now time.Time) error {
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
	table.Row("RING", "PHASE", "REVISION", "COMMIT", strings.ToUpper(s.subject.Many), "READY", "ON THEIR WAY", "FAILED", "WAITING", "NOT COUNTED", "WAITS FOR")
	for _, ring := range r.Rings {
		waits := plain.OneLine(ring.WaitsFor)
		if !ring.Until.IsZero() && ring.Until.After(now) {
			waits += fmt.Sprintf(" (in %s)", duration.HumanDuration(ring.Until.Sub(now)))
		}
		shorten := printer.TruncateStart
		if ring.Phase == rollout.PhaseWaitingForCheck || ring.Phase == rollout.PhaseSoaking { // The check is at the start.
			shorten = printer.Truncate
		}
		table.Row(ring.Name, ring.Phase, printer.OrDash(short(ring.Revision)), printer.OrDash(shortCommit(ring.Commit)),
			ring.Members, ring.Done, ring.OnTheirWay, ring.Failed, ring.Waiting, ring.NotCounted, printer.OrDash(shorten(waits, longestWait)))
	}
	for _, ring := range r.Rings {
		if ring.Removed != "" {
			table.Row(fmt.Sprintf("Ring %s: %s", ring.Name, plain.OneLine(ring.Removed)))
		}
	}
	if len(r.FailingProjects) > 0 {
		table.Row()
		table.Row("FAILING PROJECT", "RING", "REASON")
	}
	for _, project := range r.FailingProjects {
		table.Row(project.Project, project.Ring, project.Reason)
	}
	return table.Flush()
}

// showHistory writes a table of the targets, and one of the executed operations.
func showHistory(out io.Writer, history []rollout.Former, operations []rollout.ExecutedOperation, now time.Time) error {
	table := printer.NewTable(out, 2)
	table.Row("REVISION", "FLUX", "BEGAN", "ENDED", "OUTCOME")
	for _, target := range history {
		table.Row(target.Revision, printer.OrDash(target.FluxVersion), age(target.Since, now), age(target.Until, now), target.Outcome)
	}
	if len(operations) > 0 {
		table.Row()
		table.Row("OPERATION", "EXECUTED", "RESULT")
	}
	for _, operation := range operations {
		table.Row(operation.Value, age(operation.Time, now), operation.Note)
	}
	return table.Flush()
}

// showDiff writes the versions before and after the change of a ring, and unified diffs of the configuration.
func showDiff(out io.Writer, d *Diff) error {
	title := "Ring " + d.Ring + " has not passed this change:"
	if d.Passed {
		title = "The last change of ring " + d.Ring + ":"
	}
	if _, err := fmt.Fprintln(out, title); err != nil {
		return err
	}
	table := printer.NewTable(out, 2)
	row := func(name, from, to string) {
		switch {
		case from == to && to == "":
		case from == to, d.From == Version{}:
			table.Row(name, printer.OrDash(to))
		default:
			table.Row(name, printer.OrDash(from)+" -> "+printer.OrDash(to))
		}
	}
	row("Revision", d.From.Revision, d.To.Revision)
	row("Flux version", d.From.FluxVersion, d.To.FluxVersion)
	row("Commit", d.From.Commit, d.To.Commit)
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n"+d.text())
	return err
}

// text returns the diffs, or a sentence if nothing changes.
func (d *Diff) text() string {
	switch {
	case d.Unknown != "":
		return fmt.Sprintf("The diff is not known: %s.\n", d.Unknown)
	case len(d.Values) == 0 && d.From.FluxVersion != d.To.FluxVersion:
		return "Only the Flux version changes.\n"
	case len(d.Values) == 0:
		return "The configuration does not change.\n"
	}
	text := &strings.Builder{}
	for _, value := range d.Values {
		if text.WriteString(value.Diff); value.Note != "" {
			fmt.Fprintf(text, "%s: %s\n", value.Key, value.Note)
		}
	}
	return text.String()
}

// age returns the time since t for display. The garden controller has set t, and its clock may be ahead.
func age(t metav1.Time, now time.Time) string {
	switch {
	case t.IsZero():
		return "-"
	case t.After(now.Add(time.Minute)):
		return t.UTC().Format("2006-01-02 15:04 MST")
	}
	return duration.HumanDuration(max(0, now.Sub(t.Time))) + " ago"
}

func short(revision string) string { return revision[:min(len(revision), shortLength)] }

// shortCommit returns the first digits of a commit without the algorithm.
func shortCommit(commit string) string {
	if _, digits, is := strings.Cut(commit, ":"); is {
		return short(digits)
	}
	return short(commit)
}
