// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package process runs the landscape's components as local processes: it starts them with one log file each, waits for
// them, assigns ports, and ensures that no process outlives the program that started it.
//
// It must not depend on the components, or stop processes that it did not start.
package process
