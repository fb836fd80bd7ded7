// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package picture draws the dashboards as SVG: with their queries, which Prometheus' own engine evaluates, over what pods of the local
// landscape answered.
package picture
