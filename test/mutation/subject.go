// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package mutation

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Subject is a part of the product whose mutants are drawn together.
type Subject struct {
	Name string
	// Files are patterns of paths. A file that another Subject names without a pattern belongs to that one only.
	Files []string
	// Tests are the packages whose tests see the Subject, besides the package of the mutant, in the order in which they
	// are run.
	Tests []string
}

// Subjects are the parts that decide which Shoot gets which change, and what is remembered about it.
func Subjects() []Subject {
	return []Subject{
		{
			Name:  "engine",
			Files: []string{"pkg/rollout/*.go"},
			Tests: []string{"pkg/rollout", "pkg/rollout/landscape", "pkg/controller/garden/rollout"},
		},
		{
			Name:  "guard",
			Files: []string{"pkg/rollout/guard.go", "pkg/health/guard/*.go", "pkg/controller/seed/health/guard.go", "pkg/cli/plan/deletion.go"},
			Tests: []string{"pkg/health/guard", "pkg/controller/seed/health", "pkg/rollout", "pkg/controller/garden/rollout"},
		},
		{
			Name: "permit",
			Files: []string{
				"pkg/rollout/permit.go", "pkg/rollout/landscape/versionrelease.go", "pkg/rollout/landscape/baselinerelease.go", "pkg/seed/extensionstatus/due.go",
				"pkg/controller/seed/extension/documents.go", "pkg/controller/seed/extension/decision/documents.go",
			},
			Tests: []string{"pkg/seed/extensionstatus", "pkg/controller/seed/propagation", "pkg/controller/seed/extension", "pkg/rollout", "pkg/rollout/landscape"},
		},
		{
			Name: "propagation",
			Files: []string{
				"pkg/controller/seed/propagation/*.go", "pkg/controller/garden/noticeboard/*.go", "pkg/garden/noticeboard/*.go", "pkg/garden/noticewatcher.go",
				"pkg/garden/noticewatcher_read.go", "pkg/garden/seedboard.go", "pkg/controller/seed/extension/decision/delivery.go",
			},
			Tests: []string{"pkg/garden", "pkg/controller/garden/noticeboard", "pkg/controller/seed/propagation", "pkg/controller/seed/extension"},
		},
		{
			Name: "records",
			Files: []string{
				"pkg/rollout/state.go", "pkg/rollout/encode.go", "pkg/rollout/recover.go", "pkg/rollout/progress.go", "pkg/rollout/progressjson.go", "pkg/rollout/stop/record.go",
				"pkg/garden/record/*.go", "pkg/garden/rollout.go", "pkg/seed/extensionstatus/state.go", "pkg/seed/extensionstatus/project.go",
			},
			Tests: []string{"pkg/rollout", "pkg/seed/extensionstatus", "pkg/garden", "pkg/rollout/landscape", "pkg/controller/garden/rollout", "pkg/controller/seed/extension"},
		},
	}
}

// Mutants returns all mutants of the Subject in the module at root, in the order that the seed determines.
func (s Subject) Mutants(root string, seed uint64) ([]Mutant, error) {
	var mutants []Mutant
	for _, pattern := range s.Files {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(paths) == 0 {
			return nil, fmt.Errorf("%s: no such file: %w", pattern, err)
		}
		for _, path := range paths {
			name, err := filepath.Rel(root, path)
			if err != nil {
				return nil, err
			}
			if strings.HasSuffix(name, "_test.go") || name != pattern && s.isOfOther(name) {
				continue
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			found, err := MutantsOf(name, source)
			if err != nil {
				return nil, err
			}
			mutants = append(mutants, found...)
		}
	}
	Shuffle(mutants, seed)
	return mutants, nil
}

// isOfOther reports whether another Subject names the file.
func (s Subject) isOfOther(name string) bool {
	return slices.ContainsFunc(Subjects(), func(other Subject) bool { return other.Name != s.Name && slices.Contains(other.Files, name) })
}

// packagesFor returns the packages whose tests may see a mutant of the Subject: its own first, the simulation last.
func (s Subject) packagesFor(m Mutant) []string {
	own := filepath.Dir(m.File)
	others := slices.DeleteFunc(slices.Clone(s.Tests), func(tests string) bool { return tests == own })
	return append(append([]string{own}, others...), simulation)
}
