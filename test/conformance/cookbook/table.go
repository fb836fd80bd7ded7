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

// The table and what it is made of, below the root of the repository.
const (
	Table   = "docs/usage/conformance.md"
	Results = "test/conformance/results.jsonl"
)

// Result is how a case has ended with a Flux version, a line of JSON in Results.
type Result struct {
	// Flux is the version that the extension brought into the shoot, and Programs are the controllers that ran, where they are not of it.
	Flux     string   `json:"flux"`
	Programs []string `json:"programs,omitempty"`
	// Chapter and Case are the case.
	Chapter string `json:"chapter"`
	Case    string `json:"case"`
	// Mutated says that its promise was switched off.
	Mutated bool `json:"mutated"`
	// Passed says that all was seen.
	Passed bool `json:"passed"`
	// Seconds are how long it took.
	Seconds float64 `json:"seconds"`
	// Commit and Date are of the run.
	Commit string `json:"commit"`
	Date   string `json:"date"`
}

// Read reads results from a file; there are none yet if it is not there.
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

// Merge returns the later results, and those of the earlier ones that are of cases which exist and of which there is no later one.
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
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // documentation
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644) //nolint:gosec // documentation
}

// Render returns the table's page.
func Render(all []cases.Case, results []Result) string {
	var versions []string
	programs := map[string][]string{}
	seconds := map[string]float64{}
	conditions := map[string][]string{}
	for _, r := range results {
		if !slices.Contains(versions, r.Flux) {
			versions = append(versions, r.Flux)
		}
		programs[r.Flux] = r.Programs
		seconds[r.Flux] += r.Seconds
		if when := fmt.Sprintf("%s with commit `%s`", r.Date, r.Commit); !slices.Contains(conditions[r.Flux], when) {
			conditions[r.Flux] = append(conditions[r.Flux], when)
		}
	}
	slices.SortFunc(versions, func(a, b string) int { return semver.Compare(b, a) })

	var out strings.Builder
	fmt.Fprintf(&out, generated, Results+", which make conformance writes")
	out.WriteString(`# What Flux does in a shoot, by version

Each line is a [page of the cookbook](cookbook/README.md) and a case of a test, which the extension's own shoots have gone through with real
controllers, Git host, registry and bucket: **yes** if everything on the page was seen, and if it was not seen any more once the thing that
it is about was switched off. **–** is what the version cannot do; why is below. The name of the test is that of the page's directory in
[test/conformance/cases](../../test/conformance/cases).

| | ` + strings.Join(versions, " | ") + " | test |\n| --- |" + strings.Repeat(" --- |", len(versions)+1) + "\n")
	for _, chapter := range cases.Chapters() {
		for _, c := range all {
			if c.Chapter != chapter {
				continue
			}
			fmt.Fprintf(&out, "| [%s](cookbook/%s.md) |", c.Feature, c.Name)
			for _, version := range versions {
				fmt.Fprintf(&out, " %s |", cell(c, version, results))
			}
			fmt.Fprintf(&out, " %s/%s |\n", c.Chapter, c.Name)
		}
	}
	out.WriteString("\n## What older versions cannot do\n\n| | since | because | says |\n| --- | --- | --- | --- |\n")
	for _, c := range all {
		if c.Since != nil {
			fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", c.Feature, c.Since.Version, strings.Join(strings.Fields(c.Since.Reason), " "), c.Since.Source)
		}
	}
	out.WriteString("\n## How it was run\n\n| Flux | when | cases' own time, s | controllers that ran in the place of that version's own |\n| --- | --- | --- | --- |\n")
	for _, version := range versions {
		instead := strings.Join(programs[version], ", ")
		if instead == "" {
			instead = "none"
		}
		fmt.Fprintf(&out, "| %s | %s | %.0f | %s |\n", version, strings.Join(conditions[version], "; "), seconds[version], instead)
	}
	out.WriteString(`
CustomResourceDefinitions, Deployments and permissions are those of the version in any case. Not every controller can be had as a Go module;
[the landscape](../development/landscape.md#other-versions-of-flux) says which runs instead, and the table here repeats it. Flux v2.5.1, which
the extension carries too, cannot be run there: its own controllers are not to be had, and later ones do not work with its definitions.
`)
	return out.String()
}

// cell is how a case has ended with a version.
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
