// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

// releaseNotes returns what the controllers' release notes say of the releases between two Flux versions: what a
// controller does differently is in no manifest. It reads the newest available patch of each controller.
func releaseNotes(ctx context.Context, download gomodule.Download, from, to *release) ([]string, error) {
	var lines []string
	for _, component := range to.components() {
		old, current := from.images[component].tag, to.images[component].tag
		if old == "" {
			continue // a new controller
		}
		found := ""
		for _, candidate := range gomodule.OlderPatches(current) {
			if semver.Compare(candidate, old) <= 0 {
				break
			}
			path, _, _ := strings.Cut(controllerModule(component, candidate), "@")
			read, err := download(ctx, module.Version{Path: path, Version: candidate})
			if errors.Is(err, gomodule.ErrAbsent) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("reading the release notes of %s %s: %w", component, candidate, err)
			}
			notes, err := os.ReadFile(filepath.Join(read.Dir, "CHANGELOG.md"))
			if err != nil {
				return nil, fmt.Errorf("reading the release notes of %s %s: %w", component, candidate, err)
			}
			for _, note := range summaries(string(notes), old, candidate) {
				lines = append(lines, component+" "+note)
			}
			found = candidate
			break
		}
		if found != current && old != current {
			lines = append(lines, fmt.Sprintf("%s %s: not available", component, current))
		}
	}
	return lines, nil
}

// summaries returns the summaries of the releases that are newer than a version, up to another one, newest first.
func summaries(notes, after, upTo string) []string {
	heading := regexp.MustCompile(`(?m)^## ([0-9]+\.[0-9]+\.[0-9]+)$`)
	found := heading.FindAllStringSubmatchIndex(notes, -1)
	var result []string
	for i, match := range found {
		version, end := notes[match[2]:match[3]], len(notes)
		if semver.Compare("v"+version, after) <= 0 || semver.Compare("v"+version, upTo) > 0 {
			continue
		}
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		var words []string
		for line := range strings.Lines(notes[match[1]:end]) {
			line = strings.TrimSpace(line)
			if strings.HasSuffix(line, ":") && !strings.Contains(line, " ") || strings.HasPrefix(line, "- ") {
				break // a list of changes, such as "Fixes:"
			}
			if !strings.HasPrefix(line, "**Release date:**") {
				words = append(words, strings.Fields(line)...)
			}
		}
		result = append(result, version+": "+strings.Join(words, " "))
	}
	return result
}
