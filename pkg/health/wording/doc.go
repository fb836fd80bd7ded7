// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package wording makes what Flux and clusters report fit for a message: without credentials and without what differs with each try, on one line,
// and bounded. It is pure.
package wording
