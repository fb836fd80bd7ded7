// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package helper

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/Masterminds/semver/v3"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/gardener/gardener/pkg/apis/core"
	"github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/gardener/gardener/pkg/utils"
)

// CurrentLifecycleClassification returns the current lifecycle classification of the given version.
// An empty classification is interpreted as supported. If the version is expired, it returns ClassificationExpired.
func CurrentLifecycleClassification(version core.ExpirableVersion) core.VersionClassification {
	if len(version.Lifecycle) == 0 && (version.Classification != nil || version.ExpirationDate != nil) {
		// Deprecated: legacy classification/expiration fields are used, converting them to lifecycle stages.
		// Remove once the legacy fields are removed.

		// Add the configured classification stage, default to Supported if unset.
		version.Lifecycle = append(version.Lifecycle, core.LifecycleStage{
			Classification: ptr.Deref(version.Classification, core.ClassificationSupported),
		})

		// Add an Expired stage if ExpirationDate is set.
		if version.ExpirationDate != nil {
			version.Lifecycle = append(version.Lifecycle, core.LifecycleStage{
				Classification: core.ClassificationExpired,
				StartTime:      version.ExpirationDate,
			})
		}
	}

	if len(version.Lifecycle) == 0 {
		return core.ClassificationSupported
	}

	var (
		currentTime           = time.Now()
		currentClassification = core.ClassificationUnavailable
	)

	for _, stage := range version.Lifecycle {
		startTime := time.Time{}
		if stage.StartTime != nil {
			startTime = stage.StartTime.Time
		}

		if startTime.Before(currentTime) {
			currentClassification = stage.Classification
		}
	}

	return currentClassification
}

// VersionIsExpired reports whether the given version is expired.
func VersionIsExpired(version core.ExpirableVersion) bool {
	return CurrentLifecycleClassification(version) == core.ClassificationExpired
}

// VersionIsActive reports whether the given version is active.
func VersionIsActive(version core.ExpirableVersion) bool {
	curr := CurrentLifecycleClassification(version)
	return curr != core.ClassificationExpired && curr != core.ClassificationUnavailable
}

// VersionIsSupported reports whether the given version is supported.
func VersionIsSupported(version core.ExpirableVersion) bool {
	return CurrentLifecycleClassification(version) == core.ClassificationSupported
}

// VersionIsPreview reports whether the given version is in preview.
func VersionIsPreview(version core.ExpirableVersion) bool {
	return CurrentLifecycleClassification(version) == core.ClassificationPreview
}

// VersionIsDeprecated reports whether the given version is deprecated.
func VersionIsDeprecated(version core.ExpirableVersion) bool {
	return CurrentLifecycleClassification(version) == core.ClassificationDeprecated
}

// SupportedLifecycleClassification returns the lifecycle stage in which the version is classified as supported.
// It returns nil if no such stage exists.
func SupportedLifecycleClassification(version core.ExpirableVersion) core.LifecycleStage {
	for _, stage := range version.Lifecycle {
		if stage.Classification == core.ClassificationSupported {
			return stage
		}
	}
	return core.LifecycleStage{}
}

// FindMachineImageVersion finds the machine image version in the <cloudProfile> for the given <name> and <version>.
// In case no machine image version can be found with the given <name> or <version>, false is being returned.
func FindMachineImageVersion(machineImages []core.MachineImage, name, version string) (core.MachineImageVersion, bool) {
	for _, image := range machineImages {
		if image.Name == name {
			for _, imageVersion := range image.Versions {
				if imageVersion.Version == version {
					return imageVersion, true
				}
			}
		}
	}

	return core.MachineImageVersion{}, false
}

// DetermineLatestMachineImageVersions determines the latest versions (semVer) of the given machine images from a slice of machine images
func DetermineLatestMachineImageVersions(images []core.MachineImage) (map[string]core.MachineImageVersion, error) {
	resultMapVersions := make(map[string]core.MachineImageVersion)

	for _, image := range images {
		if len(image.Versions) == 0 {
			continue
		}
		latestMachineImageVersion, err := DetermineLatestMachineImageVersion(image.Versions, false)
		if err != nil {
			return nil, fmt.Errorf("failed to determine latest machine image version for image '%s': %w", image.Name, err)
		}
		resultMapVersions[image.Name] = latestMachineImageVersion
	}
	return resultMapVersions, nil
}

