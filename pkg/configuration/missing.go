// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// missingResource records that the Shoot has no entry for something.
func (b *builder) missingResource(path *field.Path, name, kind string) {
	b.missing(field.Invalid(path, name, fmt.Sprintf("names no entry of Shoot.spec.resources; add one of this name that refers to a %s", kind)),
		field.NewPath("spec", "resources"), "has no entry named "+name, "add one that refers to a "+kind)
}

// missingLabel records that the Shoot has no label for something, and returns what stands for it. Without a Shoot, every label
// is taken for given.
func (b *builder) missingLabel(path *field.Path, name string) string {
	if b.shoot == nil {
		return placeholder
	}
	label := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, fluxv1alpha1.ShootInfoLabelPrefix), "_", "-"))
	add := fmt.Sprintf("add one such as %s%s", b.resolver.prefixes[0], label)
	known := strings.Join(slices.Sorted(maps.Keys(b.facts.info)), ", ")
	b.missing(field.Invalid(path, "${"+name+"}", fmt.Sprintf("stands for a label that the Shoot does not have; %s, or use another fact; the known facts are %s", add, known)),
		field.NewPath("metadata", "labels"), fmt.Sprintf("has no label for ${%s}", name), add)
	return placeholder
}

// missing records that the Shoot lacks something. If the Shoot does not itself refer to it, it is all the same the Shoot in
// which it has to be corrected.
func (b *builder) missing(err *field.Error, where *field.Path, lack, remedy string) {
	located := b.stack.locate(field.ErrorList{err})[0]
	if located.Origin != OriginShoot {
		located = Mistake{
			Origin:   OriginShoot,
			Document: fmt.Sprintf("Shoot %s/%s", b.shoot.Namespace, b.shoot.Name),
			Error:    harmless(field.Required(where, fmt.Sprintf("%s, to which %s of %s refers; %s", lack, located.Error.Field, located.Document, remedy))),
		}
	}
	b.mistakes = append(b.mistakes, located)
}
