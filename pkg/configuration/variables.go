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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

var (
	// shootInfoVariable matches ${SHOOT_INFO_…} with everything up to the closing brace, and the dollar signs
	// before it.
	shootInfoVariable = regexp.MustCompile(`(\$*)\$\{(` + fluxv1alpha1.ShootInfoPrefix + `[A-Za-z0-9_]*)([^}]*)(\}?)`)
	// labelVariable matches the name of a variable for a label of the Shoot.
	labelVariable = regexp.MustCompile(`^` + fluxv1alpha1.ShootInfoLabelPrefix + `[A-Z0-9_]+$`)
)

// mostVariables is the number of variables that a message lists.
const mostVariables = 40

// listVariables lists the shoot info variables for a message.
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

// substitute replaces the shoot info variables in all strings of a value. Other variables belong to Flux. It
// returns the first errors.
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
			errs = append(errs, field.Invalid(path, match, fmt.Sprintf("must be written %s, without anything else between the braces", variable)))
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
			errs = append(errs, field.Invalid(path, variable, fmt.Sprintf("is not a shoot info variable of this shoot; the known variables are %s", b.variables())))
		}
		return match
	})
	if hasPlaceholder {
		b.placeholders.add(path, shootInfoVariable.ReplaceAllString(value, "0"))
	}
	return replaced, errs
}

// missingLabel records that the Shoot lacks the label of a variable. Without a Shoot, every label is assumed
// to exist.
func (b *builder) missingLabel(path *field.Path, name string) {
	if b.shoot == nil || len(b.configErrs) > document.MostLocated {
		return
	}
	label := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, fluxv1alpha1.ShootInfoLabelPrefix), "_", "-"))
	add := fmt.Sprintf("add one such as %s%s", b.resolver.prefixes[0], label)
	b.missing(field.Invalid(path, "${"+name+"}", fmt.Sprintf("is for a label that the Shoot does not have; %s, or use another variable; the known variables are %s", add, b.variables())),
		field.NewPath("metadata", "labels"), fmt.Sprintf("has no label for ${%s}", name), add)
}

// checkPathSegments refuses an empty label that is a whole segment of the path: without it, all Shoots would
// share the path.
func (b *builder) checkPathSegments() {
	path := []string{"kustomization", "template", "spec", "path"}
	value := strict.LookupString(b.content, path...)
	if b.shoot == nil || value == "" {
		return
	}
	for _, name := range b.emptySegments(value) {
		label, where := shootinfo.LabelOf(b.shoot.Labels, b.resolver.prefixes, name), field.NewPath("metadata", "labels")
		if label != "" {
			where = where.Key(label)
		}
		fix := "give the label a value, or use another variable"
		b.missing(field.Invalid(strict.NewPath(path), "${"+name+"}", fmt.Sprintf("is a whole segment of the path, and its label %s is empty for this shoot; %s", label, fix)),
			where, fmt.Sprintf("is empty, and ${%s} is a whole segment of the path", name), fix)
	}
}

// emptySegments returns the empty label variables that are a whole segment of the path, each once.
func (b *builder) emptySegments(path string) []string {
	var names []string
	for segment := range strings.SplitSeq(path, "/") {
		rest, own := segment, []string(nil)
		for _, parts := range shootInfoVariable.FindAllStringSubmatch(segment, document.MostLocated) {
			value, known := b.info[parts[2]]
			if known && value == "" && labelVariable.MatchString(parts[2]) && parts[1] == "" && parts[3] == "" && parts[4] != "" {
				rest, own = strings.Replace(rest, parts[0], "", 1), append(own, parts[2])
			}
		}
		for _, name := range own {
			if rest == "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if len(names) > document.MostLocated {
			break
		}
	}
	return names
}

// placeholder is a field of a template with a placeholder for an unknown shoot info variable. An error there
// may disappear with the real value, because no placeholder is valid for all fields: a duration, a version, a
// commit.
type placeholder struct {
	// path is the field's normalized path.
	path string
	// secret is set if the text beside the variable may hold a secret, which is wrong with any value.
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

// uncertain returns whether an error at the path may disappear with the real value. An error about an element
// of a list concerns the content of the element.
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

// uncertainObject is uncertain for an error or a warning about the content of an object, such as by a rule of
// its schema. Errors about a whole spec are about providers.
func (p placeholders) uncertainObject(path string) bool {
	if len(strict.SplitPath(path)) > len([]string{"source", "template", "spec"}) {
		return p.uncertain(path) || p.below(path)
	}
	return p.at(path+".provider") || p.at(path+".sts.provider")
}

// shortestClusterIdentity is the length of the shortest identity of a shoot: its technical ID, a UID and the
// garden's identity (gardener: pkg/gardenlet/operation/botanist/clusteridentity.go).
const shortestClusterIdentity = len("shoot--p--s-") + 36 + len("-g")

// checkLongLabels checks labels with the identity of a shoot while the identity is unknown. It is too long
// for a label in most gardens, and an error if it is too long in all of them. A known identity is checked
// with the label's value.
func (b *builder) checkLongLabels() {
	if b.shoot != nil && b.info[fluxv1alpha1.ShootInfoClusterIdentity] != shootinfo.Placeholder {
		return
	}
	for _, root := range []string{"source", "kustomization"} {
		content, _ := strict.Lookup(b.content, root)
		b.checkLabelsOf(field.NewPath(root, "template"), content)
	}
	entries, _ := b.content[resolved.AdditionalSourcesField].([]any)
	for i, entry := range entries {
		b.checkLabelsOf(field.NewPath(resolved.AdditionalSourcesField).Index(i).Child("template"), entry)
	}
}

func (b *builder) checkLabelsOf(path *field.Path, content any) {
	object, _ := content.(map[string]any)
	for _, fields := range [][]string{{"metadata", "labels"}, {"spec", "commonMetadata", "labels"}} {
		value, _ := strict.Lookup(object, append([]string{"template"}, fields...)...)
		labels, _ := value.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(labels)) {
			value, _ := labels[key].(string)
			rest := strings.ReplaceAll(value, "${"+fluxv1alpha1.ShootInfoClusterIdentity+"}", "")
			if rest == value {
				continue
			}
			label := path.Child(fields[0], fields[1:]...).Key(key)
			if before, _, hasVariable := strings.Cut(rest, "${"); shortestClusterIdentity+len(before) > utilvalidation.LabelValueMaxLength && !hasVariable {
				b.refuse(field.Forbidden(label, fmt.Sprintf("has at least %d characters with the identity of any shoot, and a label at most %d; use another variable, or an annotation",
					shortestClusterIdentity+len(before), utilvalidation.LabelValueMaxLength)))
				continue
			}
			b.warnOfVariable(label, "has the identity of the shoot, which has %d or more characters, and a label has at most %d: a longer value is a configuration error; use another variable such as %s, or an annotation",
				shortestClusterIdentity, utilvalidation.LabelValueMaxLength, fluxv1alpha1.ShootInfoTechnicalID)
		}
	}
}
