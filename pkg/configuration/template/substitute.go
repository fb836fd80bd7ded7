// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package template

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// shootInfoVariable matches ${SHOOT_INFO_…} with everything up to the closing brace, and the dollar signs before it.
var shootInfoVariable = regexp.MustCompile(`(\$*)\$\{(` + fluxv1alpha1.ShootInfoPrefix + `[A-Za-z0-9_]*)([^}]*)(\}?)`)

// labelVariable matches the name of a variable for a label of the Shoot.
var labelVariable = regexp.MustCompile(`^` + fluxv1alpha1.ShootInfoLabelPrefix + `[A-Z0-9_]+$`)

// Substituter replaces the shoot info variables in templates. Every other variable belongs to Flux and is not changed.
type Substituter struct {
	// Info are the shoot info variables.
	Info fluxv1alpha1.ShootInfo
	// Label returns the value for a label that the Shoot does not have; nil if labels are no variables.
	Label func(path *field.Path, name string) string
	// Unknown returns whether the value of a variable is a placeholder, and Record records the field with a placeholder and the text beside it.
	Unknown func(name string) bool
	Record  func(path *field.Path, beside string)
	// Known lists the variables that there are.
	Known func() string
}

// mostKnown is the number of variables that a message lists.
const mostKnown = 40

// Listed lists variables for a message.
func Listed(info fluxv1alpha1.ShootInfo) string {
	names := slices.Sorted(maps.Keys(info))
	if more := len(names) - mostKnown; more > 0 {
		names = append(names[:mostKnown], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// substitute returns the value with all variables replaced in its strings, and the first errors.
func (s Substituter) substitute(path *field.Path, value any) (any, field.ErrorList) {
	var errs field.ErrorList
	switch value := value.(type) {
	case map[string]any:
		replaced := make(map[string]any, len(value))
		for _, key := range slices.Sorted(maps.Keys(value)) {
			content, own := s.substitute(strict.Child(path, key), value[key])
			replaced[key] = content
			if errs = append(errs, own...); len(errs) > document.MostLocated {
				return replaced, errs
			}
		}
		return replaced, errs
	case []any:
		replaced := make([]any, 0, len(value))
		for i, element := range value {
			content, own := s.substitute(path.Index(i), element)
			replaced = append(replaced, content)
			if errs = append(errs, own...); len(errs) > document.MostLocated {
				return replaced, errs
			}
		}
		return replaced, errs
	case string:
		return s.substituteString(path, value)
	}
	return value, nil
}

func (s Substituter) substituteString(path *field.Path, text string) (string, field.ErrorList) {
	var errs field.ErrorList
	hasPlaceholder := false
	replaced := shootInfoVariable.ReplaceAllStringFunc(text, func(match string) string {
		if len(errs) > document.MostLocated {
			return match // No more are looked for, and there may be tens of thousands.
		}
		parts := shootInfoVariable.FindStringSubmatch(match)
		dollars, name, rest, end := parts[1], parts[2], parts[3], parts[4]
		if len(dollars)%2 == 1 {
			return match // Two dollar signs are Flux's steps to write one.
		}
		variable := "${" + name + "}"
		value, known := s.Info[name]
		isLabel := labelVariable.MatchString(name)
		switch {
		case end == "":
			errs = append(errs, field.Invalid(path, field.OmitValueType{}, fmt.Sprintf("has ${%s without a closing brace; write %s", name, variable)))
		case rest != "":
			errs = append(errs, field.Invalid(path, match, fmt.Sprintf("must be written %s, without anything else between the braces", variable)))
		case value != "" || known && isLabel:
			hasPlaceholder = hasPlaceholder || s.Unknown(name)
			return dollars + value
		case known:
			errs = append(errs, field.Invalid(path, variable, "is empty for this shoot; write a value instead, or use another variable"))
		case isLabel && s.Label != nil:
			hasPlaceholder = true
			return dollars + s.Label(path, name)
		default:
			errs = append(errs, field.Invalid(path, variable, fmt.Sprintf("is no shoot info variable of this shoot; the known variables are %s", s.Known())))
		}
		return match
	})
	if hasPlaceholder {
		s.Record(path, shootInfoVariable.ReplaceAllString(text, "0"))
	}
	return replaced, errs
}

// EmptySegments returns the variables for labels that alone make up a segment of a path, and are empty. Each is there once.
func (s Substituter) EmptySegments(path string) []string {
	var names []string
	for segment := range strings.SplitSeq(path, "/") {
		rest, own := segment, []string(nil)
		for _, parts := range shootInfoVariable.FindAllStringSubmatch(segment, document.MostLocated) {
			value, known := s.Info[parts[2]]
			if known && value == "" && labelVariable.MatchString(parts[2]) && parts[1] == "" && parts[3] == "" && parts[4] != "" {
				rest, own = strings.Replace(rest, parts[0], "", 1), append(own, parts[2])
			}
		}
		if rest != "" {
			continue
		}
		for _, name := range own {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if len(names) > document.MostLocated {
			break
		}
	}
	return names
}
