// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package template

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// placeholderUse is a field of a template with a placeholder for a shoot info variable that is not known yet. An error there may be gone with
// the real value, because no placeholder is valid for all fields: a duration, a version, a commit.
type placeholderUse struct {
	// path is that of the field, written by normalize.
	path string
	// secret is true if the text beside the variable may hold a secret, which is wrong with any value.
	secret bool
}

// Placeholders are the fields with placeholders.
type Placeholders []placeholderUse

// normalize returns the same key for all spellings of a path.
func normalize(path string) string {
	var key strings.Builder
	for _, step := range strict.SplitPath(path) {
		fmt.Fprintf(&key, "%v\x00", step)
	}
	return key.String()
}

// Add records a field, and the text beside the variable.
func (p *Placeholders) Add(path *field.Path, beside string) {
	*p = append(*p, placeholderUse{path: normalize(path.String()), secret: text.MayHoldSecret(beside)})
}

// At returns whether a placeholder is at the path.
func (p Placeholders) At(path string) bool {
	key := normalize(path)
	for _, use := range p {
		if use.path == key {
			return true
		}
	}
	return false
}

// below returns whether a placeholder is below the path.
func (p Placeholders) below(path string) bool {
	key := normalize(path)
	for _, use := range p {
		if use.path != key && strings.HasPrefix(use.path, key) {
			return true
		}
	}
	return false
}

// Uncertain returns whether an error at the path may be gone with the real value. An error about an element of a list is about its content.
func (p Placeholders) Uncertain(path string) bool {
	key, steps := normalize(path), strict.SplitPath(path)
	for _, use := range p {
		if use.path == key && !use.secret {
			return true
		}
	}
	if len(steps) == 0 {
		return false
	}
	_, isElement := steps[len(steps)-1].(int)
	return isElement && p.below(path)
}

// UncertainObject returns the same for an error or a warning about an object because of its content, such as by a rule of its schema. Errors
// about a whole spec are about providers.
func (p Placeholders) UncertainObject(path string) bool {
	if len(strict.SplitPath(path)) > len([]string{"source", "template", "spec"}) {
		return p.Uncertain(path) || p.below(path)
	}
	return p.At(path+".provider") || p.At(path+".sts.provider")
}
