// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package monitoring tests the dashboard and the alerts of the seed's chart with Prometheus' own parser and rule engine. It is a
// module of its own, so that Prometheus is no dependency of the extension.
package monitoring
