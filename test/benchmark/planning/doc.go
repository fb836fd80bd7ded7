// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package planning measures the cost of planning a commit for a fleet. See README.md.
//
// It must not measure anything that needs a cluster. The other packages in test/benchmark do this.
package planning
