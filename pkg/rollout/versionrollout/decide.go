// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package versionrollout decides which Shoots may use the operator's default Flux version. The garden controller
// releases the version ring by ring, and each seed applies the release to its Shoots. The package is pure: it accesses
// no cluster and no clock. Package rollout implements the rollouts of projects.
package versionrollout

import (
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/duration"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// mostFailedBefore is the maximum number of stored Shoots that had failed before. mostFailedOfProject is their maximum
// number per project, so that no project exhausts the limit. A Shoot beyond the limits counts as a failure, so that the
// rollout stops too early rather than too late.
const (
	mostFailedBefore    = 2000
	mostFailedOfProject = 20
)

// mostProjects is the maximum number of stored projects, and mostNamed of projects in a note. A project that is not
// stored still counts.
const (
	mostProjects = 500
	mostNamed    = 3
)

// patience is the maximum number of soak times that a ring waits for a Shoot to get the version. The wait is limited
// because configurations or mode BootstrapOnce may exclude all Shoots. A single project can stop the rollout for at
// most the same time, or for leastHold if that is longer.
const (
	patience  = 7
	leastHold = 7 * 24 * time.Hour
)

// Seed is a seed of the landscape.
type Seed struct {
	Name   string
	Labels map[string]string
}

// Shoot is a Shoot that uses the default Flux version: neither the Shoot nor its project sets a version, and its
// project has no rollout.
type Shoot struct {
	// UID identifies the Shoot. Project is the namespace of its project, and Seed the name of its seed.
	UID     types.UID
	Project string
	Seed    string
	// Hibernated is true if hibernation of the Shoot is requested. The Shoot gets the version when it wakes up.
	Hibernated bool
	// Version is the reported Flux version; empty without a report.
	Version string
	// Failed is true if the installation of Flux has failed, and Installed is true if Flux is known to run. Both are false
	// during an installation and while the shoot is unreachable.
	Failed, Installed bool
}

// Input contains the inputs of a decision other than the previous State.
type Input struct {
	// Rollouts is the configuration with its defaults.
	Rollouts *configv1alpha1.Rollouts
	// Target is the Flux version that all Shoots eventually get.
	Target string
	// Paused is true if an operator has paused the rollout.
	Paused bool
	// Seeds lists all seeds of the landscape, and Shoots all Shoots that use the default Flux version.
	Seeds  []Seed
	Shoots []Shoot
	// Now is the current time. Step is the maximum time since the previous decision that counts as elapsed, because
	// failures between two decisions that are further apart go unnoticed. If the previous decision is in the future, the
	// rollout waits until then.
	Now  time.Time
	Step time.Duration
}

// Decide returns the next State. before is the previous State; nil if no State is stored yet. A new version starts at
// the first ring, and Shoots keep the previous version until the new one is released to them. If a Shoot, a seed or a
// report is missing, no further Shoot is released because of that.
func Decide(before *State, in Input) *State {
	if before != nil && before.Decided.After(in.Now) {
		s := *before
		s.Note = fmt.Sprintf("the last decision was made at %s, and the clock of the garden controller shows an earlier time: the rollout waits until then", before.Decided.UTC().Format(time.RFC3339))
		return &s
	}
	s, step := begin(before, in)
	s.Decided = metav1.Time{Time: in.Now.UTC().Truncate(time.Second)}
	s.Rings = s.layout(in)
	s.FailedBefore = failedBefore(before, in)
	failed := s.count(in)
	s.Projects = s.projects(failed)
	switch {
	case s.current() < 0:
		s.complete()
	case s.stops(in, failed, step):
	case in.Paused:
		s.Phase, s.Note = PhasePaused, "paused by its annotation"
	case before != nil && before.Phase == PhaseStopped:
		s.advance(in, 0) // The time since the previous decision does not count, because the rollout was stopped.
	default:
		s.advance(in, step)
	}
	return s
}

// begin returns a copy of the previous State, or a new State if the version has changed. It also returns the time since
// the previous decision that counts as elapsed.
func begin(before *State, in Input) (*State, time.Duration) {
	if before != nil && before.Version == in.Target {
		s := *before
		s.Rings = slices.Clone(before.Rings)
		return &s, rollout.Step(before.Decided.Time, in.Now, in.Step)
	}
	s := &State{Version: in.Target, Begun: metav1.Time{Time: in.Now.UTC().Truncate(time.Second)}}
	if before != nil {
		s.From = before.From
	}
	return s, 0
}

// layout returns the configured rings with their seeds. A ring keeps the progress of the previous ring with the same
// name.
func (s *State) layout(in Input) []Ring {
	rings := make([]Ring, len(in.Rollouts.Rings))
	selectors := make([]labels.Selector, len(rings))
	for i, configured := range in.Rollouts.Rings {
		for _, known := range s.Rings {
			if known.Name == configured.Name {
				rings[i] = Ring{Released: known.Released, Elapsed: known.Elapsed, Soaked: known.Soaked, Passed: known.Passed}
			}
		}
		rings[i].Name, selectors[i] = configured.Name, labels.Everything()
		if !configured.SelectsAll() {
			var err error
			if selectors[i], err = metav1.LabelSelectorAsSelector(configured.Seeds); err != nil {
				selectors[i] = labels.Nothing() // The validation refuses this.
			}
		}
	}
	for _, seed := range in.Seeds {
		if i := slices.IndexFunc(selectors, func(selector labels.Selector) bool { return selector.Matches(labels.Set(seed.Labels)) }); i >= 0 {
			rings[i].Seeds = append(rings[i].Seeds, seed.Name)
		}
	}
	for i := range rings {
		slices.Sort(rings[i].Seeds)
	}
	return rings
}

// count sets the Shoot counters of the rings, and returns the number of failed Shoots by project, including Shoots
// outside all rings.
func (s *State) count(in Input) map[string]int {
	ringOf, before, failed := map[string]*Ring{}, map[types.UID]bool{}, map[string]int{}
	for _, uid := range s.FailedBefore {
		before[uid] = true
	}
	for i := range s.Rings {
		for _, seed := range s.Rings[i].Seeds {
			ringOf[seed] = &s.Rings[i]
		}
	}
	for _, shoot := range in.Shoots {
		fails := shoot.Failed && shoot.Version == s.Version && !before[shoot.UID]
		if fails {
			failed[shoot.Project]++
		}
		ring := ringOf[shoot.Seed]
		if ring == nil {
			continue
		}
		ring.Shoots++
		switch {
		case shoot.Hibernated:
			ring.Hibernated++
		case fails:
			ring.Failed++
		case shoot.Version == s.Version && !shoot.Failed:
			ring.Done++
		}
	}
	return failed
}

// failedBefore returns the Shoots whose installation failed before they got the version or before the rollout began,
// and has not succeeded since. It does not return a Shoot that failed with a version whose rollout was replaced before
// it was complete: that version may be the cause, and the new version must fix the failure.
func failedBefore(before *State, in Input) []types.UID {
	known, begins, replaced := map[types.UID]bool{}, before == nil || before.Version != in.Target, ""
	if before != nil {
		for _, uid := range before.FailedBefore {
			known[uid] = true
		}
		if begins && before.Phase != PhaseComplete {
			replaced = before.Version
		}
	}
	var failed []types.UID
	ofProject := map[string]int{}
	for _, shoot := range in.Shoots {
		fails := shoot.Failed && (begins || shoot.Version != in.Target) && (replaced == "" || shoot.Version != replaced)
		if shoot.Installed || !fails && !known[shoot.UID] || len(failed) == mostFailedBefore || ofProject[shoot.Project] == mostFailedOfProject {
			continue
		}
		ofProject[shoot.Project]++
		failed = append(failed, shoot.UID)
	}
	slices.Sort(failed)
	return failed
}

// projects returns the projects to store: those with failures, and those that alone have stopped the rollout. If there
// are too many, projects of the second group take precedence.
func (s *State) projects(failed map[string]int) []Project {
	var known, others []Project
	for _, project := range s.Projects {
		if project.Held.Duration > 0 {
			known = append(known, Project{Namespace: project.Namespace, Failed: failed[project.Namespace], Held: project.Held})
		}
	}
	for namespace, count := range failed {
		if !slices.ContainsFunc(known, func(p Project) bool { return p.Namespace == namespace }) {
			others = append(others, Project{Namespace: namespace, Failed: count})
		}
	}
	byNamespace := func(a, b Project) int { return strings.Compare(a.Namespace, b.Namespace) }
	slices.SortFunc(others, byNamespace)
	all := append(known, others...)
	all = all[:min(len(all), mostProjects)]
	slices.SortFunc(all, byNamespace)
	return all
}

// stops stops the rollout if too many projects have failures, and returns whether it did. A project counts once,
// regardless of how many of its Shoots have failed, because the failures of one project prove little about the version.
// For the same reason, a single project can stop the rollout only for a limited time. If several projects stop the
// rollout, there is no time limit.
func (s *State) stops(in Input, failed map[string]int, step time.Duration) bool {
	most, longest := int(*in.Rollouts.FluxVersion.MaxFailures), max(leastHold, patience*in.Rollouts.FluxVersion.SoakOf(in.Rollouts.Rings[s.current()]))
	var counting []string
	for namespace := range failed {
		if p := s.project(namespace); p == nil || p.Held.Duration < longest {
			counting = append(counting, namespace)
		}
	}
	if len(counting) <= most {
		return false
	}
	slices.Sort(counting)
	shoots := 0
	for _, namespace := range counting {
		shoots += failed[namespace]
	}
	s.Phase, s.Note = PhaseStopped, fmt.Sprintf("Flux %s could not be installed in %d Shoots. Projects: %d (%s), more than maxFailures (%d)",
		s.Version, shoots, len(counting), text.List(counting, mostNamed), most)
	if p := s.project(counting[0]); len(counting) == 1 && p != nil {
		if !in.Paused {
			p.Held.Duration += step
		}
		s.Note += fmt.Sprintf(". A single project stops the rollout for at most %s", duration.HumanDuration(longest))
	}
	return true
}

// project returns the stored state of a project, or nil if the project has no stored state.
func (s *State) project(namespace string) *Project {
	if i := slices.IndexFunc(s.Projects, func(p Project) bool { return p.Namespace == namespace }); i >= 0 {
		return &s.Projects[i]
	}
	return nil
}

// current returns the index of the first ring that has not passed; -1 if all rings have passed.
func (s *State) current() int {
	return slices.IndexFunc(s.Rings, func(r Ring) bool { return !r.Passed })
}

func (s *State) complete() { s.Phase, s.Note, s.From = PhaseComplete, "", s.Version }

// advance releases Shoots and passes rings in order, until a ring has to wait or all rings have passed.
func (s *State) advance(in Input, step time.Duration) {
	for {
		i := s.current()
		if i < 0 {
			s.complete()
			return
		}
		ring := &s.Rings[i]
		s.Phase = PhaseRunning
		wasReleased := ring.Released == All
		ring.release(s.Version, in, step)
		soak := in.Rollouts.FluxVersion.SoakOf(in.Rollouts.Rings[i])
		if wasReleased {
			ring.Soaked.Duration += step
		}
		awake := ring.Shoots - ring.Hibernated
		switch {
		case ring.Released < All:
			s.Note = fmt.Sprintf("the Shoots of ring %s are released, %d per hour", ring.Name, *in.Rollouts.FluxVersion.ShootsPerHour)
			return
		case awake == 0:
		case ring.Soaked.Duration < soak:
			s.Note = fmt.Sprintf("all Shoots of ring %s are released; the next ring begins %s after that", ring.Name, duration.HumanDuration(soak))
			return
		case ring.Done == 0 && ring.Failed > 0:
			s.Phase, s.Note = PhaseStopped, fmt.Sprintf("Flux %s could not be installed in any Shoot of ring %s that has the version (%d): the next ring begins when one installation succeeds", s.Version, ring.Name, ring.Failed)
			return
		case ring.Done == 0 && ring.Soaked.Duration < patience*soak:
			s.Note = fmt.Sprintf("no Shoot of ring %s has the version yet: they get it when gardenlet reconciles them. The next ring begins without proof after %s", ring.Name, duration.HumanDuration(patience*soak))
			return
		}
		ring.Passed, step = true, 0
	}
}

// release releases more Shoots of the ring, at the configured rate. If no rate is configured, it releases all of them.
func (r *Ring) release(version string, in Input, step time.Duration) {
	if in.Rollouts.FluxVersion.ShootsPerHour == nil {
		r.Released = All
		return
	}
	if r.Released == All {
		return
	}
	r.Elapsed.Duration += step
	var positions []Position
	for _, shoot := range in.Shoots {
		if slices.Contains(r.Seeds, shoot.Seed) {
			positions = append(positions, PositionOf(shoot.UID, version))
		}
	}
	count := 1 + int(float64(*in.Rollouts.FluxVersion.ShootsPerHour)*r.Elapsed.Hours())
	if count >= len(positions) {
		r.Released = All
		return
	}
	slices.Sort(positions)
	r.Released = max(r.Released, positions[count])
}
