// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package idle measures the resources of Flux in an idle shoot for each size of the controllers: requests, and the
// usage of the real controllers. The shoot is on the local landscape, which applies no limits to processes.
package idle
