// The odds: the game played out many times. The answer comes line by line while more is known; whoever stops keeps the last one.
import { button, element, heading, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { mark } from "./marks.js";
import { foot } from "./pads.js";
import { closeSheet, redrawSheet, sheetNow } from "./sheet.js";

const BEGINNING = "Automatic players play this game out, again and again …";
const LOST = "The odds could not be worked out. Try again.";

export function oddsSheet() {
  const held = { told: null, message: BEGINNING, stop: new AbortController() };
  const end = (message) => (Object.assign(held, { stop: null, message: held.told ? "" : message }), redrawSheet());
  const hear = (told) => {
    Object.assign(held, { told, message: "" });
    if (sheetNow() === sheet) redrawSheet();
    else held.stop?.abort();
  };
  const stop = () => (held.stop?.abort(), end("Stopped."));
  const draw = () => [
    heading("The odds"),
    ...paragraphs([held.message]),
    ...(held.told ? answer(held.told) : []),
    foot(
      ...(held.stop ? [button("Stop", stop, { "data-key": "stop" })] : []),
      button("Back to the game", () => (held.stop?.abort(), closeSheet()), { className: "first", "data-key": "back" }),
    ),
  ];
  const sheet = { draw, isStill: () => Boolean(known.view) };
  readLines("/odds", held.stop.signal, hear).then(() => end(LOST), (error) => held.stop?.signal.aborted || end(error.message || LOST));
  return sheet;
}

async function readLines(path, signal, hear) {
  const answer = await fetch(path, { cache: "no-store", signal });
  if (!answer.ok) throw new Error(await answer.text());
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) hear(JSON.parse(line));
  }
}

function answer(told) {
  const rows = told.course ? course(told) : seats(told);
  const deciding = told.deciding ? [element("h3", {}, "Deeds that decide it"), element("ul", { className: "tells" }, ...told.deciding.map((line) => element("li", {}, line)))] : [];
  return [
    element("p", { role: "status" }, `${told.headline}: ${told.play_outs.toLocaleString("en")} of ${told.asked.toLocaleString("en")} play-outs`),
    element("div", { className: "scroll-x", tabIndex: 0, role: "group", "aria-label": "Chances to win" }, rows),
    ...deciding,
    ...paragraphs(told.notes ?? [], "quiet"),
  ];
}

const headed = (...names) => element("thead", {}, element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name))));
const table = (head, rows, kind = "") => element("table", { className: `reasons odds ${kind}` }, element("caption", { className: "aloud" }, "Chances to win"), head, element("tbody", {}, ...rows));

function seats(told) {
  const rows = told.seats.map((seat, at) => {
    const player = known.view?.players[at];
    const name = element("th", { scope: "row" }, element("span", { className: "row" }, ...(player ? [mark(player)] : []), seat.name));
    const bar = element("meter", { min: 0, max: 1, value: seat.chance, "aria-label": `${seat.name} wins` });
    return element("tr", {}, name, element("td", {}, bar), element("td", {}, seat.told), element("td", {}, seat.worth_told));
  });
  return table(headed("Player", element("span", { className: "aloud" }, "Chance"), "Wins", "Worth at the end"), rows, "with-bars");
}

function course(told) {
  const rows = told.course.map((row) => element("tr", {}, element("th", { scope: "row" }, `Turn ${row.turn}`), ...row.told.map((chance) => element("td", {}, chance))));
  return table(headed("As it began", ...told.names), rows);
}
