// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package observe reads the data for health checks from a shoot: the source and root Kustomization, the public parts of
// deploy keys, and the reasons why controllers of Flux do not run. It only reads, and limits all values to the length
// of legitimate ones.
package observe
