// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package flux renders the manifests of a shoot: from an Input it renders a Bundle, and its Catalog knows the components of the
// embedded Flux versions and the schemas of their kinds. It is pure: the same input gives the same bytes, and
// it touches no client, network, clock, environment or randomness. It does not merge, default or validate a configuration:
// it gets an effective one.
package flux
