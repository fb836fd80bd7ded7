// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package report stores the results of the conformance cases, and renders the page with the features that are verified
// with each Flux version.
package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
)

// Paths of the page and its results, relative to the root of the repository.
const (
	Page    = "docs/usage/conformance.md"
	Results = "test/conformance/results.jsonl"
)

// Result is the result of a case with one Flux version. Results contains one JSON object per line.
type Result struct {
	// Flux is the Flux version that the extension installed in the shoot. Programs are controllers of other versions that
	// ran instead of this version's controllers.
	Flux     string   `json:"flux"`
	Programs []string `json:"programs,omitempty"`
	// Chapter and Case identify the case.
	Chapter string `json:"chapter"`
	Case    string `json:"case"`
	// Mutated is true if the feature was switched off.
	Mutated bool `json:"mutated"`
	// Passed is true if all output was as expected.
	Passed bool `json:"passed"`
	// Seconds is the duration of the run.
	Seconds float64 `json:"seconds"`
	// Commit and Date are the commit and date of the run.
	Commit string `json:"commit"`
	Date   string `json:"date"`
}

// Read reads results from a file. It returns no results if the file does not exist.
func Read(path string) (results []Result, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	decoder := json.NewDecoder(bufio.NewReader(file))
	for {
		var result Result
		switch err := decoder.Decode(&result); {
		case errors.Is(err, io.EOF):
			return results, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		results = append(results, result)
	}
}

// Merge returns the later results, and the earlier results of runs that were not repeated. It drops the results of
// removed cases.
func Merge(all []cases.Case, earlier, later []Result) []Result {
	type run struct {
		flux, chapter, name string
		mutated             bool
	}
	newest := map[run]Result{}
	for _, r := range slices.Concat(earlier, later) {
		if slices.ContainsFunc(all, func(c cases.Case) bool { return c.Chapter == r.Chapter && c.Name == r.Case }) {
			newest[run{r.Flux, r.Chapter, r.Case, r.Mutated}] = r
		}
	}
	return slices.SortedFunc(maps.Values(newest), func(a, b Result) int {
		return cmp.Or(semver.Compare(b.Flux, a.Flux), cmp.Compare(a.Chapter, b.Chapter), cmp.Compare(a.Case, b.Case), compareBool(a.Mutated, b.Mutated))
	})
}

// Of returns the results with the given Flux versions.
func Of(versions []string, results []Result) []Result {
	return slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return !slices.Contains(versions, r.Flux) })
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// Write writes results to a file, one per line.
func Write(path string, results []Result) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	for _, r := range results {
		if err := encoder.Encode(r); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // no secret
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644) //nolint:gosec // no secret
}

// Render returns the page.
func Render(all []cases.Case, results []Result) string {
	var versions []string
	programs := map[string][]string{}
	dates := map[string][]string{}
	for _, r := range results {
		if !slices.Contains(versions, r.Flux) {
			versions = append(versions, r.Flux)
		}
		programs[r.Flux] = r.Programs
		if !slices.Contains(dates[r.Flux], r.Date) {
			dates[r.Flux] = append(dates[r.Flux], r.Date)
		}
	}
	slices.SortFunc(versions, func(a, b string) int { return semver.Compare(b, a) })

	var out strings.Builder
	out.WriteString(`<!-- Generated from test/conformance. Change that, and run make conformance-report. -->

# Verified Flux features

Each feature is tested by a [conformance case](../../test/conformance/README.md), in a shoot with the extension. A case passes if the output
is as expected, and differs with the feature switched off. ` + "`make conformance`" + ` runs all cases with all versions and updates this page;
` + "`make conformance CASES=prune,wait FLUX=v2.9`" + ` runs some.

| Flux | tested on | controllers replaced |
| --- | --- | --- |
`)
	for _, version := range versions {
		instead := strings.Join(programs[version], ", ")
		if instead == "" {
			instead = "none"
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", version, strings.Join(dates[version], ", "), instead)
	}
	fmt.Fprintf(&out, `
CustomResourceDefinitions, Deployments and RBAC are the version's own. A controller that is not available as a Go module is
[replaced](../development/landscape.md#other-versions-of-flux) by the nearest version that is. [All results](../../%s).

## Features

A feature passed with all these versions, or with those in parentheses; older versions do not have it.

| | passed |
| --- | --- |
`, Results)
	for _, chapter := range []struct{ name, title string }{{"source", "sources"}, {"kustomize", "Kustomizations"}, {"delivery", "Helm, notifications"}} {
		var features []string
		for _, c := range all {
			if c.Chapter == chapter.name {
				features = append(features, feature(c, versions, results))
			}
		}
		fmt.Fprintf(&out, "| %s | %s |\n", chapter.title, strings.Join(features, ", "))
	}
	return out.String()
}

// feature returns a link to the documentation of the feature. Unless the case passed with all versions, the outcomes
// follow in parentheses: first the versions with which the case passed, then those with which it failed or was not run.
// Versions without the feature are omitted.
func feature(c cases.Case, versions []string, results []Result) string {
	link := fmt.Sprintf("[%s](%s)", c.Feature, c.Documentation)
	by := map[string][]string{}
	for _, version := range versions {
		if c.Can(version) {
			outcome := outcome(c, version, results)
			by[outcome] = append(by[outcome], version)
		}
	}
	yes := by["yes"]
	if len(versions) > 0 && len(yes) == len(versions) {
		return link
	}
	var outcomes []string
	if len(yes) > 0 {
		outcomes = append(outcomes, strings.Join(yes, ", "))
	}
	for _, other := range []string{"**failed**", "not run"} {
		if len(by[other]) > 0 {
			outcomes = append(outcomes, other+": "+strings.Join(by[other], ", "))
		}
	}
	if len(outcomes) == 0 {
		outcomes = []string{"no version"}
	}
	return fmt.Sprintf("%s (%s)", link, strings.Join(outcomes, "; "))
}

// outcome returns the outcome of a case with a version that has the feature.
func outcome(c cases.Case, version string, results []Result) string {
	ran := map[bool]bool{}
	for _, r := range results {
		if r.Flux != version || r.Chapter != c.Chapter || r.Case != c.Name {
			continue
		}
		if !r.Passed {
			return "**failed**"
		}
		ran[r.Mutated] = true
	}
	if len(ran) < 2 {
		return "not run"
	}
	return "yes"
}
