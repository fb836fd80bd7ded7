// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/fluxcd/pkg/envsubst"
	"github.com/fluxcd/pkg/envsubst/parse"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
)

// template is an object as kustomize has built it, before the variables are substituted.
type template struct {
	meta
	// text is the object as YAML.
	text string
	// parsed is nil if the text contains no variables.
	parsed *envsubst.Template
	// parseErr is the error if the text contains invalid variables.
	parseErr error
	// root is the parsed text. It is nil if the text contains no variables.
	root parse.Node
	// variables contains the names of the variables in the text. bare contains those that occur as ${NAME}, and required
	// those that occur without a default. functions is true if the text changes values, as in ${NAME/a/b}.
	variables, bare, required []string
	functions                 bool
	// fromEnd is true if a substring has a negative length, as in ${NAME:0:-1}.
	fromEnd bool
	// varies is true if the identity of the object may contain variables.
	varies bool
	// literal is true if variables are not substituted in this object.
	literal bool
	// encrypted is true if the object is a Secret that SOPS has encrypted.
	encrypted bool
	// unhashed is true if the hash in the name of the Secret is not known.
	unhashed bool
	// undecryptable describes a key of a Secret whose value Flux cannot decrypt if the Kustomization decrypts.
	undecryptable string

	// files contains the files that the object may be from. They are searched once.
	files    []string
	searched sync.Once
}

// newTemplate returns the template of an object that kustomize has built.
func newTemplate(o kustomizer.Object) *template {
	id := identity{group: o.Group, kind: o.Kind, namespace: o.Namespace, name: o.Name}
	t := &template{meta: newMeta(id, o.APIVersion, o.Labels, o.Annotations), text: o.Text}
	t.unhashed, t.undecryptable = o.Unhashed != "", o.Undecryptable
	t.encrypted = id.isSecret() && o.Encrypted
	t.literal = o.Labels[annotationSubstitute] == disabled || o.Annotations[annotationSubstitute] == disabled
	if !t.literal && strings.Contains(t.text, "$") {
		t.parse()
	}
	return t
}

// parse parses the variables in the text.
func (t *template) parse() {
	if t.parsed, t.parseErr = envsubst.Parse(t.text); t.parseErr != nil {
		return
	}
	tree, err := parse.Parse(t.text)
	if err != nil {
		t.parseErr = err
		return
	}
	t.root = tree.Root
	variables, bare, required := map[string]bool{}, map[string]bool{}, map[string]bool{}
	eachFunction(t.root, func(f *parse.FuncNode) {
		variables[f.Param] = true
		t.functions, t.fromEnd = t.functions || f.Name != "", t.fromEnd || isFromEnd(f)
		if f.Name == "" {
			bare[f.Param] = true
		}
		if !hasDefault(f) {
			required[f.Param] = true
		}
	})
	t.variables, t.bare, t.required = slices.Sorted(maps.Keys(variables)), slices.Sorted(maps.Keys(bare)), slices.Sorted(maps.Keys(required))
	_, t.parseErr = t.execute(func(string) (string, bool) { return "", true })
	t.varies = strings.Contains(t.id.String(), "$")
}

// eachFunction calls a function with each variable in a parsed text, including variables in defaults and arguments.
func eachFunction(n parse.Node, call func(*parse.FuncNode)) {
	switch n := n.(type) {
	case *parse.ListNode:
		for _, inner := range n.Nodes {
			eachFunction(inner, call)
		}
	case *parse.FuncNode:
		for _, argument := range n.Args {
			eachFunction(argument, call)
		}
		call(n)
	}
}

// isFromEnd reports whether a substring has a negative length.
func isFromEnd(f *parse.FuncNode) bool {
	if f.Name != ":" || len(f.Args) < 2 {
		return false
	}
	length, ok := f.Args[1].(*parse.TextNode)
	return ok && strings.HasPrefix(length.Value, "-")
}

