// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package picture draws dashboards as SVG. Prometheus' engine evaluates their queries on metrics of the local
// landscape.
package picture
