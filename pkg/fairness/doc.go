// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package fairness keeps the Shoots of one project from taking a controller's workers from those of others: a project whose configuration
// takes long to resolve, or whose keys take many requests, gets one worker at a time, and rests in between. It reads no configuration and no object.
//
// Layers, each of which uses only those below it:
//
//	queue.go
//	costs.go
package fairness
