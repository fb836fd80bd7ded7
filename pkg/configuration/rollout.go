// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// checkRollout checks the rollout of the project. Commits can be promoted only if all Shoots read the same source.
func (b *builder) checkRollout() {
	if b.config.Project.Rollout == nil {
		return
	}
	rollout, path := b.config.Project.Rollout.DeepCopy(), field.NewPath("project", "rollout")
	fluxv1alpha1.SetDefaults_Rollout(rollout)
	b.refuse(validation.ValidateRollout(path, rollout)...)
	b.warnAll(validation.RolloutWarnings(path, rollout))
	if *rollout.Source != fluxv1alpha1.RolloutSourcePromote {
		return
	}
	source := path.Child("source")
	if kind, _ := strict.Lookup(b.content, "source", "template", "kind"); document.KindOf(kind) == sourcev1.BucketKind {
		b.refuse(field.Invalid(source, *rollout.Source, "a Bucket has no revision that could be promoted; set Follow, or use a GitRepository or an OCIRepository"))
	}
	ref := []string{"source", "template", "spec", "ref"}
	commit, _ := strict.Lookup(b.content, append(ref, "commit")...)
	if name, _ := strict.Lookup(b.content, append(ref, "name")...); name != nil && name != "" && (commit == nil || commit == "") {
		b.refuse(field.Invalid(field.NewPath("source", "template", "spec", "ref", "name"), name, "cannot be promoted, because Flux finds a commit only with its branch or its tag; set branch or tag, or set project.rollout.source to Follow"))
	}
	for _, name := range []string{"url", "ref"} {
		own := []string{"source", "template", "spec", name}
		value, _ := strict.Lookup(b.content, own...)
		b.refuseInOverrides(field.Forbidden(strict.NewPath(own), "must not be set by an override, because project.rollout.source is Promote, with which all Shoots read the same source; remove it, or set Follow"), own)
		switch {
		case b.stack.OfShoot(own...):
			b.refuse(field.Forbidden(strict.NewPath(own), "must not be set by the project's Shoots, because project.rollout.source is Promote, with which all read the same source; remove it, or set Follow"))
		case strings.Contains(fmt.Sprint(value), "${"):
			b.refuse(field.Invalid(source, *rollout.Source, fmt.Sprintf("source.template.spec.%s has a variable, so that Shoots read different sources, and a commit of one is none of the others; set Follow, or write the variable out", name)))
		}
	}
}

// refuseInOverrides refuses what overrides set, also those that are for other Shoots.
func (b *builder) refuseInOverrides(err *field.Error, path []string) {
	for _, override := range b.project.Overrides {
		if _, given := strict.Lookup(override.Document.Content, path...); given {
			b.configErrs = append(b.configErrs, override.Document.ConfigErr(err))
		}
	}
}
