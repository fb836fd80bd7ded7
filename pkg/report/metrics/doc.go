// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package metrics has the Prometheus metrics of the extension. No label names a Shoot or a project, so that the number of time series
// does not grow with them.
package metrics
