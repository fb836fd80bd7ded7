// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// The rollouts: progress by ring, and operations.

import { call } from "/api.js";
import { element, replaceChildren, setChildren, table } from "/dom.js";
import { age, shootAddress, shortRevision, sign } from "/words.js";

// pause is the time in milliseconds between two checks whether an operation is done.
const pause = 2000;

// Rollouts is the view of all rollouts. If there are several, the user opens them.
export class Rollouts {
  constructor(known) {
    Object.assign(this, { known, title: "Rollouts –", pages: new Map(), element: element("div") });
  }

  end() {
    this.pages.forEach((page) => page.end());
  }

  onChange(changed) {
    for (const [namespace, page] of this.pages) {
      if (changed.has(namespace)) {
        page.read();
      }
    }
  }

  write() {
    const namespaces = [...this.known.rollouts.keys()].sort();
    setChildren(this.element, namespaces, (namespace) => namespace, (namespace) => {
      const page = new Rollout(namespace, this.known, namespaces.length === 1);
      this.pages.set(namespace, page);
      return page.element;
    }, (_, namespace) => this.pages.get(namespace).write());
  }
}

// Rollout is the view of one project's rollout.
class Rollout {
  constructor(namespace, known, open) {
    Object.assign(this, { namespace, known, path: `/api/rollouts/${encodeURIComponent(namespace)}`, number: 0 });
    this.head = element("summary");
    // It gets the focus after an operation, because the button may be gone.
    this.said = element("p", { role: "status", tabindex: -1 });
    this.content = element("div");
    this.element = element("details", { open, ontoggle: () => this.read() }, this.head, this.said, this.content);
  }

  end() {
    clearTimeout(this.timer);
    this.ended = true;
  }

  // write shows the rollout. An error in one project does not hide the others.
  write() {
    try {
      this.show();
    } catch (error) {
      replaceChildren(this.head, [element("h2", {}, this.namespace)]);
      replaceChildren(this.content, [element("p", { class: "bad" }, `This rollout cannot be shown: ${error.message}`)]);
    }
  }

  show() {
    const { progress, problem } = this.known.rollouts.get(this.namespace) ?? {};
    if (!progress) {
      replaceChildren(this.head, [element("h2", {}, this.namespace)]);
      replaceChildren(this.content, [element("p", { class: "bad" }, problem ?? "There is no rollout any more.")]);
      return;
    }
    const [mark, colour] = sign(progress.phase);
    replaceChildren(this.head, [element("h2", {}, this.namespace), " ", element("strong", { class: colour }, `${mark} ${progress.phase}`)]);
    if (this.element.open) {
      replaceChildren(this.content, this.parts(progress, this.page));
    }
  }

  async read() {
    if (!this.element.open || this.ended) {
      return;
    }
    const number = ++this.number;
    let page;
    let problem;
    try {
      page = await call(this.path);
    } catch (error) {
      problem = error.message;
    }
    if (number !== this.number || this.ended) {
      return;
    }
    Object.assign(this, { page, problem });
    this.write();
    clearTimeout(this.timer);
    if (page?.pending || problem) {
      this.timer = setTimeout(() => this.read(), pause);
    }
  }

  parts(progress, page) {
    return [
      element("p", { class: "lead" }, `Revision ${progress.target.slice(0, 8)}${progress.fluxVersion ? ` with Flux ${progress.fluxVersion}` : ""}, since ${age(progress.since)}`, progress.message ? `: ${progress.message}` : ""),
      ...(this.problem ? [element("p", { class: "bad" }, this.problem)] : []),
      ...(page?.pending ? [element("p", { class: "busy" }, `Requested and not done yet: ${page.pending}`)] : []),
      this.buttons(page, ["pause", "resume", "rollback"].map((name) => [name, ""])),
      table("Rings, in their order", ["Ring", "Phase", "Revision", "Commit", "Ready", "On their way", "Failed", "Waiting", "Not counted", "Waits for"],
        progress.rings.map((ring) => this.ring(ring, page))),
      ...(page ? [table("Revisions, the present one first", ["Revision", "Flux", "Began", "Ended", "Outcome"],
        page.history.map((h) => [h.revision.slice(0, 8), h.fluxVersion, age(h.since), age(h.until), h.outcome]))] : []),
    ];
  }

  ring(ring, page) {
    const [mark, colour] = sign(ring.phase);
    const ready = element("span", {}, `${ring.done} of ${ring.shoots}`, element("meter", { min: 0, max: Math.max(1, ring.shoots), value: ring.done, "aria-hidden": "true" }));
    const failed = (ring.failedShoots ?? []).map((name) => element("div", { class: "failed" },
      element("a", { href: shootAddress(this.namespace, name) }, name), " has failed", this.buttons(page, [["skip", name]])));
    const approval = ["WaitingForApproval", "Holding", "Empty", "Stopped"].includes(ring.phase) ? [this.buttons(page, [["approve", ring.name]])] : [];
    return [
      ring.name, element("span", { class: `state ${colour}` }, `${mark} ${ring.phase}`), ring.revision.slice(0, 8), shortRevision(ring.commit), ready,
      ring.onTheirWay ?? 0, ring.failed ?? 0, ring.waiting ?? 0, ring.notCounted ?? 0, element("div", {}, ring.waitsFor ?? "", ...approval, ...failed),
    ];
  }

  buttons(page, operations) {
    return element("div", { class: "operations" }, ...operations.map(([name, about]) => {
      const operation = page?.operations.find((o) => o.name === name);
      const title = `${name} ${about}`.trim();
      return operation && element("button", { type: "button", "data-key": title, disabled: Boolean(page.pending), onclick: () => this.request(operation, about) }, title);
    }));
  }

  // request asks the user for confirmation, and then calls the server.
  async request(operation, about) {
    const title = `${operation.name} ${about}`.trim();
    if (!await confirmed(title, `${operation.short}. ${operation.next}`, this.namespace)) {
      return;
    }
    try {
      const { requested, next } = await call(this.path, { operation: operation.name, about });
      this.said.className = "";
      this.said.textContent = `Requested ${requested}. ${next}`;
    } catch (error) {
      this.said.className = "bad";
      this.said.textContent = `✗ ${error.message}`;
    }
    this.said.focus();
    await this.read();
  }
}

// confirmed asks the user to confirm an operation in a namespace.
function confirmed(title, text, namespace) {
  const dialog = document.getElementById("confirmation");
  document.getElementById("confirmation-title").textContent = `${title} in ${namespace}?`;
  document.getElementById("confirmation-text").textContent = text;
  document.getElementById("confirm").textContent = title;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => { dialog.addEventListener("close", () => resolve(dialog.returnValue === "confirmed"), { once: true }); });
}
