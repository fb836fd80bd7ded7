// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package phases measures the cost of the extension on a seed with many simulated shoots, in phases with changes of
// all shoots: requests to seed, garden and shoots, writes for projects, processor time and memory.
//
// It prints results without limits.
package phases
