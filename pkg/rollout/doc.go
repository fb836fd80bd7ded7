// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package rollout decides, ring by ring, which revision of a configuration each member may have. The members are the
// Shoots of a project, or the seeds of the landscape. The garden controller stores the resulting State in a ConfigMap,
// and a seed derives the permit of a member from that State. The package is pure: it accesses no cluster and no clock.
//
// Its rules, each with the test that verifies it. All of them hold in random sequences of changes (model_test.go).
//
//   - A ring begins after the ring before has passed: "begins with each ring after the previous one has soaked".
//   - A ring passes when its members have been ready for the soak: "restarts the soak when a Shoot is not ready".
//   - Only observed time counts: "does not count a day without a leader as soak".
//   - At most maxConcurrent members progress at a time: "limits the number of progressing Shoots".
//   - A failure is remembered when its member goes away: "stops the rollout if the Shoot has failed and then".
//   - More than maxFailures failures stop the ring: "tolerates maxFailures failures".
//   - A ring that proves nothing holds: "stops there, and names the labels that Shoots have, once".
//   - A lost object is remembered and guards the ring: "guards the ring although another Shoot of the ring is ready".
//   - An approval is used once, for its revision: "requests an approval of each change once".
//   - Later rings get commits that passed: "promotes a commit when all Shoots of the first ring have soaked with it".
//   - A later ring never follows the source: "keeps the commit that its Shoots have from the first decision on".
//   - A commit in doubt is not promoted: "holds the commit until it is approved".
//   - A rollback reaches all rings, and never downgrades Flux: "does not roll back a Flux version".
//   - A lost State releases nothing: "are restored when all Shoots are reported again".
//   - A pace releases Shoots one by one: "releases the configured number of Shoots per hour" in landscape.
//   - Exempt members hold no ring: "passes a ring at once if it has no Shoots or only hibernated ones" in landscape.
package rollout
