// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the time zones of flux-config, wherever the checker runs

	"github.com/robfig/cron/v3"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// longestOffset is more than any time zone differs from UTC.
const longestOffset = 26 * time.Hour

// reading is when the clocks of a time zone show a local time.
type reading struct {
	// first and last differ if they show it twice. If they skip it, they are when it would be by the offset after the
	// change, and by that before.
	first, last time.Time
	// skipped is true if they skip it, and change is then when they do.
	skipped bool
	change  time.Time
}

// clocks returns when the clocks of a time zone show the date and time that local has in UTC.
func clocks(local time.Time, zone *time.Location) reading {
	var found reading
	var former time.Time // when it would be by the offset before, if that offset had ended by then
	for at := local.Add(-longestOffset).In(zone); ; {
		begin, end := at.ZoneBounds()
		_, offset := at.Zone()
		moment := local.Add(-time.Duration(offset) * time.Second)
		isAfter := !end.IsZero() && !moment.Before(end)
		switch {
		case moment.Before(begin):
			if !former.IsZero() {
				return reading{first: moment, last: former, skipped: true, change: begin}
			}
		case !isAfter && found.first.IsZero():
			found.first, found.last = moment, moment
		case !isAfter:
			found.last = moment
		}
		if former = (time.Time{}); isAfter {
			former = moment
		}
		if end.IsZero() || end.After(local.Add(longestOffset)) {
			return found
		}
		at = end.In(zone)
	}
}

// frozen returns from when until when a freeze is in effect in any case. It returns false for a freeze of other rings,
// and for one that the checker cannot read.
func frozen(freeze fluxv1alpha1.Freeze, ring string) (time.Time, time.Time, bool) {
	const layout = "2006-01-02T15:04"
	zone, wrongZone := time.LoadLocation(freeze.TimeZone)
	from, wrongFrom := time.Parse(layout, freeze.From)
	until, wrongUntil := time.Parse(layout, freeze.To)
	if len(freeze.Rings) > 0 && !slices.Contains(freeze.Rings, ring) || wrongZone != nil || wrongFrom != nil || wrongUntil != nil {
		return time.Time{}, time.Time{}, false
	}
	begin, end := clocks(from, zone), clocks(until, zone)
	// The page says nothing about a time that clocks skip: the shorter freeze is in effect in any case.
	if begin.skipped {
		begin.first = begin.last
	}
	if end.skipped {
		end.last = end.first
	}
	return begin.first, end.last, true
}

// isClosed returns whether a window with a schedule is closed in all of a time. It returns false for a window that the
// checker cannot read.
func isClosed(window fluxv1alpha1.Window, from, until time.Time) bool {
	zone, err := time.LoadLocation(window.TimeZone)
	if err != nil || window.Duration == nil || strings.Contains(window.Cron, "TZ=") {
		return false
	}
	schedule, err := cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow).Parse(window.Cron)
	if err != nil {
		return false
	}
	// The schedule is read in UTC, which skips nothing, and its starts are local times.
	for local := from.UTC().Add(-window.Duration.Duration - longestOffset); ; {
		local = schedule.Next(local)
		if local.IsZero() || local.After(until.UTC().Add(longestOffset)) {
			return true
		}
		at := clocks(local, zone)
		opens := at.first
		if at.skipped {
			opens = at.change
		}
		if !opens.After(until) && !opens.Add(window.Duration.Duration).Before(from) {
			return false
		}
	}
}
