// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command cookbook generates the cookbook and the table of what each Flux version supports. Its arguments are files with new results.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cookbook"
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
	results, err := cookbook.Read(filepath.Join(projectDir, cookbook.Results))
	if err != nil {
		return err
	}
	for _, file := range added {
		later, err := cookbook.Read(file)
		if err != nil {
			return err
		}
		results = cookbook.Merge(all, results, later)
	}
	if err := cookbook.Write(filepath.Join(projectDir, cookbook.Results), results); err != nil {
		return err
	}
	pages, err := cookbook.Pages(all)
	if err != nil {
		return err
	}
	pages[cookbook.Table] = cookbook.Render(all, results)
	if err := os.RemoveAll(filepath.Join(projectDir, cookbook.Directory)); err != nil {
		return err
	}
	for name, content := range pages {
		file := filepath.Join(projectDir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // no secret
			return err
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil { //nolint:gosec // no secret
			return err
		}
	}
	return nil
}
