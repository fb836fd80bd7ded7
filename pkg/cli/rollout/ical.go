// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"io"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
)

// writeICal writes the spans as an iCalendar (RFC 5545) with an event for each. Its times are in UTC, so that it needs
// no definitions of time zones; the description of an event has the times in the zone of the configuration.
func (r *Rollout) writeICal(out io.Writer, spans []Span, now time.Time) error {
	all := ics.NewCalendar()
	all.SetProductId("-//gardener-extension-shoot-flux//rollout calendar//EN")
	all.SetMethod(ics.MethodPublish)
	all.SetXWRCalName(title(r.scope.Title))
	for _, own := range spans {
		event := all.AddEvent(r.uid(own))
		event.SetDtStampTime(now)
		event.SetStartAt(own.From)
		event.SetEndAt(own.To)
		event.SetSummary(own.summary())
		event.SetDescription(fmt.Sprintf("%s, of %s\nFrom %s\nUntil %s", own, r.scope.Title, calendar.Stamp(own.From, now), calendar.Stamp(own.To, now)))
		// The event does not block the time of those who import it.
		event.SetTimeTransparency(ics.TransparencyTransparent)
	}
	if err := all.SerializeTo(out, ics.WithNewLineWindows); err != nil {
		return fmt.Errorf("failed to write the calendar: %w", err)
	}
	return nil
}

// summary describes the span with its rings.
func (s Span) summary() string {
	if s.Kind == SpanHold {
		return s.String()
	}
	return fmt.Sprintf("%s (rings: %s)", s, s.rings())
}

// uid returns the identity of an event. It is the same in each output, so that a program that imports an event twice
// replaces it: that of an opening or a freeze has its nominal start, and that of a hold its Shoot. Rings that are added
// to an opening do not change it.
func (r *Rollout) uid(s Span) string {
	parts := []string{string(s.Kind), s.Name}
	if s.Kind != SpanHold {
		parts = append(parts, s.From.UTC().Format("20060102T150405Z"))
	}
	if s.Kind == SpanWindow {
		parts = append(parts, s.Rings[0])
	}
	return fmt.Sprintf("%s@%s.%s.%s", strings.Join(parts, "/"), r.annotated.UID, r.stored.Name, r.scope.Namespace)
}

func title(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
