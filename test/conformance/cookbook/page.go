// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cookbook writes the users' cookbook from the cases, and the table of what Flux versions can do from how they ended.
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

// Directory has the pages, below the root of the repository.
const Directory = "docs/usage/cookbook"

// generated begins each file.
const generated = "<!-- Generated from %s. Change that, and run make cookbook. -->\n\n"

// titles of the chapters.
var titles = map[string]string{
	"source":    "Where manifests come from: source-controller",
	"kustomize": "How they are applied: kustomize-controller",
	"delivery":  "Helm charts, and what is told of it all: helm-controller and notification-controller",
}

// Pages returns the pages by their paths in the repository: one for each case, and their index.
func Pages(all []cases.Case) (map[string]string, error) {
	pages := map[string]string{path.Join(Directory, "README.md"): index(all)}
	for _, c := range all {
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

Short, whole examples of what Flux does in a shoot. Each is run by a test as it stands here ([with which Flux versions](../conformance.md)):
what a page shows is what came. Each is run once more with what it is about switched off, and must not work then.

The objects of a page lie in the repository that the project's ` + "`flux-config`" + ` names, below the path of the root Kustomization; so does the
namespace, which has the name of the page. The files for the application lie in a repository of their own. All commands go to the shoot,
` + "`KUBECONFIG`" + ` names its kubeconfig. They run in a directory with ` + "`repository`" + `, a clone of the application's repository, and with what its hosts
have given you where a page reads it: the files ` + "`username`, `password`, `token`, `ca.crt`, `tls.crt`, `tls.key`, `known_hosts`" + ` for Git,
` + "`docker-config.json` and `cosign.pub`" + ` for a registry, ` + "`bucket-access-key` and `bucket-secret-key`" + `, and ` + "`remote.kubeconfig`" + `
for another cluster. Passwords and tokens have no newline at their end (` + "`printf %s \"$TOKEN\" > password`" + `). git's user is
` + "`Me <me@example.com>`" + `.

- Each block is for a shell of its own. What a block shows comes after some seconds: repeat it until then. It may print more lines, such as
  the ConfigMap ` + "`kube-root-ca.crt`" + `; hashes, ages and keys are others.
- A source is asked to look at once after each change, with an annotation. With a [Receiver](receiver.md) the Git host does that.
- Where a page has ` + "`curl`" + ` call a Service by its ClusterIP, you have to be in the cluster's network. From elsewhere, run
  ` + "`kubectl -n flux-system port-forward service/NAME 8080:80`" + ` and call ` + "`127.0.0.1:8080`" + `, which no test does.
- The receiver of webhooks, ` + "`hooks.example.com`" + `, answers a GET with what it was sent, a line of JSON for each call. Yours will not.
`)
	for _, chapter := range cases.Chapters() {
		fmt.Fprintf(&out, "\n## %s\n\n| page | shows |\n| --- | --- |\n", titles[chapter])
		for _, c := range all {
			if c.Chapter == chapter {
				fmt.Fprintf(&out, "| [%s](%s.md) | %s |\n", c.Title, c.Name, c.Feature)
			}
		}
	}
	return out.String()
}

func page(c cases.Case) (string, error) {
	w := &writer{c: c}
	w.linef(strings.TrimSuffix(generated, "\n\n"), "test/conformance/cases/"+c.Chapter+"/"+c.Name)
	w.linef("# %s", c.Title)
	w.linef("%s", strings.TrimSpace(c.Text))
	if c.Since != nil {
		w.linef("Needs Flux %s or newer: %s (%s).", c.Since.Version, strings.TrimSuffix(strings.TrimSpace(c.Since.Reason), "."), c.Since.Source)
	}
	w.directory("## Flux's objects", cases.Objects)
	w.directory("## The application's repository", cases.Tree)
	w.linef("## What is done, and what is seen")
	for _, step := range c.Steps {
		w.step(step)
	}
	w.linef("## What it depends on")
	w.linef("%s", w.expand(strings.TrimSpace(c.Mutation.Text)))
	for _, step := range c.Steps {
		if step.Name != "" && step.Name == c.Mutation.At {
			w.block("sh", w.expand(step.Run))
		}
	}
	w.block("text", w.expand(c.Mutation.Shows))
	return strings.TrimRight(w.out.String(), "\n") + "\n", w.err
}

// writer writes a page. The first error stays.
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

// directory shows the files of a directory of the case.
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
		// A chart's templates are no YAML yet.
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
		w.ask(map[string]string{cases.OCI: "ocirepositories", cases.OCICharts: "ocirepositories", cases.Bucket: "buckets", cases.Charts: "helmrepositories"}[step.To])
	default:
		w.linef("In the application's repository:")
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
		w.ask("gitrepositories")
	}
}

// ask has sources looked at now, as the test does after each change.
func (w *writer) ask(kinds string) {
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
		return "This chart is packaged and brought into the Helm repository, as `helm package` and `helm repo index` do:"
	default:
		return "These files are put into the bucket:"
	}
}
