// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package leaks searches for secrets in logs, core dumps and public objects. It must not depend on Gardener or Flux,
// and must not repeat a secret in a report.
package leaks
