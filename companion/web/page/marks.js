// What stands for people and dice: eight marks, each with a shape and an initial besides its colour; the faces of dice; a
// payment as a ribbon from one person to another.
import { element, svg } from "./elements.js";
import { money } from "./money.js";

export const SHAPES = {
  red: ["heart", "M12 21.5C3 15 1.5 10.5 2.4 7.2 3.6 2.8 9.6 1.8 12 6c2.4-4.2 8.4-3.2 9.6 1.2.9 3.3-.6 7.8-9.6 14.3z", 14.2],
  blue: ["square", "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z", 15.7],
  yellow: ["circle", "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z", 15.7],
  purple: ["diamond", "M12 .8 23.2 12 12 23.2.8 12z", 15.7],
  green: ["triangle", "M12 1.5 23 21.5H1z", 18.5],
  orange: ["star", "M12 .8l3.3 7.2 7.9.9-5.9 5.3 1.6 7.8-6.9-3.9-6.9 3.9 1.6-7.8L.8 8.9 8.7 8z", 15.7],
  white: ["hexagon", "M6.4 2h11.2L23 12l-5.4 10H6.4L1 12z", 15.7],
  teal: ["drop", "M12 .8c4 6 8.3 9.2 8.3 14a8.3 8.3 0 0 1-16.6 0c0-4.8 4.3-8 8.3-14z", 18.3],
};
const PIPS = [[], [12, 12], [7, 7, 17, 17], [6.5, 6.5, 12, 12, 17.5, 17.5], [7, 7, 17, 7, 7, 17, 17, 17], [7, 7, 17, 7, 7, 17, 17, 17, 12, 12], [7, 6, 17, 6, 7, 12, 17, 12, 7, 18, 17, 18]];

export function colourOf(player) {
  return player.colour in SHAPES ? player.colour : Object.keys(SHAPES)[player.seat % 8];
}

export function initial(player) {
  return [...player.name][0] ?? "";
}

export function mark(player) {
  const colour = colourOf(player);
  const [, shape, base] = SHAPES[colour];
  const letter = svg("text", { x: 12, y: base }, initial(player));
  return svg("svg", { class: `mark of-${colour}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: shape }), letter);
}

export function die(face) {
  const pips = PIPS[face] ?? [];
  const dots = pips.flatMap((x, place) => (place % 2 ? [] : [svg("circle", { cx: x, cy: pips[place + 1], r: 2.1 })]));
  return svg("svg", { class: "die", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("rect", { x: 1.2, y: 1.2, width: 21.6, height: 21.6, rx: 5 }), ...dots);
}

export function dice(faces) {
  return element("span", { className: "dice", role: "img", "aria-label": `Dice: ${faces.join(" and ")}` }, ...faces.map(die));
}

const BANK = -1;
const accountName = (account, players, words) => players[account]?.name ?? (account === BANK ? "the Bank" : words.parking);

export function ribbon({ payer, payee, amount }, players, words) {
  const side = (account) =>
    element("span", { className: "row" }, players[account] ? mark(players[account]) : null, element("b", {}, accountName(account, players, words)));
  const label = `${accountName(payer, players, words)} paid ${accountName(payee, players, words)} ${money(amount)}`;
  const sum = element("span", { className: "sum" }, money(amount));
  return element("p", { className: "ribbon", role: "img", "aria-label": label }, side(payer), sum, element("span", { className: "tip" }), side(payee));
}
