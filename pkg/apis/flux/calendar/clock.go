// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package calendar computes when the windows of a rollout open, and when its freezes begin and end. It does not read
// the clock. Windows and freezes are written in the local time of a time zone; local times that summer time skips or
// repeats have one meaning each, see Instant.
package calendar

import (
	"errors"
	"fmt"
	"time"

	// The image of the extension has no zone data.
	_ "time/tzdata"
)

// Layout is the layout of a local time without time zone.
const Layout = "2006-01-02T15:04"

// longestZone is the maximum length of the name of a time zone. The longest name of the IANA database has 32 bytes.
const longestZone = 64

// LoadZone returns the time zone with a name of the IANA database. It accepts neither an empty name nor Local, which
// would depend on where the program runs.
func LoadZone(name string) (*time.Location, error) {
	if name == "" || name == "Local" || len(name) > longestZone {
		return nil, errors.New("must be a time zone of the IANA database, such as Europe/Berlin or UTC")
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("must be a time zone of the IANA database, such as Europe/Berlin or UTC: %w", err)
	}
	return zone, nil
}

// Instant returns the instant at which clocks in the zone show the local time, given as the same time in UTC. If summer
// time skips it, Instant returns the time of the change. If the clocks show it twice, Instant returns the first time,
// or the second one if last is true.
func Instant(local time.Time, zone *time.Location, last bool) time.Time {
	const day = 24 * time.Hour
	with := func(other time.Time) time.Time {
		_, offset := other.In(zone).Zone()
		return local.Add(-time.Duration(offset) * time.Second).In(zone)
	}
	before, after := with(local.Add(-day)), with(local.Add(day))
	switch isBefore, isAfter := Local(before).Equal(local), Local(after).Equal(local); {
	case !isBefore && !isAfter:
		start, _ := before.ZoneBounds()
		return start
	case !isAfter, isBefore && before.Before(after) != last:
		return before
	}
	return after
}

// Local returns the local time of an instant, as the same time in UTC.
func Local(t time.Time) time.Time {
	year, month, day := t.Date()
	return time.Date(year, month, day, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}
