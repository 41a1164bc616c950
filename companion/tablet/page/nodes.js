// Pieces of the page. Whatever people are called, it is text and never markup.

export function node(kind, properties = {}, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function fill(parent, children) {
  parent.replaceChildren(...children);
}

export function money(amount) {
  return amount.toLocaleString("en-US");
}

export function signed(amount) {
  return amount < 0 ? `▼ ${money(-amount)}` : `▲ ${money(amount)}`;
}
