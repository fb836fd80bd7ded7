// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/gardener/gardener/pkg/utils/imagevector"
	versionutils "github.com/gardener/gardener/pkg/utils/version"
	"k8s.io/apimachinery/pkg/util/validation/field"
	orasregistry "oras.land/oras-go/v2/registry"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Images determines the image references of Flux's controllers. The same arguments always result in the same reference.
// The zero value uses the configured registry, with the image name and tag of the distribution.
type Images struct {
	vector, overwrite imagevector.ImageVector
	digests           configv1alpha1.ImageDigests
	// registry is the operator's registry. The overwrite does not apply to shoots with a different registry.
	registry string
}

// NewImages returns images for an image vector, which provides the digests, and the operator's overwrite, which applies
// to shoots that use the operator's registry. The argument digests determines which references include a digest. If an
// entry of the overwrite omits the tag, the tag and digest of the distribution apply. The target versions in both
// vectors are Flux versions.
//
// The error lists the entries of the overwrite that have no effect or result in an invalid reference.
func NewImages(library *Library, vector, overwrite imagevector.ImageVector, digests configv1alpha1.ImageDigests, registry string) (Images, error) {
	images := Images{vector: vector, overwrite: overwrite, digests: digests, registry: registry}
	return images, images.validateOverwrite(NewCatalog(library)).ToAggregate()
}

// Image returns the image reference of a controller. shipped is the controller's image in the distribution, and
// registry is the configured registry of the shoot.
func (v Images) Image(version string, of fluxv1alpha1.Component, shipped, registry string) (string, error) {
	parsed, err := v.withDigest(version, of, parseImage(shipped))
	if err != nil {
		return "", err
	}
	if registry == v.registry {
		source, err := find(v.overwrite, version, of)
		if err != nil {
			return "", err
		}
		if source != nil {
			return v.completed(source, parsed), nil
		}
	}
	there := parsed
	there.Repository = registry + "/" + path.Base(parsed.Repository)
	return there.Text(v.wantsDigest(there.Repository == parsed.Repository)), nil
}

// withDigest adds the digest that the image vector has for the same image and tag. It keeps an existing digest.
func (v Images) withDigest(version string, of fluxv1alpha1.Component, shipped imageReference) (imageReference, error) {
	if shipped.Digest != "" {
		return shipped, nil
	}
	source, err := find(v.vector, version, of)
	if err != nil || source == nil {
		return shipped, err
	}
	if known := parseImage(source.ToImage(nil).String()); known.Repository == shipped.Repository && known.Tag == shipped.Tag {
		shipped.Digest = known.Digest
	}
	return shipped, nil
}

// completed returns the image reference of an entry in the overwrite, with the shipped tag and digest if the entry has
// no tag.
func (v Images) completed(source *imagevector.ImageSource, shipped imageReference) string {
	if source.Ref != nil || source.Tag != nil {
		return source.ToImage(nil).String()
	}
	elsewhere := imageReference{Repository: *source.Repository, Tag: shipped.Tag, Digest: shipped.Digest}
	return elsewhere.Text(v.wantsDigest(elsewhere.Repository == shipped.Repository))
}

// Unpinned returns the controllers of a Flux version that shoots with the operator's registry pull without a digest
// although the operator wants digests, because neither the distribution nor an image vector has one. A tag in the
// overwrite is the operator's choice.
func (v Images) Unpinned(catalog *Catalog, version string) ([]fluxv1alpha1.Component, error) {
	var unpinned []fluxv1alpha1.Component
	for _, of := range catalog.Components(version) {
		shipped, err := v.withDigest(version, of, parseImage(catalog.Image(version, of)))
		if err != nil {
			return nil, err
		}
		repository := v.registry + "/" + path.Base(shipped.Repository)
		source, err := find(v.overwrite, version, of)
		if err != nil {
			return nil, err
		}
		if source != nil {
			if source.Ref != nil || source.Tag != nil {
				continue
			}
			repository = *source.Repository
		}
		if shipped.Digest == "" && v.wantsDigest(repository == shipped.Repository) {
			unpinned = append(unpinned, of)
		}
	}
	return unpinned, nil
}

func (v Images) wantsDigest(upstream bool) bool {
	return v.digests == configv1alpha1.ImageDigestsAlways || upstream && v.digests != configv1alpha1.ImageDigestsNever
}

// exactVersion matches a target version that is a single version. Gardener's image search cannot be used, because it
// also treats the range '2.9.0 - 2.9.9' as a single version.
var exactVersion = regexp.MustCompile(`^\s*=?\s*v?[0-9]+\.[0-9]+\.[0-9]+\s*$`)

