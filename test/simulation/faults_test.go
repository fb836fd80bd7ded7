// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// faults are corrected faults of the product that a patch in testdata/faults puts back, by the names of the patches.
// The test finds each: its run breaks the rule.
func faults() map[string]struct{ test, rule string } {
	return map[string]struct{ test, rule string }{
		"health-before-the-change":  {"TestHealthFromBeforeTheChangeProvesNothing", "empty-ring-waits"},
		"old-report":                {"TestOldReportProvesNothing", "revision-after-ring-before"},
		"time-that-nobody-observed": {"TestTimeThatNobodyObservedIsNoSoak", "revision-after-ring-before"},
	}
}

// The simulation has to find faults that the product had. A patch that no longer applies needs to follow the code.
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
