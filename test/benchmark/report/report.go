// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package report writes measured figures into a page of results, as tables and as a plot.
package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/scale"
)

// The files, below the root of the repository.
const (
	// Figures are what make benchmark has printed: a line of JSON for each number of Extensions.
	Figures = "test/benchmark/results/figures.jsonl"
	// Page has the tables, between two lines that name what belongs there.
	Page = "test/benchmark/results/README.md"
	// Plot is shown on the page.
	Plot = "test/benchmark/results/figures.svg"
)

// Write writes the figures into page and plot.
func Write(projectDir string) error {
	page, plot, err := Render(projectDir)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(projectDir, Page), page, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(projectDir, Plot), plot, 0o644)
}

// Render returns what page and plot should be.
func Render(projectDir string) (page, plot []byte, err error) {
	figures, err := os.Open(filepath.Join(projectDir, Figures))
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, figures.Close()) }()
	results, err := Read(figures)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", Figures, err)
	}
	if page, err = os.ReadFile(filepath.Join(projectDir, Page)); err != nil {
		return nil, nil, err
	}
	for _, section := range []struct{ name, content string }{
		{"conditions", conditions(results)},
		{"table", table(results)},
		{"requests", requests(results)},
		{"changes", changes(results)},
	} {
		if page, err = replace(page, section.name, section.content); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", Page, err)
		}
	}
	return page, []byte(drawing(results)), nil
}

// Read reads lines of JSON, and puts those with shoots first, and those with few Extensions before those with many.
func Read(lines io.Reader) ([]scale.Result, error) {
	var results []scale.Result
	for decoder := json.NewDecoder(lines); ; {
		var result scale.Result
		switch err := decoder.Decode(&result); {
		case errors.Is(err, io.EOF):
			if len(results) == 0 {
				return nil, errors.New("there are no figures")
			}
			slices.SortStableFunc(results, func(a, b scale.Result) int {
				return cmp.Or(cmp.Compare(variant(a), variant(b)), cmp.Compare(a.N, b.N))
			})
			return results, nil
		case err != nil:
			return nil, err
		}
		results = append(results, result)
	}
}

// variant says in what a measurement differs from what the chart does by default.
func variant(result scale.Result) string {
	arguments := slices.Clone(result.Conditions.ControllerArgs)
	for i, argument := range arguments {
		arguments[i] = "`" + argument + "`"
	}
	if result.Conditions.WithoutShoots {
		arguments = append([]string{"without shoots"}, arguments...)
	}
	return strings.Join(arguments, ", ")
}

// replace puts content between the lines that name it.
func replace(page []byte, name, content string) ([]byte, error) {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->\n"
	from, to := bytes.Index(page, []byte(begin)), bytes.Index(page, []byte(end))
	if from < 0 || to < from {
		return nil, fmt.Errorf("there is no section %s", name)
	}
	return slices.Concat(page[:from+len(begin)], []byte("\n"+content+"\n"), page[to:]), nil
}
