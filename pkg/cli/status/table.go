// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"cmp"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/term"
	"k8s.io/apimachinery/pkg/util/duration"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// screen contains the properties of the output.
type screen struct {
	// width is in characters, height in lines. height is 0 if the output is not a terminal.
	width, height int
	colours       bool
}

// widthOfFiles is the default width if the output is not a terminal.
const widthOfFiles = 140

// screenOf determines the properties of the output from the output and the environment variables COLUMNS, TERM and
// NO_COLOR.
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

// colourOf returns the SGR parameter of the colour for a state.
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

// statusTable formats Shoots as lines with aligned columns.
type statusTable struct {
	columns []statusColumn
	// widths contains the width of all columns except the last one, which gets the remaining width. If width is 0, the
	// table does not truncate the last column.
	widths  []int
	width   int
	colours bool
	// hasCut is true if a message was truncated.
	hasCut bool
}

// gap is the space between columns. leastMessage is the minimum width of the last column.
const (
	gap          = "   "
	leastMessage = 20
)

// table returns a table with columns that are wide enough for the rows.
func (v *statusView) table(rows []statusRow) *statusTable {
	table := &statusTable{columns: v.columns(rows), width: v.screen.width, colours: v.screen.colours}
	if v.output == printer.Wide {
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

// columns returns the columns of the table. The column for pending configurations exists only if a row needs it.
func (v *statusView) columns(rows []statusRow) []statusColumn {
	now := v.clock.Now()
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
	if slices.ContainsFunc(rows, func(row statusRow) bool { return row.shoot.Old != "" }) {
		columns = append(columns, statusColumn{"REPORTED", func(s *garden.Shoot) string {
			if s.ConfirmedAt.IsZero() {
				return "-"
			}
			return duration.HumanDuration(max(0, now.Sub(s.ConfirmedAt.Time))) + " ago"
		}})
	}
	if slices.ContainsFunc(rows, func(row statusRow) bool { return row.shoot.Pending != nil }) {
		columns = append(columns, statusColumn{"PENDING", pendingOf})
	}
	message := statusColumn{"MESSAGE", func(s *garden.Shoot) string {
		if s.State == fluxv1alpha1.ShootReady {
			return ""
		}
		return s.Message
	}}
	if v.output == printer.Wide {
		columns[3].value = func(s *garden.Shoot) string {
			if s.AttemptedRevision == "" || s.AttemptedRevision == s.AppliedRevision {
				return printer.OrDash(s.AppliedRevision)
			}
			return cmp.Or(s.AppliedRevision, "none") + " -> " + s.AttemptedRevision
		}
		columns = append(columns,
			statusColumn{"ORIGIN", originOf},
			statusColumn{"SEED", func(s *garden.Shoot) string { return printer.OrDash(s.Seed) }},
			statusColumn{"KEY PHASE", keyPhaseOf},
			statusColumn{"RING", func(s *garden.Shoot) string { return printer.OrDash(s.Ring) }})
		message.value = func(s *garden.Shoot) string { return s.Message }
	}
	if v.allProjects {
		columns = append([]statusColumn{{"NAMESPACE", func(s *garden.Shoot) string { return s.Namespace }}}, columns...)
	}
	return append(columns, message)
}

// originOf returns whether Flux applied the revision after a push or after a poll, and the time since the push.
func originOf(s *garden.Shoot) string {
	switch {
	case s.AppliedRevision == "":
		return "-"
	case s.AppliedAfterPush != nil:
		return "push, " + s.AppliedAfterPush.Duration.Round(100*time.Millisecond).String()
	}
	return "poll"
}

// keyPhaseOf returns the phase of the deploy key, which is not in use while the Git host does not accept it.
func keyPhaseOf(s *garden.Shoot) string {
	if s.DeployKeyPhase == fluxv1alpha1.DeployKeyPhaseInUse && s.State == fluxv1alpha1.ShootFailed && s.Cause == fluxv1alpha1.CauseAuthentication {
		return "NotAccepted"
	}
	return printer.OrDash(string(s.DeployKeyPhase))
}

// causeOf returns the cause of the state, or the reason if the cause is empty. It returns a dash for a ready Shoot, and
// for a reason that repeats the state.
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

// line returns the line for the cells. It cleans the cells, colours the state and truncates the start of the last cell.
func (t *statusTable) line(cells []string, colour string) string {
	for i, cell := range cells {
		cells[i] = text.OneLine(cell)
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
		shown := printer.TruncateStart(cells[last], max(t.width-taken, leastMessage))
		t.hasCut = t.hasCut || shown != cells[last]
		cells[last] = shown
	}
	line.WriteString(cells[last])
	return strings.TrimRight(line.String(), " ")
}
