// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package access gives each seed access to the projects whose Shoots with Flux it has, and takes it away a grace period after it has none any
// more. The access of all seeds of a project is one RoleBinding in its namespace, whose name is fixed, so that the right to write it is a
// right to that name.
//
// It must not decide what the access consists of, which a ClusterRole of the chart has, and it takes nothing away because of what it cannot
// see: only if Shoots that are read for that purpose, from the API server, do not need it.
package access
