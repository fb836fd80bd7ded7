// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gardener/gardener/pkg/utils/imagevector"
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// vectorImages take images from an image vector.
type vectorImages struct {
	vector, overwrite imagevector.ImageVector
	digests           configv1alpha1.ImageDigests
}

// NewImages returns images with the digests that the image vector knows, where digests wants them. What the operator's overwrite says
// goes before what a distribution ships, wherever no other registry is configured; it is taken as it stands, with the rest from what
// is shipped. In both, the target version is the Flux version.
//
// The error names the entries of the overwrite that would have no effect, or one that nobody can have meant.
func NewImages(library *Library, vector, overwrite imagevector.ImageVector, digests configv1alpha1.ImageDigests) (Images, error) {
	if errs := validateOverwrite(overwrite, library); len(errs) > 0 {
		return nil, errs.ToAggregate()
	}
	return &vectorImages{vector: vector, overwrite: overwrite, digests: digests}, nil
}

// validateOverwrite refuses what Gardener's own validation lets pass. An entry for a Flux version that there is not is left from one
// that there was, or waits for one.
func validateOverwrite(overwrite imagevector.ImageVector, library *Library) field.ErrorList {
	if len(overwrite) == 0 {
		return nil
	}
	var known []fluxv1alpha1.Component
	catalog := NewCatalog(library)
	for _, version := range catalog.Versions() {
		known = append(known, catalog.Components(version)...)
	}
	slices.Sort(known)
	known = slices.Compact(known)

	var errs field.ErrorList
	for i, source := range overwrite {
		at := field.NewPath("images").Index(i)
		if !slices.Contains(known, fluxv1alpha1.Component(source.Name)) {
			errs = append(errs, field.NotSupported(at.Child("name"), fluxv1alpha1.Component(source.Name), known))
		}
		if source.RuntimeVersion != nil {
			errs = append(errs, field.Forbidden(at.Child("runtimeVersion"), "images do not depend on the version of Kubernetes; remove it. The Flux version is the targetVersion"))
		}
		if source.Architectures != nil {
			errs = append(errs, field.Forbidden(at.Child("architectures"), "a controller may run on any node of a shoot; remove it, and name an image for all architectures"))
		}
	}
	return errs
}

// Image returns the reference of a controller's image.
func (v *vectorImages) Image(version string, of fluxv1alpha1.Component, shipped, registry string) (string, error) {
	parsed := parseImage(shipped)
	if parsed.digest == "" {
		var err error
		if parsed.digest, err = v.digest(version, of, parsed); err != nil {
			return "", err
		}
	}
	if registry != fluxv1alpha1.DefaultRegistry {
		parsed.repository = registry + "/" + path.Base(parsed.repository)
		return parsed.reference(v.digests == configv1alpha1.ImageDigestsAlways), nil
	}
	return v.overwritten(version, of, parsed)
}

// digest returns the digest that the vector has for the image; empty if it has none for this very tag.
func (v *vectorImages) digest(version string, of fluxv1alpha1.Component, shipped image) (string, error) {
	found, err := find(v.vector, version, of, shipped.source(of, false))
	if err != nil {
		return "", err
	}
	known := parseImage(found)
	if known.repository != shipped.repository || known.tag != shipped.tag {
		return "", nil
	}
	return known.digest, nil
}

// overwritten returns the image that the overwrite has, with the tag that is shipped if it has none; without one, what is shipped.
func (v *vectorImages) overwritten(version string, of fluxv1alpha1.Component, shipped image) (string, error) {
	var candidates imagevector.ImageVector
	for _, source := range v.overwrite {
		if source.Name != string(of) {
			continue
		}
		if source.Ref == nil && source.Tag == nil {
			elsewhere := image{repository: *source.Repository, tag: shipped.tag, digest: shipped.digest}
			completed := elsewhere.source(of, v.wantsDigest(elsewhere.repository == shipped.repository))
			completed.TargetVersion = source.TargetVersion
			source = completed
		}
		candidates = append(candidates, source)
	}
	return find(candidates, version, of, shipped.source(of, v.wantsDigest(true)))
}

func (v *vectorImages) wantsDigest(upstream bool) bool {
	return v.digests == configv1alpha1.ImageDigestsAlways || upstream && v.digests != configv1alpha1.ImageDigestsNever
}

// find returns the reference that the sources have for the component of a Flux version. The more closely the target version of one is
// meant, the earlier it is taken; without any, what is otherwise.
func find(sources imagevector.ImageVector, version string, of fluxv1alpha1.Component, otherwise *imagevector.ImageSource) (string, error) {
	found, err := append(slices.Clone(sources), otherwise).FindImage(string(of), imagevector.TargetVersion(version))
	if err != nil {
		return "", fmt.Errorf("the image of %s of Flux %s: %w", of, version, err)
	}
	return found.String(), nil
}

// image is the reference of an image in its parts.
type image struct {
	repository, tag, digest string
}

func parseImage(reference string) image {
	var parsed image
	parsed.repository, parsed.digest, _ = strings.Cut(reference, "@")
	// A colon before the last slash is that of a port.
	if i := strings.LastIndex(parsed.repository, ":"); i > strings.LastIndex(parsed.repository, "/") {
		parsed.repository, parsed.tag = parsed.repository[:i], parsed.repository[i+1:]
	}
	return parsed
}

// reference returns the reference with the digest, or without it. What has no tag has no name but its digest.
func (i image) reference(withDigest bool) string {
	reference := i.repository
	if i.tag != "" {
		reference += ":" + i.tag
	}
	if i.digest != "" && (withDigest || i.tag == "") {
		reference += "@" + i.digest
	}
	return reference
}

func (i image) source(of fluxv1alpha1.Component, withDigest bool) *imagevector.ImageSource {
	reference := i.reference(withDigest)
	return &imagevector.ImageSource{Name: string(of), Ref: &reference}
}