// hasDefault reports whether a variable need not be defined, as in ${NAME:=default}.
func hasDefault(f *parse.FuncNode) bool {
	return slices.Contains([]string{"-", "+", "=", "?", ":-", ":+", ":=", ":?"}, f.Name)
}

// execute substitutes the variables. Flux's library panics for some substrings, and the reconciliation of
// kustomize-controller fails.
func (t *template) execute(value func(string) (string, bool)) (text string, err error) {
	if err := t.checkCost(value); err != nil {
		return "", err
	}
	defer func() {
		if recover() != nil {
			text, err = "", errors.New("a substring is outside of the value")
		}
	}()
	text, err = t.parsed.Execute(value)
	if len(text) > mostSubstituted {
		return "", errTooLong
	}
	return text, err
}

// Bounds of a substitution. An API server accepts no object of more than mostSubstituted bytes. ConfigMaps whose values
// repeat those of the one before grow exponentially, and ${NAME//a/…} multiplies a value. mostIntermediate limits the
// size of intermediate results. The removal of a prefix or suffix compares each beginning of the value with the
// pattern.
const (
	mostSubstituted  = 3 << 20
	mostIntermediate = 64 << 20
	mostSteps        = 1 << 30
)

var (
	errTooLong = fmt.Errorf("their values have more than %d bytes", mostSubstituted)
	errTooSlow = errors.New("the removal of a prefix or suffix takes too long; shorten the value")
)

// checkCost returns an error if the substitution would need too much memory or time.
func (t *template) checkCost(value func(string) (string, bool)) error {
	switch bytes, steps := t.cost(value); {
	case bytes > mostIntermediate:
		return errTooLong
	case steps > mostSteps:
		return errTooSlow
	}
	return nil
}

// cost returns the bytes that the substitution needs, and the steps of the removal of prefixes and suffixes. Floating
// point numbers do not overflow.
func (t *template) cost(value func(string) (string, bool)) (bytes, steps float64) {
	var length func(parse.Node) float64
	length = func(n parse.Node) float64 {
		own := 0.0
		switch n := n.(type) {
		case *parse.TextNode:
			own = float64(len(n.Value))
		case *parse.ListNode:
			for _, inner := range n.Nodes {
				own += length(inner)
			}
		case *parse.FuncNode:
			var arguments []float64
			for _, argument := range n.Args {
				arguments = append(arguments, length(argument))
			}
			text, _ := value(n.Param)
			own = lengthOf(n, text, arguments)
			if isRemoval(n) {
				steps += float64(len(text)) * float64(len(text)) * (1 + arguments[0])
			}
		}
		bytes += own
		return own
	}
	length(t.root)
	return bytes, steps
}

// isRemoval reports whether a function removes a prefix or suffix.
func isRemoval(f *parse.FuncNode) bool {
	return len(f.Args) > 0 && (strings.HasPrefix(f.Name, "#") || strings.HasPrefix(f.Name, "%"))
}

// lengthOf returns the maximum length of the result of a function for a value, and arguments of these lengths.
func lengthOf(f *parse.FuncNode, value string, arguments []float64) float64 {
	// Changing the case of a letter may change its length. Other functions shorten the value, or return a number.
	const longestLetter, longestNumber = 3, 20
	longest := longestLetter*float64(len(value)) + longestNumber
	switch {
	case f.Name == "":
		return float64(len(value))
	case hasDefault(f):
		for _, argument := range arguments {
			longest += argument
		}
	case f.Name == "//" && len(arguments) > 1:
		occurrences := float64(len(value) + 1)
		if pattern, ok := f.Args[0].(*parse.TextNode); ok {
			occurrences = float64(strings.Count(value, pattern.Value))
		}
		longest += occurrences * arguments[1]
	case strings.HasPrefix(f.Name, "/") && len(arguments) > 1:
		longest += arguments[1]
	}
	return longest
}
