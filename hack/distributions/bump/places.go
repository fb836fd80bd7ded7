// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// renaming maps carried versions, and images of controllers with tags, to those that take their places.
type renaming map[string]string

// renamed returns which release takes the place of which: a list of the same length changes by position, so that the
// newest version stays the newest one in examples and tests.
func renamed(from, to []*release) renaming {
	result := renaming{}
	for i := range from {
		if len(from) != len(to) || from[i].version == to[i].version {
			continue
		}
		result[from[i].version] = to[i].version
		for name, image := range from[i].images {
			result[name+":"+image.tag] = name + ":" + to[i].images[name].tag
		}
	}
	return result
}

// follows matches the files that name carried versions because they are carried: pages, examples, and tests that use
// the embedded distributions. Other tests have versions of their own.
func follows() *regexp.Regexp {
	return regexp.MustCompile(`^(` + strings.Join([]string{
		`docs/(usage|operations)/[^/]+\.md`,
		`docs/development/landscape\.md`,
		`example/[^/]+\.yaml`,
		`test/configuration/[^/]+_test\.go`,
		`test/(landscape/e2e|integration)/[^/]+_test\.go`,
		`test/conformance/README\.md`,
		`pkg/flux/([^/]+|distributions/[^/]+|patch/[^/]+)_test\.go`,
		`pkg/flux/patch/testdata/programs\.txt`,
		`pkg/cli/render/[^/]+_test\.go`,
		`pkg/controller/seed/extension/(.+/)?[^/]+_test\.go`,
		`charts/[^/]+_test\.go`,
	}, "|") + `)$`)
}

// stays matches files among them that do not follow: another step writes the page on conformance, the pages on supplied
// versions and on the status have examples of their own, and so have the tests.
func stays() *regexp.Regexp {
	return regexp.MustCompile(`^(docs/usage/conformance\.md|docs/operations/distributions\.md|docs/usage/status\.md|pkg/flux/images_test\.go|pkg/flux/patch/apply_test\.go)$`)
}

// measured matches lines that say with which version something was measured.
func measured() *regexp.Regexp { return regexp.MustCompile(`(?i)\bmeasured\b`) }

// rename writes the new versions into the files that follow. It returns the lines that name an old version and stay,
// because they were measured with it or name the new version already, as file:line.
func (r renaming) rename(root string, files []string, carried []string) (left []string, err error) {
	if len(r) == 0 {
		return nil, nil
	}
	for _, file := range files {
		if !follows().MatchString(file) || stays().MatchString(file) {
			continue
		}
		path := filepath.Join(root, filepath.FromSlash(file))
		content, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			continue // The generator has removed it.
		}
		if err != nil {
			return nil, err
		}
		changed, stay := r.renameText(string(content), carried)
		for _, line := range stay {
			left = append(left, fmt.Sprintf("%s:%d", file, line))
		}
		if bytes.Equal([]byte(changed), content) {
			continue
		}
		if err := os.WriteFile(path, []byte(changed), 0o644); err != nil { //nolint:gosec // tracked files are public
			return nil, err
		}
	}
	return left, nil
}

// renameText returns the text with the new versions, and the numbers of the lines that stay although they name an old
// version.
func (r renaming) renameText(text string, carried []string) (string, []int) {
	var out strings.Builder
	var left []int
	number := 0
	for line := range strings.Lines(text) {
		number++
		changed := r.renameLine(line)
		if changed != line && (measured().MatchString(line) || r.namesNew(line, carried)) {
			left, changed = append(left, number), line
		}
		out.WriteString(changed)
	}
	return out.String(), left
}

// namesNew returns whether the line names a new version that was not carried: it uses it as an example of another one.
func (r renaming) namesNew(line string, carried []string) bool {
	for from, to := range r {
		isImage := strings.Contains(from, ":")
		if !isImage && !slices.Contains(carried, to) && (renaming{to: "v0.0.0"}).renameLine(line) != line {
			return true
		}
	}
	return false
}

// renameLine replaces the tags of images, and the versions with and without leading v, and with hyphens as in the names
// of volumes. A longer version, such as a pre-release, is another version.
func (r renaming) renameLine(line string) string {
	number := regexp.MustCompile(`((?:[a-z]+(?:-[a-z]+)*-(?:controller|watcher):)?v?)\d+([.-])\d+[.-]\d+`)
	var out strings.Builder
	rest := 0
	for _, match := range number.FindAllStringSubmatchIndex(line, -1) {
		start, end := match[0], match[1]
		found := line[start:end]
		isImage, bare, hyphens := strings.Contains(found, ":"), match[2] == match[3], line[match[4]:match[5]] == "-"
		version := found
		if !isImage {
			version = "v" + strings.TrimPrefix(strings.ReplaceAll(found, "-", "."), "v")
		}
		to, known := r[version]
		if !known || isWithin(line, start, end) || hyphens && bare {
			continue
		}
		if hyphens {
			to = strings.ReplaceAll(to, ".", "-")
		}
		if bare {
			to = strings.TrimPrefix(to, "v")
		}
		out.WriteString(line[rest:start])
		out.WriteString(to)
		rest = end
	}
	out.WriteString(line[rest:])
	return out.String()
}

// isWithin returns whether the match is a part of a longer version.
func isWithin(line string, start, end int) bool {
	if start > 0 && regexp.MustCompile(`[0-9.]`).MatchString(line[start-1:start]) {
		return true
	}
	return regexp.MustCompile(`^(-?[0-9]|\.[0-9]|-(rc|alpha|beta)\b)`).MatchString(line[end:])
}

// withOldestKubernetes returns the page with the oldest Kubernetes of each Flux version in its table.
func withOldestKubernetes(page string, oldest map[string]string) string {
	row := regexp.MustCompile(`(?m)^\| (v\d+\.\d+\.\d+)(, the default)? \| (v\d+\.\d+) \|`)
	return row.ReplaceAllStringFunc(page, func(line string) string {
		cells := row.FindStringSubmatch(line)
		if least := oldest[semver.MajorMinor(cells[1])]; least != "" {
			return fmt.Sprintf("| %s%s | %s |", cells[1], cells[2], least)
		}
		return line
	})
}

// withNotRun returns the page with the controllers that are not run in the last cell of each Flux version.
func withNotRun(page string, cells map[string]string) string {
	row := regexp.MustCompile(`(?m)^(\| (v\d+\.\d+\.\d+)(?:, the default)? \| v\d+\.\d+ \| [^|]+ \|) [^|]+ \|$`)
	return row.ReplaceAllStringFunc(page, func(line string) string {
		found := row.FindStringSubmatch(line)
		if cell, known := cells[found[2]]; known {
			return found[1] + " " + cell + " |"
		}
		return line
	})
}
