// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	"context"
)

// StateWatcher tells what projects say, and when that changes.
type StateWatcher interface {
	// Follow calls changed with the namespace of a project, or with metav1.NamespaceAll, until the context ends.
	Follow(ctx context.Context, changed func(namespace string)) error
	// State returns what a project says, and whether that is known.
	State(ctx context.Context, namespace string) (State, bool, error)
}
