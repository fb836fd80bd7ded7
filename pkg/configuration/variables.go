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

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

var (
	// shootInfoVariable matches a shoot info variable, from the dollar signs to the closing brace.
	shootInfoVariable = regexp.MustCompile(`(\$*)\$\{(` + fluxv1alpha1.ShootInfoPrefix + `[A-Za-z0-9_]*)([^}]*)(\}?)`)
	// labelVariable matches the name of a variable for a label of the Shoot.
	labelVariable = regexp.MustCompile(`^` + fluxv1alpha1.ShootInfoLabelPrefix + `[A-Z0-9_]+$`)
)

// mostVariables limits the number of variables in a message.
const mostVariables = 40

// listVariables returns the names of the shoot info variables for messages.
func listVariables(info fluxv1alpha1.ShootInfo) string {
	return text.List(slices.Sorted(maps.Keys(info)), mostVariables)
}

// unknown reports whether the value of a variable is a placeholder.
func (b *builder) unknown(name string) bool {
	return b.shoot == nil || b.shoot.Provisional && b.info[name] == Placeholder
}

// substitute replaces the shoot info variables in all strings of a value, and returns the first errors. It does not
// replace other variables, because Flux does.
func (b *builder) substitute(path *field.Path, value any) (any, field.ErrorList) {
	var errs field.ErrorList
	switch value := value.(type) {
	case map[string]any:
		for key := range ordered.Map(value) {
			content, own := b.substitute(strict.Child(path, key), value[key])
			value[key] = content
			if errs = append(errs, own...); len(errs) > document.MostLocated {
				break
			}
		}
	case []any:
		for i, element := range value {
			content, own := b.substitute(path.Index(i), element)
			value[i] = content
			if errs = append(errs, own...); len(errs) > document.MostLocated {
				break
			}
		}
	case string:
		return b.substituteString(path, value)
	}
	return value, errs
}

func (b *builder) substituteString(path *field.Path, value string) (string, field.ErrorList) {
	var errs field.ErrorList
	hasPlaceholder := false
	replaced := shootInfoVariable.ReplaceAllStringFunc(value, func(match string) string {
		if len(errs) > document.MostLocated {
			return match // A text may contain tens of thousands of invalid variables.
		}
		parts := shootInfoVariable.FindStringSubmatch(match)
		dollars, name, rest, end := parts[1], parts[2], parts[3], parts[4]
		if len(dollars)%2 == 1 {
			return match // Flux replaces two dollar signs with one, so this is not a variable.
		}
		variable := "${" + name + "}"
		content, ok := b.info[name]
		isLabel := labelVariable.MatchString(name)
		switch {
		case end == "":
			errs = append(errs, field.Invalid(path, field.OmitValueType{}, fmt.Sprintf("has ${%s without a closing brace; write %s", name, variable)))
		case rest != "":
			errs = append(errs, field.Invalid(path, match, fmt.Sprintf("must be written %s, with only the name between the braces", variable)))
		case content != "" || ok && isLabel:
			hasPlaceholder = hasPlaceholder || b.unknown(name)
			return dollars + content
		case ok:
			errs = append(errs, field.Invalid(path, variable, "is empty for this shoot; write a value instead, or use another variable"))
		case isLabel && len(b.resolver.prefixes) > 0:
			hasPlaceholder = true
			b.missingLabel(path, name)
			return dollars + Placeholder
		default:
			errs = append(errs, field.Invalid(path, variable, fmt.Sprintf("is not a shoot info variable of this shoot; the known variables are %s", b.variables)))
		}
		return match
	})
	if hasPlaceholder {
		b.placeholders.add(path, shootInfoVariable.ReplaceAllString(value, "0"))
	}
	return replaced, errs
}

// missingLabel reports that the Shoot lacks the label of a variable. Without a Shoot, it assumes that every label
// exists.
func (b *builder) missingLabel(path *field.Path, name string) {
	if b.shoot == nil || len(b.configErrs) > document.MostLocated {
		return
	}
	label := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, fluxv1alpha1.ShootInfoLabelPrefix), "_", "-"))
	// The seed knows the labels from the last reconciliation of the Shoot.
	add := fmt.Sprintf("add one such as %s%s, or reconcile the Shoot if it has one", b.resolver.prefixes[0], label)
	b.missing(field.Invalid(path, "${"+name+"}", fmt.Sprintf("is for a label that the Shoot does not have; %s, or use another variable; the known variables are %s", add, b.variables)),
		field.NewPath("metadata", "labels"), fmt.Sprintf("has no label for ${%s}", name), add)
}

