// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// The rollouts: progress by ring, and operations.

import { buttons, confirmed, isGrave } from "/actions.js";
import { call } from "/api.js";
import { element, empty, problem, replaceChildren, setChildren, table } from "/dom.js";
import { timeline } from "/timeline.js";
import { age, ago, phaseOf, shootAddress, shortRevision } from "/words.js";

// pause is the time in milliseconds between two checks whether an operation is done.
const pause = 2000;

// Rollouts is the view of all rollouts, with those of the operator first. That of the only project is open, the user
// opens others.
export class Rollouts {
  constructor(known) {
    Object.assign(this, { known, title: "Rollouts –", pages: new Map(), nothing: element("div"), list: element("div") });
    this.element = element("div", {}, this.nothing, this.list);
  }

  end() {
    this.pages.forEach((page) => page.end());
  }

  onChange(changed) {
    for (const [key, page] of this.pages) {
      if (changed.has(key)) {
        page.read();
      }
    }
  }

  write() {
    const isOperators = (key) => this.known.rollouts.get(key).title !== undefined;
    const sorted = [...this.known.rollouts.keys()].sort();
    const projects = sorted.filter((key) => !isOperators(key));
    const keys = [...sorted.filter(isOperators), ...projects];
    replaceChildren(this.nothing, keys.length > 0 || this.known.namespace === null ? [] : [this.known.notes.some((note) => note.startsWith("the rollouts ")) ?
      empty("The rollouts cannot be read.", "The note above has the reason. To see rollouts, you need the permission to read ConfigMaps in the namespace of the project.") :
      empty("There is no rollout: a change reaches all Shoots of a project at once.", "To let it reach one ring of Shoots after the other, add ", element("code", {}, "project.rollout.rings"), " to ConfigMap ", element("code", {}, "flux-config"), " of the project.")]);
    setChildren(this.list, keys, (key) => key, (key) => {
      const page = new Rollout(key, this.known, projects.length === 1 && key === projects[0]);
      this.pages.set(key, page);
      return page.element;
    }, (_, key) => this.pages.get(key).write());
  }
}

