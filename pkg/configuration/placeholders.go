// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
)

// presumption is a place in a template in which a placeholder stands for a fact that is not known yet. What is wrong there may
// be right with the fact, which no placeholder can be for all fields: a duration, a version, a commit.
type presumption struct {
	// path is the place, written by placeOf.
	path string
	// secret says that what is written beside the fact may hold a secret, which is wrong with any fact.
	secret bool
}

// presumptions are all of them.
type presumptions []presumption

// placeOf writes a path so that all spellings of it are the same.
func placeOf(path string) string {
	var place strings.Builder
	for _, step := range fieldpath.Split(path) {
		fmt.Fprintf(&place, "%v\x00", step)
	}
	return place.String()
}

// add notes a place, and the text that stands there beside the fact.
func (p *presumptions) add(path *field.Path, beside string) {
	*p = append(*p, presumption{path: placeOf(path.String()), secret: redaction.MayHoldSecret(beside)})
}

// at tells whether a placeholder stands at the path.
func (p presumptions) at(path string) bool {
	place := placeOf(path)
	for _, presumed := range p {
		if presumed.path == place {
			return true
		}
	}
	return false
}

// below tells whether a placeholder stands somewhere below the path.
func (p presumptions) below(path string) bool {
	place := placeOf(path)
	for _, presumed := range p {
		if presumed.path != place && strings.HasPrefix(presumed.path, place) {
			return true
		}
	}
	return false
}

// excuses tells whether an error at the path may be gone with the fact. An error about an element of a list is about what is in it.
func (p presumptions) excuses(path string) bool {
	place, way := placeOf(path), fieldpath.Split(path)
	for _, presumed := range p {
		if presumed.path == place && !presumed.secret {
			return true
		}
	}
	if len(way) == 0 {
		return false
	}
	_, isElement := way[len(way)-1].(int)
	return isElement && p.below(path)
}

// excusesObject tells the same of what is said of an object because of what is in it, by a rule of its schema or by a warning.
// What is said of a whole spec is about providers.
func (p presumptions) excusesObject(path string) bool {
	if len(fieldpath.Split(path)) > len([]string{"source", "template", "spec"}) {
		return p.excuses(path) || p.below(path)
	}
	return p.at(path+".provider") || p.at(path+".sts.provider")
}
