// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package diagnosis finds the cause of what Flux, a kubelet or a scheduler reports, and what a user can do about it. It is pure.
package diagnosis
