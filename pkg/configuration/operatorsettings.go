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
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// versionLimit matches a limit that may cover a Flux version, now or later.
var versionLimit = regexp.MustCompile(`^v?\d+(\.\d+){0,2}$`)

// Catalog knows the Flux versions that there are.
type VersionCatalog interface {
	// Versions returns the Flux versions, each with leading 'v'.
	Versions() []string
	// Components returns the controllers that a version has.
	Components(version string) []fluxv1alpha1.Component
}

// Check checks the settings beside the defaults. The notes are about those that are allowed but have no effect.
func CheckOperator(catalog VersionCatalog, operator configv1alpha1.ControllerConfiguration) (notes []string, configErrs document.Errors) {
	limits := ptr.Deref(operator.Limits, configv1alpha1.Limits{})
	notes, errs := checkVersions(catalog, limits.FluxVersions)
	errs = append(errs, checkLimits(catalog, limits)...)
	for i, prefix := range ptr.Deref(operator.ShootInfo, configv1alpha1.ShootInfo{}).LabelPrefixes {
		errs = append(errs, validation.ValidateLabelPrefix(field.NewPath("shootInfo", "labelPrefixes").Index(i), prefix)...)
	}
	for i, host := range operator.GitHosts {
		errs = append(errs, validation.ValidateGitHost(field.NewPath("gitHosts").Index(i), host)...)
	}
	errs = append(errs, checkImages(operator.Images)...)
	if rollout := operator.VersionRollout; rollout != nil {
		errs = append(errs, validation.ValidateVersionRollout(field.NewPath("versionRollout"), rollout)...)
	}
	if push := operator.Push; push != nil {
		errs = append(errs, validation.ValidatePushOffer(field.NewPath("push"), push)...)
	}
	if notifications := operator.Notifications; notifications != nil {
		errs = append(errs, validation.ValidateNotificationHosts(field.NewPath("notifications"), notifications)...)
	}
	for _, err := range errs {
		configErrs = append(configErrs, configErr(text.FieldError(err)))
	}
	return notes, configErrs
}

// configErr returns the configuration error for an error outside the defaults.
func configErr(err *field.Error) document.Error {
	return document.Error{Origin: document.OriginOperator, Document: document.OperatorName, Error: err}
}

// checkVersions refuses limits that cannot cover any Flux version, and limits that together cover none: they would forbid what they are meant
// to allow. A single one that covers no version is recorded in the notes: the version may be supplied later than it is allowed, or not be
// carried any more.
func checkVersions(catalog VersionCatalog, limits []string) (notes []string, errs field.ErrorList) {
	var (
		unanswered field.ErrorList
		path       = field.NewPath("limits", "fluxVersions")
		versions   = catalog.Versions()
	)
	for i, limit := range limits {
		if slices.ContainsFunc(versions, func(version string) bool { return covers(limit, version) }) {
			continue
		}
		err := field.Invalid(path.Index(i), limit, fmt.Sprintf("covers no Flux version that the extension carries; these are %s", strings.Join(versions, ", ")))
		if unanswered = append(unanswered, err); !versionLimit.MatchString(limit) {
			errs = append(errs, err)
		}
	}
	if len(unanswered) == len(limits) {
		errs = unanswered
	}
	if len(errs) > 0 {
		return nil, errs
	}
	for _, err := range unanswered {
		notes = append(notes, fmt.Sprintf("%s: %s has no effect: it %s", err.Field, err.BadValue, err.Detail))
	}
	return notes, nil
}

// checkLimits refuses limits that allow nothing that exists: they would forbid what they are meant to allow.
func checkLimits(catalog VersionCatalog, limits configv1alpha1.Limits) field.ErrorList {
	var (
		errs  field.ErrorList
		path  = field.NewPath("limits")
		known []fluxv1alpha1.Component
	)
	// Reading the components of all versions takes a while, also in a short command.
	if len(limits.Components) > 0 {
		for _, version := range catalog.Versions() {
			known = append(known, catalog.Components(version)...)
		}
	}
	slices.Sort(known)
	for i, limit := range limits.Components {
		if component := fluxv1alpha1.Component(limit); !slices.Contains(known, component) {
			errs = append(errs, field.NotSupported(path.Child("components").Index(i), component, slices.Compact(known)))
		}
	}
	for i, limit := range limits.Registries {
		errs = append(errs, validation.ValidateRegistry(path.Child("registries").Index(i), limit)...)
	}
	kinds := []fluxv1alpha1.PatchKind{fluxv1alpha1.PatchKindDeployment, fluxv1alpha1.PatchKindServiceAccount}
	for i, limit := range limits.Patches {
		if kind := fluxv1alpha1.PatchKind(limit); !slices.Contains(kinds, kind) {
			errs = append(errs, field.NotSupported(path.Child("patches").Index(i), kind, kinds))
		}
	}
	if smallest := validation.SmallestStorage(); limits.StorageSize != nil && limits.StorageSize.Cmp(smallest) < 0 {
		errs = append(errs, field.Invalid(path.Child("storageSize"), limits.StorageSize.String(), fmt.Sprintf("must not be less than %s, the smallest volume", smallest.String())))
	}
	if shards := limits.Shards; shards != nil && (*shards < 0 || *shards > validation.MostShards) {
		errs = append(errs, field.Invalid(path.Child("shards"), *shards, fmt.Sprintf("must be between 0, which allows none, and %d", validation.MostShards)))
	}
	return errs
}

// checkImages refuses an unknown setting of image digests.
func checkImages(images *configv1alpha1.Images) field.ErrorList {
	known := []configv1alpha1.ImageDigests{configv1alpha1.ImageDigestsUpstreamOnly, configv1alpha1.ImageDigestsAlways, configv1alpha1.ImageDigestsNever}
	if images == nil || images.Digests == "" || slices.Contains(known, images.Digests) {
		return nil
	}
	return field.ErrorList{field.NotSupported(field.NewPath("images", "digests"), images.Digests, known)}
}

// CheckDefaultComponents refuses limits that do not allow a component that is installed by default. The defaults are those of FluxConfigs, as they were
// read.
func CheckDefaultComponents(limits configv1alpha1.Limits, fluxConfig map[string]any) document.Errors {
	if chosen, _ := strict.Lookup(fluxConfig, "flux", "components"); chosen != nil || len(limits.Components) == 0 {
		return nil
	}
	defaults := fluxv1alpha1.FluxInstallation{}
	fluxv1alpha1.SetDefaults_FluxInstallation(&defaults)
	var missing []string
	for _, component := range defaults.Components {
		if !slices.Contains(limits.Components, string(component)) {
			missing = append(missing, string(component))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return document.Errors{configErr(field.Forbidden(field.NewPath("limits", "components"), fmt.Sprintf(
		"leaves out %s, installed by default; set defaults.flux.components to those that are to be, or add it", strings.Join(missing, " and "))))}
}

// Allows returns whether the limits allow a Flux version.
func Allows(limits configv1alpha1.Limits, version string) bool {
	return len(limits.FluxVersions) == 0 || slices.ContainsFunc(limits.FluxVersions, func(limit string) bool { return covers(limit, version) })
}

// covers returns whether a limit such as v2.9 or v2.9.3 covers the version.
func covers(limit, version string) bool {
	limit = "v" + strings.TrimPrefix(limit, "v")
	return version == limit || strings.HasPrefix(version, limit+".")
}
