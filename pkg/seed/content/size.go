// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package content

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
)

// TooLargeError is the error for manifests that do not fit into the Secret of their ManagedResource.
type TooLargeError struct {
	// Name is the name of the ManagedResource.
	Name string
	// Size is the number of bytes that the Secret's data would have, and Limit the most that an API server takes.
	Size, Limit int
}

// Error names the ManagedResource and the sizes.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the manifests of ManagedResource %s have %d bytes compressed, and a Secret takes at most %d", e.Name, e.Size, e.Limit)
}

// CheckSize returns a *TooLargeError for the first of the manifests that an API server would not take.
func CheckSize(manifests []Manifests) error { return NewCompressor().CheckSize(manifests) }

// leastSaved is by how much manifests must be smaller than the limit to fit without being compressed: what cannot be compressed grows by
// less than that.
const leastSaved = 4 << 10

// CheckSize does the same. It compresses only what might not fit.
func (c *Compressor) CheckSize(manifests []Manifests) error {
	for _, m := range manifests {
		if len(m.YAML) <= corev1.MaxSecretSize-leastSaved {
			continue
		}
		compressed, err := c.Compress(m)
		if err != nil {
			return err
		}
		if len(compressed) > corev1.MaxSecretSize {
			return &TooLargeError{Name: m.Name, Size: len(compressed), Limit: corev1.MaxSecretSize}
		}
	}
	return nil
}
