// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"fmt"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	rolloutcommand "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
)

// mostSpans is the maximum number of openings, freezes and holds on a page. A browser gets slow with many more.
const mostSpans = 300

// shownCalendar is the timeline of a rollout.
type shownCalendar struct {
	// From and To are the ends of the timeline.
	From  time.Time   `json:"from"`
	To    time.Time   `json:"to"`
	Spans []shownSpan `json:"spans"`
	// Note describes why spans are missing.
	Note string `json:"note,omitempty"`
}

// shownSpan is a span with its times as texts, in the time zone of the configuration.
type shownSpan struct {
	rolloutcommand.Span

	Begins string `json:"begins"`
	Ends   string `json:"ends"`
}

// calendarOf returns the timeline of a rollout. A rollout whose windows or freezes cannot be read has a note.
func (s *server) calendarOf(stored *rolloutcommand.Rollout, scope rolloutcommand.Scope) shownCalendar {
	now := s.clock.Now()
	shown := shownCalendar{From: now, To: now.Add(rolloutcommand.CalendarTime), Spans: []shownSpan{}}
	var shoots []*garden.Shoot
	if current, _ := s.live.view(); current != nil && scope.Landscape == "" {
		for _, shoot := range current.shoots {
			if shoot.Namespace == scope.Namespace {
				shoots = append(shoots, shoot)
			}
		}
	}
	spans, err := stored.Calendar(shoots, now)
	if err != nil {
		shown.Note = note(err.Error())
		return shown
	}
	if len(spans) > mostSpans {
		shown.Note = fmt.Sprintf("%d more are left out; to see them, run: %s rollout calendar %s", len(spans)-mostSpans, printer.Program, scope.Flag)
		spans = spans[:mostSpans]
	}
	for _, own := range spans {
		shown.Spans = append(shown.Spans, shownSpan{Span: own, Begins: calendar.Stamp(own.From, now), Ends: calendar.Stamp(own.To, now)})
	}
	return shown
}
