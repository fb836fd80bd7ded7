// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package secrets keeps the deploy keys: it generates and parses them, chooses the known_hosts lines that go with
// them, and stores them in the garden. Generating, parsing and choosing are pure; only the store talks to a cluster.
// A private key leaves this package in the Secret data alone, never in an error, a log line or an event.
package secrets
