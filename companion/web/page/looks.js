// How players and groups of deeds look: never by colour alone.
import { node } from "/page/nodes.js";

const SIGNS = { red: "♥", blue: "■", yellow: "●", green: "♣", purple: "◆", orange: "☼", white: "○", teal: "♠" };
const GROUPS = {
  brown: "brown",
  "light-blue": "light blue",
  pink: "pink",
  orange: "orange",
  red: "red",
  yellow: "yellow",
  green: "green",
  "dark-blue": "dark blue",
  railroad: "railroads",
  utility: "utilities",
};

export function sign(player) {
  const colour = player.colour in SIGNS ? player.colour : Object.keys(SIGNS)[player.seat % 8];
  return node("span", { className: `sign of-${colour}`, "aria-hidden": "true" }, SIGNS[colour]);
}

export const groupNames = Object.keys(GROUPS);

export function chip(group, text = GROUPS[group]) {
  return node("span", { className: `chip group-${group}` }, text);
}
