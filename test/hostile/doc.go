// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package hostile searches for input of tenants that costs more than it may: for each door through which their bytes come in, a generator and
// budgets of processor time, memory, bytes written and requests. make fuzz searches for FUZZ_FOR (10m); make test does for a moment, and leaves
// processor time out, which depends on the machine.
package hostile
