// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package upgrade has the rules for which version of Flux may follow which in a shoot: what is refused, what is held back until sources have
// changed, and which API versions remain. It is pure: it must not touch a client, the network or a clock.
//
// Layers, each of which uses only those below it:
//
//	rules.go
//	installed.go
package upgrade
