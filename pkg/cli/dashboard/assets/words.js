// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Formats of states, times and revisions.

// The order is the same as in the command status: first the states in which a user or the operator has to act. Each
// state has a sign, so that it does not depend on colours.
const states = {
  Failed: ["✗", "bad"], Unreachable: ["✗", "bad"], Degraded: ["✗", "bad"], Suspended: ["‖", "rest"], Progressing: ["…", "busy"], NotReported: ["?", "busy"],
  Removing: ["−", "rest"], Deleting: ["−", "rest"], Migrating: ["→", "rest"], Hibernated: ["z", "rest"], NoRepository: ["✓", "good"], Ready: ["✓", "good"],
};
const phases = {
  Complete: ["✓", "good"], NotReady: ["!", "bad"], Stopped: ["✗", "bad"], RolledBack: ["✗", "bad"], Paused: ["‖", "rest"], Waiting: ["·", "rest"], Holding: ["‖", "rest"], Empty: ["‖", "rest"], Frozen: ["‖", "rest"], Guarded: ["‖", "bad"],
};
const order = Object.keys(states);

// rank is the position of a state. Unknown states of a newer extension follow failures.
export function rank(state) {
  const known = order.indexOf(state);
  return known < 0 ? 0.5 : known;
}

// sign returns the sign of a state or phase, and its colour class. A word may be any text, such as the name of a
// member that every object has.
export function sign(word) {
  const known = [states, phases].find((words) => Object.hasOwn(words, word));
  return known ? known[word] : ["…", "busy"];
}

// isWell returns whether nothing has to be said about a Shoot: it takes one line.
export function isWell(shoot) {
  return ["Ready", "NoRepository", "Hibernated"].includes(shoot.state) && !shoot.pending && !shoot.old;
}

// phaseOf returns sign, colour and words for the phase of a rollout or a ring. Complete is no success while Shoots
// have failed, because the ring may have passed without them.
export function phaseOf(phase, failed) {
  return phase === "Complete" && failed > 0 ? ["!", "bad", `Complete, but ${failed} failed`] : [...sign(phase), phase];
}

// age formats the time since then in the largest unit.
export function age(time, now = Date.now()) {
  if (!time) {
    return "";
  }
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  for (const [unit, length] of [["d", 86400], ["h", 3600], ["m", 60]]) {
    if (seconds >= 2 * length) {
      return Math.floor(seconds / length) + unit;
    }
  }
  return Math.floor(seconds) + "s";
}

// ago formats a point in time by its age.
export function ago(time) {
  return time ? `${age(time)} ago` : "";
}

// reported says whether the report about a Shoot is current. Seeds confirm reports every ten minutes, so that the age of
// a current one does not count.
export function reported({ old, confirmedAt, observedAt }) {
  if (old) {
    return `old, last confirmed ${ago(confirmedAt)}`;
  }
  return confirmedAt ? `current, confirmed ${ago(confirmedAt)}; seeds confirm every 10m` : observedAt && `first observed ${ago(observedAt)}`;
}

// shootAddress returns the address of the view of a Shoot.
export function shootAddress(namespace, name) {
  return `#/shoots/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

// shortRevision keeps the name of a revision and the first digits of its commit or digest.
export function shortRevision(revision) {
  return (revision ?? "").replace(/(sha1|sha256):([0-9a-f]{8})[0-9a-f]*$/, "$1:$2");
}
