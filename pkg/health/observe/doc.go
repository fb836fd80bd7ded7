// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package observe reads from a shoot, with read-only requests, the data for health checks: source and root
// Kustomization, the public parts of deploy keys, and the reasons why controllers of Flux do not run. It
// keeps only the fields that are used, bounded to the length of legitimate values.
package observe
