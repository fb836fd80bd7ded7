// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command report merges the results in the given files, drops those of Flux versions that are no longer carried, and
// generates the page with the verified features.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/report"
)

func main() {
	if err := write(filepath.Join("..", ".."), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func write(projectDir string, added []string) error {
	all, err := cases.All()
	if err != nil {
		return err
	}
	results, err := report.Read(filepath.Join(projectDir, report.Results))
	if err != nil {
		return err
	}
	for _, file := range added {
		later, err := report.Read(file)
		if err != nil {
			return err
		}
		results = report.Merge(all, results, later)
	}
	carried, err := os.ReadFile(filepath.Join(projectDir, "hack", "distributions", "versions"))
	if err != nil {
		return err
	}
	results = report.Of(strings.Fields(string(carried)), results)
	if err := report.Write(filepath.Join(projectDir, report.Results), results); err != nil {
		return err
	}
	page := filepath.Join(projectDir, filepath.FromSlash(report.Page))
	return os.WriteFile(page, []byte(report.Render(all, results)), 0o644) //nolint:gosec // no secret
}
