// Pieces of the page. Whatever people are called, it is text and never markup.

export const at = (id) => document.getElementById(id);

export function node(kind, properties = {}, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// A new button takes no press for a moment: that was meant for what stood there before.

const FRESH_MS = 350;

export function freshen(made, then = (one) => one.removeAttribute("aria-disabled")) {
  made.classList.add("fresh");
  made.setAttribute("aria-disabled", "true");
  setTimeout(() => (made.classList.remove("fresh"), then(made)), FRESH_MS);
  return made;
}

export function button(text, press, properties = {}) {
  const made = node("button", { type: "button", ...properties }, ...[text].flat());
  made.addEventListener("click", press);
  return made;
}

// Of a list that is drawn again, what is the same stays where it is: a finger, or a screen reader, may be on it.

export function keep(parent, wanted, make, whenGone = samePlace) {
  const focused = [...parent.children].findIndex((child) => child.contains(document.activeElement));
  const had = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const now = wanted.map(([key, thing]) => had.get(key) ?? keyed(make(thing), key));
  for (const child of [...parent.children]) if (!now.includes(child)) child.remove();
  now.forEach((child, place) => {
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
  });
  if (focused >= 0 && !parent.contains(document.activeElement)) whenGone(parent, focused);
}

function samePlace(parent, place) {
  parent.children[place]?.querySelector("summary, button")?.focus();
}

function keyed(made, key) {
  made.dataset.key = key;
  return made;
}

export function say(id, text) {
  if (at(id).textContent !== text) at(id).textContent = text; // else it would be read aloud again
}

// Words

export function labelOf(move) {
  return move.label.replace(/ \([+-][0-9,]+\)$/, ""); // which is told beside it
}

export function moveWords(move) {
  const label = labelOf(move);
  if (move.needs === "amount" && !move.short_by) return [`${label} or more …`];
  const sum = move.short_by || Math.abs(move.change);
  if (!sum || label.includes(money(sum))) return [label];
  return [label, " ", node("span", {}, move.short_by ? `${money(sum)} short` : signed(move.change))];
}

export function money(amount) {
  return amount.toLocaleString("en-US");
}

export function signed(amount) {
  return amount < 0 ? `▼ ${money(-amount)}` : `▲ ${money(amount)}`;
}
