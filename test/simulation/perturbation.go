// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// write kinds are the writes of a process by process, method and path without the names of Shoots and projects.
var named = regexp.MustCompile(`(garden-(one|two|three)|shoot--(one|two|three)--shoot-\d|seed-(alpha|beta|gamma)|-[0-9a-f]{8})`)

// placeOf returns the place of a write: all writes with the same place come from the same code.
func placeOf(process string, r *request) string {
	kind := process
	if strings.HasPrefix(process, seedPrefix) {
		kind = "seed"
	}
	return kind + " " + r.Method + " " + named.ReplaceAllString(r.URL.Path, "*")
}

// readPlaceOf returns the place of a read. Shoots, seeds and the garden have objects with the same paths.
func readPlaceOf(process, cluster string, r *request) string {
	switch {
	case slices.Contains(seedNames(), cluster):
		cluster = "seed"
	case cluster != "garden":
		cluster = "shoot"
	}
	return placeOf(process, r) + " in " + cluster
}

// count counts a request, and returns its number at its place.
func (w *world) count(at map[string]int, place string) int {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	at[place]++
	return at[place]
}

// Perturbation disturbs a process at a write or a read.
type Perturbation struct {
	// Place is the place of the request, and Number its number there.
	Place  string
	Number int
	// Kind is one of the kinds of faults of requests, stale or travels for a write, and late or refused for a read.
	Kind string
}

// String returns the perturbation as a line.
func (p Perturbation) String() string {
	what := "write"
	if strings.Contains(p.Place, " "+http.MethodGet+" ") {
		what = "read"
	}
	return fmt.Sprintf("%s at %s %d of %s", p.Kind, what, p.Number, p.Place)
}

// stale lets the process decide on its caches as they are at a write, while it misses all changes for a time: when they
// arrive, it has missed the states between.
const stale = "stale"

// travels ends the process after a write, and starts it again with caches that are older than the write.
const (
	travels    = "travels"
	travelsBy  = time.Minute
	travelsFor = 3 * time.Minute
)

// late lets the process decide on what it has read some time ago: the world goes on between the read and its answer.
// A process waits for a shoot for ten seconds at most.
const (
	late      = "late"
	lateness  = time.Minute
	lateShoot = 8 * time.Second
)

// Perturbations returns those of the places at which a run has written and read: each before and after its first write
// and one in the middle, with stale caches from there and with older ones, and with a late answer and with none for such reads.
func Perturbations(result Result) []Perturbation {
	return slices.Concat(
		perturbationsOf(result.Writes, string(endsBefore), string(endsAfter), string(lost), stale, travels),
		perturbationsOf(result.Reads, late, string(refused)),
	)
}

func perturbationsOf(places map[string]int, kinds ...string) []Perturbation {
	var all []Perturbation
	for _, place := range slices.Sorted(maps.Keys(places)) {
		for _, number := range slices.Compact([]int{1, (places[place] + 1) / 2}) {
			for _, kind := range kinds {
				all = append(all, Perturbation{place, number, kind})
			}
		}
	}
	return all
}

// perturbation returns the perturbation of a request, and records it; the zero value if the run does not perturb it.
func (w *world) perturbation(p *process, place string, number int) Perturbation {
	at := slices.IndexFunc(w.options.Perturb, func(wanted Perturbation) bool { return wanted.Place == place && wanted.Number == number })
	if at < 0 {
		return Perturbation{}
	}
	found := w.options.Perturb[at]
	w.act("down: "+found.String(), p.name)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.perturbed = append(w.perturbed, found)
	return found
}

// perturbRead returns for how long the answer of a read is late, and the fault of the read, if the run perturbs it.
func (w *world) perturbRead(p *process, cluster *store, r *request) (time.Duration, faultKind) {
	place := readPlaceOf(p.name, cluster.name, r)
	switch kind := w.perturbation(p, place, w.count(w.reads, place)).Kind; {
	case kind != late:
		return 0, faultKind(kind)
	case strings.HasSuffix(place, " in shoot"):
		return lateShoot, ""
	}
	return lateness, ""
}

// perturb returns the fault of a write if the run perturbs it.
func (w *world) perturb(p *process, r *request) faultKind {
	place := placeOf(p.name, r)
	switch kind := w.perturbation(p, place, w.count(w.writes, place)).Kind; kind {
	case stale:
		p.delay(3 * time.Minute)
		return ""
	case travels:
		p.behind(travelsBy, travelsFor)
		return endsAfter
	default:
		return faultKind(kind)
	}
}

// Story returns the events of the run in which writes are perturbed: changes that work, one that does not, its correction,
// a hibernation, a migration and a deletion. People approve the first rings, which hold if the garden controller was down
// when the Shoots were created. It ends long enough after the last event for all to settle.
func Story() (events []Event, days float64) {
	at := func(minutes int, what, on, with string) {
		events = append(events, Event{At: time.Duration(minutes) * time.Minute, What: what, On: on, With: with})
	}
	at(20, whatPath, "one", "./b")
	at(22, whatPush, repositoryOf("two"), "good")
	at(45, whatOperate, "one", "approve=canary")
	at(45, whatOperate, "two", "approve=canary")
	at(50, whatPath, "two", "./missing")
	at(60, whatPath, "two", "./c")
	at(62, whatMigrate, "one/shoot-2", "alpha")
	at(64, whatHibernate, "three/shoot-1", "")
	at(66, whatDelete, "three/shoot-2", "")
	at(75, whatWake, "three/shoot-1", "")
	return events, 110.0 / (24 * 60)
}

// EndOf returns what the landscape has at the end of a run, without times: the reports of the Shoots and the phases of
// the rollouts of projects. Whether the first rollouts of the operator go from ring to ring depends on whether the garden
// controller decides before it sees the first Shoot.
func EndOf(result Result) map[string]string {
	end := map[string]string{}
	for _, seen := range result.Observations {
		switch fact := seen.Fact().(type) {
		case *history.Report:
			status := fact.Status
			end[fact.Key()] = fmt.Sprintf("%s %s %s %s %s", status.Seed, status.State, status.Revision, status.AppliedRevision, status.FluxVersion)
		case *history.Rollout:
			if fact.Scope == history.BaselineScope || fact.Scope == history.VersionScope {
				continue
			}
			text := fact.Phase
			for _, ring := range fact.Rings {
				text += fmt.Sprintf(" %s %s %s %s", ring.Name, ring.Phase, ring.Revision, ring.Commit)
			}
			end[fact.Key()] = text
		}
		if seen.Gone != "" {
			delete(end, seen.Gone)
		}
	}
	return end
}

// Differences returns what differs at the end of two runs.
func Differences(expected, found map[string]string) []string {
	var differences []string
	for _, key := range slices.Sorted(maps.Keys(expected)) {
		if found[key] != expected[key] {
			differences = append(differences, fmt.Sprintf("%s is %q, without the perturbation %q", key, found[key], expected[key]))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		if _, has := expected[key]; !has {
			differences = append(differences, fmt.Sprintf("%s is %q, without the perturbation it does not exist", key, found[key]))
		}
	}
	return differences
}
