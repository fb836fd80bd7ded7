// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// SourceKeys are the deploy keys of additional sources in a form that can be compared: namespace and name of each source, and the fingerprint of its key.
type SourceKeys string

// SourceKey is the deploy key of an additional source.
type SourceKey struct {
	// Source is the namespace and name of the source, and of the Secret with its key.
	Source types.NamespacedName
	// Fingerprint is that of the key; empty if the project had none yet.
	Fingerprint string
}

// SourceKeysOf returns the keys in their form.
func SourceKeysOf(keys []SourceKey) SourceKeys {
	texts := make([]string, 0, len(keys))
	for _, key := range keys {
		texts = append(texts, key.Source.String()+"="+key.Fingerprint)
	}
	slices.Sort(texts)
	return SourceKeys(strings.Join(texts, ","))
}

// All returns the keys.
func (k SourceKeys) All() []SourceKey {
	var keys []SourceKey
	for text := range strings.SplitSeq(string(k), ",") {
		if source, fingerprint, is := strings.Cut(text, "="); is {
			keys = append(keys, SourceKey{Source: Named(source), Fingerprint: fingerprint})
		}
	}
	return keys
}

// Of returns the fingerprint of the key of a source; empty if it has none.
func (k SourceKeys) Of(source types.NamespacedName) string {
	for _, key := range k.All() {
		if key.Source == source {
			return key.Fingerprint
		}
	}
	return ""
}

// WithSourceKeys returns what is known of a project whose deploy keys of additional sources have these annotations on their Secret.
func (p Present) WithSourceKeys(annotations map[string]string) Present {
	p.sourceKeys = annotations
	return p
}

// missesSourceKey returns whether the shoot has a source whose deploy key is another one now, or was not there when the source was delivered. A key that
// is gone is no change.
func (d State) missesSourceKey(annotations map[string]string) bool {
	return slices.ContainsFunc(d.SourceKeys.All(), func(key SourceKey) bool {
		now := annotations[deploykey.Named(key.Source.Name, fluxv1alpha1.AnnotationFingerprint)]
		return now != "" && now != key.Fingerprint
	})
}
