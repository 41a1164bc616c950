// Looking back: how everybody's money went over the turns, and what it was paid for.
import { button, element, heading, paragraphs, svg } from "./elements.js";
import { known } from "./known.js";
import { colourOf, mark } from "./marks.js";
import { money } from "./money.js";
import { foot } from "./pads.js";
import { closeSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";

const [WIDTH, HEIGHT] = [600, 260];

export function historySheet() {
  const held = { history: null, message: "" };
  ask({ type: "ReadHistory" }, { game: known.view?.game ?? "" }).then((reply) => {
    Object.assign(held, { history: reply.history ?? null, message: reply.done ? "" : reply.message });
    redrawSheet();
  });
  const draw = () => [
    heading("Looking back"),
    ...paragraphs([held.message], "down"),
    ...(held.history ? [chart(held.history), legend(), reasons(held.history)] : []),
    foot(button("Back to the game", closeSheet, { className: "first", "data-key": "back" })),
  ];
  return { draw, isStill: () => Boolean(known.view) };
}

// Cash at the end of each turn, a line for each player

function chart({ points }) {
  const { players } = known.view;
  const most = Math.max(1, ...points.flatMap(([, cash]) => cash.map((sum) => sum ?? 0)));
  const x = (place) => (points.length > 1 ? (place * WIDTH) / (points.length - 1) : 0).toFixed(1);
  const y = (sum) => (HEIGHT - (sum * HEIGHT) / most).toFixed(1);
  const lines = players.map((player) => {
    const way = points.flatMap(([, cash], place) => (cash[player.seat] === null ? [] : [`${x(place)},${y(cash[player.seat])}`]));
    return svg("polyline", { class: `of-${colourOf(player)}`, points: way.join(" ") });
  });
  const label = players.map((player) => `${player.name} has ${money(player.cash)}`).join(", ");
  const grid = [0.25, 0.5, 0.75].map((part) => svg("path", { class: "grid", d: `M0 ${HEIGHT * part}H${WIDTH}` }));
  return svg("svg", { class: "chart", viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, role: "img", "aria-label": `Cash over the turns. Now: ${label}.` }, ...grid, ...lines);
}

const legend = () => element("p", { className: "row wrap" }, ...known.view.players.map((player) => element("span", { className: "row" }, mark(player), `${player.name} ${money(player.cash)}`)));

function reasons(history) {
  const { players } = known.view;
  const head = element("tr", {}, element("th", { scope: "col" }, "What for"), ...players.map((player) => element("th", { scope: "col" }, player.name)));
  const rows = history.reasons.map(([, title, times, changes]) =>
    element("tr", {}, element("th", { scope: "row" }, `${title} (${times})`), ...players.map((player) => element("td", {}, changes[player.seat] ? money(changes[player.seat], true) : ""))),
  );
  const table = element("table", { className: "reasons" }, element("caption", { className: "aloud" }, "What was paid for which reason"), element("thead", {}, head), element("tbody", {}, ...rows));
  return element("div", { className: "scroll-x", tabIndex: 0, role: "group", "aria-label": "What was paid for which reason" }, table);
}
