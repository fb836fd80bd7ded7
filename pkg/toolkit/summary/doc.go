// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package summary names and counts many objects and failures in a text of limited length, and bounds what is kept of them.
package summary
