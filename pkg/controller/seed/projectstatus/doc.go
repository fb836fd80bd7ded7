// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package projectstatus is the controller for ConfigMaps flux-status: it reports to each project in the garden on its Shoots on this seed, with
// one entry for each Shoot, and with Events.
//
// It must not write anything in the seed or in shoots, and no other controller waits for it: an unreachable garden only delays the report. What
// is reported is decided in pkg/report/fleet; requests to the garden are made by pkg/garden.
package projectstatus
