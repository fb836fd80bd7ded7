// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package phases measures the cost of the extension on a seed with many simulated shoots, in phases that change all
// shoots: requests to seed, garden and shoots, writes for projects, CPU time and memory.
//
// It prints the results, but does not compare them with limits.
package phases
