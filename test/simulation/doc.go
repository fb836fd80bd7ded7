// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package simulation runs the controllers of the garden and of three seeds in one process with simulated time, and
// judges the history of the run. The reconcilers, their caches and clients, and all encoding are those of the product.
// The API servers are in memory, and Gardener, Flux and Git are stand-ins. One number decides everything that is left to
// chance, so that it repeats a run. docs/development/simulation.md explains what a run does and what it does not.
package simulation
