// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package status has the commands that show the status of Flux in Shoots and wait for it. It reads the garden alone, with rights to read,
// and never connects to a seed or a shoot.
package status
