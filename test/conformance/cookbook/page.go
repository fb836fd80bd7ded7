// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cookbook generates the cookbook from the cases that have a page, and the table of what each Flux version supports from all cases and
// their results.
package cookbook

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
)

// Directory contains the pages, below the root of the repository.
const Directory = "docs/usage/cookbook"

// generated is the first line of each file.
const generated = "<!-- Generated from %s. Change that, and run make cookbook. -->\n\n"

// Pages returns the pages by their paths in the repository: one for each case with a page, and their index.
func Pages(all []cases.Case) (map[string]string, error) {
	pages := map[string]string{path.Join(Directory, "README.md"): index(all)}
	for _, c := range all {
		if c.Page == nil {
			continue
		}
		content, err := page(c)
		if err != nil {
			return nil, fmt.Errorf("%s/%s: %w", c.Chapter, c.Name, err)
		}
		pages[path.Join(Directory, c.Name+".md")] = content
	}
	return pages, nil
}

func index(all []cases.Case) string {
	var out strings.Builder
	fmt.Fprintf(&out, generated, "test/conformance/cases")
	out.WriteString(`# Cookbook

Examples of Flux in which the extension is involved. For everything else, [the conformance table](../conformance.md) links to Flux's own
documentation. Each page is generated from a [conformance case](../../../test/conformance/README.md), and its output is what the test
expects.

`)
	for _, c := range all {
		if c.Page != nil {
			fmt.Fprintf(&out, "- [%s](%s.md)\n", c.Title, c.Name)
		}
	}
	out.WriteString(`
## How to read a page

- The Flux objects of a page are in the repository of the root source, below the path of the root Kustomization, and so is their namespace,
  which has the name of the page. The files of the application are in a repository of their own.
- All commands run against the shoot: ` + "`KUBECONFIG`" + ` is its kubeconfig. The working directory contains a clone of the application repository,
  ` + "`repository`, and the host keys of the Git host, `known_hosts`" + `.
- Run each block in a shell of its own. Repeat it until the output appears, which takes some seconds. It may have more lines, and other
  hashes, ages and keys.
- After each commit, an annotation has Flux reconcile the source at once instead of at its interval.
- The receiver of webhooks, ` + "`hooks.example.com`" + `, is one for tests: it answers a GET request with the events that it has received.
`)
	return out.String()
}

func page(c cases.Case) (string, error) {
	w := &writer{c: c}
	w.linef(strings.TrimSuffix(generated, "\n\n"), "test/conformance/cases/"+c.Chapter+"/"+c.Name)
	w.linef("# %s", c.Title)
	w.linef("%s", strings.TrimSpace(c.Text))
	if c.Since != nil {
		w.linef("Flux %s or newer is required: %s", c.Since.Version, strings.TrimSpace(c.Since.Reason))
	}
	w.linef("[Flux's documentation](%s)", c.Documentation)
	w.linef("## In a shoot with the extension")
	w.linef("%s", strings.TrimSpace(c.Page.Extension))
	w.directory("## Flux objects", cases.Objects)
	w.directory("## Application repository", cases.Tree)
	w.linef("## Steps")
	for _, step := range c.Steps {
		w.step(step)
	}
	w.linef("## Counterexample")
	w.linef("%s", w.expand(strings.TrimSpace(c.Mutation.Text)))
	for _, step := range c.Steps {
		if step.Name != "" && step.Name == c.Mutation.At {
			w.block("sh", w.expand(step.Run))
		}
	}
	w.block("text", w.expand(c.Mutation.Shows))
	return strings.TrimRight(w.out.String(), "\n") + "\n", w.err
}

// writer writes a page, and keeps the first error.
type writer struct {
	c   cases.Case
	out strings.Builder
	err error
}

func (w *writer) linef(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n\n", args...) }

func (w *writer) block(language, content string) {
	w.linef("```%s\n%s\n```", language, strings.Trim(content, "\n"))
}

func (w *writer) expand(text string) string {
	expanded, err := w.c.Example().Expand(text)
	if err != nil && w.err == nil {
		w.err = err
	}
	return expanded
}

// directory writes the files of a directory of the case.
func (w *writer) directory(heading, dir string) {
	files, err := w.c.Files(dir, w.c.Example(), false)
	if err != nil && w.err == nil {
		w.err = err
	}
	if len(files) > 0 && heading != "" {
		w.linef("%s", heading)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w.linef("`%s`:", name)
		language := strings.TrimPrefix(filepath.Ext(name), ".")
		// The templates of a chart are not valid YAML.
		if language != "yaml" || strings.Contains(files[name], "{{") {
			language = "text"
		}
		w.block(language, files[name])
	}
}

func (w *writer) step(step cases.Step) {
	if step.Text != "" {
		w.linef("%s", w.expand(strings.TrimSpace(step.Text)))
	}
	switch {
	case step.Run != "":
		w.block("sh", w.expand(step.Run))
		if step.Shows != "" {
			w.block("text", w.expand(step.Shows))
		}
	case step.Push != "":
		w.linef("%s", pushed(step))
		w.directory("", step.Push)
		w.reconcile(map[string]string{cases.OCI: "ocirepositories", cases.OCICharts: "ocirepositories", cases.Bucket: "buckets", cases.Charts: "helmrepositories"}[step.To])
	default:
		w.linef("In the application repository:")
		if step.Commit != "" {
			w.directory("", step.Commit)
		}
		var commands strings.Builder
		commands.WriteString("cd repository\n")
		if len(step.Remove) > 0 {
			fmt.Fprintf(&commands, "git rm %s\n", strings.Join(step.Remove, " "))
		}
		message := step.Message
		if message == "" {
			message = "Change"
		}
		fmt.Fprintf(&commands, "git add --all\ngit commit --message %q\ngit push\n", message)
		w.block("sh", commands.String())
		w.reconcile("gitrepositories")
	}
}

// reconcile writes the command that reconciles sources at once, which the test runs after each change.
func (w *writer) reconcile(kinds string) {
	w.block("sh", "kubectl -n "+w.c.Example().Namespace+" annotate --all --overwrite --field-manager=flux "+kinds+
		` reconcile.fluxcd.io/requestedAt="$(date +%s%N)"`)
}

func pushed(step cases.Step) string {
	switch step.To {
	case cases.OCI:
		signed := ""
		if step.Sign {
			signed = ", and is signed with the key whose public half is `cosign.pub`"
		}
		return "This is pushed to the registry with the tag `" + step.Tag + "`, as `flux push artifact` does" + signed + ":"
	case cases.OCICharts:
		return "This chart is pushed to the registry, as `helm push` does:"
	case cases.Charts:
		return "This chart is packaged and added to the Helm repository, as `helm package` and `helm repo index` do:"
	default:
		return "These files are uploaded to the bucket:"
	}
}