// DetermineLatestMachineImageVersion determines the latest MachineImageVersion from a slice of MachineImageVersion.
// When filterPreviewVersions is set, versions with classification preview are not considered.
// It will prefer older but non-deprecated versions over newer but deprecated versions.
func DetermineLatestMachineImageVersion(versions []core.MachineImageVersion, filterPreviewVersions bool) (core.MachineImageVersion, error) {
	latestVersion, latestNonDeprecatedVersion, err := DetermineLatestExpirableVersion(ToExpirableVersions(versions), filterPreviewVersions)
	if err != nil {
		return core.MachineImageVersion{}, err
	}

	// Try to find non-deprecated version first.
	for _, version := range versions {
		if version.Version == latestNonDeprecatedVersion.Version {
			return version, nil
		}
	}

	// It looks like there is no non-deprecated version, now look also into the deprecated versions
	for _, version := range versions {
		if version.Version == latestVersion.Version {
			return version, nil
		}
	}

	return core.MachineImageVersion{}, errors.New("the latest machine version has been removed")
}

// DetermineLatestExpirableVersion determines the latest expirable version and the latest non-deprecated version from a slice of ExpirableVersions.
// When filterPreviewVersions is set, versions with classification preview are not considered.
func DetermineLatestExpirableVersion(versions []core.ExpirableVersion, filterPreviewVersions bool) (core.ExpirableVersion, core.ExpirableVersion, error) {
	var (
		latestSemVerVersion              *semver.Version
		latestNonDeprecatedSemVerVersion *semver.Version

		latestExpirableVersion              core.ExpirableVersion
		latestNonDeprecatedExpirableVersion core.ExpirableVersion
	)

	for _, version := range versions {
		v, err := semver.NewVersion(version.Version)
		if err != nil {
			return core.ExpirableVersion{}, core.ExpirableVersion{}, fmt.Errorf("error while parsing expirable version '%s': %s", version.Version, err.Error())
		}

		if filterPreviewVersions && VersionIsPreview(version) {
			continue
		}

		if latestSemVerVersion == nil || v.GreaterThan(latestSemVerVersion) {
			latestSemVerVersion = v
			latestExpirableVersion = version
		}

		if !VersionIsDeprecated(version) {
			if latestNonDeprecatedSemVerVersion == nil || v.GreaterThan(latestNonDeprecatedSemVerVersion) {
				latestNonDeprecatedSemVerVersion = v
				latestNonDeprecatedExpirableVersion = version
			}
		}
	}

	if latestSemVerVersion == nil {
		return core.ExpirableVersion{}, core.ExpirableVersion{}, errors.New("unable to determine latest expirable version")
	}

	return latestExpirableVersion, latestNonDeprecatedExpirableVersion, nil
}

// ToExpirableVersions converts MachineImageVersion to ExpirableVersion
func ToExpirableVersions(versions []core.MachineImageVersion) []core.ExpirableVersion {
	expirableVersions := []core.ExpirableVersion{}
	for _, version := range versions {
		expirableVersions = append(expirableVersions, version.ExpirableVersion)
	}
	return expirableVersions
}

// GetRemovedVersions finds versions that have been removed in the old compared to the new version slice.
// returns a map associating the version with its index in the old version slice.
func GetRemovedVersions(oldVersions, newVersions []core.ExpirableVersion) map[string]int {
	return getVersionDiff(oldVersions, newVersions)
}

// GetAddedVersions finds versions that have been added in the new compared to the old version slice.
// returns a map associating the version with its index in the old version slice.
func GetAddedVersions(oldVersions, newVersions []core.ExpirableVersion) map[string]int {
	return getVersionDiff(newVersions, oldVersions)
}