// Rollout is the view of one rollout. Its key is the namespace of a project, unless the rollout has a title.
class Rollout {
  constructor(key, known, open) {
    const title = known.rollouts.get(key)?.title;
    Object.assign(this, { key, place: title ?? key, title: title ? title[0].toUpperCase() + title.slice(1) : key, known, path: `/api/rollouts/${encodeURIComponent(key)}`, number: 0 });
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

  // write shows the rollout. An error in one rollout does not hide the others.
  write() {
    try {
      this.show();
    } catch (error) {
      replaceChildren(this.head, [element("h2", {}, this.title)]);
      replaceChildren(this.content, [element("p", { class: "bad" }, `This rollout cannot be shown: ${error.message}`)]);
    }
  }

  show() {
    const { progress, problem } = this.known.rollouts.get(this.key) ?? {};
    if (!progress) {
      replaceChildren(this.head, [element("h2", {}, this.title)]);
      replaceChildren(this.content, [element("p", { class: "bad" }, problem ?? "There is no rollout any more.")]);
      return;
    }
    const [mark, colour, words] = phaseOf(progress.phase, progress.rings.reduce((sum, ring) => sum + (ring.failed ?? 0), 0));
    replaceChildren(this.head, [element("h2", {}, this.title), " ", element("strong", { class: colour }, `${mark} ${words}`)]);
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
    // The table has the reasons of the rings.
    const isOfSeeds = progress.rings.some((ring) => ring.seeds !== undefined);
    const isOfRing = progress.rings.some((ring) => progress.message === `ring ${ring.name}: ${ring.waitsFor}`);
    return [
      element("p", { class: "lead" }, `Revision ${progress.target.slice(0, 8)}${progress.fluxVersion ? ` with Flux ${progress.fluxVersion}` : ""}, for ${age(progress.since)}`, progress.message && !isOfRing ? `: ${progress.message}` : ""),
      ...(this.problem ? [element("p", { class: "bad" }, this.problem)] : []),
      ...(page?.pending ? [element("p", { class: "busy" }, `Requested and not done yet: ${page.pending}`)] : []),
      table(isOfSeeds ? "Rings of seeds, in their order" : "Rings, in their order", ["Ring", "Phase", "Revision", "Commit", "Ready", "On their way", "Failed", "Waiting", "Not counted", "Waits for"],
        progress.rings.map((ring) => this.ring(ring))),
      ...(progress.failingProjects ? [table("Projects that count as failures", ["Project", "Ring", "Reason of failure"],
        progress.failingProjects.map(({ project, ring, reason }) => [project, ring, reason]))] : []),
      ...(page ? [this.diff(page.diff), ...timeline(page.calendar)] : []),
      ...(page?.denied ? [element("p", { class: "denied" }, page.denied)] : []),
      this.operations(progress, page),
      ...(page ? [table("Revisions, the present one first", ["Revision", "Flux", "Began", "Ended", "Outcome"],
        page.history.map((h) => [h.revision.slice(0, 8), h.fluxVersion, ago(h.since), ago(h.until), h.outcome]))] : []),
      ...(page?.executed ? [table("Operations, the last one first", ["Operation", "Executed", "Result"],
        page.executed.map((o) => [o.value, ago(o.time), o.note]))] : []),
    ];
  }

  // operations offers what the user can do, with the effect of each operation beside its button.
  operations(progress, page) {
    const request = (operation, about) => this.request(operation, about);
    return buttons([
      ...progress.rings.flatMap((ring) => [
        { of: "ring", page, progress, ring, about: ring.name },
        ...failedIn(ring).map((about) => ({ of: "failed", page, progress, ring, about })),
      ]),
      { of: "rollout", page, progress },
    ], request);
  }

  // failure returns the error of a Shoot, its cause and its fix.
  failure(name) {
    const shoot = this.known.shoots.get(`${this.key}/${name}`);
    return shoot?.error ? [problem(shoot, true)] : [];
  }

  ring(ring) {
    const [mark, colour, words] = phaseOf(ring.phase, ring.failed);
    const members = ring.seeds ?? ring.shoots;
    const ready = element("span", {}, `${ring.done} of ${members}`, element("meter", { min: 0, max: Math.max(1, members), value: ring.done, "aria-hidden": "true" }));
    // The page has no view of a seed.
    const named = (name) => ring.seeds === undefined ? element("a", { href: shootAddress(this.key, name) }, name) : name;
    const failed = failedIn(ring).map((name) => element("div", { class: "failing" }, element("p", {}, named(name), " has failed"), ...this.failure(name)));
    const waits = element("div", {}, ring.waitsFor ?? "", ...failed);
    return Object.assign([
      ring.name, element("span", { class: `state ${colour}` }, `${mark} ${words}`), ring.revision.slice(0, 8), shortRevision(ring.commit), ready,
      ring.onTheirWay ?? 0, ring.failed ?? 0, ring.waiting ?? 0, ring.notCounted ?? 0, waits.textContent === "" ? "" : waits,
    ], { well: colour === "good" });
  }

  // diff shows the diff of the change of a ring. It is open until the ring has passed the change.
  diff({ ring, passed, from, to, values = [], unknown }) {
    const isUnknown = from.revision === undefined;
    const versions = [["Revision", from.revision, to.revision], ["Flux", from.fluxVersion, to.fluxVersion], ["Commit", from.commit, to.commit]]
      .filter(([, before, now]) => before || now)
      .flatMap(([title, before, now]) => [element("dt", {}, title), element("dd", {}, isUnknown || before === now ? now ?? "–" : `${before ?? "–"} → ${now ?? "–"}`)]);
    const note = unknown ? `The diff is not known: ${unknown}.` : "The configuration does not change.";
    return element("details", { "data-key": `diff ${ring} ${to.revision}`, class: "diff", open: !passed },
      element("summary", {}, element("h3", {}, passed ? `The last change of ring ${ring}` : `What changes in ring ${ring}`)),
      element("dl", {}, ...versions),
      ...(values.length === 0 ? [element("p", {}, note)] : values.flatMap((value) => [
        ...(value.diff ? [element("pre", {}, ...diffLines(value.diff))] : []),
        ...(value.note ? [element("p", {}, element("code", {}, value.key), `: ${value.note}`)] : []),
      ])));
  }

  // request asks the user for confirmation, and then calls the server.
  async request(operation, about) {
    const title = `${operation.name} ${about}`.trim();
    if (!await confirmed(title, `${operation.short}. ${operation.next}`, this.place, isGrave(operation.name))) {
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

// failedIn returns the names of the Shoots or seeds of a ring that have failed.
function failedIn(ring) {
  return ring.failedSeeds ?? ring.failedShoots ?? [];
}

// diffLines returns the lines of a unified diff. The sign of a line has the sense of its colour.
function diffLines(diff) {
  return diff.split(/(?<=\n)/).map((line) => {
    const sense = { "+": "added", "-": "removed", "@": "place" }[line[0]];
    return sense && !/^(---|\+\+\+) /.test(line) ? element("span", { class: sense }, line) : line;
  });
}
