// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package arrival judges whether a push or a poll has brought the revision that a shoot has applied. It is pure.
package arrival
