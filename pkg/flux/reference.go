// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"errors"
	"strings"

	"oras.land/oras-go/v2/registry"
)

// Reference is the reference of an image in its parts.
type ImageReference struct {
	Repository, Tag, Digest string
}

// Parse reads a reference. What is none has parts that are none.
func ParseImage(reference string) ImageReference {
	var parsed ImageReference
	parsed.Repository, parsed.Digest, _ = strings.Cut(reference, "@")
	// A colon before the last slash is that of a port.
	if i := strings.LastIndex(parsed.Repository, ":"); i > strings.LastIndex(parsed.Repository, "/") {
		parsed.Repository, parsed.Tag = parsed.Repository[:i], parsed.Repository[i+1:]
	}
	return parsed
}

// Text returns the reference with the digest, or without it. What has no tag has no name but its digest.
func (i ImageReference) Text(withDigest bool) string {
	reference := i.Repository
	if i.Tag != "" {
		reference += ":" + i.Tag
	}
	if i.Digest != "" && (withDigest || i.Tag == "") {
		reference += "@" + i.Digest
	}
	return reference
}

// Check returns why a text is no reference of an image with its registry, if so.
func CheckImage(reference string) error {
	parsed := ParseImage(reference)
	if parsed.Text(true) != reference {
		return errors.New("it has an empty tag or digest")
	}
	// Of a reference with both, the library uses the digest alone.
	for _, part := range []string{ImageReference{Repository: parsed.Repository, Tag: parsed.Tag}.Text(false), ImageReference{Repository: parsed.Repository, Digest: parsed.Digest}.Text(true)} {
		if _, err := registry.ParseReference(part); err != nil {
			return err
		}
	}
	return nil
}
