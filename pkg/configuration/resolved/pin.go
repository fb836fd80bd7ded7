// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Pin has the source read a commit or digest, see package pinned, and returns whether it does. The source of a Shoot that chooses URL or reference
// itself is not that of the project, and is left alone.
func (c *Configuration) Pin(revision string) bool {
	if c.Source == nil || c.stack.OfSomeShoots("source", "template", "spec", "url") || c.stack.OfSomeShoots("source", "template", "spec", "ref") || !PinSource(c.Source.Object, revision) {
		return false
	}
	if git := c.Source.GitRepository; git != nil {
		*git = sourcev1.GitRepository{}
		// It was decoded from such an object before.
		_ = runtime.DefaultUnstructuredConverter.FromUnstructured(c.Source.Object.Object, git)
	}
	return true
}
