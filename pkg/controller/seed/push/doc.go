// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package push asks Flux in the Shoots of a project to read its source at once when there was a push. It follows the notice board of the seed, gives each Shoot
// its turn, and annotates the source in the shoot as 'flux reconcile source' does (https://fluxcd.io/flux/components/source/gitrepositories/#triggering-a-reconcile).
//
// A Shoot that waits when there is a further push keeps its turn, so that the newest push reaches all of them, and there are never more of them than Shoots.
// What cannot be asked, because it is hibernated or does not answer, polls. Nothing is remembered: after a restart, what the source in a shoot has shows
// whether it was asked.
package push
