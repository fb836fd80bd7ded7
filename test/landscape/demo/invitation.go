// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package demo

import (
	"path/filepath"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

var extensionKind = schema.GroupVersionKind{Group: "extensions.gardener.cloud", Version: "v1alpha1", Kind: "Extension"}

// invite prints what to try next.
func (s *story) invite(once bool) {
	if once {
		s.printf("\nEverything was seen.\n")
		return
	}
	s.printf(`
Everything was seen. In another terminal, where the pages of docs/usage work with their names:

  . '%[1]s'

kubectl has the plugin and the contexts garden, seed and shoot, and reads git.example.com as the Git host of this
landscape. Next:

  kubectl shoot-flux --help
  kubectl shoot-flux status my-shoot -n garden-my-project
  kubectl shoot-flux dashboard -n garden-my-project

docs/usage/getting-started.md begins with the public repository:

  kubectl apply -f flux-config.yaml

With docs/usage/private-repository.md, my-fleet can be read at once: its Git host has the project's deploy key.

A second Shoot:

  sed 's/my-shoot/my-second/' example/20-shoot.yaml | kubectl apply -f -

Logs: '%[2]s'. Ctrl-C stops everything.
`,
		filepath.Join(s.desk.dir, "env"), filepath.Dir(s.desk.dir))
}
