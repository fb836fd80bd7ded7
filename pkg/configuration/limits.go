// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
)

// versionLimit matches a limit that may cover a Flux version, now or later.
var versionLimit = regexp.MustCompile(`^v?\d+(\.\d+){0,2}$`)

// checkVersions refuses limits that cannot cover any Flux version, and limits that together cover none: they would forbid what they are meant
// to allow. A single one that covers no version is recorded in the notes: the version may be supplied later than it is allowed, or not be
// carried any more.
func (r *Resolver) checkVersions() document.Errors {
	var (
		errs, unanswered field.ErrorList
		limits           = field.NewPath("limits", "fluxVersions")
		versions         = r.catalog.Versions()
	)
	for i, limit := range r.limits.FluxVersions {
		if slices.ContainsFunc(versions, func(version string) bool { return covers(limit, version) }) {
			continue
		}
		err := field.Invalid(limits.Index(i), limit, fmt.Sprintf("covers no Flux version that the extension carries; these are %s", strings.Join(versions, ", ")))
		if unanswered = append(unanswered, err); !versionLimit.MatchString(limit) {
			errs = append(errs, err)
		}
	}
	if len(unanswered) == len(r.limits.FluxVersions) {
		errs = unanswered
	}
	if len(errs) > 0 {
		return r.operatorErrors(errs)
	}
	for _, err := range unanswered {
		r.notes = append(r.notes, fmt.Sprintf("%s: %s has no effect: it %s", err.Field, err.BadValue, err.Detail))
	}
	return nil
}

// checkLimits refuses limits that allow nothing that exists: they would forbid what they are meant to allow. It checks the prefixes of
// labels and the Git hosts too.
func (r *Resolver) checkLimits() document.Errors {
	var (
		errs     field.ErrorList
		limits   = field.NewPath("limits")
		versions = r.catalog.Versions()
		known    []fluxv1alpha1.Component
	)
	// Reading the components of all versions takes a while, also in a short command.
	if len(r.limits.Components) > 0 {
		for _, version := range versions {
			known = append(known, r.catalog.Components(version)...)
		}
	}
	slices.Sort(known)
	for i, limit := range r.limits.Components {
		if component := fluxv1alpha1.Component(limit); !slices.Contains(known, component) {
			errs = append(errs, field.NotSupported(limits.Child("components").Index(i), component, slices.Compact(known)))
		}
	}
	for i, limit := range r.limits.Registries {
		errs = append(errs, validation.ValidateRegistry(limits.Child("registries").Index(i), limit)...)
	}
	kinds := []fluxv1alpha1.PatchKind{fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.PatchKindServiceAccount}
	for i, limit := range r.limits.Patches {
		if kind := fluxv1alpha1.PatchKind(limit); !slices.Contains(kinds, kind) {
			errs = append(errs, field.NotSupported(limits.Child("patches").Index(i), kind, kinds))
		}
	}
	for i, prefix := range r.prefixes {
		errs = append(errs, validation.ValidateLabelPrefix(field.NewPath("shootInfo", "labelPrefixes").Index(i), prefix)...)
	}
	for i, host := range r.gitHosts {
		errs = append(errs, validation.ValidateGitHost(field.NewPath("gitHosts").Index(i), host)...)
	}
	return r.operatorErrors(errs)
}

// checkImages refuses an unknown setting of image digests.
func (r *Resolver) checkImages(images *configv1alpha1.Images) document.Errors {
	known := []configv1alpha1.ImageDigests{configv1alpha1.ImageDigestsUpstreamOnly, configv1alpha1.ImageDigestsAlways, configv1alpha1.ImageDigestsNever}
	if images == nil || images.Digests == "" || slices.Contains(known, images.Digests) {
		return nil
	}
	return r.operatorErrors(field.ErrorList{field.NotSupported(field.NewPath("images", "digests"), images.Digests, known)})
}

// operatorErrors returns configuration errors for errors outside the defaults.
func (r *Resolver) operatorErrors(errs field.ErrorList) document.Errors {
	var configErrs document.Errors
	for _, err := range errs {
		configErrs = append(configErrs, document.Error{Origin: document.OriginOperator, Document: r.operator.Name, Error: redaction.Error(err)})
	}
	return configErrs
}

// checkDefaultComponents refuses limits that do not allow a component that is installed by default.
func (r *Resolver) checkDefaultComponents() document.Errors {
	if chosen, _ := fieldpath.Lookup(r.operator.Content, "flux", "components"); chosen != nil || len(r.limits.Components) == 0 {
		return nil
	}
	defaults := fluxv1alpha1.FluxInstallation{}
	fluxv1alpha1.SetDefaults_FluxInstallation(&defaults)
	var missing []string
	for _, component := range defaults.Components {
		if !slices.Contains(r.limits.Components, string(component)) {
			missing = append(missing, string(component))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return document.Errors{{Origin: document.OriginOperator, Document: r.operator.Name, Error: field.Forbidden(field.NewPath("limits", "components"), fmt.Sprintf(
		"leaves out %s, installed by default; set defaults.flux.components to those that are to be, or add it", strings.Join(missing, " and ")))}}
}

// covers returns whether a limit such as v2.9 or v2.9.3 covers the version.
func covers(limit, version string) bool {
	limit = "v" + strings.TrimPrefix(limit, "v")
	return version == limit || strings.HasPrefix(version, limit+".")
}
