// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package connection keeps connections to the API servers of shoots, with kubeconfigs from the seed. It does
// not know which objects are read or written.
package connection
