// Looking back: how everybody's money went over the turns, and what it was paid for.
import { box, button, element, heading, paragraphs, svg } from "./elements.js";
import { known } from "./known.js";
import { colourOf, mark } from "./marks.js";
import { money } from "./money.js";
import { foot } from "./pads.js";
import { closeSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";

const [WIDTH, HEIGHT] = [600, 260];
const [CASH, WORTH] = [1, 2]; // where each stands in the end of a turn

export function historySheet() {
  const held = { history: null, message: "", shows: CASH };
  ask({ type: "ReadHistory" }, { game: known.view?.game ?? "" }).then((reply) => {
    Object.assign(held, { history: reply.history ?? null, message: reply.done ? "" : reply.message });
    redrawSheet();
  });
  const draw = () => [
    heading("Looking back"),
    ...paragraphs([held.message], "down"),
    box("shows", "row", ...[[CASH, "Cash"], [WORTH, "Worth"]].map(([what, name]) => button(name, () => ((held.shows = what), redrawSheet()), { "data-key": name, "aria-pressed": String(held.shows === what) }))),
    ...(held.history ? [chart(held.history, held.shows), legend(held.history, held.shows), reasons(held.history)] : []),
    foot(button("Back to the game", closeSheet, { className: "first", "data-key": "back" })),
  ];
  return { draw, isStill: () => Boolean(known.view) };
}

// Cash, or what everybody was worth, at the end of each turn: a line for each player. Some are out, or may not be seen.

function chart({ points }, shows) {
  const { players } = known.view;
  const most = Math.max(1, ...points.flatMap((point) => point[shows].map((sum) => sum ?? 0)));
  const x = (place) => (points.length > 1 ? (place * WIDTH) / (points.length - 1) : 0).toFixed(1);
  const y = (sum) => (HEIGHT - (sum * HEIGHT) / most).toFixed(1);
  const lines = players.map((player) => {
    const way = points.flatMap((point, place) => ((point[shows][player.seat] ?? null) === null ? [] : [`${x(place)},${y(point[shows][player.seat])}`]));
    return svg("polyline", { class: `of-${colourOf(player)}`, points: way.join(" ") });
  });
  const grid = [0.25, 0.5, 0.75].map((part) => svg("path", { class: "grid", d: `M0 ${HEIGHT * part}H${WIDTH}` }));
  const words = `${shows === CASH ? "Cash" : "Worth"} over ${points.length} turns, up to ${money(most)}`;
  return svg("svg", { class: "chart", viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, role: "img", "aria-label": words }, ...grid, ...lines);
}

function legend({ points }, shows) {
  const last = points.at(-1)?.[shows] ?? [];
  return element("p", { className: "row wrap" }, ...known.view.players.map((player) => element("span", { className: "row" }, mark(player), `${player.name} ${(last[player.seat] ?? null) === null ? "" : money(last[player.seat])}`)));
}

function reasons(history) {
  const { players } = known.view;
  const head = element("tr", {}, element("th", { scope: "col" }, "What for"), ...players.map((player) => element("th", { scope: "col" }, player.name)));
  const rows = history.reasons.map(([, title, times, changes]) =>
    element("tr", {}, element("th", { scope: "row" }, `${title} (${times})`), ...players.map((player) => element("td", {}, changes[player.seat] ? money(changes[player.seat], true) : ""))),
  );
  const table = element("table", { className: "reasons" }, element("caption", { className: "aloud" }, "What was paid for which reason"), element("thead", {}, head), element("tbody", {}, ...rows));
  return element("div", { className: "scroll-x", tabIndex: 0, role: "group", "aria-label": "What was paid for which reason" }, table);
}
