// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

const (
	// calendarDays is the number of days that the calendar covers.
	calendarDays = 30
	// mostOpenings is the maximum number of openings of a window that the calendar lists.
	mostOpenings = 100
	// calendarLayout is the layout of times in the calendar.
	calendarLayout = "Mon 2 Jan 15:04 MST"
)

// span is a period during which a window is open, or a freeze is in effect, for the rings.
type span struct {
	start, end time.Time
	what       string
	rings      []string
}

func (r *rolloutCommand) calendarCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "calendar",
		Short: fmt.Sprintf("List the openings of windows and the freezes of the rollout in the next %d days", calendarDays),
		Long: fmt.Sprintf(`List the openings of windows and the freezes in the next %d days, in the order of their starts. Freezes that the operator
imposes on projects are not listed, because project members cannot read them; rollout status names one that is in effect.`, calendarDays),
		Example: "  " + commandName + " calendar -n garden-my-project",
		Args:    printer.NoArguments(selectRollout),
		RunE: func(command *cobra.Command, _ []string) error {
			_, read, err := r.read(command.Context())
			if err != nil {
				return err
			}
			spans, err := spansOf(read.state.Rollout, r.clock.Now())
			if err != nil {
				return err
			}
			return showCalendar(command.OutOrStdout(), spans)
		},
	}
}

// spansOf returns the openings and freezes of a rollout that end after now and start within calendarDays.
func spansOf(configured fluxv1alpha1.Rollout, now time.Time) ([]span, error) {
	var spans []span
	until := now.AddDate(0, 0, calendarDays)
	for _, freeze := range configured.Freezes {
		own, err := calendar.NewFreeze(freeze)
		if err != nil {
			return nil, err
		}
		if own.To.After(now) && own.From.Before(until) {
			spans = append(spans, span{own.From, own.To, "freeze " + freeze.Name, freeze.Rings})
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
					spans = append(spans, span{opening.Start, opening.End, "window " + window.Name, []string{ring.Name}})
					listed++
				}
			}
		}
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Or(a.start.Compare(b.start), strings.Compare(a.what, b.what)) })
	return merged(spans), nil
}

// merged joins the rings of equal spans that follow each other.
func merged(spans []span) []span {
	var all []span
	for _, own := range spans {
		if last := len(all) - 1; last >= 0 && len(own.rings) > 0 && all[last].start.Equal(own.start) && all[last].end.Equal(own.end) && all[last].what == own.what {
			all[last].rings = append(all[last].rings, own.rings...)
			continue
		}
		all = append(all, own)
	}
	return all
}

func showCalendar(out io.Writer, spans []span) error {
	if len(spans) == 0 {
		_, err := fmt.Fprintf(out, "No window opens and no freeze is in effect in the next %d days.\n", calendarDays)
		return err
	}
	table := printer.NewTable(out, 2)
	table.Row("FROM", "TO", "WHAT", "RINGS")
	for _, own := range spans {
		rings := "all"
		if len(own.rings) > 0 {
			rings = strings.Join(own.rings, ", ")
		}
		table.Row(own.start.Format(calendarLayout), own.end.Format(calendarLayout), own.what, rings)
	}
	return table.Flush()
}