// find returns the entry for a component of a Flux version, or nil if no entry matches. An entry for the exact version
// takes precedence over an entry for a range, which takes precedence over an entry for all versions. Of equally
// specific entries, the last one takes precedence, as in Gardener's merged image vectors.
func find(sources imagevector.ImageVector, version string, of fluxv1alpha1.Component) (*imagevector.ImageSource, error) {
	var (
		found *imagevector.ImageSource
		best  int
	)
	for _, source := range sources {
		if source.Name != string(of) {
			continue
		}
		rank := 0
		if target := source.TargetVersion; target != nil {
			matches, err := versionutils.CheckVersionMeetsConstraint(version, *target)
			if err != nil {
				return nil, fmt.Errorf("the image of %s of Flux %s: target version %q: %w", of, version, *target, err)
			}
			if !matches {
				continue
			}
			if rank = 1; exactVersion.MatchString(*target) {
				rank = 2
			}
		}
		if rank >= best {
			found, best = source, rank
		}
	}
	return found, nil
}

// validateOverwrite rejects entries that pass Gardener's validation but have no effect here. It accepts entries for
// unknown Flux versions, because an earlier or later release of the extension may have these versions.
func (v Images) validateOverwrite(catalog *Catalog) field.ErrorList {
	if len(v.overwrite) == 0 {
		return nil
	}
	known := fluxv1alpha1.AllComponents()
	slices.Sort(known)
	var errs field.ErrorList
	for i, source := range v.overwrite {
		at := field.NewPath("images").Index(i)
		if source.RuntimeVersion != nil {
			errs = append(errs, field.Forbidden(at.Child("runtimeVersion"), "images do not depend on the Kubernetes version; remove it, and set the Flux version in targetVersion"))
		}
		if source.Architectures != nil {
			errs = append(errs, field.Forbidden(at.Child("architectures"), "a controller may run on any node of a shoot; remove it, and name an image for all architectures"))
		}
		if !slices.Contains(known, fluxv1alpha1.Component(source.Name)) {
			errs = append(errs, field.NotSupported(at.Child("name"), fluxv1alpha1.Component(source.Name), known))
			continue
		}
		if err := v.validateReferences(at, source, catalog); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// validateReferences rejects an entry that results in an invalid image reference for any Flux version. It ignores the
// target version of the entry, because references are completed in the same way for all versions.
func (v Images) validateReferences(at *field.Path, source *imagevector.ImageSource, catalog *Catalog) *field.Error {
	of := fluxv1alpha1.Component(source.Name)
	for _, version := range catalog.Versions() {
		shipped := catalog.Image(version, of)
		if shipped == "" {
			continue
		}
		parsed, err := v.withDigest(version, of, parseImage(shipped))
		if err != nil {
			return field.InternalError(at, err)
		}
		reference := v.completed(source, parsed)
		if err := checkImage(reference); err != nil {
			wrong := at.Child("repository")
			if source.Ref != nil {
				wrong = at.Child("ref")
			}
			return field.Invalid(wrong, reference, fmt.Sprintf(
				"is not a valid image for %s of Flux %s; write a reference such as registry.example.com/flux/%s:v1.9.3: %s", of, version, of, err))
		}
	}
	return nil
}

// imageReference is a parsed image reference.
type imageReference struct {
	Repository, Tag, Digest string
}

// parseImage splits a reference without validating it.
func parseImage(reference string) imageReference {
	var parsed imageReference
	parsed.Repository, parsed.Digest, _ = strings.Cut(reference, "@")
	// A colon before the last slash separates a port.
	if i := strings.LastIndex(parsed.Repository, ":"); i > strings.LastIndex(parsed.Repository, "/") {
		parsed.Repository, parsed.Tag = parsed.Repository[:i], parsed.Repository[i+1:]
	}
	return parsed
}

// Text returns the reference with or without the digest. A reference without a tag always includes its digest.
func (i imageReference) Text(withDigest bool) string {
	reference := i.Repository
	if i.Tag != "" {
		reference += ":" + i.Tag
	}
	if i.Digest != "" && (withDigest || i.Tag == "") {
		reference += "@" + i.Digest
	}
	return reference
}

// checkImage returns an error unless the reference is valid and includes a registry.
func checkImage(reference string) error {
	parsed := parseImage(reference)
	if parsed.Text(true) != reference {
		return errors.New("it has an empty tag or digest")
	}
	// The library ignores the tag of a reference that also has a digest.
	for _, part := range []imageReference{{Repository: parsed.Repository, Tag: parsed.Tag}, {Repository: parsed.Repository, Digest: parsed.Digest}} {
		if _, err := orasregistry.ParseReference(part.Text(true)); err != nil {
			return err
		}
	}
	return nil
}
