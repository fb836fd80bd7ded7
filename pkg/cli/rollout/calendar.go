// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const (
	// calendarDays is the number of days that the calendar covers.
	calendarDays = 30
	// CalendarTime is the time that the calendar covers.
	CalendarTime = calendarDays * 24 * time.Hour
	// mostOpenings is the maximum number of openings of a window that the calendar lists.
	mostOpenings = 100
	// mostHolds is the maximum number of holds of Shoots that the calendar lists.
	mostHolds = 100
)

// outputICal is the output format for calendar programs.
const outputICal = "ical"

// SpanKind is the type of a Span.
type SpanKind string

// Kinds of spans.
const (
	SpanWindow SpanKind = "window"
	SpanFreeze SpanKind = "freeze"
	SpanHold   SpanKind = "hold"
)

// Span is a period during which a window is open, a freeze is in effect, or a Shoot asks not to get a change.
type Span struct {
	Kind SpanKind `json:"kind"`
	// Name is the name of the window, the freeze or the Shoot, and Reason the reason of the Shoot.
	Name   string `json:"name"`
	Reason string `json:"reason,omitempty"`
	// From and To are in the time zone of the window or freeze, or in UTC.
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// Rings are the names of the rings. A freeze without rings applies to all.
	Rings []string `json:"rings,omitempty"`
}

// String describes the span without its times.
func (s Span) String() string {
	if s.Reason != "" {
		return fmt.Sprintf("%s %s: %s", s.Kind, s.Name, s.Reason)
	}
	return string(s.Kind) + " " + s.Name
}

// rings describes the rings of the span.
func (s Span) rings() string {
	switch {
	case len(s.Rings) > 0:
		return strings.Join(s.Rings, ", ")
	case s.Kind == SpanFreeze:
		return "all"
	}
	return "-"
}

func (r *rolloutCommand) calendarCommand() *cobra.Command {
	var form string
	command := &cobra.Command{
		Use:   "calendar",
		Short: fmt.Sprintf("List the openings of windows, the freezes and the holds of Shoots in the next %d days", calendarDays),
		Long: fmt.Sprintf(`List the openings of windows, the freezes and the holds of Shoots in the next %d days, in the order of their starts. Freezes that
the operator imposes on projects are not listed, because project members cannot read them; rollout status names one that is in effect.

With -o ical, it writes an iCalendar (RFC 5545) that calendar programs import. An opening that is imported again replaces the earlier one.`, calendarDays),
		Example: "  " + commandName + " calendar -n garden-my-project\n  " + commandName + " calendar -n garden-my-project -o ical > rollout.ics",
		Args:    printer.NoArguments(selectRollout),
		RunE: func(command *cobra.Command, _ []string) error {
			client, read, err := r.read(command.Context())
			if err != nil {
				return err
			}
			shoots, notes, err := read.shoots(command.Context(), client, r.clock)
			if err != nil {
				return err
			}
			printer.PrintWarnings(command.ErrOrStderr(), notes)
			now := r.clock.Now()
			spans, err := read.Calendar(shoots, now)
			switch out := command.OutOrStdout(); {
			case err != nil:
				return err
			case form == outputICal:
				// iCalendar has line breaks of its own. Texts from others were cleaned before.
				return read.writeICal(printer.Raw(out), spans, now)
			case form != "":
				return printer.Print(out, form, spans)
			default:
				return showCalendar(out, spans, now)
			}
		},
	}
	printer.AddOutputFlag(command, &form, "Defaults to a table.", outputICal, printer.JSON, printer.YAML)
	return command
}

// shoots returns the status of the project's Shoots, or nil if the rollout lets none of them hold changes. Notes
// describe what could not be read.
func (r *Rollout) shoots(ctx context.Context, client garden.Client, of clock.PassiveClock) ([]*garden.Shoot, []string, error) {
	if !r.scope.isOfProject() || r.state.Rollout.ShootHold == nil {
		return nil, nil, nil
	}
	current, err := garden.StatusSource(client, r.scope.Namespace).Read(ctx)
	if err != nil {
		return nil, nil, err
	}
	reader := &garden.FleetReader{Garden: client, Clock: of, Namespace: r.scope.Namespace}
	known, err := reader.List(ctx)
	if err != nil {
		return nil, nil, err
	}
	fleet := reader.Show(current.Data, known)
	return fleet.Shoots, fleet.Notes, nil
}

