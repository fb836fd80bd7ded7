// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"maps"
	"slices"
	"time"
)

// remembered is how long a project keeps its slots after it has stopped reading the repository, while other projects
// still have turns. Therefore a project that repeatedly stops and starts does not change the turns of other projects
// each time.
const remembered = time.Hour

// Group identifies the Shoots of a project on a seed.
type Group struct{ Project, Seed string }

// Rounds are the turns of the Shoots that read a repository. Turns belong to projects: with k projects, each project
// has every k-th read. A project cannot use or delay the reads of another project, regardless of how many Shoots it has
// and how often their number changes.
type Rounds struct {
	readsPerSecond int
	// divisions contains the current division and, if the projects have changed during turns, the next division.
	divisions []slots
	// seen contains the time when each project was last known to read the repository.
	seen     map[string]time.Time
	projects map[string]*projectRounds
}

// projectRounds are the turns of one project.
type projectRounds struct {
	// reserved contains the slots for the project's Shoots, earliest first.
	reserved []reservation
	// given contains the last turns of each seed, so that a repeated request gets the same turns.
	given map[string]given
}

type given struct {
	pushedAt time.Time
	turns    Turns
	until    time.Time
}

// NewRounds returns the Rounds of a repository that allows the given number of reads per second.
func NewRounds(readsPerSecond int) *Rounds {
	return &Rounds{readsPerSecond: readsPerSecond, seen: map[string]time.Time{}, projects: map[string]*projectRounds{}}
}

// Turns returns the turns for count Shoots of a group after a push. readers are all projects that read the repository.
// If a project has begun to read it while turns are in progress, Turns returns false: the project gets turns after
// these.
//
// A push in the middle of a round does not start another round in parallel. Shoots that still wait for their turns use
// these turns. The other Shoots use slots that are reserved and have not begun. Further slots, at least twice as many,
// are reserved only if the number of Shoots has increased and these slots are not sufficient. Therefore the number of
// Shoots limits the reserved slots of a project, regardless of how often this number changes.
func (r *Rounds) Turns(group Group, count int, readers []string, pushedAt, now time.Time) (Turns, bool) {
	r.forget(now)
	r.divide(readers, now)
	mine := r.projects[group.Project]
	if mine == nil {
		mine = &projectRounds{given: map[string]given{}}
	}
	if before, ok := mine.given[group.Seed]; ok && before.pushedAt.Equal(pushedAt) {
		return before.turns, true
	}
	earliest := now
	if count*len(readers) > r.readsPerSecond {
		earliest = now.Add(lead)
	}
	next, after := mine.waiting(group.Seed, earliest)
	if next.count < count {
		added, is := r.reserve(group, max(count, 2*next.count), after, mine.reserved)
		if !is {
			return Turns{}, false
		}
		mine.reserved = append(mine.reserved, added)
		slices.SortFunc(mine.reserved, func(a, b reservation) int { return a.from.Compare(b.from) })
		next = added
	}
	since := pushedAt
	if now.Before(since) {
		since = now // The clocks differ.
	}
	turns := Turns{First: next.from.Sub(since), Period: next.period}
	mine.given[group.Seed] = given{pushedAt, turns, next.until}
	r.projects[group.Project] = mine
	return turns, true
}

// waiting returns the last slots of a seed if they have not begun, and the earliest time for further slots. Earlier
// slots are not available, because a seed schedules the turns of its Shoots one after another.
func (p *projectRounds) waiting(seed string, earliest time.Time) (last reservation, after time.Time) {
	after = earliest
	for _, each := range p.reserved {
		if each.seed != seed {
			continue
		}
		if last = (reservation{}); !each.from.Before(earliest) {
			last = each
		}
		if after.Before(each.until) {
			after = each.until
		}
	}
	return last, after
}

// reserve returns the first free slots for a group. It uses the current division if they fit, and the next one
// otherwise.
func (r *Rounds) reserve(group Group, count int, earliest time.Time, reserved []reservation) (reservation, bool) {
	for _, division := range r.divisions {
		if slots, is := division.reserve(group, count, earliest, reserved); is {
			return slots, true
		}
	}
	return reservation{}, false
}

// divide divides the time among the projects that read the repository. If the projects have changed while turns are in
// progress, a new division begins after these turns, and the current slots stay valid until then.
func (r *Rounds) divide(readers []string, now time.Time) {
	for _, reader := range readers {
		r.seen[reader] = now
	}
	last := len(r.divisions) - 1
	if r.isIdle() {
		r.divisions, last = nil, -1
		maps.DeleteFunc(r.seen, func(project string, _ time.Time) bool { return !slices.Contains(readers, project) })
	}
	if last > 0 {
		return
	}
	projects := slices.Sorted(maps.Keys(r.seen))
	if last == 0 {
		if slices.Equal(projects, r.divisions[0].projects) {
			return
		}
		end := now
		for _, each := range r.projects {
			for _, reserved := range each.reserved {
				if reserved.until.After(end) {
					end = reserved.until
				}
			}
		}
		r.divisions[0].end, now = end, end
	}
	r.divisions = append(r.divisions, slots{start: now, length: slotOf(r.readsPerSecond), projects: projects})
}

// forget removes past turns.
func (r *Rounds) forget(now time.Time) {
	maps.DeleteFunc(r.seen, func(_ string, at time.Time) bool { return now.Sub(at) >= remembered })
	for name, each := range r.projects {
		each.reserved = slices.DeleteFunc(each.reserved, func(reserved reservation) bool { return !reserved.until.After(now) })
		maps.DeleteFunc(each.given, func(_ string, g given) bool { return !g.until.After(now) })
		if len(each.reserved) == 0 {
			delete(r.projects, name)
		}
	}
	if len(r.divisions) > 1 && !r.divisions[0].end.After(now) {
		r.divisions = r.divisions[1:]
	}
}

// AreOver removes past turns, and returns whether no turns remain.
func (r *Rounds) AreOver(now time.Time) bool {
	r.forget(now)
	return r.isIdle()
}

func (r *Rounds) isIdle() bool { return len(r.projects) == 0 }
