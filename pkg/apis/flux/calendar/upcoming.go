// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"fmt"
	"slices"
	"strings"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// mostUpcoming is the number of openings of a ring that Upcoming lists.
const mostUpcoming = 3

// Stamp returns a time for messages, in its time zone and with the year unless it is the present one.
func Stamp(t, now time.Time) string {
	if t.Year() == now.In(t.Location()).Year() {
		return t.Format("Mon 2 Jan 15:04 MST")
	}
	return t.Format("Mon 2 Jan 2006 15:04 MST")
}

// Upcoming describes the next openings of the windows of a validated rollout, one line for each ring that has windows
// with a schedule. An opening that starts during a freeze of the rollout is listed with the freeze.
func Upcoming(rollout fluxv1alpha1.Rollout, now time.Time) []string {
	var lines []string
	for _, ring := range rollout.Rings {
		if listed := openingsOf(ring, rollout.Freezes, now); len(listed) > 0 {
			line := fmt.Sprintf("next openings of ring %s: %s", ring.Name, strings.Join(listed, ", "))
			if ring.InMaintenance() {
				line += "; in addition, each Shoot waits for its maintenance time window"
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// named is an opening of the window with a name.
type named struct {
	Opening

	window string
}

// openingsOf describes the next openings of a ring, after the windows that are open now.
func openingsOf(ring fluxv1alpha1.Ring, freezes []fluxv1alpha1.Freeze, now time.Time) []string {
	var (
		listed   []string
		openings []named
	)
	for _, configured := range ring.Windows {
		window, err := NewWindow(configured)
		if err != nil {
			continue // It has no schedule.
		}
		if window.IsOpen(now, time.Time{}) {
			listed = append(listed, "now"+note(ring.Name, window.Name, freezes, now, now))
		}
		found := 0
		for opening := range window.Openings(now) {
			openings = append(openings, named{opening, window.Name})
			if found++; found == mostUpcoming {
				break
			}
		}
	}
	slices.SortStableFunc(openings, func(a, b named) int { return a.Start.Compare(b.Start) })
	for _, opening := range openings[:min(len(openings), mostUpcoming)] {
		listed = append(listed, Stamp(opening.Start, now)+note(ring.Name, opening.window, freezes, opening.Start, now))
	}
	return listed
}

// note returns the name of the window that is open at the given time, and the first freeze that is in effect then.
func note(ring, window string, freezes []fluxv1alpha1.Freeze, at, now time.Time) string {
	for _, configured := range freezes {
		freeze, err := NewFreeze(configured)
		if err == nil && freeze.Contains(at) && (len(configured.Rings) == 0 || slices.Contains(configured.Rings, ring)) {
			return fmt.Sprintf(" (%s, but freeze %s until %s)", window, freeze.Name, Stamp(freeze.To, now))
		}
	}
	return " (" + window + ")"
}
