// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package hostile searches for tenants' input that exceeds its budget. Each entry point for tenants' input has a
// generator and budgets of processor time, memory, written bytes and requests. make fuzz searches for FUZZ_FOR (10m).
// make test searches briefly and ignores processor time, which depends on the machine.
package hostile
