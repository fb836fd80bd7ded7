// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package takeover

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// longestShown limits the length of a value or name in a message, in bytes.
const longestShown = 80

// shown is the value of a field for readers; nil if it is no text or may hold a secret. A URL and a path are shown as they are written.
func shown(object *unstructured.Unstructured, key string, value any) any {
	shown, isText := value.(string)
	if !isText {
		return nil
	}
	if key == "url" || key == "path" {
		written, _, _ := unstructured.NestedString(object.Object, "spec", key)
		shown = text.RedactURLs(written)
	}
	if key != "ref" && text.MayHoldSecret(shown) {
		return nil
	}
	return text.Line(shown, longestShown)
}
