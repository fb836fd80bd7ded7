// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package distributions has the commands that fetch and verify Flux distributions. It asks no cluster, and the controller never calls it:
// what a shoot gets must not depend on a registry.
package distributions
