// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package report writes measured figures to a page of results as tables and a plot.
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

// Paths relative to the root of the repository.
const (
	// Figures contains the output of "make benchmark": a line of JSON for each number of Extensions.
	Figures = "test/benchmark/results/figures.jsonl"
	// Page contains the tables. Each table is between two marker lines that contain its name.
	Page = "test/benchmark/results/README.md"
	// Plot is the image on the page.
	Plot = "test/benchmark/results/figures.svg"
)

// Write writes the page and the plot.
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

// Render returns the contents of the page and the plot.
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

// Read reads lines of JSON. It sorts results with shoots before results without, and then by the number of Extensions.
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

// variant describes how the settings of a measurement differ from the defaults of the chart. It is empty if they do not
// differ.
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

// replace replaces the content between the marker lines with this name.
func replace(page []byte, name, content string) ([]byte, error) {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->\n"
	from, to := bytes.Index(page, []byte(begin)), bytes.Index(page, []byte(end))
	if from < 0 || to < from {
		return nil, fmt.Errorf("there is no section %s", name)
	}
	return slices.Concat(page[:from+len(begin)], []byte("\n"+content+"\n"), page[to:]), nil
}
