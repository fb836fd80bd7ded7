// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package guard measures what a guard against removed objects adds to a health check. See README.md.
//
// It must not measure requests to a shoot or seed. The other packages in test/benchmark do this.
package guard
