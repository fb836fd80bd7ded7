// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// hiddenValue replaces the value of a variable from a Secret.
const hiddenValue = "(redacted)"

// variables contains the variables that kustomize-controller substitutes in the objects of a Kustomization.
type variables struct {
	// active is true if variables are substituted.
	active bool
	values map[string]string
	// secrets contains a hash of each value from a Secret.
	secrets map[string]string
	// unknown contains variables without a known value. If open is true, all variables without a value are unknown.
	unknown map[string]bool
	open    bool
	// digest identifies the content.
	digest string
}

// origin contains the variables of a ConfigMap or Secret.
type origin struct {
	values  map[string]string
	secret  bool
	unknown []string
}

var variableName = regexp.MustCompile(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`)

// newVariables merges the variables of a Kustomization in the order of kustomize-controller. origins contains an entry
// for each substituteFrom, which is nil if the object is not known.
func newVariables(k *kustomizev1.Kustomization, origins []*origin) (*variables, error) {
	v := &variables{values: map[string]string{}, secrets: map[string]string{}, unknown: map[string]bool{}}
	if k.Spec.PostBuild == nil {
		return v, nil
	}
	for _, from := range origins {
		v.merge(from)
	}
	for name, value := range k.Spec.PostBuild.Substitute {
		v.set(name, value)
	}
	always := k.GetSubstituteStrategy() == kustomizev1.SubstituteStrategyAlways
	v.active = always || v.open || len(v.values)+len(v.secrets)+len(v.unknown) > 0
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(v.values)), slices.Sorted(maps.Keys(v.secrets))) {
		if !variableName.MatchString(name) {
			return nil, fmt.Errorf("variable %q is not a valid name: it must consist of letters, digits and underscores; rename it in spec.postBuild or in the object that contains it", name)
		}
	}
	v.digest = v.hash()
	return v, nil
}

func (v *variables) merge(from *origin) {
	if from == nil {
		// The object may override all variables before it.
		v.open, v.values, v.secrets, v.unknown = true, map[string]string{}, map[string]string{}, map[string]bool{}
		return
	}
	for name, value := range from.values {
		v.set(name, value)
		if from.secret {
			delete(v.values, name)
			v.secrets[name] = hashOf(value)
		}
	}
	for _, name := range from.unknown {
		v.set(name, "")
		delete(v.values, name)
		v.unknown[name] = true
	}
}

func (v *variables) set(name, value string) {
	delete(v.secrets, name)
	delete(v.unknown, name)
	v.values[name] = strings.ReplaceAll(value, "\n", "")
}

func (v *variables) hash() string {
	text := &strings.Builder{}
	fmt.Fprintln(text, v.active, v.open)
	for _, set := range []map[string]string{v.values, v.secrets} {
		for name, value := range ordered.Map(set) {
			fmt.Fprintf(text, "%s=%q\n", name, value)
		}
		fmt.Fprintln(text)
	}
	fmt.Fprint(text, slices.Sorted(maps.Keys(v.unknown)))
	return hashOf(text.String())
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// isUnknown reports whether a variable has no known value.
func (v *variables) isUnknown(name string) bool {
	return v.unknown[name] || v.open && !v.isDefined(name)
}

// isDefined reports whether a variable has a value, which may be empty, secret or not known.
func (v *variables) isDefined(name string) bool {
	_, known := v.values[name]
	_, secret := v.secrets[name]
	return known || secret || v.unknown[name]
}

// value returns the value of a variable. Unknown variables stay as they are, and values from Secrets are hidden.
func (v *variables) value(name string) (string, bool) {
	if value, ok := v.values[name]; ok {
		return value, true
	}
	if _, ok := v.secrets[name]; ok {
		return hiddenValue, true
	}
	if v.isUnknown(name) {
		return "${" + name + "}", true
	}
	return "", true
}

// identify returns a text that differs for different values of a variable. It does not contain values from Secrets.
func (v *variables) identify(name string) string {
	value, ok := v.values[name]
	secret := v.secrets[name]
	return fmt.Sprintf("%t %t %t %q %s", v.active, ok, v.isUnknown(name), value, secret)
}

// hiddenIn returns the variables of a template whose values are unknown or from Secrets.
func (v *variables) hiddenIn(t *template) []string {
	var hidden []string
	for _, name := range t.variables {
		if _, ok := v.secrets[name]; v.active && (ok || v.isUnknown(name)) {
			hidden = append(hidden, name)
		}
	}
	return hidden
}

// secretsIn identifies the values from Secrets in a template.
func (v *variables) secretsIn(t *template) string {
	var used []string
	for _, name := range t.variables {
		if hash, ok := v.secrets[name]; v.active && ok {
			used = append(used, name+"="+hash)
		}
	}
	return strings.Join(used, ",")
}

// substitute returns the template with its variables substituted, as kustomize-controller does.
func (v *variables) substitute(t *template) (string, error) {
	switch {
	case !v.active || t.literal:
		return t.text, nil
	case t.parseErr != nil:
		return "", fmt.Errorf("%s has an invalid variable: %w; write $${ for a literal ${", t.id, t.parseErr)
	case t.parsed == nil:
		return t.text, nil
	}
	text, err := t.execute(v.value)
	if err != nil {
		return "", fmt.Errorf("%s: failed to substitute the variables: %w", t.id, err)
	}
	return text, nil
}

// word matches values that cannot change the structure of YAML.
var word = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?$`)

// arePlain reports whether all values in a template are words, so that the text is valid YAML if the template is.
// Functions and defaults may add other characters.
func (v *variables) arePlain(t *template) bool {
	if t.functions {
		return false
	}
	for _, name := range t.variables {
		if value, _ := v.value(name); value != hiddenValue && !word.MatchString(value) {
			return false
		}
	}
	return true
}

// decode returns the object in a text after the substitution. It keeps all digits of integers, as Flux does: as
// floating point numbers, different ones beyond 2^53 would be equal.
func decode(t *template, text string) (*unstructured.Unstructured, error) {
	content := map[string]any{}
	if err := checkAliases(text); err != nil {
		return nil, fmt.Errorf("%s: %w; check its values of %s", t.id, err, strings.Join(t.variables, ", "))
	}
	if err := yaml.Unmarshal([]byte(text), &content); err != nil {
		return nil, fmt.Errorf("%s is not valid YAML after the variables are substituted; check its values of %s", t.id, strings.Join(t.variables, ", "))
	}
	return &unstructured.Unstructured{Object: content}, nil
}

// originOf returns the variables of a built ConfigMap or Secret.
func originOf(object *unstructured.Unstructured, hidden bool) *origin {
	from := &origin{values: map[string]string{}, secret: object.GetKind() == kindSecret}
	if hidden {
		return nil
	}
	if _, ok := object.Object["sops"]; ok {
		return nil
	}
	data, _, _ := unstructured.NestedMap(object.Object, "data")
	for name, value := range data {
		text, ok := value.(string)
		if from.secret {
			decoded, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				return nil
			}
			text = string(decoded)
			if kustomizer.IsEncrypted(name, text) {
				return nil
			}
		}
		if !ok {
			text = fmt.Sprint(value)
		}
		from.values[name] = text
	}
	if texts, _, _ := unstructured.NestedMap(object.Object, "stringData"); from.secret {
		for name, value := range texts {
			from.values[name] = fmt.Sprint(value)
		}
	}
	return from
}
