// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// One Shoot: its failure, Flux's objects, key, conditions and Events.

import { call } from "/api.js";
import { element, replaceChildren, table } from "/dom.js";
import { age, sign } from "/words.js";

// pause is the time in milliseconds between two reads of conditions and Events, which the server does not follow.
const pause = 10000;

// Shoot is the view of one Shoot.
export class Shoot {
  constructor(known, namespace, name) {
    Object.assign(this, { known, namespace, name, key: `${namespace}/${name}`, title: `${name} –`, number: 0 });
    this.page = element("div", {}, element("p", { role: "status" }, "Reading …"));
    this.element = element("article", {}, element("p", {}, element("a", { href: "#/" }, "← All Shoots")), element("h2", {}, name), this.page);
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
      replaceChildren(this.page, parts(this.shoot, this.known.shoots.get(this.key)?.labels ?? {}));
    }
  }

  async read() {
    const number = ++this.number;
    let shoot;
    let problem;
    try {
      shoot = await call(`/api/shoots/${encodeURIComponent(this.namespace)}/${encodeURIComponent(this.name)}`);
    } catch (error) {
      problem = error.message;
    }
    if (number !== this.number) {
      return;
    }
    this.shoot = shoot;
    if (problem) {
      replaceChildren(this.page, [element("p", { class: "bad", role: "alert" }, problem)]);
    }
    this.write();
  }
}

function parts({ status, conditions, key, events, problems }, labels) {
  const [mark, colour] = sign(status.state);
  return [
    element("p", { class: "lead" }, element("strong", { class: colour, id: "state" }, `${mark} ${status.state}`), status.cause ? ` ${status.cause}` : "", status.message ? `: ${status.message}` : ""),
    ...(problems ?? []).map((problem) => element("p", { class: "rest" }, `Not shown: ${problem}`)),
    facts([
      ["Namespace", status.namespace], ["Seed", status.seed], ["Labels", ownLabels(labels)],
      ["Flux", status.fluxVersion], ["Applied", status.appliedRevision],
      ["Tried last", status.attemptedRevision === status.appliedRevision ? "" : status.attemptedRevision], ["Ring", status.ring], ["Configuration", status.revision],
      ["In this state", status.since && `for ${age(status.since)}`], ["Reported", status.observedAt && `${age(status.observedAt)} ago`],
    ]),
    ...objects(status.objects),
    ...deployKey(key, status),
    ...(conditions ? [element("h3", {}, "Conditions of the Shoot"), table("What Gardener reports", ["Type", "Status", "Since", "Reason", "Message"],
      conditions.map((c) => [c.type, c.status, age(c.since), c.reason, c.message]))] : []),
    element("h3", {}, "Events"),
    events ? table("The latest first", ["Last", "Times", "Type", "Reason", "Note"], events.map((e) => [age(e.last), e.count, e.type, e.reason, e.note])) : element("p", { class: "rest" }, "None are kept."),
  ];
}

// ownLabels returns the project's labels. Gardener's labels repeat shown information.
function ownLabels(labels) {
  return Object.entries(labels).filter(([name]) => !/(^|\.)gardener\.cloud\//.test(name)).sort().map(([name, value]) => `${name}=${value}`).join(" ");
}

function facts(all) {
  return element("dl", {}, ...all.filter(([, value]) => value).flatMap(([title, value]) => [element("dt", {}, title), element("dd", {}, value)]));
}

function objects(all) {
  if (!all) {
    return [];
  }
  const made = [element("h3", {}, "Objects of Flux")];
  for (const f of all.failing ?? []) {
    made.push(element("p", {}, element("strong", { class: "bad" }, `✗ ${f.kind} ${f.namespace}/${f.name}`), ` ${f.reason ?? ""}, for ${age(f.since)}: ${f.message ?? ""}`));
  }
  made.push(table(all.incomplete ? "There are more, which are not read" : "How many there are", ["Kind", "Ready", "Failing", "Waiting", "Progressing", "Suspended"],
    (all.counts ?? []).map((c) => [c.kind, c.ready ?? 0, c.failing ?? 0, c.waiting ?? 0, c.progressing ?? 0, c.suspended ?? 0])));
  if (all.tree?.length) {
    made.push(element("pre", { tabindex: 0, "aria-label": "What has applied what", "data-key": "tree" }, all.tree.join("\n")));
  }
  return made;
}

function deployKey(key, status) {
  if (!key) {
    return [];
  }
  return [
    element("h3", {}, "Deploy key of the project"),
    facts([
      ["Public key", key.publicKey], ["Fingerprint", key.fingerprint], ["Phase", key.phase],
      ["In this Shoot", status.deployKeyFingerprint === key.fingerprint ? "this key" : status.deployKeyFingerprint],
      ["Registration", key.registration && `${key.registration.state} at ${key.registration.host ?? ""} ${key.registration.message ?? ""}`], ["Next key", key.next?.publicKey],
    ]),
  ];
}
