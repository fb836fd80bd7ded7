// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/render"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// strictness selects the undefined variables that kustomize-controller refuses. Others become empty.
type strictness int

const (
	strictNever strictness = iota
	// strictBare refuses ${NAME}, and accepts functions such as ${NAME^^}.
	strictBare
	// strictAlways refuses all variables without a default.
	strictAlways
)

// gateStrict is the feature gate of kustomize-controller that refuses undefined variables.
const gateStrict = "StrictPostBuildSubstitutions"

// strictnessOf returns what kustomize-controller does in a Shoot. The feature gate is enabled by default since Flux
// v2.9, whose version of the library also refuses functions.
func strictnessOf(sync *render.Sync) strictness {
	newer := isFrom29(sync)
	enabled, ok := sync.Gates[fluxv1alpha1.ComponentKustomize][gateStrict]
	switch {
	case ok && !enabled, !ok && !newer:
		return strictNever
	case !newer:
		return strictBare
	}
	return strictAlways
}

func isFrom29(sync *render.Sync) bool {
	return semver.Compare(semver.MajorMinor(sync.Effective.Version), "v2.9") >= 0
}

// undefinedIn returns the variables of a template that kustomize-controller refuses, because they are not defined.
func (v *variables) undefinedIn(t *template, strict strictness) []string {
	if !v.active || v.open || t.literal {
		return nil
	}
	names := map[strictness][]string{strictBare: t.bare, strictAlways: t.required}[strict]
	var undefined []string
	for _, name := range names {
		if !v.isDefined(name) {
			undefined = append(undefined, name)
		}
	}
	return undefined
}

// undefined returns an error if kustomize-controller refuses undefined variables in the objects of a Kustomization.
func (w *walker) undefined(n *node, vars *variables, templates []*template) error {
	strict, first, total := strictnessOf(w.sync), "", 0
	var found []string
	for _, t := range templates {
		names := vars.undefinedIn(t, strict)
		if len(names) == 0 {
			continue
		}
		first = cmp.Or(first, shortened(names[0]))
		total += len(names)
		if found = append(found, ""); len(found) <= mostNames {
			found[len(found)-1] = enumerated(names) + " in " + t.id.String() + w.builder.from(n, t)
		}
	}
	if len(found) == 0 {
		return nil
	}
	define := "define the variable, set a default"
	if total > 1 {
		define = "define the variables, set defaults"
	}
	return fmt.Errorf("Flux refuses to apply it, because variables are not defined: %s; %s such as ${%s:=}, write $${%s} for a literal ${%s}, or annotate the object with %s: %s",
		text.List(found, mostNames), define, first, first, first, annotationSubstitute, disabled)
}

// shortened returns a name of a variable for a message. It may be as long as a file.
func shortened(name string) string {
	const longest = 63
	if len(name) > longest {
		return name[:longest] + "…"
	}
	return name
}

// enumerated returns the first names for a message, as "a, b and c".
func enumerated(names []string) string {
	const most = 5
	var shown []string
	for _, name := range names[:min(len(names), most)] {
		shown = append(shown, shortened(name))
	}
	if more := len(names) - most; more > 0 {
		shown = append(shown, fmt.Sprintf("%d more", more))
	}
	last := len(shown) - 1
	if last == 0 {
		return shown[0]
	}
	return strings.Join(shown[:last], ", ") + " and " + shown[last]
}

// from returns the files that an object with undefined variables may be from, in parentheses. It returns an empty
// string if there is none, because the variable is in a patch of the Kustomization, or if there are many.
func (b *builder) from(n *node, t *template) string {
	t.searched.Do(func() { t.files = b.filesOf(n, t) })
	const most = 3
	if len(t.files) == 0 || len(t.files) > most {
		return ""
	}
	return " (" + strings.Join(t.files, ", ") + ")"
}

// filesOf returns the files of a build that contain a required variable of an object. If some of them contain the name
// of the object too, it returns only those.
func (b *builder) filesOf(n *node, t *template) []string {
	const mostFiles, mostBytes = 1_000, 8 << 20
	read, left := b.readsOf(n.spec).Files, int64(mostBytes)
	if len(read) > mostFiles {
		return nil
	}
	// An untrusted object may have a hundred thousand variables.
	required := t.required[:min(len(t.required), mostNames)]
	named := regexp.MustCompile(`name["']?:\s*["']?` + regexp.QuoteMeta(t.id.name) + `["']?\s*([,}\n]|$)`)
	var mentioning, naming []string
	for name := range read {
		file := filepath.Join(b.tree.root, filepath.FromSlash(name))
		info, err := os.Stat(file)
		if err != nil {
			continue
		}
		if left -= info.Size(); left < 0 {
			return nil
		}
		content, err := os.ReadFile(file) //nolint:gosec // a file of the tree
		if err != nil {
			continue
		}
		mentions := slices.ContainsFunc(required, func(variable string) bool {
			return strings.Contains(string(content), "${"+variable) || strings.Contains(string(content), "${#"+variable)
		})
		if !mentions {
			continue
		}
		mentioning = append(mentioning, name)
		if named.Match(content) {
			naming = append(naming, name)
		}
	}
	if len(naming) > 0 {
		mentioning = naming
	}
	slices.Sort(mentioning)
	return mentioning
}
