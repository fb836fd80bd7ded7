// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// The actions: which there are, when they are offered, and the confirmation.

import { element } from "/dom.js";

const moves = (progress) => !["Paused", "RolledBack"].includes(progress.phase);

// actions are the buttons. Each is about a rollout, a ring or a Shoot. offered returns whether the button has an effect
// in the state of the rollout or of the Shoot: a paused rollout can only be resumed. says returns the effect if it
// depends on the ring. Buttons that undo something look grave.
const actions = [
  { name: "pause", of: "rollout", offered: moves },
  { name: "resume", of: "rollout", offered: (progress) => !moves(progress) },
  { name: "rollback", of: "rollout", grave: true, offered: (progress, page) => moves(progress) && page.history.length > 1 },
  { name: "approve", of: "ring", offered: (progress, page, ring) => moves(progress) && ["WaitingForApproval", "Holding", "Empty", "Guarded", "Stopped"].includes(ring.phase) },
  { name: "approve-during-freeze", of: "ring", offered: (progress, page, ring) => moves(progress) && Boolean(ring.duringFreeze), says: (ring) => `Start the ring also during ${ring.duringFreeze}.` },
  { name: "skip", of: "failed", offered: moves },
  { name: "reconcile", of: "shoot", offered: () => true },
  { name: "reconcile outside the window", of: "shoot", offered: (shoot) => shoot.pending?.reason === "WaitingForMaintenanceWindow" },
];

// buttons returns the buttons about something, such as a rollout, a ring and its failed Shoots, each with its effect.
// page has the operations that the server knows, and the reason if the user may request none. about is the argument of
// the operation.
export function buttons(all, request) {
  const offers = all.flatMap(({ of, page, progress, ring, about = "" }) => {
    const known = (name) => page.operations.find((operation) => operation.name === name);
    return !page || page.denied ? [] : actions.filter((action) => action.of === of && known(action.name) && action.offered(progress, page, ring))
      .map(({ name, grave, says }) => ({ operation: known(name), grave, about, pending: Boolean(page.pending), effect: says?.(ring) }));
  });
  return element("div", { class: "operations" }, ...offers.flatMap(({ operation, grave, about, pending, effect }) => {
    const title = `${operation.name} ${about}`.trim();
    return [
      element("button", { type: "button", class: grave ? "grave" : undefined, "data-key": title, disabled: pending, onclick: () => request(operation, about) }, title),
      element("span", {}, effect ?? `${operation.short}.`),
    ];
  }));
}

// confirmed asks the user to confirm an operation in a place: a namespace, or a rollout.
export function confirmed(title, text, place, grave) {
  const dialog = document.getElementById("confirmation");
  const confirm = document.getElementById("confirm");
  document.getElementById("confirmation-title").textContent = `${title} in ${place}?`;
  document.getElementById("confirmation-text").textContent = text;
  confirm.textContent = title;
  confirm.className = grave ? "grave" : "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => { dialog.addEventListener("close", () => resolve(dialog.returnValue === "confirmed"), { once: true }); });
}

// isGrave returns whether an operation undoes something.
export function isGrave(name) {
  return actions.some((action) => action.name === name && action.grave);
}
