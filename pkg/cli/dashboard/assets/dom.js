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
// the same data-key, and what the user has opened or closed stays so.
export function replaceChildren(parent, children) {
  const next = parent.cloneNode(false);
  next.append(...children);
  for (const details of next.querySelectorAll("details[data-key]")) {
    details.open = parent.querySelector(`details[data-key="${CSS.escape(details.dataset.key)}"]`)?.open ?? details.open;
  }
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

// breakable returns a text whose long words, such as the path of a field, stay together. A word that is longer than a
// line breaks after a separator.
function breakable(text) {
  return text.split(/(\S{16,})/).map((part, i) => i % 2 === 0 ? part :
    element("span", { class: "long" }, ...part.split(/(?<=\S{8}[./:_@])(?=\S{4})/).flatMap((piece, j) => j === 0 ? [piece] : [element("wbr"), piece])));
}

// texts are the titles of columns with texts, and not with words.
const texts = ["Message", "Note", "Reason of failure", "Result", "Waits for"];

// cell returns a cell with its title, which a narrow screen shows beside it.
function cell(title, content, number) {
  const isText = texts.includes(title);
  const children = content instanceof Node ? [content] : isText ? breakable(String(content ?? "")) : [String(content ?? "")];
  return element("td", { class: number ? "number" : isText ? "text" : undefined, role: "cell", "data-title": title }, ...children);
}

// table returns a table with a caption and rows of cells, without empty columns. It aligns numeric cells and their
// titles as numbers. The roles keep it a table where the style makes cards of its rows. A row with the member well takes
// one line.
export function table(caption, titles, rows) {
  const shown = titles.map((_, i) => i).filter((i) => rows.length === 0 || rows.some((row) => (row[i] ?? "") !== ""));
  const numbers = titles.map((_, i) => rows.some((row) => typeof row[i] === "number"));
  const isOfNumbers = shown.length > 1 && shown.slice(1).every((i) => numbers[i]);
  return element("table", { role: "table", class: isOfNumbers ? "numbers" : undefined },
    element("caption", {}, caption),
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...shown.map((i) => element("th", { class: numbers[i] ? "number" : undefined, role: "columnheader", scope: "col" }, titles[i])))),
    element("tbody", { role: "rowgroup" }, ...rows.map((row) => element("tr", { role: "row", class: row.well ? "well" : undefined }, ...shown.map((i) => cell(titles[i], row[i], numbers[i]))))));
}

// problem returns a message as error, cause and fix. A message without a failure is a note.
export function problem({ error, cause, fix, more }, failed) {
  return element("dl", { class: `problem${failed ? " failed" : ""}` }, ...[[failed ? "Error" : "Note", error], ["Cause", cause], ["Fix", fix], ["Also", more]]
    .filter(([, text]) => text).flatMap(([title, text]) => [element("dt", {}, title), element("dd", { class: title.toLowerCase() }, ...breakable(text))]));
}

// oldReport returns why a Shoot may be in another state now.
export function oldReport({ old }) {
  return element("p", { class: "pending" }, element("strong", { class: "busy" }, "? Old report:"), ` ${old}`);
}

// empty returns what a view shows that has nothing to show: a sentence, and the next step.
export function empty(sentence, ...next) {
  return element("div", { class: "empty" }, element("p", {}, element("strong", {}, sentence)), element("p", {}, ...next));
}

// copied returns a text with a button that copies it. If the browser forbids that, the text is selected.
export function copied(text, key) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = "Selected";
    }
  };
  const button = element("button", { type: "button", "data-key": key, onclick: copy }, "Copy");
  return element("span", { class: "copied" }, element("code", {}, text), " ", button);
}
