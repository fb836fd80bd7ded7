// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// faults are corrected faults of the product that a patch in testdata/faults puts back, by the names of the patches.
// The test finds each: its run breaks the rule.
func faults() map[string]struct{ test, rule string } {
	return map[string]struct{ test, rule string }{
		"health-before-the-change":  {"TestHealthFromBeforeTheChangeProvesNothing", "empty-ring-waits"},
		"old-lists":                 {"TestCachesAreNotOlderThanBefore", "flux-version-never-back"},
		"old-report":                {"TestOldReportProvesNothing", "revision-after-ring-before"},
		"restored-backup":           {"TestRestoredShootIsRepaired", "ready-is-applied"},
		"root-read-before":          {"TestObjectsOfAnotherCommitHideNoLoss", "losses-are-reported"},
		"time-that-nobody-observed": {"TestTimeThatNobodyObservedIsNoSoak", "revision-after-ring-before"},
		"two-reads":                 {"TestObjectsOfAnotherCommitHideNoLoss", "losses-are-reported"},
	}
}

// A patch that no longer applies needs to follow the code.
func TestFaultsApply(t *testing.T) {
	for name := range faults() {
		overlay(t, name)
	}
}

// The simulation has to find faults that the product had.
func TestFaultsThatAreBackAreFound(t *testing.T) {
	if !isLong() {
		t.Skip("it takes long: make test-long runs it")
	}
	for name, fault := range faults() {
		t.Run(name, func(t *testing.T) {
			command := exec.Command("go", "test", "-count=1", "-overlay", overlay(t, name), "-run", "^"+fault.test+"$", ".") //nolint:gosec,noctx // the arguments are those above
			output, err := command.CombinedOutput()
			if err == nil || !strings.Contains(string(output), fault.rule+": ") {
				t.Errorf("%s does not break rule %s: %v\n%s", fault.test, fault.rule, err, output)
			}
		})
	}
}

// TestFaultByChance runs seed after seed with the fault that the environment names, until one breaks a rule that it does
// not break without the fault. No schedule leads there.
func TestFaultByChance(t *testing.T) {
	name := os.Getenv("SIMULATION_FAULT")
	if name == "" {
		t.Skip("it looks for one fault: make simulate FAULT=… runs it")
	}
	program := filepath.Join(t.TempDir(), "simulation.test")
	if output, err := exec.Command("go", "test", "-c", "-o", program, "-overlay", overlay(t, name), ".").CombinedOutput(); err != nil { //nolint:gosec,noctx // the arguments are those above
		t.Fatalf("%v\n%s", err, output)
	}
	first, each, lasts := setting(t, "SEED", parseSeed, 1), setting(t, "DAYS", parseDays, 0.25), setting(t, "FOR", time.ParseDuration, 10*time.Minute)
	begin, days := time.Now(), 0.0
	for seed := first; time.Since(begin) < lasts; seed++ {
		broken, output := brokenBy(t, program, seed, each)
		days += each
		if len(broken) == 0 {
			continue
		}
		if without, _ := brokenBy(t, os.Args[0], seed, each); len(without) > 0 {
			t.Logf("seed %d breaks %q without the fault", seed, without)
			continue
		}
		t.Logf("%s: seed %d breaks %q after %.2f simulated days and %v\n%s", name, seed, broken, days, time.Since(begin).Round(time.Second), output)
		return
	}
	t.Errorf("%s: no seed from %d on breaks a rule within %.2f simulated days and %v", name, first, days, time.Since(begin).Round(time.Second))
}

// brokenBy returns the rules that a run with a seed breaks, and its output.
func brokenBy(t *testing.T, program string, seed uint64, days float64) (rules []string, output string) {
	t.Helper()
	command := exec.Command(program, "-test.run", "^TestSimulation$", "-test.v") //nolint:gosec,noctx // the test has built it
	command.Env = append(os.Environ(), "SIMULATION_FAULT=", "SIMULATION_FOR=", "SIMULATION_SHORTEN=0s",
		"SIMULATION_SEED="+strconv.FormatUint(seed, 10), "SIMULATION_DAYS="+strconv.FormatFloat(days, 'g', -1, 64))
	written, err := command.CombinedOutput()
	for _, rule := range regexp.MustCompile(`(?m)^ *([a-z]+(?:-[a-z]+)+): `).FindAllSubmatch(written, -1) {
		if name := string(rule[1]); !slices.Contains(rules, name) {
			rules = append(rules, name)
		}
	}
	if err != nil && len(rules) == 0 {
		t.Fatalf("seed %d: %v\n%s", seed, err, written)
	}
	return rules, string(written)
}

// overlay returns a file for go test -overlay with the files that a patch changes.
func overlay(t *testing.T, name string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	patch := filepath.Join(root, "test", "simulation", "testdata", "faults", name+".patch")
	content, err := os.ReadFile(patch) //nolint:gosec // it is a file of this test
	if err != nil {
		t.Fatal(err)
	}
	to, replaced := t.TempDir(), map[string]string{}
	for line := range strings.Lines(string(content)) {
		path, is := strings.CutPrefix(strings.TrimSpace(line), "--- a/")
		if !is {
			continue
		}
		before, err := os.ReadFile(filepath.Join(root, path)) //nolint:gosec // it is a file of the project
		if err != nil {
			t.Fatal(err)
		}
		after := filepath.Join(to, path)
		if err := os.MkdirAll(filepath.Dir(after), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(after, before, 0o600); err != nil {
			t.Fatal(err)
		}
		replaced[filepath.Join(root, path)] = after
	}
	command := exec.Command("git", "apply", patch) //nolint:gosec,noctx // the argument is a file of this test
	command.Dir = to
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("the patch no longer applies: %v\n%s", err, output)
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(to, "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
