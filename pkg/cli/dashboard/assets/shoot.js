// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// One Shoot: its failure, Flux's objects, key, conditions and Events.

import { buttons, confirmed } from "/actions.js";
import { call } from "/api.js";
import { copied, element, oldReport, problem, replaceChildren, table } from "/dom.js";
import { tree } from "/tree.js";
import { age, ago, isWell, reported, sign } from "/words.js";

// pause is the time in milliseconds between two reads of conditions and Events, which the server does not follow.
const pause = 10000;

// Shoot is the view of one Shoot.
export class Shoot {
  constructor(known, namespace, name) {
    Object.assign(this, { known, namespace, name, key: `${namespace}/${name}`, title: `${name} –`, number: 0 });
    this.page = element("div", {}, element("p", { role: "status" }, "Reading …"));
    // It gets the focus after an operation.
    this.said = element("p", { role: "status", tabindex: -1 });
    this.path = `/api/shoots/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
    this.element = element("article", {}, element("p", {}, element("a", { href: "#/" }, "← All Shoots")), element("h2", {}, name), this.said, this.page);
    this.timer = setInterval(() => this.read(), pause);
    this.read();
  }

  end() {
    clearInterval(this.timer);
  }

  // onChange reads the Shoot again if it has changed.
  onChange(changed) {
    if (changed.has(this.key)) {
      this.read();
    }
  }

  write() {
    if (this.shoot) {
      const row = this.known.shoots.get(this.key) ?? {};
      replaceChildren(this.page, parts(this.shoot, row, buttons([{ of: "shoot", page: { ...this.shoot, pending: undefined }, progress: row }], (operation) => this.request(operation))));
    }
  }

  async read() {
    const number = ++this.number;
    let shoot;
    let refused;
    try {
      shoot = await call(this.path);
    } catch (error) {
      refused = error.message;
    }
    if (number !== this.number) {
      return;
    }
    this.shoot = shoot;
    if (refused) {
      replaceChildren(this.page, [element("p", { class: "bad", role: "alert" }, refused)]);
    }
    this.write();
  }

  // request asks the user for confirmation, and then calls the server.
  async request(operation) {
    if (!await confirmed(`${operation.name} ${this.name}`, `${operation.short}. ${operation.next}`, this.namespace, false)) {
      return;
    }
    try {
      const { requested, next } = await call(this.path, { operation: operation.name });
      this.said.className = "";
      this.said.textContent = `Requested: ${requested}. ${next}`;
    } catch (error) {
      this.said.className = "bad";
      this.said.textContent = `✗ ${error.message}`;
    }
    this.said.focus();
  }
}

function parts({ status, message, source, conditions, key, events, denied, problems }, { labels, pending }, operations) {
  const [mark, colour] = sign(status.state);
  const failed = colour === "bad";
  return [
    element("p", { class: "lead" }, element("strong", { class: colour, id: "state" }, `${mark} ${status.state}`), status.since ? ` for ${age(status.since)}` : ""),
    ...(message.error && !isWell(status) ? [problem({ ...message, cause: status.cause }, failed)] : []),
    ...(status.old ? [oldReport(status)] : []),
    ...(pending ? [element("p", { class: "pending" }, element("strong", { class: "busy" }, `… Pending: ${pending.reason}`), pending.message ? ` ${pending.message}` : "")] : []),
    operations,
    ...(denied ? [element("p", { class: "denied" }, denied)] : []),
    ...(problems ?? []).map((text) => element("p", { class: "rest" }, `Not shown: ${text}`)),
    ...objects(status.objects, message),
    element("h3", {}, "Source and delivery"),
    facts([
      ["URL", source?.url], ...refs(source), ["Path", source?.path], ["Public key", key?.publicKey && copied(key.publicKey, "copy")],
      ["Applied", status.appliedRevision], ["Tried last", status.attemptedRevision === status.appliedRevision ? "" : status.attemptedRevision],
      ["Configuration", pending ? `pending (${pending.reason})${status.revision ? `, has ${status.revision}` : ""}` : status.revision],
      ["Flux", status.fluxVersion], ["Ring", status.ring], ["Hold", held(status)], ["Namespace", status.namespace], ["Seed", status.seed], ["Labels", ownLabels(labels ?? {})],
      ["Report", reported(status)],
    ]),
    ...deployKey(key, status),
    ...(conditions ? [element("h3", {}, "Conditions of the Shoot"), table("What Gardener reports", ["Type", "Status", "For", "Reason", "Message"],
      conditions.map((c) => Object.assign([c.type, c.status, age(c.since), c.reason, c.status === "True" ? "" : once(c.message, message)], { well: c.status === "True" })))] : []),
    element("h3", {}, "Events"),
    events ? table("The latest first", ["Last", "Times", "Type", "Reason", "Note"], events.map((e) => [ago(e.last), e.count, e.type, e.reason, once(e.note, message)])) :
      element("p", { class: "rest" }, "There are none: Kubernetes keeps them for an hour."),
  ];
}

// held returns until when the Shoot asks not to get a change, unless that time is over.
function held({ hold }) {
  if (!hold || (hold.until && new Date(hold.until) <= new Date())) {
    return "";
  }
  return [hold.until && `asks not to get a change until ${hold.until}`, hold.reason].filter(Boolean).join(": ");
}

// once returns a text, unless the message of the Shoot has it already.
function once(text, { error }) {
  return error && text?.includes(error) ? "as above" : text;
}

// refs returns the branch, tag and the like.
function refs(source) {
  return Object.entries(source?.ref ?? {}).sort().map(([name, value]) => [name[0].toUpperCase() + name.slice(1), value]);
}

// ownLabels returns the project's labels. Gardener's labels repeat shown information.
function ownLabels(labels) {
  return Object.entries(labels).filter(([name]) => !/(^|\.)gardener\.cloud\//.test(name)).sort().map(([name, value]) => `${name}=${value}`).join(" ");
}

function facts(all) {
  return element("dl", {}, ...all.filter(([, value]) => value).flatMap(([title, value]) => [element("dt", {}, title), element("dd", {}, value)]));
}

function objects(all, message) {
  if (!all) {
    return [];
  }
  const made = [element("h3", {}, "Objects of Flux")];
  for (const f of all.failing ?? []) {
    const isShown = f.message && message.error?.includes(f.message.replace(/\.+$/, ""));
    made.push(element("p", {}, element("strong", { class: "bad" }, `✗ ${f.kind} ${f.namespace}/${f.name}`), ` ${f.reason ?? ""}, for ${age(f.since)}${isShown ? ", with the error above" : `: ${f.message ?? ""}`}`));
  }
  if (all.tree?.length) {
    made.push(tree(all.tree));
  }
  made.push(table(all.incomplete ? "There are more, which are not read" : "How many there are", ["Kind", "Ready", "Failing", "Waiting", "Progressing", "Suspended"],
    (all.counts ?? []).map((c) => [c.kind, ...["ready", "failing", "waiting", "progressing", "suspended"].map((phase) => c[phase] || "")])));
  return made;
}

function deployKey(key, status) {
  if (!key) {
    return [];
  }
  return [
    element("h3", {}, "Deploy key of the project"),
    facts([
      ["Fingerprint", key.fingerprint], ["Phase", key.phase],
      ["In this Shoot", status.deployKeyFingerprint === key.fingerprint ? "this key" : status.deployKeyFingerprint],
      ["Registration", key.registration && `${key.registration.state} at ${key.registration.host ?? ""} ${key.registration.message ?? ""}`], ["Next key", key.next?.publicKey && copied(key.next.publicKey, "copy next")],
    ]),
  ];
}
