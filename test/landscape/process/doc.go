// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package process runs the landscape's components as local processes: it starts them with a log file each, waits for
// them, hands out ports for them, and makes sure that none outlives the program that started it.
//
// It knows nothing about what it runs. It must not stop anything it did not start.
package process
