// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package flux is the workshop: from an Input it renders what a shoot gets, as a Bundle of manifests, and its Catalog knows
// what the embedded Flux versions have and what their kinds look like. It is pure: the same input gives the same bytes, and
// it touches no client, network, clock, environment or randomness. It does not merge, default or judge a configuration:
// that is done when it gets one.
package flux
