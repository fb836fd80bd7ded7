// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cases

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
	"sigs.k8s.io/yaml"
)

//go:embed all:kustomize all:source all:delivery
var embedded embed.FS

// fluxDocumentation is the URL prefix of Flux's documentation.
const fluxDocumentation = "https://fluxcd.io/flux/"

// Chapters returns the directories with cases, in the order of the table.
func Chapters() []string { return []string{"source", "kustomize", "delivery"} }

// All returns all cases.
func All() ([]Case, error) { return Load(embedded) }

// Load reads the cases from a directory with chapters. It returns an error if a case is invalid.
func Load(root fs.FS) ([]Case, error) {
	var all []Case
	var errs []error
	features, names := map[string]string{}, map[string]string{}
	for _, chapter := range Chapters() {
		entries, err := fs.ReadDir(root, chapter)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if !entry.IsDir() {
				continue
			}
			c, err := load(root, chapter, entry.Name())
			if err != nil {
				errs = append(errs, fmt.Errorf("%s/%s: %w", chapter, entry.Name(), err))
				continue
			}
			for what, seen := range map[string]map[string]string{c.Feature: features, c.Name: names} {
				if other, twice := seen[what]; twice {
					errs = append(errs, fmt.Errorf("%s/%s: %q is also used by %s", chapter, entry.Name(), what, other))
				}
				seen[what] = chapter + "/" + c.Name
			}
			all = append(all, c)
		}
	}
	return all, errors.Join(errs...)
}

func load(root fs.FS, chapter, name string) (Case, error) {
	files, err := fs.Sub(root, path.Join(chapter, name))
	if err != nil {
		return Case{}, err
	}
	content, err := fs.ReadFile(files, "case.yaml")
	if err != nil {
		return Case{}, err
	}
	c := Case{Chapter: chapter, Name: name, files: files}
	if err := yaml.UnmarshalStrict(content, &c); err != nil {
		return Case{}, err
	}
	return c, c.validate()
}

func (c Case) validate() error {
	var errs []error
	refuse := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	required := map[string]string{"title": c.Title, "feature": c.Feature, "text": c.Text, "mutation.text": c.Mutation.Text, "mutation.shows": c.Mutation.Shows}
	for field, value := range required {
		if strings.TrimSpace(value) == "" {
			refuse("%s is missing", field)
		}
	}
	if !strings.HasPrefix(c.Documentation, fluxDocumentation) {
		refuse("documentation must be a page below %s", fluxDocumentation)
	}
	if c.Since != nil && (!semver.IsValid(c.Since.Version) || c.Since.Reason == "" || !strings.HasPrefix(c.Since.Source, "https://")) {
		refuse("since must have version, reason and source, and source must be a URL")
	}
	used := []string{Objects, Tree, off}
	for i, step := range c.Steps {
		if err := step.validate(); err != nil {
			refuse("steps[%d]: %w", i, err)
		}
		used = append(used, step.Commit, step.Push)
		for _, dir := range []string{step.Commit, step.Push} {
			if dir == "" {
				continue
			}
			if info, err := fs.Stat(c.files, dir); err != nil || !info.IsDir() {
				refuse("steps[%d]: there is no directory %s", i, dir)
			}
		}
	}
	if at := slices.IndexFunc(c.Steps, func(s Step) bool { return s.Name != "" && s.Name == c.Mutation.At }); at < 0 || c.Steps[at].Shows == "" {
		refuse("mutation.at must name a step with output in shows")
	}
	entries, err := fs.ReadDir(c.files, ".")
	for _, entry := range entries {
		if entry.IsDir() && !slices.Contains(used, entry.Name()) {
			refuse("no step uses directory %s", entry.Name())
		}
	}
	return errors.Join(append(errs, err)...)
}

func (s Step) validate() error {
	kinds := 0
	for _, is := range []bool{s.Run != "", s.Commit != "" || len(s.Remove) > 0, s.Push != ""} {
		if is {
			kinds++
		}
	}
	switch {
	case kinds != 1:
		return errors.New("must set exactly one of run, commit and push")
	case s.Run == "" && (s.Shows != "" || s.Within != 0 || s.Name != ""):
		return errors.New("shows requires run")
	case s.Push != "" && !slices.Contains([]string{OCI, OCICharts, Bucket, Charts}, s.To):
		return fmt.Errorf("cannot be pushed to %q", s.To)
	case s.Push != "" && s.To == OCI && s.Tag == "":
		return errors.New("an artifact needs a tag")
	}
	return nil
}
