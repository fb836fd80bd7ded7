// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package extensionstatus is the only writer of the status of Extensions, and has the type of status.state, in which it is recorded what was
// delivered to a shoot. It decides nothing about a shoot, and must not import a controller.
//
// Layers, each of which uses only those below it:
//
//	readwrite.go
//	writer.go
//	bootstrap.go
//	state.go
//	observed.go names.go
package extensionstatus