// checkPathSegments rejects a variable that is a whole segment of the path if its label is empty. Otherwise, the path
// would be the parent directory of all Shoots. The check requires that values of variables contain no slashes.
func (b *builder) checkPathSegments(t *template) {
	path := []string{"spec", "path"}
	replaced := strings.Split(strict.LookupString(t.object, path...), "/")
	for i, segment := range strings.Split(strict.LookupString(b.content, append([]string{"kustomization", "template"}, path...)...), "/") {
		if segment == "" || i >= len(replaced) || replaced[i] != "" {
			continue
		}
		const fix = "give the label a value, or use another variable"
		b.missing(field.Invalid(t.path.Child("spec", "path"), segment, "is a whole segment of the path, and its label is empty for this shoot; "+fix),
			field.NewPath("metadata", "labels"), fmt.Sprintf("has no value for %s, which is a whole segment of the path", segment), fix)
	}
}

// placeholder is a field of a template that contains the placeholder of an unknown variable. An error about this field
// may disappear with the real value, because no placeholder is valid for all fields, such as durations, versions and
// commits.
type placeholder struct {
	// path is the normalized path of the field.
	path string
	// secret is true if the text around the variable may be secret. In this case, the error does not depend on the value
	// of the variable.
	secret bool
}

type placeholders []placeholder

// normalize returns a key that is equal for all spellings of a path.
func normalize(path string) string {
	var key strings.Builder
	for _, step := range strict.SplitPath(path) {
		fmt.Fprintf(&key, "%v\x00", step)
	}
	return key.String()
}

// add records a field that contains a placeholder. beside is the text around the variable.
func (p *placeholders) add(path *field.Path, beside string) {
	*p = append(*p, placeholder{path: normalize(path.String()), secret: text.MayHoldSecret(beside)})
}

// at reports whether the field at the path contains a placeholder.
func (p placeholders) at(path string) bool {
	key := normalize(path)
	return slices.ContainsFunc(p, func(use placeholder) bool { return use.path == key })
}

// below reports whether a field below the path contains a placeholder.
func (p placeholders) below(path string) bool {
	key := normalize(path)
	return slices.ContainsFunc(p, func(use placeholder) bool { return use.path != key && strings.HasPrefix(use.path, key) })
}

// uncertain reports whether an error at the path may disappear with the real values of variables. For an element of a
// list, it also considers placeholders in the fields of the element.
func (p placeholders) uncertain(path string) bool {
	key, steps := normalize(path), strict.SplitPath(path)
	if slices.ContainsFunc(p, func(use placeholder) bool { return use.path == key && !use.secret }) {
		return true
	}
	if len(steps) == 0 {
		return false
	}
	_, ok := steps[len(steps)-1].(int)
	return ok && p.below(path)
}

// uncertainObject is like uncertain, but for errors and warnings that concern the fields of an object, such as a rule
// of its schema. Errors about a whole spec depend only on the provider.
func (p placeholders) uncertainObject(path string) bool {
	if len(strict.SplitPath(path)) > len([]string{"source", "template", "spec"}) {
		return p.uncertain(path) || p.below(path)
	}
	return p.at(path+".provider") || p.at(path+".sts.provider")
}

// shortestClusterIdentity is the minimum length of a shoot's cluster identity, which consists of the technical ID, a
// UID and the identity of the garden (gardener: pkg/gardenlet/operation/botanist/clusteridentity.go).
const shortestClusterIdentity = len("shoot--p--s-") + 36 + len("-g")

// checkLongLabels checks labels that contain the shoot's cluster identity while it is unknown. In most gardens, the
// identity is too long for a label, which causes a warning. If the label is too long in all gardens, it is an error. A
// known identity needs no check here, because the value of the label is validated.
func (b *builder) checkLongLabels(path *field.Path, template map[string]any) {
	if b.shoot != nil && b.info[fluxv1alpha1.ShootInfoClusterIdentity] != Placeholder {
		return
	}
	for _, fields := range [][]string{{"metadata", "labels"}, {"spec", "commonMetadata", "labels"}} {
		labels := strict.LookupObject(template, fields...)
		for key, entry := range ordered.Map(labels) {
			value, _ := entry.(string)
			rest := strings.ReplaceAll(value, "${"+fluxv1alpha1.ShootInfoClusterIdentity+"}", "")
			if rest == value {
				continue
			}
			label := path.Child(fields[0], fields[1:]...).Key(key)
			if before, _, hasVariable := strings.Cut(rest, "${"); shortestClusterIdentity+len(before) > utilvalidation.LabelValueMaxLength && !hasVariable {
				b.refuse(field.Forbidden(label, fmt.Sprintf("has at least %d characters with the identity of any shoot, but a label must have at most %d; use another variable, or an annotation",
					shortestClusterIdentity+len(before), utilvalidation.LabelValueMaxLength)))
				continue
			}
			b.warnOfVariable(label, "may be too long: the identity of the shoot has at least %d characters, and a label must have at most %d; use another variable such as %s, or an annotation",
				shortestClusterIdentity, utilvalidation.LabelValueMaxLength, fluxv1alpha1.ShootInfoTechnicalID)
		}
	}
}