// getVersionDiff gets versions that are in v1 but not in v2.
// Returns versions mapped to their index in v1.
func getVersionDiff(v1, v2 []core.ExpirableVersion) map[string]int {
	v2Versions := sets.Set[string]{}
	for _, x := range v2 {
		v2Versions.Insert(x.Version)
	}

	diff := map[string]int{}
	for index, x := range v1 {
		if !v2Versions.Has(x.Version) {
			diff[x.Version] = index
		}
	}
	return diff
}

// MachineImageDiff contains the diff of machine images and versions between two slices of machine images.
type MachineImageDiff struct {
	RemovedImages                 sets.Set[string]
	RemovedVersions               map[string]sets.Set[string]
	RemovedVersionClassifications map[string]map[string]sets.Set[core.VersionClassification]
	AddedImages                   sets.Set[string]
	AddedVersions                 map[string]sets.Set[string]
}

// GetMachineImageDiff returns the removed and added machine images and versions from the diff of two slices.
func GetMachineImageDiff(oldImages, newImages []core.MachineImage) MachineImageDiff {
	diff := MachineImageDiff{
		RemovedImages:                 sets.Set[string]{},
		RemovedVersions:               map[string]sets.Set[string]{},
		RemovedVersionClassifications: map[string]map[string]sets.Set[core.VersionClassification]{},
		AddedImages:                   sets.Set[string]{},
		AddedVersions:                 map[string]sets.Set[string]{},
	}

	oldImageMap := utils.CreateMapFromSlice(oldImages, func(image core.MachineImage) string { return image.Name })
	newImageMap := utils.CreateMapFromSlice(newImages, func(image core.MachineImage) string { return image.Name })

	for imageName, oldImage := range oldImageMap {
		oldImageVersions := utils.CreateMapFromSlice(oldImage.Versions, func(version core.MachineImageVersion) string { return version.Version })
		oldImageVersionsSet := sets.KeySet(oldImageVersions)
		newImage, exists := newImageMap[imageName]
		if !exists {
			// Completely removed images.
			diff.RemovedImages.Insert(imageName)
			diff.RemovedVersions[imageName] = oldImageVersionsSet
		} else {
			// Check for image versions diff.
			newImageVersions := utils.CreateMapFromSlice(newImage.Versions, func(version core.MachineImageVersion) string { return version.Version })
			newImageVersionsSet := sets.KeySet(newImageVersions)

			removedDiff := oldImageVersionsSet.Difference(newImageVersionsSet)
			if removedDiff.Len() > 0 {
				diff.RemovedVersions[imageName] = removedDiff
			}
			addedDiff := newImageVersionsSet.Difference(oldImageVersionsSet)
			if addedDiff.Len() > 0 {
				diff.AddedVersions[imageName] = addedDiff
			}

			for _, version := range oldImageVersions {
				if removedDiff.Has(version.Version) {
					continue
				}
				for _, existingStage := range version.Lifecycle {
					if slices.ContainsFunc(newImageVersions[version.Version].Lifecycle, func(newStage core.LifecycleStage) bool {
						return newStage.Classification == existingStage.Classification
					}) {
						continue
					}
					removedClassifications := diff.RemovedVersionClassifications[imageName]
					if removedClassifications == nil {
						removedClassifications = make(map[string]sets.Set[core.VersionClassification])
						diff.RemovedVersionClassifications[imageName] = removedClassifications
					}
					if removedClassifications[version.Version] == nil {
						removedClassifications[version.Version] = sets.New[core.VersionClassification]()
					}
					removedClassifications[version.Version].Insert(existingStage.Classification)
				}
			}
		}
	}

	for imageName, newImage := range newImageMap {
		if _, exists := oldImageMap[imageName]; !exists {
			// Completely new image.
			newImageVersions := utils.CreateMapFromSlice(newImage.Versions, func(version core.MachineImageVersion) string { return version.Version })
			newImageVersionsSet := sets.KeySet(newImageVersions)

			diff.AddedImages.Insert(imageName)
			diff.AddedVersions[imageName] = newImageVersionsSet
		}
	}
	return diff
}

