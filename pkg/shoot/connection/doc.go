// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package connection keeps connections to the API servers of shoots, and gets their kubeconfigs from the seed. It does not know which
// objects are read or written in a shoot, nor what follows from them.
package connection
