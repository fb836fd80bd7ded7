// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Follows the server, and shows the view that the address names.

import { begin, lines } from "/api.js";
import { element, setChildren, setText } from "/dom.js";
import { Fleet } from "/fleet.js";
import { Rollouts } from "/rollouts.js";
import { Shoot } from "/shoot.js";

// pause is the time in milliseconds between two attempts to reach the server, ageing that after which times are written again.
const pause = 2000;
const ageing = 30000;

// known is what the server has sent: Shoots by "namespace/name", and rollouts by namespace.
const known = { namespace: "", shoots: new Map(), rollouts: new Map() };

const main = document.getElementById("main");
const connection = document.getElementById("connection");
let shown;
let planned = false;

function take(change) {
  if (change.namespace !== undefined) {
    known.namespace = change.namespace;
    known.shoots.clear();
    known.rollouts.clear();
    const project = change.namespace || "all projects";
    setText(document.getElementById("project"), project);
    document.title = `Flux in ${project}`;
  }
  const changed = new Set(change.gone ?? []);
  (change.gone ?? []).forEach((key) => known.shoots.delete(key));
  for (const shoot of change.shoots ?? []) {
    const key = `${shoot.namespace}/${shoot.name}`;
    known.shoots.set(key, shoot);
    changed.add(key);
  }
  for (const [namespace, rollout] of Object.entries(change.rollouts)) {
    if (rollout === null) {
      known.rollouts.delete(namespace);
    } else {
      known.rollouts.set(namespace, rollout);
    }
    changed.add(namespace);
  }
  setChildren(document.getElementById("notes"), change.notes, (note) => note, (note) => element("li", {}, note), () => {});
  document.getElementById("to-rollouts").hidden = known.rollouts.size === 0;
  connection.className = "";
  setText(connection, "Live");
  shown?.onChange(changed);
  plan();
}

// plan writes the view with the next frame, once for all that changes until then.
function plan() {
  if (!planned) {
    planned = true;
    requestAnimationFrame(() => {
      planned = false;
      shown?.write();
    });
  }
}

// route shows the view that the address names.
function route() {
  const [view, namespace, name] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (view === "" && shown instanceof Fleet) {
    return;
  }
  main.replaceChildren();
  switch (view) {
    case "shoots":
      shown = new Shoot(main, known, namespace, name);
      break;
    case "rollouts":
      shown = new Rollouts(main, known, plan);
      break;
    default:
      shown = new Fleet(main, known, plan);
  }
  for (const [id, is] of [["to-fleet", view === ""], ["to-rollouts", view === "rollouts"]]) {
    document.getElementById(id).ariaCurrent = is ? "page" : null;
  }
  shown.write();
}

async function follow() {
  for (;;) {
    try {
      await lines("/api/fleet", take);
      throw new Error("the command has ended");
    } catch (error) {
      connection.className = "lost";
      setText(connection, error.status ? error.message : `Not connected, what is shown may be outdated: ${error.message}`);
      if (error.status === 401) {
        return;
      }
    }
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
}

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !(event.target instanceof HTMLInputElement) && document.getElementById("filter")) {
    event.preventDefault();
    document.getElementById("filter").focus();
  }
});
document.querySelector(".skip").addEventListener("click", (event) => {
  // The part after # is the view.
  event.preventDefault();
  main.focus();
});

try {
  await begin();
} catch (error) {
  connection.className = "lost";
  setText(connection, error.message);
}
addEventListener("hashchange", route);
route();
setInterval(plan, ageing);
if (!connection.className) {
  await follow();
}
