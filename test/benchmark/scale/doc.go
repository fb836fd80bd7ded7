// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package scale measures what each Extension costs when there are many on a seed: how long it takes until all are delivered, the
// processor time and the memory of the controller, its requests for a first and for a repeated reconcile, what it stores in the seed,
// how it starts when there are many already, and how long a change of a project's configuration takes to reach its shoots.
//
// It judges nothing: it says what it has measured. README.md in test/benchmark defines each figure.
package scale
