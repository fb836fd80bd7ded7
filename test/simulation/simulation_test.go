// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

//go:debug randseednop=0

package simulation

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-logr/logr/funcr"
)

// These variables of the environment control the tests. SIMULATION_SEED is the seed of the first run, SIMULATION_DAYS how
// long each run lasts, SIMULATION_FOR for how long runs are repeated with the next seeds, SIMULATION_HEALTH the time
// between two health checks of a ready shoot, SIMULATION_HISTORY a file for the history of the last run, and
// SIMULATION_LOG makes the processes log to standard error. With SIMULATION_LONG, the seed is random, and the
// perturbations are run: those that the regular expression SIMULATION_PLACES matches. SIMULATION_PROJECTS are the projects
// that exist, of one, two and three: the fewer, the more happens to each.
func setting[T any](t *testing.T, name string, parse func(string) (T, error), otherwise T) T {
	t.Helper()
	value, is := os.LookupEnv("SIMULATION_" + name)
	if !is || value == "" {
		return otherwise
	}
	parsed, err := parse(value)
	if err != nil {
		t.Fatalf("SIMULATION_%s: %v", name, err)
	}
	return parsed
}

func isLong() bool { return os.Getenv("SIMULATION_LONG") != "" }

func parseSeed(value string) (uint64, error) { return strconv.ParseUint(value, 10, 64) }

func parseDays(value string) (float64, error) { return strconv.ParseFloat(value, 64) }

func parseNames(value string) ([]string, error) { return strings.Split(value, ","), nil }

// defaultDays is how long a run lasts in make test.
const defaultDays = 0.1

func TestSimulation(t *testing.T) {
	first := uint64(1)
	if isLong() {
		first = uint64(rand.Uint32())
	}
	options := Options{Seed: setting(t, "SEED", parseSeed, first), Days: setting(t, "DAYS", parseDays, defaultDays), Projects: setting(t, "PROJECTS", parseNames, nil)}
	if os.Getenv("SIMULATION_LOG") != "" {
		options.Log = funcr.New(func(prefix, arguments string) {
			fmt.Fprintln(os.Stderr, time.Now().Format("15:04:05.000"), prefix, arguments)
		}, funcr.Options{})
	}
	begin, lasts := time.Now(), setting(t, "FOR", time.ParseDuration, 0)
	days := 0.0
	for run := 0; run == 0 || time.Since(begin) < lasts; run++ {
		options.HealthPeriod = setting(t, "HEALTH", time.ParseDuration, HealthPeriod(options.Seed))
		options.Swift, options.Latency = IsSwift(options.Seed), Latency(options.Seed)
		simulate(t, options)
		options.Seed++
		days += options.Days
	}
	t.Logf("%.2f days in %v, which are %.1f in an hour", days, time.Since(begin).Round(time.Second), days/time.Since(begin).Hours())
}

func simulate(t *testing.T, options Options) {
	t.Helper()
	begin := time.Now()
	result := Run(t, options)
	keepHistory(t, result)
	if result.Err != nil {
		t.Fatalf("seed %d, %g days: %v", options.Seed, options.Days, result.Err)
	}
	t.Logf("seed %d: %g days, %d events, %d requests, %d observations in %v", options.Seed, options.Days, len(result.Events), result.Requests, len(result.Observations), time.Since(begin).Round(time.Second))
	if len(result.Violations) == 0 {
		return
	}
	t.Errorf("%s", Report(options, result))
	shortened, result := Shorten(t, options, result, time.Now().Add(setting(t, "SHORTEN", time.ParseDuration, 5*time.Minute)))
	t.Errorf("shortened:\n%s", Report(shortened, result))
}

// keepHistory writes the history to the file that the environment names, if any.
func keepHistory(t *testing.T, result Result) {
	t.Helper()
	if path := os.Getenv("SIMULATION_HISTORY"); path != "" {
		if err := os.WriteFile(path, result.History, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A failure can be repeated only if nothing but the seed decides.
func TestSameSeedSameHistory(t *testing.T) {
	options := Options{Seed: 7, Days: 0.02, Events: []Event{{At: 21 * time.Minute, What: whatPath, On: "one", With: "./b"}}}
	first, second := Simulate(t, options), Simulate(t, options)
	if err := cmp.Or(first.Err, second.Err); err != nil {
		t.Fatal(err)
	}
	lines, others := strings.Split(string(first.History), "\n"), strings.Split(string(second.History), "\n")
	for i := range min(len(lines), len(others)) {
		if lines[i] != others[i] {
			t.Fatalf("two runs with the same seed have different histories:\n%s\n%s", lines[i], others[i])
		}
	}
	if len(lines) != len(others) {
		t.Fatal("two runs with the same seed have histories of different lengths")
	}
	if options.Seed = 8; string(Simulate(t, options).History) == string(first.History) {
		t.Fatal("runs with different seeds have the same history")
	}
}
