// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package projectstatus is the controller for ConfigMaps flux-status: it reports to each project in the garden on its Shoots on this seed, with
// one entry for each Shoot, and with Events.
//
// It must not write anything in the seed or in shoots, and no other controller waits for it: an unreachable garden only delays the report. What
// is reported is decided in pkg/fleet; requests to the garden are made by pkg/project.
//
// Layers, each of which uses only those below it:
//
//	add.go
//	watch.go
//	reconciler.go
//	pace.go unknown.go
package projectstatus
