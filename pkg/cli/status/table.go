// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"io"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/term"
	"k8s.io/apimachinery/pkg/util/duration"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// screen is the output of a table.
type screen struct {
	// width and height are in characters and lines. Without height, the output is not a terminal.
	width, height int
	colours       bool
}

// widthOfFiles is the width if the output is not a terminal.
const widthOfFiles = 140

// screenOf inspects the output and the environment of the process.
func screenOf(out io.Writer, environment func(string) string) screen {
	to := screen{width: widthOfFiles}
	if columns, err := strconv.Atoi(environment("COLUMNS")); err == nil && columns > 0 {
		to.width = columns
	}
	file, ok := printer.Raw(out).(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) || environment("TERM") == "dumb" {
		return to
	}
	if width, height, err := term.GetSize(int(file.Fd())); err == nil && width > 0 && height > 0 {
		to.width, to.height = width, height
		to.colours = environment("NO_COLOR") == ""
	}
	return to
}

// colourOf returns the number of a terminal colour.
func colourOf(state fluxv1alpha1.ShootState) string {
	switch state {
	case fluxv1alpha1.ShootFailed:
		return "31"
	case fluxv1alpha1.ShootUnreachable, fluxv1alpha1.ShootDegraded, fluxv1alpha1.ShootSuspended, fluxv1alpha1.ShootNotReported:
		return "33"
	case fluxv1alpha1.ShootReady, fluxv1alpha1.ShootNoRepository:
		return "32"
	}
	return "36"
}

type statusColumn struct {
	title string
	value func(*garden.Shoot) string
}

// stateColumn is the title of the coloured column.
const stateColumn = "STATE"

// statusTable writes Shoots as lines.
type statusTable struct {
	columns []statusColumn
	// widths has the width of all columns but the last, which gets the remaining width. A width of 0 never
	// truncates.
	widths  []int
	width   int
	colours bool
	// hasCut is whether a message was truncated.
	hasCut bool
}

// gap separates columns. leastMessage is the minimum width of the last column.
const (
	gap          = "   "
	leastMessage = 20
)

// newStatusTable returns a table with columns wide enough for the rows.
func newStatusTable(rows []statusRow, all, wide bool, to screen, now time.Time) *statusTable {
	table := &statusTable{columns: statusColumns(all, wide, now), width: to.width, colours: to.colours}
	if wide {
		table.width = 0
	}
	for i, column := range table.columns[:len(table.columns)-1] {
		width := utf8.RuneCountInString(column.title)
		for _, row := range rows {
			width = max(width, utf8.RuneCountInString(row.cell(i, column)))
		}
		table.widths = append(table.widths, width)
	}
	return table
}

func statusColumns(all, wide bool, now time.Time) []statusColumn {
	columns := []statusColumn{
		{"SHOOT", func(s *garden.Shoot) string { return s.Name }},
		{stateColumn, func(s *garden.Shoot) string { return printer.Truncate(printer.OrDash(string(s.State)), 20) }},
		{"CAUSE", causeOf},
		{"REVISION", func(s *garden.Shoot) string {
			return printer.OrDash(revisionsOf(s.AppliedRevision, s.AttemptedRevision, 24))
		}},
		{"FLUX", func(s *garden.Shoot) string { return printer.Truncate(printer.OrDash(s.FluxVersion), 20) }},
		{"SINCE", func(s *garden.Shoot) string {
			if s.Since.IsZero() {
				return "-"
			}
			return duration.HumanDuration(now.Sub(s.Since.Time))
		}},
	}
	message := statusColumn{"MESSAGE", func(s *garden.Shoot) string {
		if s.State == fluxv1alpha1.ShootReady {
			return ""
		}
		return s.Message
	}}
	if wide {
		columns[3].value = func(s *garden.Shoot) string {
			if s.AttemptedRevision == "" || s.AttemptedRevision == s.AppliedRevision {
				return printer.OrDash(s.AppliedRevision)
			}
			return revisionOrNone(s.AppliedRevision) + " -> " + s.AttemptedRevision
		}
		columns = append(columns,
			statusColumn{"ORIGIN", originOf},
			statusColumn{"SEED", func(s *garden.Shoot) string { return printer.OrDash(s.Seed) }},
			statusColumn{"KEY PHASE", func(s *garden.Shoot) string { return printer.OrDash(string(s.DeployKeyPhase)) }},
			statusColumn{"RING", func(s *garden.Shoot) string { return printer.OrDash(s.Ring) }})
		message.value = func(s *garden.Shoot) string { return s.Message }
	}
	if all {
		columns = append([]statusColumn{{"NAMESPACE", func(s *garden.Shoot) string { return s.Namespace }}}, columns...)
	}
	return append(columns, message)
}

// originOf returns whether a push or a poll led to the applied revision.
func originOf(s *garden.Shoot) string {
	switch {
	case s.AppliedRevision == "":
		return "-"
	case s.AppliedAfterPush != nil:
		return "push, " + s.AppliedAfterPush.Duration.Round(100*time.Millisecond).String()
	}
	return "poll"
}

func revisionOrNone(revision string) string {
	if revision == "" {
		return "none"
	}
	return revision
}

// causeOf returns the cause or else the reason. A ready Shoot has neither, and a reason that repeats the state
// explains nothing.
func causeOf(s *garden.Shoot) string {
	switch {
	case s.State.IsReady():
		return "-"
	case s.Cause != "":
		return printer.Truncate(string(s.Cause), 40)
	case strings.HasSuffix(s.Reason, string(s.State)):
		return "-"
	}
	return printer.Truncate(printer.OrDash(s.Reason), 40)
}

func (t *statusTable) header() string {
	cells := make([]string, 0, len(t.columns))
	for _, column := range t.columns {
		cells = append(cells, column.title)
	}
	return t.line(cells, "")
}

func (t *statusTable) row(row statusRow) string {
	cells := make([]string, 0, len(t.columns))
	for i, column := range t.columns {
		cells = append(cells, row.cell(i, column))
	}
	return t.line(cells, colourOf(row.shoot.State))
}

// line cleans the cells and colours the state.
func (t *statusTable) line(cells []string, colour string) string {
	for i, cell := range cells {
		cells[i] = printer.OneLine(cell)
	}
	line, taken := &strings.Builder{}, 0
	last := len(cells) - 1
	for i, cell := range cells[:last] {
		padding := strings.Repeat(" ", max(t.widths[i]-utf8.RuneCountInString(cell), 0))
		taken += utf8.RuneCountInString(cell) + len(padding) + len(gap)
		if t.colours && colour != "" && t.columns[i].title == stateColumn {
			cell = "\x1b[" + colour + "m" + cell + "\x1b[0m"
		}
		line.WriteString(cell + padding + gap)
	}
	if t.width > 0 {
		shown := printer.Truncate(cells[last], max(t.width-taken, leastMessage))
		t.hasCut = t.hasCut || shown != cells[last]
		cells[last] = shown
	}
	line.WriteString(cells[last])
	return strings.TrimRight(line.String(), " ")
}
