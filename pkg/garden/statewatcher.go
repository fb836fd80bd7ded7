// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
)

// StateWatcher provides the states of projects, and notifies of changes.
type StateWatcher interface {
	// Follow calls changed with the namespace of a project, or with metav1.NamespaceAll, until the context ends.
	Follow(ctx context.Context, changed func(namespace string)) error
	// State returns the state of a project, and whether it is known.
	State(ctx context.Context, namespace string) (State, bool, error)
}
