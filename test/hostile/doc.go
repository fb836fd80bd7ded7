// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package hostile searches for input of tenants that exceeds its budgets, and for commits, files and texts in the garden
// with which the commands of the CLI do so. Each entry point for this input has a generator and budgets of processor
// time, memory, written bytes and requests. 'make fuzz' searches for the duration FUZZ_FOR (default 10m). 'make test'
// searches briefly and ignores processor time, which depends on the machine.
package hostile
