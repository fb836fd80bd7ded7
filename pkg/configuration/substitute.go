// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
)

// factVariable matches ${SHOOT_INFO_…} with whatever stands before the closing brace, and the dollar signs before it.
var factVariable = regexp.MustCompile(`(\$*)\$\{(` + fluxv1alpha1.ShootInfoPrefix + `[A-Za-z0-9_]*)([^}]*)(\}?)`)

// labelFact matches the name of a fact that is a label of the Shoot.
var labelFact = regexp.MustCompile(`^` + fluxv1alpha1.ShootInfoLabelPrefix + `[A-Z0-9_]+$`)

// substituter replaces the facts about a shoot in templates. Every other variable is Flux's own and stays as it is.
type substituter struct {
	info fluxv1alpha1.ShootInfo
	// label returns what stands for a label that the Shoot does not have; nil if labels are no facts.
	label func(path *field.Path, name string) string
	// unknown tells whether what stands for a fact is a placeholder, and presume notes where one was put, with the text beside it.
	unknown func(name string) bool
	presume func(path *field.Path, beside string)
}

// substitute returns the value with all facts replaced in its strings.
func (s substituter) substitute(path *field.Path, value any) (any, field.ErrorList) {
	var errs field.ErrorList
	switch value := value.(type) {
	case map[string]any:
		replaced := make(map[string]any, len(value))
		for _, key := range slices.Sorted(maps.Keys(value)) {
			content, own := s.substitute(fieldpath.Child(path, key), value[key])
			replaced[key] = content
			errs = append(errs, own...)
		}
		return replaced, errs
	case []any:
		replaced := make([]any, 0, len(value))
		for i, element := range value {
			content, own := s.substitute(path.Index(i), element)
			replaced = append(replaced, content)
			errs = append(errs, own...)
		}
		return replaced, errs
	case string:
		return s.substituteString(path, value)
	}
	return value, nil
}

func (s substituter) substituteString(path *field.Path, text string) (string, field.ErrorList) {
	var errs field.ErrorList
	presumed := false
	replaced := factVariable.ReplaceAllStringFunc(text, func(match string) string {
		parts := factVariable.FindStringSubmatch(match)
		dollars, name, rest, end := parts[1], parts[2], parts[3], parts[4]
		if len(dollars)%2 == 1 {
			return match // Two dollar signs are Flux's way to write one.
		}
		variable := "${" + name + "}"
		value, known := s.info[name]
		isLabel := labelFact.MatchString(name)
		switch {
		case end == "":
			errs = append(errs, field.Invalid(path, field.OmitValueType{}, fmt.Sprintf("has ${%s without a closing brace; write %s", name, variable)))
		case rest != "":
			errs = append(errs, field.Invalid(path, match, fmt.Sprintf("must be written %s, without anything else between the braces", variable)))
		case value != "" || known && isLabel:
			presumed = presumed || s.unknown(name)
			return dollars + value
		case known:
			errs = append(errs, field.Invalid(path, variable, "is empty for this shoot; write a value instead, or use another fact"))
		case isLabel && s.label != nil:
			presumed = true
			return dollars + s.label(path, name)
		default:
			errs = append(errs, field.Invalid(path, variable, fmt.Sprintf("is no fact about this shoot; the known facts are %s", strings.Join(slices.Sorted(maps.Keys(s.info)), ", "))))
		}
		return match
	})
	if presumed {
		s.presume(path, factVariable.ReplaceAllString(text, "0"))
	}
	return replaced, errs
}
