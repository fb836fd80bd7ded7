// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package deploykey is the controller for the deploy keys of the projects that have Shoots on this seed: rotation, host key scan,
// registration at Git hosts, retirement of the previous key, and the reminder of the key's age. It runs beside the reconciliation of the
// Shoots, because it may wait for a Git host. It neither creates the first key of a project nor delivers keys to shoots.
//
// The controllers of other seeds work on the same keys at the same time. So each step decides by the state in the garden, and writes once,
// on the condition that the Secret has not changed.
//
// Layers, each of which uses only those below it:
//
//	add.go
//	reconciler.go
//	hostkeyscan.go registration.go reminder.go retirement.go rotation.go
//	deregistration.go laggingshoots.go
//	registrar.go
//	attempts.go registrationreport.go
//	desiredstate.go
//	keysecret.go publickeys.go token.go
//	projectkey.go
package deploykey
