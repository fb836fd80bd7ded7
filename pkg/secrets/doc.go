// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package secrets keeps the deploy keys in the garden: it stores a generated one, rotates it, and pins host keys beside it. The keys themselves are of
// package keypair. A private key leaves this package in the Secret data alone, never in an error, a log line or an event.
package secrets
