// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Follows the server, and shows the view in the address.

import { begin, lines } from "/api.js";
import { element, setChildren, setText } from "/dom.js";
import { Fleet } from "/fleet.js";
import { Rollouts } from "/rollouts.js";
import { Shoot } from "/shoot.js";

// pause is the time in milliseconds between two attempts to reach the server, and ageing between two updates of
// shown times.
const pause = 2000;
const ageing = 30000;

// known has the data from the server: Shoots by "namespace/name", and rollouts by key, which is the namespace for that of
// a project. Without a namespace, the server has sent nothing yet. If forbidden is set, the user may not list Shoots.
const known = { namespace: null, shoots: new Map(), rollouts: new Map(), notes: [], forbidden: false };

const main = document.getElementById("main");
const connection = document.getElementById("connection");
// The fleet keeps its filters while another view is shown.
const fleet = new Fleet(known, plan);
let shown;
let planned = false;

function take(change) {
  if (change.namespace !== undefined) {
    known.namespace = change.namespace;
    known.shoots.clear();
    known.rollouts.clear();
    setText(document.getElementById("project"), change.namespace || "all projects");
  }
  const changed = new Set(change.gone ?? []);
  (change.gone ?? []).forEach((key) => known.shoots.delete(key));
  for (const shoot of change.shoots ?? []) {
    const key = `${shoot.namespace}/${shoot.name}`;
    known.shoots.set(key, shoot);
    changed.add(key);
  }
  for (const [key, rollout] of Object.entries(change.rollouts ?? {})) {
    if (rollout === null) {
      known.rollouts.delete(key);
    } else {
      known.rollouts.set(key, rollout);
    }
    changed.add(key);
  }
  Object.assign(known, { notes: change.notes, forbidden: Boolean(change.forbidden) });
  setChildren(document.getElementById("notes"), change.notes, (note) => note, (note) => element("li", {}, note), () => {});
  connection.className = "";
  setText(connection, "Live");
  writeTitle();
  shown?.onChange(changed);
  plan();
}

// plan writes the view with the next frame, once for all changes until then.
function plan() {
  if (!planned) {
    planned = true;
    requestAnimationFrame(() => {
      planned = false;
      shown?.write();
    });
  }
}

// place returns the parts of the address after #.
function place() {
  try {
    return location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  } catch {
    return [""];
  }
}

// newView returns the view in the address.
function newView() {
  const [view, namespace, name] = place();
  if (view === "shoots" && name) {
    return new Shoot(known, namespace, name);
  }
  return view === "rollouts" ? new Rollouts(known) : fleet;
}

// route shows the view in the address. The fleet gets its focus back.
function route() {
  const next = newView();
  if (next === shown) {
    return;
  }
  const first = shown === undefined;
  shown?.end();
  shown = next;
  main.replaceChildren(shown.element);
  for (const [id, is] of [["to-fleet", shown === fleet], ["to-rollouts", shown instanceof Rollouts]]) {
    document.getElementById(id).ariaCurrent = is ? "page" : null;
  }
  writeTitle();
  shown.write();
  if (!first) {
    scrollTo(0, 0);
    (shown.left?.isConnected ? shown.left : main).focus();
  }
}

function writeTitle() {
  document.title = `${shown?.title ?? ""} Flux in ${known.namespace || (known.namespace === "" ? "all projects" : "Shoots")}`.trim();
}

async function follow() {
  for (;;) {
    try {
      await lines("/api/fleet", take);
      throw new Error("the command has ended");
    } catch (error) {
      if (error.status === 401) {
        refuse(error);
        return;
      }
      lose(error.status ? error.message : `Not connected, what is shown may be outdated: ${error.message}`);
    }
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
}

function lose(message) {
  connection.className = "lost";
  setText(connection, message);
}

// refuse replaces the view by an error.
function refuse(error) {
  shown?.end();
  shown = undefined;
  lose("Not connected");
  main.replaceChildren(element("p", { class: "bad", role: "alert" }, `✗ Nothing is shown: ${error.message}`));
}

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !(event.target instanceof HTMLInputElement) && shown === fleet) {
    event.preventDefault();
    fleet.filter.focus();
  }
});
document.querySelector(".skip").addEventListener("click", (event) => {
  // The part after # is the view.
  event.preventDefault();
  main.focus();
});

try {
  await begin();
  addEventListener("hashchange", route);
  route();
  setInterval(plan, ageing);
  await follow();
} catch (error) {
  refuse(error);
}
