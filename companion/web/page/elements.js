// Makes and updates the elements of the page. Names that people chose are always text, never markup.
import { money, signed } from "./money.js";

const FRESH_MS = 350;

export const at = (id) => document.getElementById(id);

export function element(kind, properties = {}, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function button(content, press, properties = {}) {
  const made = element("button", { type: "button", ...properties }, ...[content].flat());
  made.addEventListener("click", press);
  return made;
}

// A new button ignores presses for a moment: they were meant for what was there before.

export function freshen(made, then = (one) => one.removeAttribute("aria-disabled")) {
  made.classList.add("fresh");
  made.setAttribute("aria-disabled", "true");
  setTimeout(() => (made.classList.remove("fresh"), then(made)), FRESH_MS);
  return made;
}

// Draws a list of [key, item] again but keeps the children whose key stays: a finger or a screen reader may be on one.

export function updateList(parent, items, make, focusWhenGone = focusSamePlace) {
  const focused = [...parent.children].findIndex((child) => child.contains(document.activeElement));
  const before = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const now = items.map(([key, item]) => {
    const child = before.get(key) ?? make(item);
    child.dataset.key = key;
    return child;
  });
  for (const child of [...parent.children]) if (!now.includes(child)) child.remove();
  now.forEach((child, place) => {
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
  });
  if (focused >= 0 && !parent.contains(document.activeElement)) focusWhenGone(parent, focused);
}

function focusSamePlace(parent, place) {
  parent.children[place]?.querySelector("summary, button")?.focus();
}

export function setText(id, text) {
  if (at(id).textContent !== text) at(id).textContent = text; // otherwise a screen reader would read it again
}

export function labelOf(move) {
  const amount = ` (${money(move.change, true)})`; // shown beside it
  return move.label.endsWith(amount) ? move.label.slice(0, -amount.length) : move.label;
}

export function moveContent(move) {
  const label = labelOf(move);
  if (move.needs === "amount" && !move.short_by) return [`${label} or more …`];
  const sum = move.short_by || Math.abs(move.change);
  if (!sum || label.includes(money(sum))) return [label];
  return [label, " ", element("span", {}, move.short_by ? `${money(sum)} short` : signed(move.change))];
}
