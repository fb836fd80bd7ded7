// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
)

// sequences returns the number of random sequences and the seed of the first. By default they are the same in each run.
// With ROLLOUT_SEQUENCES, the seed is Ginkgo's: see make benchmark-rollout-model.
func sequences(count int) (int, int64) {
	if value, err := strconv.Atoi(os.Getenv("ROLLOUT_SEQUENCES")); err == nil {
		return value, GinkgoRandomSeed()
	}
	return count, 1
}

// script is a random sequence. Each step has random numbers of its own, so that the others stay as they are without it.
type script struct {
	seed  int64
	steps int
	// left are the steps that are left out, and prompt is whether gardenlet and the seeds are never late.
	left   map[int]bool
	prompt bool
}

func newScript(seed int64) script {
	return script{seed: seed, steps: 60 + int(rand.New(rand.NewPCG(uint64(seed), 0)).Int64N(120))} //nolint:gosec // a sequence has to be repeatable
}

// dice returns the random numbers of a step, which is 0 for the beginning.
func (s script) dice(step int) dice {
	return dice{Rand: rand.New(rand.NewPCG(uint64(s.seed), uint64(step)+1))} //nolint:gosec // a sequence has to be repeatable
}

type dice struct{ *rand.Rand }

func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

// name returns one of the names.
func (d dice) name(names ...string) string { return names[d.IntN(len(names))] }

// mostOfKind is how many sequences that break a rule in the same way are shortened.
const mostOfKind = 2

// mostRuns is how many shorter sequences are tried.
const mostRuns = 120

// kindOf is what errors about different seeds, Shoots and rings have in common.
var kindOf = regexp.MustCompile(`(seed|shoot|ring|on)[- ][a-z0-9]+|[0-9.hms]*[0-9][0-9.hms]*|[0-9a-f]{8,}|map.*`)

// runSequences runs many sequences, and fails with the shortest of each kind that break a rule.
func runSequences(count int, seed int64, run func(script) ([]string, error)) {
	GinkgoHelper()
	GinkgoWriter.Printf("%d sequences from seed %d on\n", count, seed)
	var (
		next    atomic.Int64
		running sync.WaitGroup
		mutex   sync.Mutex
		found   = map[string][]int64{}
		broken  = map[string]string{}
	)
	shortest := func(whole script, kind string) {
		mutex.Lock()
		found[kind] = append(found[kind], whole.seed)
		isEnough := len(found[kind]) > mostOfKind
		mutex.Unlock()
		if isEnough {
			return
		}
		short := shorten(whole, kind, run)
		log, err := run(short)
		text := fmt.Sprintf("sequence %d, prompt %t: %v\n%s", whole.seed, short.prompt, err, strings.Join(log, "\n"))
		mutex.Lock()
		if broken[kind] == "" || len(text) < len(broken[kind]) {
			broken[kind] = text
		}
		mutex.Unlock()
	}
	for range runtime.GOMAXPROCS(0) {
		running.Go(func() {
			for i := next.Add(1); i <= int64(count); i = next.Add(1) {
				whole := newScript(seed + i)
				if _, err := run(whole); err != nil {
					shortest(whole, kindOf.ReplaceAllString(err.Error(), "*"))
				}
			}
		})
	}
	running.Wait()
	if len(broken) > 0 {
		Fail(fmt.Sprintf("sequences by broken rule: %v\n%s", found, strings.Join(slices.Sorted(maps.Values(broken)), "\n")))
	}
}

// shorten leaves out each step, the last ones first, without which the same rule is broken.
func shorten(s script, kind string, run func(script) ([]string, error)) script {
	runs := 0
	isBroken := func(s script) bool {
		if runs++; runs > mostRuns {
			return false
		}
		_, err := run(s)
		return err != nil && kindOf.ReplaceAllString(err.Error(), "*") == kind
	}
	short := s
	if short.prompt = true; !isBroken(short) {
		short.prompt = false
	}
	for size := s.steps / 2; size > 0; size /= 2 {
		for first := s.steps; first > 0; first -= size {
			other := short
			other.left = maps.Clone(short.left)
			if other.left == nil {
				other.left = map[int]bool{}
			}
			for step := max(1, first-size+1); step <= first; step++ {
				other.left[step] = true
			}
			if len(other.left) > len(short.left) && isBroken(other) {
				short = other
			}
		}
	}
	return short
}