// Calendar returns the openings and freezes of the rollout, and the holds of the Shoots, that end after now and start
// within calendarDays, in the order of their starts.
func (r *Rollout) Calendar(shoots []*garden.Shoot, now time.Time) ([]Span, error) {
	spans, err := spansOf(r.state.Rollout, now)
	if err != nil {
		return nil, err
	}
	spans = append(spans, holdsOf(r.state, shoots, now)...)
	slices.SortStableFunc(spans, func(a, b Span) int {
		return cmp.Or(a.From.Compare(b.From), strings.Compare(string(a.Kind), string(b.Kind)), strings.Compare(a.Name, b.Name))
	})
	return merged(spans), nil
}

// spansOf returns the openings and freezes of a rollout.
func spansOf(configured fluxv1alpha1.Rollout, now time.Time) ([]Span, error) {
	spans := []Span{}
	until := now.Add(CalendarTime)
	for _, freeze := range configured.Freezes {
		own, err := calendar.NewFreeze(freeze)
		if err != nil {
			return nil, err
		}
		if own.To.After(now) && own.From.Before(until) {
			spans = append(spans, Span{Kind: SpanFreeze, Name: word(freeze.Name), From: own.From, To: own.To, Rings: words(freeze.Rings)})
		}
	}
	for _, ring := range configured.Rings {
		for _, window := range ring.Windows {
			if window.Maintenance {
				continue
			}
			own, err := calendar.NewWindow(window)
			if err != nil {
				return nil, err
			}
			listed := 0
			for opening := range own.Openings(now.Add(-calendar.LongestWindow)) {
				if !opening.Start.Before(until) || listed == mostOpenings {
					break
				}
				if opening.End.After(now) {
					spans = append(spans, Span{Kind: SpanWindow, Name: word(window.Name), From: opening.Start, To: opening.End, Rings: words([]string{ring.Name})})
					listed++
				}
			}
		}
	}
	return spans, nil
}

// holdsOf returns the holds of Shoots: from when a change could have reached the Shoot, or now, until the requested
// end, but not longer than the rollout allows. It returns at most mostHolds, those that end last.
func holdsOf(state *rollout.State, shoots []*garden.Shoot, now time.Time) []Span {
	allowed := state.Rollout.ShootHold
	if allowed == nil {
		return nil
	}
	var spans []Span
	for _, shoot := range shoots {
		if shoot.Hold == nil {
			continue
		}
		from, to := now.Truncate(time.Minute).UTC(), shoot.Hold.Until.UTC()
		if offered := state.Members[shoot.Name].Offered; !offered.IsZero() {
			from = offered.UTC()
			if end := from.Add(allowed.Max.Duration); end.Before(to) {
				to = end
			}
		}
		if to.After(now) {
			spans = append(spans, Span{Kind: SpanHold, Name: shoot.Name, Reason: shoot.Hold.Reason, From: from, To: to})
		}
	}
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(b.To.Compare(a.To), strings.Compare(a.Name, b.Name)) })
	return spans[:min(len(spans), mostHolds)]
}

// words returns the names without control characters, because members of the project can write the stored rollout.
func words(names []string) []string { return namesOf(names, word) }

// merged joins the rings of equal openings that follow each other.
func merged(spans []Span) []Span {
	all := spans[:0]
	for _, own := range spans {
		if last := len(all) - 1; last >= 0 && own.Kind == SpanWindow && all[last].Kind == SpanWindow && all[last].From.Equal(own.From) && all[last].To.Equal(own.To) && all[last].Name == own.Name {
			all[last].Rings = append(all[last].Rings, own.Rings...)
			continue
		}
		all = append(all, own)
	}
	return all
}

func showCalendar(out io.Writer, spans []Span, now time.Time) error {
	if len(spans) == 0 {
		_, err := fmt.Fprintf(out, "No window opens, no freeze is in effect and no Shoot holds a change in the next %d days.\n", calendarDays)
		return err
	}
	table := printer.NewTable(out, 2)
	table.Row("FROM", "TO", "WHAT", "RINGS")
	for _, own := range spans {
		table.Row(calendar.Stamp(own.From, now), calendar.Stamp(own.To, now), own.String(), own.rings())
	}
	return table.Flush()
}
