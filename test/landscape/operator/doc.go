// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package operator runs the part of gardener-operator that installs extensions, with a garden on loopback. The
// controllers and webhooks of gardener-operator for Extensions run in the calling process, from Gardener's module. The
// virtual garden is the garden of package garden. A second cluster is the runtime cluster, with a node for the admission
// and the garden controller. Two gardener-resource-managers deploy what the controllers write. A registry with its own
// authority serves the charts.
//
// The package must not do the work of these controllers. It does only what gardener-operator's controller for Gardens
// does before an Extension can be installed, with Gardener's packages where they can be called.
package operator
