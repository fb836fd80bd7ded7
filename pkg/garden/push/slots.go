// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"slices"
	"time"
)

// lead is the time until all seeds have received a push. If the reads would exceed the limit per second, no turn begins
// earlier.
const lead = 1500 * time.Millisecond

// slowRate is the maximum number of reads per second with the smaller margin of slotOf.
const slowRate = 15

// slotOf returns the time between two reads of a repository, in whole milliseconds like the times of a Notice. It
// includes a margin for slow requests: a tenth of the time, or a fifth above slowRate. A delay of 0.1 seconds moves one
// read of 10 per second into another second, and ten reads of 100 per second.
func slotOf(readsPerSecond int) time.Duration {
	tenths := 11
	if readsPerSecond > slowRate {
		tenths = 12
	}
	slot := time.Duration(tenths) * time.Second / time.Duration(10*readsPerSecond)
	return (slot + time.Millisecond - 1).Truncate(time.Millisecond)
}

// slots divides the time into reads of a repository. Its projects alternate: with k projects, each project has every
// k-th slot, regardless of the other projects.
type slots struct {
	start time.Time
	// end is the start of the next division; zero if no further division follows.
	end      time.Time
	length   time.Duration
	projects []string
}

// period returns the time between two slots of a project.
func (s slots) period() time.Duration { return s.length * time.Duration(len(s.projects)) }

// at returns the first slot of a project at or after a time.
func (s slots) at(project string, earliest time.Time) time.Time {
	first := s.start.Add(s.length * time.Duration(slices.Index(s.projects, project)))
	if late := earliest.Sub(first); late > 0 {
		first = first.Add((late + s.period() - 1) / s.period() * s.period())
	}
	return first
}

// reservation is a sequence of slots of a project for its Shoots on one seed.
type reservation struct {
	seed        string
	from, until time.Time
	count       int
	period      time.Duration
}

// reserve returns the first free slots for count Shoots of a project at or after a time. It returns false if the
// division ends before the last slot.
func (s slots) reserve(group Group, count int, earliest time.Time, reserved []reservation) (reservation, bool) {
	if !slices.Contains(s.projects, group.Project) {
		return reservation{}, false
	}
	length := s.period() * time.Duration(count)
	from := s.at(group.Project, earliest)
	for _, other := range reserved {
		if other.until.After(from) && other.from.Before(from.Add(length)) {
			from = s.at(group.Project, other.until)
		}
	}
	until := from.Add(length)
	return reservation{group.Seed, from, until, count, s.period()}, s.end.IsZero() || !until.After(s.end)
}
