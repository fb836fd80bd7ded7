// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// ShortestWindow is the minimum duration of a window.
	ShortestWindow = time.Minute
	// LongestWindow is the maximum duration of a window.
	LongestWindow = 7 * 24 * time.Hour
	// longestCron is the maximum length of a cron expression.
	longestCron = 100
)

// Window is a window with a schedule.
type Window struct {
	// Name is the name of the window.
	Name     string
	schedule cron.Schedule
	duration time.Duration
	zone     *time.Location
}

// Opening is a period during which a window is open: from its nominal Start, which identifies it, until before End.
type Opening struct{ Start, End time.Time }

// ParseCron parses a cron expression with the fields minute, hour, day of month, month and day of week. It accepts no
// time zone, because a window has a field for it, and no schedule without a start.
func ParseCron(expression string) (cron.Schedule, error) {
	const form = `must be a cron expression of minute, hour, day of month, month and day of week, such as "0 9 * * 1-4"`
	switch {
	case strings.Contains(expression, "TZ="):
		return nil, errors.New("must have no time zone; set timeZone")
	case expression == "", len(expression) > longestCron:
		return nil, errors.New(form)
	}
	schedule, err := cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow).Parse(expression)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", form, err)
	}
	// Next searches five years, which contain a leap year.
	if schedule.Next(time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return nil, errors.New("never opens, because the month does not have that day")
	}
	return schedule, nil
}

// NewWindow returns a validated window of the configuration that has a schedule.
func NewWindow(window fluxv1alpha1.Window) (Window, error) {
	schedule, err := ParseCron(window.Cron)
	if err != nil {
		return Window{}, fmt.Errorf("window %s: cron %w", window.Name, err)
	}
	zone, err := LoadZone(window.TimeZone)
	if err != nil {
		return Window{}, fmt.Errorf("window %s: timeZone %w", window.Name, err)
	}
	if window.Duration == nil || window.Duration.Duration < ShortestWindow || window.Duration.Duration > LongestWindow {
		return Window{}, fmt.Errorf("window %s: duration must be between %s and %s", window.Name, ShortestWindow, LongestWindow)
	}
	return Window{Name: window.Name, schedule: schedule, duration: window.Duration.Duration, zone: zone}, nil
}

// Zone returns the time zone of the window.
func (w Window) Zone() *time.Location { return w.zone }

// Openings returns the openings that start after the given time, in the order of their starts. A schedule that has a
// local time twice, because clocks are turned back, opens once.
func (w Window) Openings(after time.Time) iter.Seq[Opening] {
	return func(yield func(Opening) bool) {
		// Clock changes shift local times by up to an hour. Start early enough to find all openings.
		for local := Local(after.Add(-2 * time.Hour).In(w.zone)); ; {
			if local = w.schedule.Next(local); local.IsZero() {
				return
			}
			start := Instant(local, w.zone, false)
			if start.After(after) && !yield(Opening{Start: start, End: start.Add(w.duration)}) {
				return
			}
		}
	}
}

// Next returns the first opening that starts after the given time. It returns the zero Opening if the window does not
// open within five years.
func (w Window) Next(after time.Time) Opening {
	for opening := range w.Openings(after) {
		return opening
	}
	return Opening{}
}

// Closes returns the end of the opening that contains now, or of the first one of several. It returns the zero time if
// the window is closed.
func (w Window) Closes(now time.Time) time.Time {
	if opening := w.Next(now.Add(-w.duration)); !opening.Start.After(now) {
		return opening.End
	}
	return time.Time{}
}

// IsOpen returns whether an opening that started after the given time closed contains now.
func (w Window) IsOpen(now, closed time.Time) bool {
	after := now.Add(-w.duration)
	if closed.After(after) {
		after = closed
	}
	opening := w.Next(after)
	return !opening.Start.IsZero() && !opening.Start.After(now)
}
