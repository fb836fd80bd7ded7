// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"path"
	"regexp"

	"github.com/gardener/gardener/pkg/utils/imagevector"
	versionutils "github.com/gardener/gardener/pkg/utils/version"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// vectorImages take images from an image vector.
type vectorImages struct {
	vector, overwrite imagevector.ImageVector
	digests           configv1alpha1.ImageDigests
	// registry is the landscape's own, beside which the overwrite holds.
	registry string
}

// New returns images with the digests that the image vector knows, where digests wants them. The operator's overwrite has
// precedence over the registry, wherever that is the one that the operator has for all shoots: a shoot with another registry has chosen it
// for all images. It is used unchanged, with the rest from what is shipped. In both vectors, the target version is the Flux version.
//
// The error names the entries of the overwrite that would have no effect, or one that cannot be intended.
func NewImages(library *Library, vector, overwrite imagevector.ImageVector, digests configv1alpha1.ImageDigests, registry string) (Images, error) {
	images := &vectorImages{vector: vector, overwrite: overwrite, digests: digests, registry: registry}
	if errs := images.validateOverwrite(NewCatalog(library)); len(errs) > 0 {
		return nil, errs.ToAggregate()
	}
	return images, nil
}

// Image returns the reference of a controller's image.
func (v *vectorImages) Image(version string, of fluxv1alpha1.Component, shipped, registry string) (string, error) {
	parsed, err := v.withDigest(version, of, ParseImage(shipped))
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

// withDigest adds the digest that the vector has for the image, unless it is shipped with one; none if the vector has none for this
// very tag.
func (v *vectorImages) withDigest(version string, of fluxv1alpha1.Component, shipped ImageReference) (ImageReference, error) {
	if shipped.Digest != "" {
		return shipped, nil
	}
	source, err := find(v.vector, version, of)
	if err != nil || source == nil {
		return shipped, err
	}
	if known := ParseImage(source.ToImage(nil).String()); known.Repository == shipped.Repository && known.Tag == shipped.Tag {
		shipped.Digest = known.Digest
	}
	return shipped, nil
}

// completed returns the image of an entry of the overwrite, with the tag that is shipped if it has none.
func (v *vectorImages) completed(source *imagevector.ImageSource, shipped ImageReference) string {
	if source.Ref != nil || source.Tag != nil {
		return source.ToImage(nil).String()
	}
	elsewhere := ImageReference{Repository: *source.Repository, Tag: shipped.Tag, Digest: shipped.Digest}
	return elsewhere.Text(v.wantsDigest(elsewhere.Repository == shipped.Repository))
}

func (v *vectorImages) wantsDigest(upstream bool) bool {
	return v.digests == configv1alpha1.ImageDigestsAlways || upstream && v.digests != configv1alpha1.ImageDigestsNever
}

// exactVersion is a target version that means one version. Gardener's own search takes '2.9.0 - 2.9.9' for one too.
var exactVersion = regexp.MustCompile(`^\s*=?\s*v?[0-9]+\.[0-9]+\.[0-9]+\s*$`)

// find returns the entry for the component of a Flux version; nil if there is none. One for this very version goes before one for a
// range, and that before one for all versions. Of several alike it is the last, as where Gardener merges image vectors.
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
