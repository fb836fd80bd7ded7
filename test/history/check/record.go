// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"encoding/json"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// longestSilence is the longest time between two sightings of the same value in which the value is taken to have held.
// Recorders see what has not changed at least every ten seconds.
const longestSilence = 25 * time.Second

// sighting is a time in which a fact was seen to be the same.
type sighting struct {
	// from and until are the times of the first and of the last observation; first and last are their indexes.
	from, until time.Time
	first, last int
	// origin is the index of the observation with the fact. It differs from first after a silence.
	origin int
	// fact is nil if the thing did not exist.
	fact history.Fact
}

// covers returns whether the value is known to hold at a time.
func (s sighting) covers(at time.Time) bool { return !s.from.After(at) && !s.until.Before(at) }

// repeats returns whether the value had been seen before a silence: it does not show when the value came.
func (s sighting) repeats() bool { return s.first != s.origin }

// timeline is what was seen of one thing, in the order of time. Between two sightings it is not known.
type timeline []sighting

// last returns the last sighting that begins at a time or before it.
func (t timeline) last(at time.Time) (sighting, bool) {
	next := sort.Search(len(t), func(i int) bool { return t[i].from.After(at) })
	if next == 0 {
		return sighting{}, false
	}
	return t[next-1], true
}

// known returns whether the thing was seen without a longer silence from one time to another.
func (t timeline) known(from, until time.Time) bool {
	at := time.Time{}
	// What ended before the last sighting that begins before does not matter.
	next := sort.Search(len(t), func(i int) bool { return t[i].from.After(from) })
	for _, seen := range t[max(0, next-1):] {
		switch {
		case at.IsZero():
			if seen.from.After(from) {
				return false
			}
		case seen.from.Sub(at) > longestSilence && at.Before(until) && seen.from.After(from):
			return false
		}
		if at = seen.until; !at.Before(until) {
			return true
		}
	}
	return !at.IsZero() && until.Sub(at) <= longestSilence
}

// record is a history, sorted by what was seen.
type record struct {
	observations []history.Observation
	part         excerpt
	timelines    map[string]timeline
	// keys are the keys of each kind, in sorted order.
	keys map[string][]string
	// times are the times of the pages, see duration.
	times    map[string]time.Duration
	projects map[string]*project
	// begin is the time of the first observation.
	begin time.Time
	// sorted are the sightings of kinds, see all.
	sorted map[string][]sighting
}

// indexes returns the indexes of the sightings in a time.
func (t timeline) indexes(from, until time.Time) []int {
	var all []int
	next := sort.Search(len(t), func(i int) bool { return !t[i].until.Before(from) })
	for _, seen := range t[next:] {
		if seen.from.After(until) {
			break
		}
		all = append(all, seen.first, seen.last)
	}
	return all
}

// during returns the sightings of a time: those that begin in it, and the last one before.
func (t timeline) during(from, until time.Time) timeline {
	begin := sort.Search(len(t), func(i int) bool { return t[i].from.After(from) })
	end := sort.Search(len(t), func(i int) bool { return t[i].from.After(until) })
	return t[max(0, begin-1):end]
}

// unbroken returns the sightings before a time, back to the last longer silence.
func (t timeline) unbroken(at time.Time) timeline {
	end := sort.Search(len(t), func(i int) bool { return t[i].from.After(at) })
	begin := max(0, end-1)
	for begin > 0 && t[begin].from.Sub(t[begin-1].until) <= longestSilence {
		begin--
	}
	return t[begin:end]
}

// indexesOf returns the indexes of sightings.
func indexesOf(all []sighting) []int {
	var found []int
	for _, seen := range all {
		found = append(found, seen.first, seen.last)
	}
	return found
}

// excerpt is a part of a history: observations by their indexes. A Same in it stands for all observations between it and
// the one before of its key if it is joined, and for a begin after a silence if it is not.
type excerpt map[int]bool

