// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"maps"
	"slices"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Most is how many keys the Secret may hold, with those that are not used any more.
const Most = 20

// Named returns the name that data or an annotation of the key of a source has in the Secret. Without a source, it is that of the first key.
func Named(source, name string) string {
	if source == "" {
		return name
	}
	return source + "." + name
}

// Annotations returns the annotations of the key of a source, under the names that those of the first key have.
func Annotations(all map[string]string, source string) map[string]string {
	own := map[string]string{}
	for name, value := range all {
		if rest, is := strings.CutPrefix(name, source+"."); is && strings.HasPrefix(rest, fluxv1alpha1.GroupName+"/") {
			own[rest] = value
		}
	}
	return own
}

// Data returns the data of the key of a source, under the names that those of the first key have.
func Data(all map[string][]byte, source string) map[string][]byte {
	own := map[string][]byte{}
	for name, value := range all {
		if rest, is := strings.CutPrefix(name, source+"."); is {
			own[rest] = value
		}
	}
	return own
}

// Names returns the names of the sources whose keys are annotated, sorted.
func Names(annotations map[string]string) []string {
	names := map[string]bool{}
	for name := range annotations {
		if source, is := strings.CutSuffix(name, "."+fluxv1alpha1.AnnotationFingerprint); is {
			names[source] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// Count returns how many private keys the data has, without next ones.
func Count(data map[string][]byte) int {
	count := 0
	for name := range data {
		if _, rest, _ := strings.Cut(name, "."); rest == fluxv1alpha1.SecretKeyIdentity {
			count++
		}
	}
	return count
}
