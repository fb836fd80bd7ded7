// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// The rollouts: how far each is, ring by ring, and what can be done about it.

import { call } from "/api.js";
import { element, setChildren, table } from "/dom.js";
import { age, shortRevision, sign } from "/words.js";

// pause is the time in milliseconds after which it is read again whether an operation is done.
const pause = 2000;

// Rollouts is the view of all rollouts.
export class Rollouts {
  constructor(parent, known) {
    Object.assign(this, { parent, known, pages: new Map() });
    this.list = element("div");
    parent.append(this.list);
  }

  onChange(changed) {
    for (const [namespace, page] of this.pages) {
      if (changed.has(namespace)) {
        page.read();
      }
    }
  }

  write() {
    setChildren(this.list, [...this.known.rollouts.keys()].sort(), (namespace) => namespace, (namespace) => {
      const page = new Rollout(namespace, this.known);
      this.pages.set(namespace, page);
      page.read();
      return page.article;
    }, () => {});
  }
}

// Rollout is what is shown of one project's.
class Rollout {
  constructor(namespace, known) {
    Object.assign(this, { namespace, known, path: `/api/rollouts/${encodeURIComponent(namespace)}` });
    this.said = element("p", { role: "status" });
    this.content = element("div");
    this.article = element("article", { "aria-label": namespace }, element("h2", {}, namespace), this.said, this.content);
  }

  async read() {
    const number = this.number = (this.number ?? 0) + 1;
    let page;
    try {
      page = await call(this.path);
    } catch (error) {
      this.said.textContent = error.message;
    }
    if (number === this.number) {
      this.content.replaceChildren(...this.parts(this.known.rollouts.get(this.namespace) ?? {}, page));
      clearTimeout(this.timer);
      if (page?.pending && this.article.isConnected) {
        this.timer = setTimeout(() => this.read(), pause);
      }
    }
  }

  parts({ progress, problem }, page) {
    if (!progress) {
      return [element("p", { class: "bad" }, problem ?? "There is no rollout any more.")];
    }
    const [mark, colour] = sign(progress.phase);
    return [
      element("p", { class: "lead" }, element("strong", { class: colour }, `${mark} ${progress.phase}`), ` revision ${progress.target}${progress.fluxVersion ? ` with Flux ${progress.fluxVersion}` : ""}, since ${age(progress.since)}`,
        progress.message ? `. ${progress.message}` : ""),
      ...(page?.pending ? [element("p", { class: "busy" }, `Requested and not done yet: ${page.pending}`)] : []),
      this.buttons(page, ["pause", "resume", "rollback"].map((name) => [name, ""])),
      table("Rings, in their order", ["Ring", "Phase", "Revision", "Commit", "Ready", "On their way", "Failed", "Waiting", "Not counted", "Waits for", ""], progress.rings.map((ring) => this.ring(ring, page))),
      ...(page ? [table("Targets, the present one first", ["Revision", "Flux", "Began", "Ended", "Outcome"], page.history.map((h) => [h.revision, h.fluxVersion, age(h.since), age(h.until), h.outcome]))] : []),
    ];
  }

  ring(ring, page) {
    const [mark, colour] = sign(ring.phase);
    const ready = element("span", {}, `${ring.done} of ${ring.shoots}`, element("meter", { min: 0, max: Math.max(1, ring.shoots), value: ring.done, "aria-hidden": "true" }));
    const about = [...(ring.phase === "WaitingForApproval" ? [["approve", ring.name]] : []), ...(ring.failedShoots ?? []).map((name) => ["skip", name])];
    return [
      ring.name, element("span", { class: colour }, `${mark} ${ring.phase}`), ring.revision.slice(0, 8), shortRevision(ring.commit), ready,
      ring.onTheirWay ?? 0, ring.failed ?? 0, ring.waiting ?? 0, ring.notCounted ?? 0, ring.waitsFor, this.buttons(page, about),
    ];
  }

  buttons(page, operations) {
    return element("div", { class: "operations" }, ...operations.map(([name, about]) => {
      const operation = page?.operations.find((o) => o.name === name);
      return operation && element("button", { type: "button", disabled: page.pending !== undefined && page.pending !== "", onclick: () => this.request(operation, about) }, `${name} ${about}`.trim());
    }));
  }

  // request asks the user, and then the server.
  async request(operation, about) {
    const title = `${operation.name} ${about}`.trim();
    if (!await confirmed(title, `${operation.short}. ${operation.next}`, this.namespace)) {
      return;
    }
    try {
      const { requested, next } = await call(this.path, { operation: operation.name, about });
      this.said.textContent = `Requested ${requested}. ${next}`;
    } catch (error) {
      this.said.textContent = error.message;
    }
    await this.read();
  }
}

// confirmed asks the user whether to do something in a namespace.
function confirmed(title, text, namespace) {
  const dialog = document.getElementById("confirmation");
  document.getElementById("confirmation-title").textContent = `${title} in ${namespace}?`;
  document.getElementById("confirmation-text").textContent = text;
  document.getElementById("confirm").textContent = title;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => { dialog.addEventListener("close", () => resolve(dialog.returnValue === "confirmed"), { once: true }); });
}
