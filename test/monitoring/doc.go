// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package monitoring tests the dashboard and the alerts of the seed's chart with Prometheus' own parser and rule
// engine. It is a separate module, so that the extension does not depend on Prometheus.
package monitoring
