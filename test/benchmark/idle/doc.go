// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package idle measures the resources of Flux in an idle shoot for each size of the controllers, and for settings that could
// save more: the requests, and the resource usage of the real controllers. The shoot is on the local landscape, which does not limit the resources of
// processes.
package idle
