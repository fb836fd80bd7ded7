// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// The timeline of a rollout: openings of windows, freezes and holds of Shoots.

import { element, table } from "/dom.js";

const week = 7 * 24 * 60 * 60 * 1000;

// lanesOf returns the spans by what they are about, in the order of their first spans.
function lanesOf(spans) {
  const lanes = new Map();
  for (const span of spans) {
    const title = titleOf(span);
    const key = JSON.stringify([title, ringsOf(span)]);
    if (!lanes.has(key)) {
      lanes.set(key, { title, rings: ringsOf(span), kind: span.kind, spans: [] });
    }
    lanes.get(key).spans.push(span);
  }
  return [...lanes.values()];
}

function titleOf({ kind, name, reason }) {
  return `${kind} ${name}${reason ? `: ${reason}` : ""}`;
}

function ringsOf({ kind, rings }) {
  return rings?.join(", ") ?? (kind === "freeze" ? "all" : "");
}

// drawing returns an SVG element. Its lengths along the time are percentages, so that it fits each screen.
function drawing(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
}

// lane draws the spans of one window, freeze or Shoot between two times. Its words say when the first one is.
function lane({ title, rings, kind, spans }, from, to) {
  const place = (time) => Math.min(100, Math.max(0, 100 * (Date.parse(time) - from) / (to - from)));
  const weeks = [];
  for (let time = from + week; time < to; time += week) {
    weeks.push(drawing("line", { class: "week", x1: `${place(new Date(time))}%`, x2: `${place(new Date(time))}%`, y1: 0, y2: "100%" }));
  }
  const bars = spans.map((span) => drawing("rect", { class: kind, x: `${place(span.from)}%`, width: `${Math.max(0.3, place(span.to) - place(span.from))}%`, y: 3, height: 10 }));
  const more = spans.length > 1 ? `, and ${spans.length - 1} more` : "";
  const words = `${title}${rings ? ` (rings: ${rings})` : ""}: ${spans[0].begins} to ${spans[0].ends}${more}`;
  return element("li", {}, element("p", {}, words), drawing("svg", { role: "img", "aria-label": `Times of ${title}`, width: "100%", height: 16 }, ...weeks, ...bars));
}

// timeline returns the calendar as a drawing with words, and as a table. It returns nothing if the rollout has neither
// windows nor freezes.
export function timeline({ from, to, spans, note }) {
  const notes = note ? [element("p", { class: "busy" }, `Calendar: ${note}`)] : [];
  if (spans.length === 0) {
    return notes;
  }
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  return [
    element("section", { class: "timeline" },
      element("h3", {}, "The next 30 days"),
      element("div", { class: "weeks", "aria-hidden": "true" }, ...["now", "1 week", "2 weeks", "3 weeks"].map((text) => element("span", {}, text))),
      element("ul", {}, ...lanesOf(spans).map((own) => lane(own, begin, end))),
      ...notes,
      element("details", { "data-key": "calendar" }, element("summary", {}, "As a table"),
        table("Openings, freezes and holds, in the order of their starts", ["From", "To", "What", "Rings"], spans.map((span) => [span.begins, span.ends, titleOf(span), ringsOf(span)])))),
  ];
}
