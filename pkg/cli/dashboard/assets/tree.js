// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// The tree of Flux's objects, from lines whose indentation is their depth.

import { element } from "/dom.js";

const colours = { Ready: "good", Failing: "bad", Waiting: "rest", Progressing: "busy", Suspended: "rest" };

// nodes returns the roots of the tree.
function nodes(lines) {
  const roots = [];
  const path = [];
  for (const line of lines) {
    const text = line.trimStart();
    const depth = Math.min((line.length - text.length) / 2, path.length);
    const phase = /: ([A-Z][a-z]+)(?: \(.*\))?$/.exec(text)?.[1];
    const node = { text, colour: Object.hasOwn(colours, phase) ? colours[phase] : "", children: [] };
    path.length = Math.floor(depth);
    (path.at(-1)?.children ?? roots).push(node);
    path.push(node);
  }
  return roots;
}

const isGood = (node) => node.colour !== "bad" && node.colour !== "busy" && node.children.every(isGood);

// list returns nodes as a nested list. Subtrees without a failure are closed.
function list(all, key) {
  return element("ul", { class: "tree" }, ...all.map((node, i) => {
    const text = element("span", { class: node.colour }, node.text);
    const own = `${key}/${i} ${node.text.split(":")[0]}`;
    return element("li", {}, node.children.length === 0 ? text
      : element("details", { open: !isGood(node), "data-key": own }, element("summary", { "data-key": `${own} summary` }, text), list(node.children, own)));
  }));
}

// tree returns the tree of the objects in these lines.
export function tree(lines) {
  return list(nodes(lines), "tree");
}
