// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// The Shoots: counts by state, cause, ring and version, and a table of the Shoots that the filters select.

import { element, empty, oldReport, problem, replaceChildren, setChildren, setText } from "/dom.js";
import { age, isWell, rank, shootAddress, shortRevision, sign } from "/words.js";

// step is the number of rows shown at first, and added each time.
const step = 100;

const groups = [
  { title: "State", of: (shoot) => shoot.state, compare: (a, b) => rank(a) - rank(b) },
  { title: "Cause", of: (shoot) => shoot.cause },
  // The present configuration that a Shoot does not have yet.
  { title: "Pending", of: (shoot) => shoot.pending?.reason },
  { title: "Ring", of: (shoot) => shoot.ring },
  { title: "Flux", of: (shoot) => shoot.fluxVersion },
];

// conditionsOf returns a function for each word of a filter: key=value matches a label, another word a part of name,
// seed, cause or message.
function conditionsOf(filter) {
  return filter.split(/\s+/).filter((word) => word !== "").map((word) => {
    const label = /^([^=]+)==?(.*)$/.exec(word);
    if (label) {
      return (shoot) => shoot.labels?.[label[1]] === label[2];
    }
    const part = word.toLowerCase();
    return (shoot) => [shoot.namespace, shoot.name, shoot.seed, shoot.cause, shoot.error, shoot.fix, shoot.pending?.reason, shoot.pending?.message].some((text) => text?.toLowerCase().includes(part));
  });
}

// Fleet is the view of all Shoots.
export class Fleet {
  constructor(known, plan) {
    Object.assign(this, { known, plan, title: "", most: step, chosen: groups.map(() => null) });
    this.lists = groups.map((group) => element("ul", { "aria-label": group.title }));
    this.filter = element("input", {
      id: "filter", type: "search", autocomplete: "off", spellcheck: "false", placeholder: "env=prod connection refused   ( / )",
      oninput: () => { this.most = step; plan(); },
    });
    this.count = element("p", { id: "count", role: "status" });
    this.head = element("tr", { role: "row" });
    this.rows = element("tbody", { role: "rowgroup" });
    this.nothing = element("div");
    this.more = element("button", { type: "button", onclick: () => { this.most += step; plan(); } });
    this.table = element("table", { id: "shoots", role: "table", "aria-labelledby": "count" }, element("thead", { role: "rowgroup" }, this.head), this.rows);
    this.filters = element("div", {},
      element("section", { class: "groups", "aria-label": "Numbers" }, ...groups.map((group, i) => element("div", {}, element("h2", {}, group.title), this.lists[i]))),
      element("div", { class: "filter" }, element("label", {}, "Filter: labels as key=value, or part of name, seed, cause or message", this.filter)));
    this.element = element("div", {}, this.filters, this.count, this.nothing, this.table, this.more);
  }

  onChange() {}

  // end keeps the focused element until the view is shown again.
  end() {
    this.left = document.activeElement;
  }

  write() {
    const conditions = conditionsOf(this.filter.value);
    const found = [...this.known.shoots.values()].filter((shoot) => conditions.every((meets) => meets(shoot)));
    groups.forEach((group, i) => this.writeGroup(group, i, found.filter((shoot) => this.isChosen(shoot, i))));
    const selected = found.filter((shoot) => this.isChosen(shoot, -1));
    selected.sort((a, b) => rank(a.state) - rank(b.state) || (a.namespace < b.namespace ? -1 : a.namespace > b.namespace ? 1 : a.name < b.name ? -1 : 1));
    this.writeTable(selected);
  }

  // isChosen returns whether a Shoot matches the selection in all groups but one, for the counts of that group.
  isChosen(shoot, except) {
    return groups.every((group, i) => i === except || this.chosen[i] === null || (group.of(shoot) ?? "") === this.chosen[i]);
  }

