// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// longestExcerpt bounds the excerpt of a text with an invisible character in a message, in bytes.
const longestExcerpt = 128

// invisible refuses characters that nobody sees, in texts and in names of fields: such a text looks right wherever it is shown, and is another one.
func invisible(path *field.Path, value any) field.ErrorList {
	var errs field.ErrorList
	switch value := value.(type) {
	case string:
		return invisibleText(path, value)
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if len(errs) >= MostLocated {
				break
			}
			if r, has := text.Invisible(key); has {
				errs = append(errs, strict.NewError(path, field.ErrorTypeForbidden, fmt.Sprintf("the name of a field has the invisible character %s%s; remove the character", text.CodePoint(r), excerpt(key))))
				continue
			}
			errs = append(errs, invisible(strict.Child(path, key), value[key])...)
		}
	case []any:
		for i, element := range value {
			if len(errs) >= MostLocated {
				break
			}
			errs = append(errs, invisible(path.Index(i), element)...)
		}
	}
	return errs
}

// invisibleText checks a text. Comments in one of several lines are free, and known_hosts lines are read without a byte order mark, with a warning about
// other such characters.
func invisibleText(path *field.Path, value string) field.ErrorList {
	if field := path.String(); field == fluxv1alpha1.KeyKnownHosts || strings.HasSuffix(field, "."+fluxv1alpha1.KeyKnownHosts) {
		return nil
	}
	severalLines := strings.Contains(strings.TrimSpace(value), "\n")
	for content := range strings.Lines(value) {
		if severalLines && strings.HasPrefix(strings.TrimSpace(content), "#") {
			continue
		}
		if r, has := text.Invisible(content); has {
			return field.ErrorList{strict.NewError(path, field.ErrorTypeForbidden, fmt.Sprintf("has the invisible character %s%s; remove the character", text.CodePoint(r), excerpt(strings.TrimSpace(content))))}
		}
	}
	return nil
}

// excerpt shows where the character is, unless the text may be a secret.
func excerpt(value string) string {
	if text.MayHoldSecret(value) {
		return ""
	}
	return ", as in " + text.Excerpt(text.Escape(value), longestExcerpt)
}
