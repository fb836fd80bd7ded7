// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

//go:embed cases
var tableFiles embed.FS

// Row is a case with what is expected of Flux and of plan.
type Row struct {
	Case

	// Why is the reason for what happens.
	Why string `json:"why"`
	// Source and Root are further fields of the spec of source and root Kustomization.
	Source map[string]any `json:"source,omitempty"`
	Root   map[string]any `json:"root,omitempty"`
	// FluxVersion is the Flux version of the Shoot, if it is not the default.
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Trials is how often Flux is asked, 1 by default. What depends on an order of reconciliations is asked 3 times.
	Trials int `json:"trials,omitempty"`
	// Long leaves the case out of make test.
	Long bool `json:"long,omitempty"`
	// Flux and Plan are what happens and what plan says, in the lines of Outcome. Without Plan, it is the same.
	Flux []string `json:"flux"`
	Plan []string `json:"plan,omitempty"`
}

// Table returns the rows of all files in cases, which have the format txtar of Go's tools: YAML with the fields of Row,
// and the files of the repositories. A file is in both states, or in one with the prefix before/ or after/;
// others/<name>/[before/|after/] are files of another repository, and cluster.yaml are objects of the cluster. A file
// whose name ends with "-> target" is a symlink.
func Table() ([]Row, error) {
	var rows []Row
	err := fs.WalkDir(tableFiles, "cases", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := tableFiles.ReadFile(name)
		if err != nil {
			return err
		}
		row, err := parseRow(strings.TrimSuffix(strings.TrimPrefix(name, "cases/"), ".txtar"), content)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// keep is an object that the directory of the root Kustomization always contains. Without files, Git has no directory.
const keep = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: keep, namespace: default}\n"

func parseRow(name string, content []byte) (Row, error) {
	row := Row{}
	head, files := archive(content)
	if err := yaml.UnmarshalStrict(head, &row); err != nil {
		return row, err
	}
	row.Name, row.Trials = name, cmp.Or(row.Trials, 1)
	row.Before, row.After, row.Version = newState(), newState(), row.FluxVersion
	for _, file := range files {
		if file.name == "cluster.yaml" {
			row.Cluster = file.content
			continue
		}
		states, rest := row.states(file.name)
		for _, state := range states {
			state.add(rest, file.content)
		}
	}
	for _, state := range []State{row.Before, row.After} {
		state.Fleet["cluster/keep.yaml"] = keep
	}
	var err error
	if row.Config, err = fluxConfig(row.Source, row.Root, row.FluxVersion); err != nil {
		return row, err
	}
	return row, row.validate()
}

func newState() State { return State{Fleet: Tree{}, Others: map[string]Tree{}} }

// states returns the states to which a file belongs, and its name without that.
func (r *Row) states(name string) ([]State, string) {
	for prefix, state := range map[string]State{"before/": r.Before, "after/": r.After} {
		if rest, is := strings.CutPrefix(name, prefix); is {
			return []State{state}, rest
		}
	}
	return []State{r.Before, r.After}, name
}

func (s State) add(name, content string) {
	rest, isOther := strings.CutPrefix(name, "others/")
	if !isOther {
		s.Fleet[name] = content
		return
	}
	repository, file, _ := strings.Cut(rest, "/")
	if s.Others[repository] == nil {
		s.Others[repository] = Tree{}
	}
	s.Others[repository][file] = content
}

// fluxConfig returns a flux-config whose root Kustomization applies the directory cluster.
func fluxConfig(source, root map[string]any, version string) (string, error) {
	sourceSpec := map[string]any{"url": "https://git.example.com/my-org/fleet"}
	rootSpec := map[string]any{"path": "./cluster"}
	for _, more := range []struct{ of, from map[string]any }{{sourceSpec, source}, {rootSpec, root}} {
		for field, value := range more.from {
			more.of[field] = value
		}
	}
	template := func(spec map[string]any) any { return map[string]any{"template": map[string]any{"spec": spec}} }
	fields := map[string]any{
		"apiVersion": "flux.extensions.gardener.cloud/v1alpha1", "kind": "FluxConfig", "source": template(sourceSpec), "kustomization": template(rootSpec),
	}
	if version != "" {
		fields["flux"] = map[string]any{"version": version}
	}
	config, err := yaml.Marshal(fields)
	if err != nil {
		return "", err
	}
	object, err := yaml.Marshal(map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "flux-config", "namespace": "garden-my-project"},
		"data": map[string]any{"config.yaml": string(config)},
	})
	return string(object), err
}

// validate refuses a row whose expectations contradict each other.
func (r *Row) validate() error {
	if r.Why == "" {
		return errors.New("why is missing")
	}
	sometimes := false
	for _, text := range r.Flux {
		l := parseLine(text)
		sometimes = sometimes || l.sometimes
		if !slices.Contains([]string{added, changed, removed, recreated, refused}, l.verb) {
			return fmt.Errorf("flux: %q begins with no known verb", text)
		}
	}
	if sometimes && r.Trials < 3 {
		return errors.New("what happens sometimes is asked at least 3 times")
	}
	return r.validatePlan()
}

// validatePlan requires that plan announces each loss: an object that Flux removes or recreates, even sometimes, is
// removed or recreated in the plan too, unless the plan says that it does not know.
func (r *Row) validatePlan() error {
	if r.Plan == nil {
		return nil
	}
	announced := map[string]bool{}
	for _, text := range r.Plan {
		l := parseLine(text)
		switch l.verb {
		case notKnown:
			return nil
		case removed, recreated:
			announced[l.what] = true
		case added, changed, refused, left:
		default:
			return fmt.Errorf("plan: %q begins with no known verb", text)
		}
	}
	for _, text := range r.Flux {
		if l := parseLine(text); (l.verb == removed || l.verb == recreated) && !announced[l.what] {
			return fmt.Errorf("plan does not announce %q", text)
		}
	}
	return nil
}

// archived is a file of an archive.
type archived struct{ name, content string }

// archive splits a file in the format txtar.
func archive(content []byte) (head []byte, files []archived) {
	for line := range bytes.Lines(content) {
		trimmed := strings.TrimSpace(string(line))
		name, isName := strings.CutPrefix(trimmed, "-- ")
		if name, is := strings.CutSuffix(name, " --"); isName && is {
			files = append(files, archived{name: name})
			continue
		}
		if len(files) == 0 {
			head = append(head, line...)
			continue
		}
		files[len(files)-1].content += string(line)
	}
	return head, files
}