// newRecord sorts a history, or a part of it.
func newRecord(observations []history.Observation, part excerpt) *record {
	r := &record{observations: observations, part: part, timelines: map[string]timeline{}, keys: map[string][]string{}, sorted: map[string][]sighting{}, times: map[string]time.Duration{}}
	order := slices.Sorted(maps.Keys(part))
	if part == nil {
		for i := range observations {
			order = append(order, i)
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return observations[order[i]].At.Before(observations[order[j]].At) })
	for _, index := range order {
		r.add(index)
	}
	for key := range r.timelines {
		kind, _, _ := strings.Cut(key, " ")
		r.keys[kind] = append(r.keys[kind], key)
	}
	for kind := range r.keys {
		slices.Sort(r.keys[kind])
	}
	if len(order) > 0 {
		r.begin = observations[order[0]].At
	}
	r.projects = findProjects(r)
	return r
}

func (r *record) add(index int) {
	seen := r.observations[index]
	if setup := seen.Setup; setup != nil {
		for name, duration := range setup.Times {
			r.times[name] = duration.Duration
		}
	}
	key := seen.Key()
	line := r.timelines[key]
	if seen.Same == "" {
		r.timelines[key] = append(line, sighting{from: seen.At, until: seen.At, first: index, last: index, origin: index, fact: seen.Fact()})
		return
	}
	if len(line) == 0 {
		return // the same as what nobody has recorded
	}
	last := &line[len(line)-1]
	if joined, in := r.part[index]; in && !joined || !in && seen.At.Sub(last.until) > r.duration(history.TimeSilence) {
		r.timelines[key] = append(line, sighting{from: seen.At, until: seen.At, first: index, last: index, origin: last.origin, fact: last.fact})
		return
	}
	last.until, last.last = seen.At, index
}

// all returns the sightings of all things of a kind in the order of time.
func (r *record) all(kind string) []sighting {
	return memo(r.sorted, kind, func() []sighting { return r.findAll(kind) })
}

func (r *record) findAll(kind string) []sighting {
	var all []sighting
	for _, key := range r.keys[kind] {
		all = append(all, r.timelines[key]...)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].from.Before(all[j].from) })
	return all
}

// duration returns a time of the pages, or the one of this landscape.
func (r *record) duration(name string) time.Duration {
	if shortened, ok := r.times[name]; ok {
		return shortened
	}
	switch name {
	case history.TimeReportAge:
		return 30 * time.Minute
	case history.TimeDecisionStep:
		return 5 * time.Minute
	case history.TimeReaction:
		return 10 * time.Second
	case history.TimeHealth:
		return 5 * time.Minute
	case history.TimeRemoval:
		return 10 * time.Minute
	case history.TimeObjects:
		return 12 * time.Minute
	case history.TimeDelivery:
		return 90 * time.Second
	case history.TimeSilence:
		return longestSilence
	}
	panic("no such time: " + name)
}

// disturbed returns whether the story has disturbed a process before a time. What needs a process to run within a time is
// then not judged.
func (r *record) disturbed(before time.Time) bool {
	return slices.ContainsFunc(r.all("action"), func(seen sighting) bool {
		action, ok := seen.fact.(*history.Action)
		return ok && !seen.from.After(before) && slices.ContainsFunc([]string{"kill", "stop", "held back", "hold back", "down", "clock"}, func(word string) bool {
			return strings.Contains(strings.ToLower(action.What), word)
		})
	})
}

// hasOtherClock returns whether the story has changed a clock before a time.
func (r *record) hasOtherClock(before time.Time) bool {
	return slices.ContainsFunc(r.all("action"), func(seen sighting) bool {
		action, ok := seen.fact.(*history.Action)
		return ok && !seen.from.After(before) && strings.Contains(action.What+action.On, "clock")
	})
}

// describe returns the content of an observation as text.
func describe(seen history.Observation) string {
	switch {
	case seen.Same != "":
		return "unchanged: " + seen.Same
	case seen.Gone != "":
		return "gone: " + seen.Gone
	}
	kind, _, _ := strings.Cut(seen.Key(), " ")
	content, err := json.Marshal(seen.Fact())
	if err != nil {
		return kind + " " + err.Error()
	}
	const longest = 900
	text := string(content)
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return kind + " " + text
}
