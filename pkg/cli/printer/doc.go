// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package printer prints what commands return, as JSON or YAML, and prepares for a terminal what others have written. It reads nothing, and
// knows nothing of Flux.
package printer
