// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cookbook

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

// The table and the results that it is generated from, below the root of the repository.
const (
	Table   = "docs/usage/conformance.md"
	Results = "test/conformance/results.jsonl"
)

// Result is the result of a case with a Flux version, a line of JSON in Results.
type Result struct {
	// Flux is the version that the extension installed in the shoot, and Programs are the controllers that ran instead of its own.
	Flux     string   `json:"flux"`
	Programs []string `json:"programs,omitempty"`
	// Chapter and Case are the case.
	Chapter string `json:"chapter"`
	Case    string `json:"case"`
	// Mutated is set if the feature was switched off.
	Mutated bool `json:"mutated"`
	// Passed is set if the output was as expected.
	Passed bool `json:"passed"`
	// Seconds is the duration.
	Seconds float64 `json:"seconds"`
	// Commit and Date are those of the run.
	Commit string `json:"commit"`
	Date   string `json:"date"`
}

// Read reads results from a file; there are none if it does not exist.
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

// Merge returns the later results, and the earlier ones without a later one. Results of cases that do not exist any more are dropped.
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

// Write writes results to a file, a line for each.
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

// Render returns the page with the table.
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
	fmt.Fprintf(&out, generated, "test/conformance")
	out.WriteString(`# What each Flux version supports in a shoot

Each row is a feature, with a link to Flux's documentation, and a [conformance case](../../test/conformance/README.md), which is run in a
shoot with the extension. Some have a page in the [cookbook](cookbook/README.md).

**yes**: the output was as expected, and was not with the feature switched off. **–**: the version does not have the feature.

| feature | case | ` + strings.Join(versions, " | ") + " |\n|" + strings.Repeat(" --- |", len(versions)+2) + "\n")
	for _, c := range all {
		fmt.Fprintf(&out, "| %s | [%s](../../test/conformance/cases/%s/%[2]s) |", feature(c), c.Name, c.Chapter)
		for _, version := range versions {
			fmt.Fprintf(&out, " %s |", cell(c, version, results))
		}
		out.WriteString("\n")
	}
	fmt.Fprintf(&out, `
## Test runs

CustomResourceDefinitions, Deployments and permissions are those of the version. Controllers that are not available as Go modules were
[replaced](../development/landscape.md). Flux v2.5.1 is not tested: its source-controller is not available, and later ones need newer
CustomResourceDefinitions. [All results](../../%s).

| Flux | date | replaced controllers |
| --- | --- | --- |
`, Results)
	for _, version := range versions {
		instead := strings.Join(programs[version], ", ")
		if instead == "" {
			instead = "none"
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", version, strings.Join(dates[version], ", "), instead)
	}
	return out.String()
}

// feature is the first cell of a case.
func feature(c cases.Case) string {
	out := fmt.Sprintf("[%s](%s)", c.Feature, c.Documentation)
	if c.Since != nil {
		out += fmt.Sprintf(", since [%s](%s)", c.Since.Version, c.Since.Source)
	}
	if c.Page != nil {
		out += fmt.Sprintf(", [page](cookbook/%s.md)", c.Name)
	}
	return out
}

// cell is the result of a case with a version.
func cell(c cases.Case, version string, results []Result) string {
	if !c.Can(version) {
		return "–"
	}
	ran := map[bool]bool{}
	for _, r := range results {
		if r.Flux != version || r.Chapter != c.Chapter || r.Case != c.Name {
			continue
		}
		if !r.Passed {
			return "**no**"
		}
		ran[r.Mutated] = true
	}
	if len(ran) < 2 {
		return "not run"
	}
	return "yes"
}
