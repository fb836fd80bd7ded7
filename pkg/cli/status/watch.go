// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// statusWatch shows the status and its changes.
type statusWatch struct {
	view *statusView
	garden.Recent
	// last is the status that was shown last. problem is the current error of the garden, or empty.
	last    *garden.Fleet
	problem string

	// table is the table, and shown contains its last line of each Shoot. They are used only if the output is not a
	// terminal, because lines cannot be rewritten.
	table *statusTable
	shown map[string]shownLine
	// configurationsAt is the time of the last read of the configurations, and unread the note if it failed.
	configurationsAt time.Time
	unread           string
}

// shownLine is the last written state of a Shoot.
type shownLine struct {
	shoot *garden.Shoot
	value string
}

// stateGone is the displayed state of a Shoot that is no longer reported.
const stateGone fluxv1alpha1.ShootState = "Gone"

// watch shows the status and its changes until it is interrupted, which is not an error.
func (s *statusCommand) watch(ctx context.Context, source *garden.Source, reader *garden.FleetReader, view *statusView) error {
	watching := &statusWatch{view: view, Recent: garden.Recent{Reader: reader}, last: &garden.Fleet{}}
	follower := &garden.Follower{Source: source, Times: s.times, Check: watching.check, ReportError: watching.reportError}
	err := follower.Follow(ctx)
	if view.screen.height > 0 {
		// An interrupted redraw may have left line wrapping disabled.
		_, _ = io.WriteString(printer.Raw(view.out), wrapLines)
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// check shows the current status. It never ends the watch.
func (w *statusWatch) check(ctx context.Context, current garden.Data) (bool, error) {
	if err := w.Refresh(ctx, current); err != nil {
		return false, err
	}
	if now := w.view.clock.Now(); now.Sub(w.configurationsAt) >= w.view.times.Refresh {
		w.configurationsAt, w.unread = now, garden.ConfigurationsNote(w.Reader.ReadConfigurations(ctx))
	}
	w.last, w.problem = w.Reader.Show(current, w.Shoots), ""
	if w.unread != "" {
		w.last.Notes = append(w.last.Notes, w.unread)
	}
	if w.view.screen.height > 0 {
		return false, w.redraw()
	}
	if w.table == nil && len(w.last.Shoots) == 0 {
		w.last.Notes = append(w.last.Notes, "no Shoot has a status yet")
	}
	w.view.note(w.notes())
	return false, w.append(w.last.Shoots)
}

// reportError stores and shows an error of the garden.
func (w *statusWatch) reportError(err error) {
	w.problem = "the output may be outdated: " + text.OneLine(err.Error())
	if w.Shoots == nil {
		w.problem = "nothing can be shown yet: " + text.OneLine(err.Error())
	}
	if w.view.screen.height == 0 {
		w.view.note(w.notes())
		return
	}
	// If the page cannot be written, the next check returns the error.
	_ = w.redraw()
}

// notes returns the notes to show, including the current error.
func (w *statusWatch) notes() []string {
	if w.problem == "" {
		return w.last.Notes
	}
	return append(slices.Clone(w.last.Notes), w.problem)
}

// Control sequences of terminals: disable the wrapping of long lines, enable it, and move the cursor to the top and
// clear the screen.
const (
	cutLines    = "\x1b[?7l"
	wrapLines   = "\x1b[?7h"
	clearScreen = "\x1b[H\x1b[J"
)

// redraw rewrites the whole terminal. If there are more lines than fit, it omits the last rows of the table, which are
// the healthiest Shoots.
func (w *statusWatch) redraw() error {
	w.view.screen = w.view.screenOf(w.view.out)
	var lines []string
	if w.Shoots != nil {
		lines = strings.Split(strings.TrimSuffix(w.view.page(w.last.Shoots), "\n"), "\n")
	}
	notes := w.noteLines()
	const rest = 4
	if room, all := w.view.screen.height-1, len(lines)+len(notes); room > 2*rest && all > room {
		begin, end := max(room-1-rest-len(notes), 0), max(len(lines)-rest, 0)
		lines = slices.Concat(lines[:begin], []string{fmt.Sprintf("... %d more lines do not fit the terminal", end-begin)}, lines[end:])
	}
	lines = append(lines, notes...)
	_, err := io.WriteString(printer.Raw(w.view.out), cutLines+clearScreen+strings.Join(lines, "\n")+"\n"+wrapLines)
	return err
}

// noteLines truncates each note to one line, but the garden's error to a few lines, because the error ends with the
// cause.
func (w *statusWatch) noteLines() []string {
	const few = 4
	var lines []string
	width := max(w.view.screen.width, 1)
	for _, note := range w.last.Notes {
		lines = append(lines, printer.Truncate(text.OneLine("Note: "+note), width))
	}
	if w.problem != "" {
		for line := range slices.Chunk([]rune(printer.Truncate("Note: "+w.problem, few*width)), width) {
			lines = append(lines, string(line))
		}
	}
	return lines
}

// append writes the table in the first call, and then a line for each changed or removed Shoot.
func (w *statusWatch) append(shoots []*garden.Shoot) error {
	var changed []*garden.Shoot
	shown := map[string]shownLine{}
	for _, shoot := range shoots {
		reported := shoot.ShootStatus
		reported.Objects, reported.ConfirmedAt = nil, metav1.Time{} // Rows do not show them.
		value := fleet.Encode(reported)
		key := shoot.Namespace + "/" + shoot.Name
		shown[key] = shownLine{shoot: shoot, value: value}
		if was, ok := w.shown[key]; !ok || was.value != value {
			changed = append(changed, shoot)
		}
	}
	gone := w.gone(shown)
	w.shown = shown
	switch {
	case w.table == nil && len(shoots) == 0:
		return nil
	case w.table == nil:
		rows, _ := w.view.rows(shoots)
		w.table = w.view.table(rows)
		_, err := io.WriteString(printer.Raw(w.view.out), w.view.page(shoots))
		return err
	}
	if columns := w.view.columns(rowsOf(shoots)); len(columns) == len(w.table.columns) {
		w.table.columns = columns
	} else {
		w.table = w.view.table(rowsOf(shoots))
		if _, err := fmt.Fprintln(printer.Raw(w.view.out), w.table.header()); err != nil {
			return err
		}
	}
	for _, shoot := range append(w.view.wanted(changed), gone...) {
		if _, err := fmt.Fprintln(printer.Raw(w.view.out), w.table.row(statusRow{shoot: shoot})); err != nil {
			return err
		}
	}
	return nil
}

// gone returns the rows of Shoots that are no longer reported. While the Shoots cannot be listed, it keeps Shoots
// without an entry in flux-status, because they may still exist.
func (w *statusWatch) gone(shown map[string]shownLine) []*garden.Shoot {
	var gone []*garden.Shoot
	for key, was := range ordered.Map(w.shown) {
		if _, ok := shown[key]; ok {
			continue
		}
		if was.shoot.ObservedAt == nil && !w.Shoots.Complete {
			shown[key] = was
			continue
		}
		message := "the Shoot no longer has a status"
		switch {
		case w.Shoots.Get(was.shoot.Namespace, was.shoot.Name) != nil:
			message = "the Shoot no longer has the extension"
		case w.Shoots.Complete:
			message = "the Shoot no longer exists"
		}
		if len(w.view.wanted([]*garden.Shoot{was.shoot})) > 0 {
			gone = append(gone, &garden.Shoot{Namespace: was.shoot.Namespace, Name: was.shoot.Name, ShootStatus: fluxv1alpha1.ShootStatus{State: stateGone, Message: message}})
		}
	}
	return gone
}
