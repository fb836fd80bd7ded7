// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package leaks looks for secrets in what processes leave behind: logs, core dumps, and objects that anybody may read. It knows
// nothing of Gardener or Flux, and what it says about a leak does not repeat the secret.
package leaks