// FilterVersionsWithClassification filters versions for a classification
func FilterVersionsWithClassification(versions []core.ExpirableVersion, classification core.VersionClassification) []core.ExpirableVersion {
	var result []core.ExpirableVersion
	for _, version := range versions {
		// TODO(rapsnx): There is a regression in old classifications, which allowed to bypass validations.
		// Update this when issue: https://github.com/gardener/gardener/issues/14328 is resolved.
		if (version.Classification == nil || *version.Classification != classification) &&
			!slices.ContainsFunc(version.Lifecycle, func(s core.LifecycleStage) bool {
				return s.Classification == classification
			}) {
			continue
		}

		result = append(result, version)
	}
	return result
}

// FindVersionsWithSameMajorMinor filters the given versions slice for versions other the given one, having the same major and minor version as the given version
func FindVersionsWithSameMajorMinor(versions []core.ExpirableVersion, version semver.Version) ([]core.ExpirableVersion, error) {
	var result []core.ExpirableVersion
	for _, v := range versions {
		// semantic version already checked by validator
		semVer, err := semver.NewVersion(v.Version)
		if err != nil {
			return nil, err
		}
		if semVer.Equal(&version) || semVer.Minor() != version.Minor() || semVer.Major() != version.Major() {
			continue
		}

		result = append(result, v)
	}
	return result, nil
}

// HasCapability returns true of the passed capabilities contain the capability with the given name.
func HasCapability(capabilities []core.CapabilityDefinition, capabilityName string) bool {
	return slices.ContainsFunc(capabilities, func(capability core.CapabilityDefinition) bool {
		return capability.Name == capabilityName
	})
}

// ExtractArchitecturesFromImageFlavors extracts all architectures from a list of MachineImageFlavor.
func ExtractArchitecturesFromImageFlavors(imageFlavors []core.MachineImageFlavor) []string {
	architectures := sets.New[string]()
	for _, imageFlavor := range imageFlavors {
		for _, architectureValue := range imageFlavor.Capabilities[constants.ArchitectureName] {
			architectures.Insert(architectureValue)
		}
	}
	return architectures.UnsortedList()
}

// CapabilityDefinitionsToCapabilities takes the capability definitions and converts them to capabilities.
func CapabilityDefinitionsToCapabilities(capabilityDefinitions []core.CapabilityDefinition) core.Capabilities {
	if len(capabilityDefinitions) == 0 {
		return nil
	}
	capabilities := make(core.Capabilities, len(capabilityDefinitions))
	for _, capability := range capabilityDefinitions {
		capabilities[capability.Name] = capability.Values
	}
	return capabilities
}

// GetImageFlavorsWithAppliedDefaults returns MachineImageFlavors sets with applied defaults from the capability definitions.
func GetImageFlavorsWithAppliedDefaults(imageFlavors []core.MachineImageFlavor, capabilityDefinitions []core.CapabilityDefinition) []core.MachineImageFlavor {
	if len(imageFlavors) == 0 {
		// If no capabilityFlavors are defined, assume all capabilities are supported.
		return []core.MachineImageFlavor{{Capabilities: core.GetCapabilitiesWithAppliedDefaults(core.Capabilities{}, capabilityDefinitions)}}
	}

	result := make([]core.MachineImageFlavor, len(imageFlavors))
	for i, imageFlavor := range imageFlavors {
		result[i] = core.MachineImageFlavor{
			Capabilities: core.GetCapabilitiesWithAppliedDefaults(imageFlavor.Capabilities, capabilityDefinitions),
		}
	}
	return result
}

// AreCapabilitiesEqual checks if two capabilities are semantically equal.
func AreCapabilitiesEqual(a, b core.Capabilities) bool {
	// Check if both are subsets of each other.
	return areCapabilitiesSubsetOf(a, b) && areCapabilitiesSubsetOf(b, a)
}

// areCapabilitiesSubsetOf verifies if all keys and values in `source` exist in `target`.
func areCapabilitiesSubsetOf(source, target core.Capabilities) bool {
	for key, valuesSource := range source {
		valuesTarget, exists := target[key]
		if !exists {
			return false
		}
		for _, value := range valuesSource {
			if !slices.Contains(valuesTarget, value) {
				return false
			}
		}
	}
	return true
}
