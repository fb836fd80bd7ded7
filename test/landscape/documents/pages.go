// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Pages reads README.md and all pages below docs in a repository, in the order of their paths.
func Pages(repository string) ([]Page, error) {
	paths := []string{"README.md"}
	err := fs.WalkDir(os.DirFS(repository), "docs", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".md") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking for pages: %w", err)
	}
	slices.Sort(paths)
	var pages []Page
	var mistakes []error
	for _, path := range paths {
		content, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(path)))
		if err != nil {
			return nil, fmt.Errorf("reading a page: %w", err)
		}
		page, err := Parse(path, content)
		mistakes = append(mistakes, err)
		pages = append(pages, page)
	}
	return pages, errors.Join(mistakes...)
}

// Runs returns whether the page has commands to run.
func (p Page) Runs() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Kind == Run })
}
