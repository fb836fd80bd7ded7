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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

var (
	// shootInfoVariable matches the dollar signs and the text from ${SHOOT_INFO_ to the closing brace.
	shootInfoVariable = regexp.MustCompile(`(\$*)\$\{(` + fluxv1alpha1.ShootInfoPrefix + `[A-Za-z0-9_]*)([^}]*)(\}?)`)
	// labelVariable matches the name of a variable for a label of the Shoot.
	labelVariable = regexp.MustCompile(`^` + fluxv1alpha1.ShootInfoLabelPrefix + `[A-Z0-9_]+$`)
)

// mostVariables limits the variables that a message lists.
const mostVariables = 40

// listVariables returns the names of the shoot info variables for messages.
func listVariables(info fluxv1alpha1.ShootInfo) string {
	names := slices.Sorted(maps.Keys(info))
	if more := len(names) - mostVariables; more > 0 {
		names = append(names[:mostVariables], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// unknown returns whether the value of a variable is a placeholder.
func (b *builder) unknown(name string) bool {
	return b.shoot == nil || b.shoot.Provisional && b.info[name] == shootinfo.Placeholder
}

// substitute replaces the shoot info variables in all strings of a value, and returns the first errors. Flux
// replaces other variables.
func (b *builder) substitute(path *field.Path, value any) (any, field.ErrorList) {
	var errs field.ErrorList
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
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
			return match // There may be tens of thousands.
		}
		parts := shootInfoVariable.FindStringSubmatch(match)
		dollars, name, rest, end := parts[1], parts[2], parts[3], parts[4]
		if len(dollars)%2 == 1 {
			return match // Flux writes two dollar signs as one.
		}
		variable := "${" + name + "}"
		content, known := b.info[name]
		isLabel := labelVariable.MatchString(name)
		switch {
		case end == "":
			errs = append(errs, field.Invalid(path, field.OmitValueType{}, fmt.Sprintf("has ${%s without a closing brace; write %s", name, variable)))
		case rest != "":
			errs = append(errs, field.Invalid(path, match, fmt.Sprintf("must be written %s, with only the name between the braces", variable)))
		case content != "" || known && isLabel:
			hasPlaceholder = hasPlaceholder || b.unknown(name)
			return dollars + content
		case known:
			errs = append(errs, field.Invalid(path, variable, "is empty for this shoot; write a value instead, or use another variable"))
		case isLabel && len(b.resolver.prefixes) > 0:
			hasPlaceholder = true
			b.missingLabel(path, name)
			return dollars + shootinfo.Placeholder
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

// missingLabel reports that the Shoot lacks the label of a variable. Without a Shoot, it assumes that every
// label exists.
func (b *builder) missingLabel(path *field.Path, name string) {
	if b.shoot == nil || len(b.configErrs) > document.MostLocated {
		return
	}
	label := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, fluxv1alpha1.ShootInfoLabelPrefix), "_", "-"))
	add := fmt.Sprintf("add one such as %s%s", b.resolver.prefixes[0], label)
	b.missing(field.Invalid(path, "${"+name+"}", fmt.Sprintf("is for a label that the Shoot does not have; %s, or use another variable; the known variables are %s", add, b.variables)),
		field.NewPath("metadata", "labels"), fmt.Sprintf("has no label for ${%s}", name), add)
}

// checkPathSegments refuses an empty label that is a whole segment of the path, because the path would then be
// the parent directory of all Shoots. It relies on values of variables without slashes.
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

// placeholder is a field of a template with the placeholder of an unknown variable. An error there may disappear
// with the real value, because no placeholder is valid for all fields, such as durations, versions and commits.
type placeholder struct {
	// path is the field's normalized path.
	path string
	// secret is set if the text beside the variable may hold a secret. This is an error with any value of the
	// variable.
	secret bool
}

type placeholders []placeholder

// normalize returns the same key for all spellings of a path.
func normalize(path string) string {
	var key strings.Builder
	for _, step := range strict.SplitPath(path) {
		fmt.Fprintf(&key, "%v\x00", step)
	}
	return key.String()
}

// add records a field, and the text beside the variable.
func (p *placeholders) add(path *field.Path, beside string) {
	*p = append(*p, placeholder{path: normalize(path.String()), secret: text.MayHoldSecret(beside)})
}

// at returns whether a placeholder is at the path.
func (p placeholders) at(path string) bool {
	key := normalize(path)
	return slices.ContainsFunc(p, func(use placeholder) bool { return use.path == key })
}

// below returns whether a placeholder is below the path.
func (p placeholders) below(path string) bool {
	key := normalize(path)
	return slices.ContainsFunc(p, func(use placeholder) bool { return use.path != key && strings.HasPrefix(use.path, key) })
}

// uncertain returns whether an error at the path may disappear with the real value. An error about an element of
// a list is about its content.
func (p placeholders) uncertain(path string) bool {
	key, steps := normalize(path), strict.SplitPath(path)
	if slices.ContainsFunc(p, func(use placeholder) bool { return use.path == key && !use.secret }) {
		return true
	}
	if len(steps) == 0 {
		return false
	}
	_, isElement := steps[len(steps)-1].(int)
	return isElement && p.below(path)
}

// uncertainObject is uncertain for errors and warnings about the content of an object, such as a rule of its
// schema. Errors about a whole spec are about its provider.
func (p placeholders) uncertainObject(path string) bool {
	if len(strict.SplitPath(path)) > len([]string{"source", "template", "spec"}) {
		return p.uncertain(path) || p.below(path)
	}
	return p.at(path+".provider") || p.at(path+".sts.provider")
}

// shortestClusterIdentity is the minimum length of the identity of a shoot, which consists of its technical ID,
// a UID and the identity of the garden (gardener: pkg/gardenlet/operation/botanist/clusteridentity.go).
const shortestClusterIdentity = len("shoot--p--s-") + 36 + len("-g")

// checkLongLabels checks labels with the unknown identity of a shoot in a template. The identity is too long for
// a label in most gardens, which causes a warning. It is an error if the label is too long in all gardens. A
// known identity is checked with the value of the label.
func (b *builder) checkLongLabels(path *field.Path, template map[string]any) {
	if b.shoot != nil && b.info[fluxv1alpha1.ShootInfoClusterIdentity] != shootinfo.Placeholder {
		return
	}
	for _, fields := range [][]string{{"metadata", "labels"}, {"spec", "commonMetadata", "labels"}} {
		value, _ := strict.Lookup(template, fields...)
		labels, _ := value.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(labels)) {
			value, _ := labels[key].(string)
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
