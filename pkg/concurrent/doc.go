// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package concurrent holds containers that several goroutines use at once. It knows nothing of Kubernetes, Gardener or Flux, imports no
// other package of this module, starts no goroutines, and never calls back while it is locked, except for the function given to Map.Update.
package concurrent
