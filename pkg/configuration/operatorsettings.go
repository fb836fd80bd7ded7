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
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// versionLimit matches a valid entry of limits.fluxVersions.
var versionLimit = regexp.MustCompile(`^v?\d+(\.\d+){0,2}$`)

// checkSettings checks the operator's settings except the defaults. It records notes about settings that have no
// effect.
func (r *Resolver) checkSettings() document.Errors {
	errs := append(r.checkVersionLimits(), r.checkLimits()...)
	for i, prefix := range r.prefixes {
		errs = append(errs, validation.ValidateLabelPrefix(field.NewPath("shootInfo", "labelPrefixes").Index(i), prefix)...)
	}
	for i, host := range r.settings.GitHosts {
		errs = append(errs, validation.ValidateGitHost(field.NewPath("gitHosts").Index(i), host)...)
	}
	if when := r.settings.WhenUnconfigured; when != "" {
		errs = append(errs, validation.OneOf(field.NewPath("whenUnconfigured"), when, configv1alpha1.WhenUnconfiguredInstall, configv1alpha1.WhenUnconfiguredNothing)...)
	}
	if images := r.settings.Images; images != nil && images.Digests != "" {
		errs = append(errs, validation.OneOf(field.NewPath("images", "digests"), images.Digests, configv1alpha1.ImageDigestsUpstreamOnly, configv1alpha1.ImageDigestsAlways, configv1alpha1.ImageDigestsNever)...)
	}
	if rollouts := r.settings.Rollouts; rollouts != nil {
		errs = append(errs, validation.ValidateRollouts(field.NewPath("rollouts"), rollouts, r.settings.Baseline != nil)...)
		errs = append(errs, r.refuseCheckHosts(field.NewPath("rollouts", "rings"), rollouts.Rings)...)
	}
	errs = append(errs, validation.ValidateProjectFreezes(field.NewPath("projectFreezes"), r.settings.ProjectFreezes)...)
	if push := r.settings.Push; push != nil {
		errs = append(errs, validation.ValidatePushOffer(field.NewPath("push"), push)...)
	}
	if notifications := r.settings.Notifications; notifications != nil {
		errs = append(errs, validation.ValidateNotificationHosts(field.NewPath("notifications"), notifications)...)
	}
	if checks := r.settings.Checks; checks != nil {
		errs = append(errs, validation.ValidateChecks(field.NewPath("checks"), checks)...)
	}
	return settings.ConfigErrs(errs)
}

// settings is the document of errors in the operator's configuration outside of the defaults.
var settings = &document.Document{Origin: document.OriginOperator, Name: document.OperatorName}

// checkVersionLimits rejects invalid limits. If no limit matches a carried version, it rejects all limits, because they
// would forbid all versions. If only some limits match none, it records a note for each of them, because the operator
// may have removed the version, or may supply it later.
func (r *Resolver) checkVersionLimits() field.ErrorList {
	var errs, uncovered field.ErrorList
	versions := r.catalog.Versions()
	for i, limit := range r.limits.FluxVersions {
		if slices.ContainsFunc(versions, func(version string) bool { return covers(limit, version) }) {
			continue
		}
		err := field.Invalid(field.NewPath("limits", "fluxVersions").Index(i), limit, fmt.Sprintf("covers no carried Flux version; the carried versions are %s", strings.Join(versions, ", ")))
		if uncovered = append(uncovered, err); !versionLimit.MatchString(limit) {
			errs = append(errs, err)
		}
	}
	if len(uncovered) == len(r.limits.FluxVersions) {
		return uncovered
	}
	for _, err := range uncovered {
		r.notes = append(r.notes, fmt.Sprintf("%s: %s has no effect: it %s", err.Field, err.BadValue, err.Detail))
	}
	return errs
}

// checkLimits rejects limits with unknown values, because they would forbid the values that the operator intends.
func (r *Resolver) checkLimits() field.ErrorList {
	var (
		errs  field.ErrorList
		path  = field.NewPath("limits")
		known []fluxv1alpha1.Component
	)
	// The components are determined only if needed: reading all versions would delay even short commands.
	if len(r.limits.Components) > 0 {
		known = r.components()
	}
	for i, limit := range r.limits.Components {
		errs = append(errs, validation.OneOf(path.Child("components").Index(i), fluxv1alpha1.Component(limit), known...)...)
	}
	for i, limit := range r.limits.Registries {
		errs = append(errs, validation.ValidateRegistry(path.Child("registries").Index(i), limit)...)
	}
	for i, limit := range r.limits.Patches {
		errs = append(errs, validation.OneOf(path.Child("patches").Index(i), fluxv1alpha1.PatchKind(limit), fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.PatchKindServiceAccount)...)
	}
	if smallest := validation.SmallestStorage(); r.limits.StorageSize != nil && r.limits.StorageSize.Cmp(smallest) < 0 {
		errs = append(errs, field.Invalid(path.Child("storageSize"), r.limits.StorageSize.String(), fmt.Sprintf("must not be less than %s, the smallest volume", smallest.String())))
	}
	if shards := r.limits.Shards; shards != nil && (*shards < 0 || *shards > validation.MostShards) {
		errs = append(errs, field.Invalid(path.Child("shards"), *shards, fmt.Sprintf("must be between 0, which allows none, and %d", validation.MostShards)))
	}
	return errs
}

// components returns the components of all carried versions.
func (r *Resolver) components() []fluxv1alpha1.Component {
	var known []fluxv1alpha1.Component
	for _, version := range r.catalog.Versions() {
		known = append(known, r.catalog.Components(version)...)
	}
	slices.Sort(known)
	return slices.Compact(known)
}

// InstallsNothing reports whether Flux is not installed in a Shoot without an earlier delivery, because the project and
// the Shoot have no configuration.
func (r *Resolver) InstallsNothing(project *document.ConfigMap, shoot *Shoot) bool {
	return r.InstallsOnlyForBaseline(project, shoot) && !r.HasBaseline(shoot)
}

// InstallsOnlyForBaseline reports whether the operator's baseline is the only reason to install Flux in a Shoot: the
// project and the Shoot have no configuration, and the operator does not install Flux then.
func (r *Resolver) InstallsOnlyForBaseline(project *document.ConfigMap, shoot *Shoot) bool {
	when := r.settings.WhenUnconfigured
	nothing := when == configv1alpha1.WhenUnconfiguredNothing || (when == "" && shoot.ProviderConfigPath == nil)
	return nothing && project.IsEmpty() && shoot.ProviderConfig == nil
}

// allows reports whether the operator allows a Flux version.
func (r *Resolver) allows(version string) bool {
	return len(r.limits.FluxVersions) == 0 || slices.ContainsFunc(r.limits.FluxVersions, func(limit string) bool { return covers(limit, version) })
}

// covers reports whether a limit such as v2.9 or v2.9.3 matches the version.
func covers(limit, version string) bool {
	limit = "v" + strings.TrimPrefix(limit, "v")
	return version == limit || strings.HasPrefix(version, limit+".")
}
