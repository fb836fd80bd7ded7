// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// mostSources limits the artifacts that a message names.
const mostSources = 5

// isBehind reports whether the object was built from an older artifact than its source has. Flux records:
//   - for a Kustomization, the applied revision;
//   - for a HelmChart, the revision of the repository or bucket. The index of a HelmRepository changes with
//     each other chart;
//   - for a HelmRelease, the version of the chart, or the digest of the artifact with it (helm-controller:
//     helmrelease_indexers.go);
//   - for an ArtifactGenerator, a digest of its source artifacts. Without it, the condition becomes True
//     again with each revision.
func (o Object) isBehind(all map[ID]Object) bool {
	if o.Kind == kindArtifactGenerator && o.SourcesDigest != "" {
		if digest := o.wantedDigest(all); digest != "" {
			return digest != o.SourcesDigest
		}
	}
	return slices.ContainsFunc(o.Targets, func(target ID) bool {
		source, ok := all[target]
		return ok && source.Artifact != "" && o.isBehindSource(source, all)
	})
}

func (o Object) isBehindSource(source Object, all map[ID]Object) bool {
	switch o.Kind {
	case kindKustomization:
		return source.Artifact != o.Applied
	case kindHelmChart:
		return source.Kind != kindHelmRepository && source.Artifact != o.SourceRevision
	case kindHelmRelease:
		switch {
		case source.Kind == kindHelmChart:
			return !source.isFromIndex(all) && source.Artifact != o.Attempted
		case source.Kind != kindOCIRepository && source.Kind != kindExternalArtifact:
			return false // The HelmChart between them is compared instead.
		case strings.Contains(source.Artifact, ":"):
			return source.Artifact[strings.LastIndex(source.Artifact, "@")+1:] != o.AttemptedDigest
		}
		return source.Artifact != o.Attempted
	case kindArtifactGenerator:
		return o.Since.Before(source.ArtifactAt)
	}
	return false
}

// isFromIndex reports whether a HelmChart comes from a HelmRepository, or from an unknown source.
func (o Object) isFromIndex(all map[ID]Object) bool {
	return !slices.ContainsFunc(o.Targets, func(target ID) bool {
		_, ok := all[target]
		return ok && target.Kind != kindHelmRepository
	})
}

// wantedDigest returns the digest of the current source artifacts of an ArtifactGenerator. It uses the algorithm of
// source-watcher (HashObservedSources in api/v2/v1beta1). The digest is empty if an artifact is unknown.
func (o Object) wantedDigest(all map[ID]Object) string {
	parts := map[string]string{}
	for i, target := range o.Targets {
		text := all[target].ArtifactText
		if text == "" || i >= len(o.Aliases) {
			return ""
		}
		parts[o.Aliases[i]] = fmt.Sprintf("%s=[%s]", o.Aliases[i], text)
	}
	sum := sha256.Sum256([]byte(strings.Join(slices.Sorted(maps.Values(parts)), "|")))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// newest names the source artifacts that an object has not used yet.
func (o Object) newest(all map[ID]Object) string {
	var named []string
	for _, target := range o.Targets {
		source, ok := all[target]
		if ok && source.Artifact != "" && (o.Kind == kindArtifactGenerator || o.isBehindSource(source, all)) {
			named = append(named, fmt.Sprintf("%s of %s", source.Artifact, source.ID))
		}
	}
	return plain.List(named, mostSources)
}

// Print returns a checksum of the generations and revisions of Flux's objects, without workloads.
func (o Objects) Print() string {
	hash := sha256.New()
	for _, object := range o.All {
		if !isWorkload(object.Kind) {
			fmt.Fprintf(hash, "%q %d %q %q\n", object.ID, object.Generation, object.Applied, object.Attempted)
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}
