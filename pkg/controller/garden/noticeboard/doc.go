// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package noticeboard keeps the notice board of each seed: a ConfigMap in the namespace of the seed in the garden, with the versions of the objects of all
// projects that have Shoots with Flux on it. It watches metadata only, and reads no configuration and no key.
package noticeboard
