// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

func unknownKey(key string) *field.Error {
	known := append(fluxv1alpha1.FlatKeys(), fluxv1alpha1.KeyConfig)
	slices.Sort(known)
	return field.Forbidden(field.NewPath(key), "unknown key; the known keys are "+strings.Join(known, ", "))
}

// requireURL refuses keys that have no effect without a URL.
func requireURL(value func(key string) string) field.ErrorList {
	var set []string
	for _, key := range []string{fluxv1alpha1.KeyRepositoryBranch, fluxv1alpha1.KeyRepositoryType, fluxv1alpha1.KeyKnownHosts} {
		if value(key) != "" {
			set = append(set, key)
		}
	}
	if len(set) == 0 {
		return nil
	}
	verb, them := "is", set[0]
	if len(set) > 1 {
		verb, them = "are", "them"
	}
	return field.ErrorList{field.Required(field.NewPath(fluxv1alpha1.KeyRepositoryURL),
		fmt.Sprintf("%s %s set; set %s as well, or remove %s to install Flux only", strings.Join(set, ", "), verb, fluxv1alpha1.KeyRepositoryURL, them))}
}

// flatKey returns the flat key for a path of the FluxConfig.
func flatKey(path string) string {
	for _, known := range []struct{ path, key string }{
		{"flux.version", fluxv1alpha1.KeyFluxVersion},
		{"source.template.spec.ref", fluxv1alpha1.KeyRepositoryBranch},
		{"source.knownHosts", fluxv1alpha1.KeyKnownHosts},
		{"source", fluxv1alpha1.KeyRepositoryURL},
	} {
		if !strict.Within(path, known.path) {
			continue
		}
		if rest := strings.TrimPrefix(path, known.path); strings.HasPrefix(rest, "[") {
			return known.key + rest
		}
		return known.key
	}
	return path
}
