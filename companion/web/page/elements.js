// Makes elements and brings a part of the page up to date. Names that people chose are always text, never markup.

const FRESH_MS = 400;
const SVG = "http://www.w3.org/2000/svg";
const drawn = new WeakMap(); // each element's markup as it was made

export const at = (id) => document.getElementById(id);

export function element(kind, properties = {}, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function svg(kind, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.flat().filter(Boolean));
  return made;
}

// A button that is not possible now is only marked as such: one that is really disabled loses the focus.

export function button(content, press, properties = {}) {
  const { className = "", ...others } = properties;
  const made = element("button", { type: "button", className: `btn ${className}`.trim(), ...others }, ...[content].flat());
  made.addEventListener("click", (event) => made.getAttribute("aria-disabled") !== "true" && press(event));
  return made;
}

// A large answer: what it does, what follows from it, and its sum.

export function answer(text, press, { note = "", sum = "", ...properties } = {}) {
  const words = element("span", {}, text, note ? element("small", {}, note) : null);
  return button([words, element("span", { className: "nowrap" }, sum)], press, {
    ...properties,
    className: `big ${properties.className ?? ""}`,
  });
}

// Draws `nodes` into `parent`. What looks the same is kept, with what it does: a finger or a screen reader may be on it. So
// whatever a press depends on must be in its markup (`data-key`), or be looked up when it is pressed. With `isFresh`, new buttons
// ignore presses for a moment: they were meant for what was there before.

export function update(parent, nodes, isFresh = false) {
  const focused = document.activeElement;
  const wasInside = focused && focused !== document.body && parent.contains(focused);
  const key = wasInside ? focused.id || focused.dataset.key || focused.textContent : "";
  reconcile(parent, nodes.flat().filter(Boolean), isFresh);
  if (wasInside && !parent.contains(document.activeElement)) focusAgain(parent, key);
}

function reconcile(parent, nodes, isFresh) {
  const before = [...parent.children];
  const now = nodes.map((node) => {
    const markup = node.outerHTML;
    const same = before.findIndex((one) => one && drawn.get(one) === markup);
    if (same >= 0) return before.splice(same, 1, null)[0];
    drawn.set(node, markup);
    const place = before.findIndex((one) => one && isSameBox(one, node));
    if (place < 0) return remember(node, isFresh);
    const [kept] = before.splice(place, 1, null);
    for (const { name, value } of [...node.attributes]) kept.setAttribute(name, value);
    drawn.set(kept, markup);
    reconcile(kept, [...node.children], isFresh);
    return kept;
  });
  for (const child of [...parent.childNodes]) if (!now.includes(child)) child.remove();
  now.forEach((node, place) => {
    if (parent.children[place] !== node) parent.insertBefore(node, parent.children[place] ?? null);
  });
}

// Only boxes that hold nothing but other elements, and of which nobody heard anything: their insides are compared.

function isSameBox(one, other) {
  const names = (node) => [...node.attributes].map(({ name }) => name).join(" ");
  const isBox = (node) => node.dataset?.box !== undefined;
  return isBox(one) && isBox(other) && one.tagName === other.tagName && one.dataset.box === other.dataset.box && names(one) === names(other);
}

function remember(node, isFresh) {
  for (const inner of node.querySelectorAll("*")) drawn.set(inner, inner.outerHTML);
  if (isFresh) for (const one of [node, ...node.querySelectorAll("button")]) if (one.tagName === "BUTTON") freshen(one);
  return node;
}

function freshen(made) {
  if (made.hasAttribute("aria-disabled")) return;
  made.classList.add("fresh");
  made.setAttribute("aria-disabled", "true");
  setTimeout(() => (made.classList.remove("fresh"), made.removeAttribute("aria-disabled")), FRESH_MS);
}

function focusAgain(parent, key) {
  const all = [...parent.querySelectorAll("button, input, select, [tabindex]")];
  const same = all.find((one) => (one.id || one.dataset.key || one.textContent) === key);
  (same ?? parent.querySelector("h2, [tabindex='-1']") ?? parent).focus({ preventScroll: true });
}

export function setText(id, text) {
  if (at(id).textContent !== text) at(id).textContent = text; // otherwise a screen reader would read it again
}

export function paragraphs(texts, className = "") {
  return texts.filter(Boolean).map((text) => element("p", { className }, text));
}

export function heading(text, properties = {}) {
  return element("h2", { tabIndex: -1, ...properties }, text);
}

export function box(name, className, ...children) {
  return element("div", { className, "data-box": name }, ...children);
}
