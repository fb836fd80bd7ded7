// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package resolved is what the resolver of package configuration answers: the configuration that is effective for a shoot, what of it must not
// change, and how it follows what was pinned or suspended. The package is pure: it reads no cluster and no file.
package resolved
