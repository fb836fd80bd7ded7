// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"
)

// TestPerturbations plays the story with several perturbations at once, because a run takes long. If it ends in another way,
// it plays it with each of them.
func TestPerturbations(t *testing.T) {
	if !isLong() {
		t.Skip("it takes long: make test-long runs it")
	}
	events, days := Story()
	options := Options{Seed: setting(t, "SEED", parseSeed, 1), Days: days, Events: events, HealthPeriod: 5 * time.Minute}
	reference := Run(t, options)
	keepHistory(t, reference)
	if reference.Err != nil || len(reference.Violations) > 0 {
		t.Fatalf("without a perturbation: %v\n%s", reference.Err, Report(options, reference))
	}
	all := Perturbations(reference)
	t.Logf("%d places that write, %d that read, %d perturbations", len(reference.Writes), len(reference.Reads), len(all))
	places := setting(t, "PLACES", regexp.Compile, regexp.MustCompile(""))
	all = slices.DeleteFunc(all, func(p Perturbation) bool { return !places.MatchString(p.String()) })
	// Another part of them is run each time if there is not enough time for all.
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	begin, lasts, run := time.Now(), setting(t, "FOR", time.ParseDuration, time.Hour), 0
	for group := range slices.Chunk(all, setting(t, "TOGETHER", strconv.Atoi, 8)) {
		if time.Since(begin) > lasts {
			break
		}
		perturbedStory{t, options, EndOf(reference)}.play(group)
		run += len(group)
	}
	t.Logf("%d of %d perturbations in %v", run, len(all), time.Since(begin).Round(time.Second))
}

// perturbedStory is the story with the end that it has without a perturbation.
type perturbedStory struct {
	*testing.T

	options  Options
	expected map[string]string
}

// play plays the story with perturbations. It returns whether the story has ended as it must, and reports the perturbations
// with which it has not.
func (s perturbedStory) play(group []Perturbation) bool {
	s.options.Perturb = group
	result := Run(s.T, s.options)
	keepHistory(s.T, result)
	alone := slices.Clone(group)
	problem := s.problemOf(result)
	if problem == "" {
		// One may have prevented that a process comes to the request of another.
		alone = slices.DeleteFunc(alone, func(p Perturbation) bool { return slices.Contains(result.Perturbed, p) })
	}
	switch {
	case len(alone) == 0:
		s.Log(group)
		return true
	case len(group) == 1 && problem == "":
		s.Errorf("%s: no process has sent this request", group[0])
		return false
	case len(group) == 1:
		s.Errorf("%s: %s", group[0], problem)
		return false
	}
	succeeded := true
	for _, each := range alone {
		succeeded = s.play([]Perturbation{each}) && succeeded
	}
	if problem != "" && succeeded {
		s.Errorf("%s, which are all needed: %s", group, problem)
	}
	return succeeded && problem == ""
}

func (s perturbedStory) problemOf(result Result) string {
	switch differences := Differences(s.expected, EndOf(result)); {
	case result.Err != nil:
		return result.Err.Error()
	case len(result.Violations) > 0:
		return Report(s.options, result)
	case len(differences) > 0:
		return fmt.Sprintf("%q", differences)
	}
	return ""
}
