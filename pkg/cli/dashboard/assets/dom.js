// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Elements. Foreign content becomes text, and never markup.

// element returns an element with attributes and children; a child that is not an element is text.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (value === true) {
      made.setAttribute(key, "");
    } else if (value !== undefined && value !== false) {
      made.setAttribute(key, value);
    }
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

// setText changes the text of an element if it differs.
export function setText(of, text) {
  if (of.textContent !== text) {
    of.textContent = text;
  }
}

// replaceChildren replaces the children of an element unless they look the same. The focus stays on the child with
// the same data-key.
export function replaceChildren(parent, children) {
  const next = parent.cloneNode(false);
  next.append(...children);
  if (next.isEqualNode(parent)) {
    return;
  }
  const key = parent.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  parent.replaceChildren(...next.childNodes);
  if (key !== undefined) {
    parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
}

// setChildren gives an element one child for each item. Existing children stay, with focus and selection: create
// makes a child, update writes an item into it.
export function setChildren(parent, items, keyOf, create, update) {
  parent.kept ??= new Map();
  const wanted = new Map(items.map((item) => [keyOf(item), item]));
  for (const [key, child] of parent.kept) {
    if (!wanted.has(key)) {
      child.remove();
      parent.kept.delete(key);
    }
  }
  let next = parent.firstElementChild;
  for (const [key, item] of wanted) {
    let child = parent.kept.get(key);
    if (!child) {
      child = create(item);
      parent.kept.set(key, child);
    }
    update(child, item);
    if (child === next) {
      next = next.nextElementSibling;
    } else {
      parent.insertBefore(child, next);
    }
  }
}

// table returns a table with a caption and rows of cells, without empty columns. It aligns numeric cells and their
// titles as numbers.
export function table(caption, titles, rows) {
  const shown = titles.map((_, i) => i).filter((i) => rows.length === 0 || rows.some((row) => (row[i] ?? "") !== ""));
  const numbers = titles.map((_, i) => rows.some((row) => typeof row[i] === "number"));
  const cell = (name, i, content) => element(name, { class: numbers[i] ? "number" : undefined, scope: name === "th" ? "col" : undefined },
    content instanceof Node ? content : String(content ?? ""));
  return element("div", { class: "wide" }, element("table", {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...shown.map((i) => cell("th", i, titles[i])))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...shown.map((i) => cell("td", i, row[i])))))));
}
