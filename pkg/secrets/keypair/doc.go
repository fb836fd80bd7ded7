// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package keypair generates and parses the key pairs of deploy keys, and chooses the known_hosts lines that go with them. It is pure but for the
// randomness of a new key. A private key leaves this package in the data of a Secret alone, never in an error, a log line or an event.
package keypair