  writeGroup(group, index, shoots) {
    const counts = new Map();
    for (const shoot of shoots) {
      const value = group.of(shoot) ?? "";
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    if (this.chosen[index] !== null && !counts.has(this.chosen[index])) {
      counts.set(this.chosen[index], 0);
    }
    if (this.chosen[index] !== "") {
      counts.delete("");
    }
    this.lists[index].parentElement.hidden = counts.size === 0;
    const compare = group.compare ?? (group.title === "Cause" ? (a, b) => counts.get(b) - counts.get(a) : (a, b) => a.localeCompare(b, "en", { numeric: true }));
    const values = [...counts.keys()].sort(compare);
    setChildren(this.lists[index], values, (value) => value, (value) => this.newChoice(index, value), (item, value) => {
      const [button, meter] = [item.firstElementChild, item.querySelector("meter")];
      button.setAttribute("aria-pressed", String(this.chosen[index] === value));
      setText(item.querySelector(".count"), String(counts.get(value)));
      meter.max = Math.max(1, shoots.length);
      meter.value = counts.get(value);
    });
  }

  newChoice(index, value) {
    const [mark, colour] = groups[index].title === "State" ? sign(value) : ["", ""];
    return element("li", {}, element("button", { type: "button", onclick: () => this.choose(index, value) },
      element("span", { class: colour }, `${mark} ${value}`.trim()), element("span", { class: "count" }), element("meter", { min: 0, "aria-hidden": "true" })));
  }

  choose(index, value) {
    this.chosen[index] = this.chosen[index] === value ? null : value;
    this.most = step;
    this.plan();
  }

  columns(selected) {
    const any = (of) => selected.some((shoot) => of(shoot));
    return [
      { title: "Project", of: (shoot) => shoot.namespace, class: "name", shown: this.known.namespace === "" },
      { title: "Shoot", link: true, of: (shoot) => shoot.name, class: "name shoot", shown: true },
      { title: "State", of: (shoot) => `${sign(shoot.state)[0]} ${shoot.state}`, class: (shoot) => `state ${sign(shoot.state)[1]}`, shown: true },
      { title: "Message", nodes: messageOf, class: "message", shown: any((shoot) => messageOf(shoot).length > 0) },
      { title: "For", of: (shoot) => age(shoot.since), class: "since", shown: true },
      { title: "Ring", of: (shoot) => shoot.ring, shown: any((shoot) => shoot.ring) },
      { title: "Flux", of: (shoot) => shoot.fluxVersion, shown: true },
      { title: "Revision", of: (shoot) => shortRevision(shoot.appliedRevision), class: "revision", shown: any((shoot) => shoot.appliedRevision) },
    ].filter((column) => column.shown);
  }

  countOf(selected) {
    if (this.known.namespace === null) {
      return "Reading …";
    }
    const pending = selected.filter((shoot) => shoot.pending).length;
    const all = this.known.shoots.size;
    return `${selected.length === all ? all : `${selected.length} of ${all}`} Shoot${all === 1 ? "" : "s"}${pending > 0 ? `, ${pending} without the present configuration` : ""}`;
  }

  // emptiness returns what to show instead of rows, if there are none.
  emptiness(selected) {
    if (this.known.namespace === null || selected > 0) {
      return [];
    }
    if (this.known.shoots.size > 0) {
      return [empty("No Shoot matches the filter.", element("button", { type: "button", "data-key": "clear", onclick: () => this.clear() }, "Clear the filter"))];
    }
    if (this.known.forbidden) {
      return [empty("No Shoot can be shown: no status is reported, and you may not list Shoots.", "Ask an administrator of the project for the role viewer.")];
    }
    return [empty("No Shoot has Flux.", "To enable it, add ", element("code", {}, "type: shoot-flux"), " to ", element("code", {}, "spec.extensions"), " of a Shoot",
      this.known.namespace ? ` in namespace ${this.known.namespace}: ` : ": ", element("code", {}, `kubectl -n ${this.known.namespace || "garden-<project>"} edit shoot <name>`))];
  }

  clear() {
    this.filter.value = "";
    this.chosen.fill(null);
    this.filter.focus();
    this.plan();
  }

  writeTable(selected) {
    const rows = selected.slice(0, this.most);
    const columns = this.columns(rows);
    const titles = columns.map((column) => column.title).join();
    if (titles !== this.titles) {
      this.titles = titles;
      this.head.replaceChildren(...columns.map((column) => element("th", { role: "columnheader", scope: "col" }, column.title)));
      this.rows.replaceChildren();
      this.rows.kept = undefined;
    }
    const nothing = this.emptiness(selected.length);
    replaceChildren(this.nothing, nothing);
    this.table.hidden = nothing.length > 0;
    this.filters.hidden = nothing.length > 0 && this.known.shoots.size === 0;
    setText(this.count, this.countOf(selected));
    setChildren(this.rows, rows, (shoot) => `${shoot.namespace}/${shoot.name}`, (shoot) => element("tr", { role: "row" }, ...columns.map((column) => newCell(column, shoot))), (row, shoot) => {
      row.className = isWell(shoot) ? "well" : "";
      columns.forEach((column, i) => {
        const cell = row.children[i];
        if (column.nodes) {
          replaceChildren(cell, column.nodes(shoot));
        } else {
          setText(column.link ? cell.firstElementChild : cell, String(column.of(shoot) ?? ""));
        }
        cell.className = (typeof column.class === "function" ? column.class(shoot) : column.class) ?? "";
      });
    });
    const left = selected.length - rows.length;
    this.more.hidden = left <= 0;
    setText(this.more, `Show ${Math.min(step, left)} more of ${left}`);
  }
}

// messageOf returns the message of a Shoot, and what it waits for with its configuration.
function messageOf(shoot) {
  const made = [];
  if (shoot.error && !isWell({ state: shoot.state })) {
    made.push(problem(shoot, sign(shoot.state)[1] === "bad"));
  }
  if (shoot.old) {
    made.push(oldReport(shoot));
  }
  if (shoot.pending) {
    made.push(element("p", { class: "pending" }, element("strong", { class: "busy" }, `… Pending: ${shoot.pending.reason}`), shoot.pending.message ? ` ${shoot.pending.message}` : ""));
  }
  return made;
}

function newCell(column, shoot) {
  return element("td", { role: "cell", "data-title": column.title }, column.link ? element("a", { href: shootAddress(shoot.namespace, shoot.name) }) : "");
}
