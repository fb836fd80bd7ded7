// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/sys/unix"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// cost is the cost of an input.
type cost struct {
	// processor is the time of the working thread, without garbage collection.
	processor time.Duration
	// allocated and written are numbers of bytes.
	allocated, written uint64
	requests           int
	// heap is the maximum growth of the heap in bytes, and late is the time of work after the deadline.
	heap uint64
	late time.Duration
	// kept is the growth of the heap in bytes while the result is in use, and read is the size of the input.
	kept, read uint64
}

// above returns the exceeded parts of the budget; empty if none is exceeded. A budget of 0 is unlimited.
func (c cost) above(budget cost) string {
	switch {
	case budget.processor > 0 && c.processor > budget.processor:
		return fmt.Sprintf("%s of processor time, for which the budget is %s", c.processor, budget.processor)
	case budget.allocated > 0 && c.allocated > budget.allocated:
		return fmt.Sprintf("%d bytes allocated, for which the budget is %d", c.allocated, budget.allocated)
	case budget.written > 0 && c.written > budget.written:
		return fmt.Sprintf("%d bytes written, for which the budget is %d", c.written, budget.written)
	case budget.requests > 0 && c.requests > budget.requests:
		return fmt.Sprintf("%d requests, for which the budget is %d", c.requests, budget.requests)
	case budget.heap > 0 && c.heap > budget.heap:
		return fmt.Sprintf("%d bytes of heap, for which the budget is %d", c.heap, budget.heap)
	case budget.kept > 0 && c.kept > budget.kept:
		return fmt.Sprintf("%d bytes kept, for which the budget is %d", c.kept, budget.kept)
	case budget.late > 0 && c.late > budget.late:
		return fmt.Sprintf("%s after the time was over, for which the budget is %s", c.late, budget.late)
	}
	return ""
}

// share returns the greatest used share of a budget.
func (c cost) share(budget cost) float64 {
	share := 0.0
	for _, of := range [][2]float64{
		{float64(c.processor), float64(budget.processor)}, {float64(c.allocated), float64(budget.allocated)},
		{float64(c.written), float64(budget.written)}, {float64(c.requests), float64(budget.requests)},
		{float64(c.heap), float64(budget.heap)}, {float64(c.late), float64(budget.late)}, {float64(c.kept), float64(budget.kept)},
	} {
		if of[1] > 0 {
			share = max(share, of[0]/of[1])
		}
	}
	return share
}

// measure returns the cost of the work. The door adds the written bytes and requests.
func measure(work func()) cost {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := threadTime()
	work()
	processor := threadTime() - start
	runtime.ReadMemStats(&after)
	return cost{processor: processor, allocated: after.TotalAlloc - before.TotalAlloc}
}

func threadTime() time.Duration { return usedTime(unix.RUSAGE_THREAD) }

func usedTime(who int) time.Duration {
	var usage unix.Rusage
	Expect(unix.Getrusage(who, &usage)).To(Succeed())
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// door is an entry point for tenants' input.
type door[Input any] struct {
	budget cost
	// start are the first inputs of the search.
	start []Input
	// change returns a changed copy of an input.
	change func(*rand.Rand, Input) Input
	// work handles an input like the extension, and fails the test after a wrong outcome.
	work func(Input) cost
	// describe describes an input, so that it can be repeated.
	describe func(Input) string
}

// candidate is a costly input.
type candidate[Input any] struct {
	input Input
	cost  cost
}

// mostCandidates is the number of inputs that the search continues with.
const mostCandidates = 40

// search changes costly inputs until the time is over (hill climbing from the worst inputs). It fails for an input
// above the budget.
func (d door[Input]) search(seed uint64) {
	GinkgoHelper()
	duration, timed := searchTime()
	if !timed {
		d.budget.processor, d.budget.late = 0, 0
	}
	var (
		random = rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // a search has to be repeatable
		worst  []candidate[Input]
		tried  int
		end    = time.Now().Add(duration)
	)
	try := func(input Input) {
		tried++
		c := d.work(input)
		if reason := c.above(d.budget); reason != "" && d.again(input) {
			d.keep("failed", input)
			Fail(fmt.Sprintf("seed %d, input %d: %s\n%s", seed, tried, reason, text.Cut(d.describe(input), longestDescription)))
		}
		at, _ := slices.BinarySearchFunc(worst, c, func(known candidate[Input], c cost) int {
			return cmp.Compare(c.share(d.budget), known.cost.share(d.budget))
		})
		if at < mostCandidates {
			worst = slices.Insert(worst, at, candidate[Input]{input, c})
			worst = worst[:min(len(worst), mostCandidates)]
		}
	}
	// Half of the time is for the first inputs.
	begin := end.Add(-duration / 2)
	for _, i := range random.Perm(len(d.start)) {
		if try(d.start[i]); time.Now().After(begin) {
			break
		}
	}
	for time.Now().Before(end) {
		// The worst input is chosen most often.
		from := worst[int(float64(len(worst))*random.Float64()*random.Float64())].input
		try(d.change(random, from))
	}
	c := worst[0].cost
	AddReportEntry("worst", fmt.Sprintf("seed %d, %d inputs in %s: %d bytes read, %s, %d KiB allocated, %d bytes written, %d requests, %d KiB of heap, %d KiB kept, %s late", seed, tried, duration,
		c.read, c.processor, c.allocated>>10, c.written, c.requests, c.heap>>10, c.kept>>10, c.late), ReportEntryVisibilityAlways)
	d.keep("worst", worst[0].input)
}

// keep writes an input into directory FUZZ_OUT, because the result depends on the machine as well as on the seed.
func (d door[Input]) keep(name string, input Input) {
	if directory := os.Getenv("FUZZ_OUT"); directory != "" {
		Expect(os.MkdirAll(directory, 0o700)).To(Succeed())
		file := filepath.Join(directory, CurrentSpecReport().FullText()+" "+name)
		Expect(os.WriteFile(file, []byte(d.describe(input)), 0o600)).To(Succeed())
	}
}

// longestDescription bounds a report.
const longestDescription = 4000

// again measures the input again and reports whether it exceeds the budget, because a garbage collection or a page
// fault may have distorted the first measurement.
func (d door[Input]) again(input Input) bool {
	for range 2 {
		if d.work(input).above(d.budget) == "" {
			return false
		}
	}
	return true
}

// searchTime returns the time to search at each door, and whether the time suffices for a measurement.
func searchTime() (time.Duration, bool) {
	text, given := os.LookupEnv("FUZZ_FOR")
	if !given {
		return time.Second, false
	}
	duration, err := time.ParseDuration(text)
	Expect(err).NotTo(HaveOccurred(), "FUZZ_FOR is a duration such as 10m")
	return duration, true
}

// searchSeed returns FUZZ_SEED, or a random seed.
func searchSeed() uint64 {
	var seed uint64
	if text, given := os.LookupEnv("FUZZ_SEED"); given {
		_, err := fmt.Sscan(text, &seed)
		Expect(err).NotTo(HaveOccurred(), "FUZZ_SEED is a number")
		return seed
	}
	return uint64(GinkgoRandomSeed())
}
