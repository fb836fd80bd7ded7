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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// checkPromotion checks that a rollout can promote the commits of the project's source, which all Shoots have to read.
func (b *builder) checkPromotion() {
	const fix = ", or set project.rollout.source to Follow"
	source, template := field.NewPath("project", "rollout", "source"), []string{"source", "template"}
	if kind, _ := strict.Lookup(b.content, append(template, "kind")...); document.KindOf(kind) == sourcev1.BucketKind {
		b.refuse(field.Invalid(source, fluxv1alpha1.RolloutSourcePromote, "a Bucket has no revision that could be promoted; set Follow, or use a GitRepository or an OCIRepository"))
	}
	own, _ := strict.Lookup(b.content, template...)
	b.refuse(unpromotable(own, strict.NewPath(template), fix)...)
	for _, override := range b.project.Overrides {
		own, _ := strict.Lookup(override.Document.Content, template...)
		b.configErrs = append(b.configErrs, override.Document.ConfigErrs(unpromotable(own, strict.NewPath(template), fix))...)
	}
	for _, name := range []string{"url", "ref"} {
		own := []string{"source", "template", "spec", name}
		value, _ := strict.Lookup(b.content, own...)
		b.refuseInOverrides(field.Forbidden(strict.NewPath(own), "must not be set in an override: with project.rollout.source Promote, all Shoots read the same source; remove it, or set Follow"), own)
		switch {
		case b.stack.OfSomeShoots(own...):
			b.refuse(field.Forbidden(strict.NewPath(own), "must not be set in a Shoot: with project.rollout.source Promote, all Shoots read the same source; remove it, or set Follow"))
		case strings.Contains(fmt.Sprint(value), "${"):
			b.refuse(field.Invalid(source, fluxv1alpha1.RolloutSourcePromote, fmt.Sprintf("source.template.spec.%s has a variable, so Shoots read different sources without a common commit; set Follow, or replace the variable with its value", name)))
		}
	}
}

// unpromotable returns errors for the fields of a source template that Flux does not combine with a commit. The
// messages end with another fix.
func unpromotable(template any, path *field.Path, fix string) (errs field.ErrorList) {
	own, _ := template.(map[string]any)
	if name := strict.LookupString(own, "spec", "ref", "name"); name != "" && strict.LookupString(own, "spec", "ref", "commit") == "" {
		errs = append(errs, field.Invalid(path.Child("spec", "ref", "name"), name,
			"cannot be promoted, because Flux fetches a promoted commit from the branches of the repository; set branch, tag or semver"+fix))
	}
	verification := sourcev1.GitRepositoryVerification{Mode: sourcev1.GitVerificationMode(strict.LookupString(own, "spec", "verify", "mode"))}
	if verification.VerifyTag() {
		errs = append(errs, field.Invalid(path.Child("spec", "verify", "mode"), string(verification.Mode),
			"cannot be used for promoted commits, because Flux verifies a tag only if it follows the tag; set HEAD"+fix))
	}
	return errs
}
