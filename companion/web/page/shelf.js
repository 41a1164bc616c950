// The shelf: all games with how they went, the newest first, and everybody who played them. The table has every word of it ready.
import { box, button, element, heading, paragraphs, svg } from "./elements.js";
import { known } from "./known.js";
import { colourOf, mark } from "./marks.js";
import { foot } from "./pads.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";

const [WIDTH, HEIGHT, LEVELS] = [240, 64, 35];
const MORE = 20; // games that are drawn at once
const TRIES = 40; // the first time, many games take longer than one answer may
const READING = "Reading the games. The first time this takes a while …";
const day = new Intl.DateTimeFormat([], { dateStyle: "medium", timeStyle: "short" });

export function shelfSheet() {
  const held = { shelf: null, message: READING, showsPeople: false, most: MORE };
  const sheet = { draw: () => draw(held, read, sheet) };
  const read = async (said = "") => {
    for (let tries = 0; tries < TRIES; tries++) {
      const reply = await ask({ type: "ListShelf" }, {});
      held.message = reply.shelf ? said || (reply.lines ?? []).join(" ") : reply.isLate ? READING : reply.message;
      held.shelf = reply.shelf ?? held.shelf;
      redrawSheet();
      if (!reply.isLate) return;
    }
  };
  read();
  return sheet;
}

function draw(held, read, sheet) {
  const { shelf, showsPeople } = held;
  const tab = (name, isPeople) => button(name, () => ((held.showsPeople = isPeople), redrawSheet()), { "data-key": name, "aria-pressed": String(showsPeople === isPeople) });
  const people = shelf?.people ?? [];
  const lines = showsPeople ? people.map((person) => personBox(person, held, read, sheet)) : (shelf?.games ?? []).slice(0, held.most).map((game) => gameBox(game, read, sheet, held));
  const isMore = !showsPeople && shelf && held.most < shelf.total;
  return [
    heading("The shelf"),
    box("shows", "row", tab("Games", false), tab("Players", true)),
    ...paragraphs([held.message, shelf && !shelf.total ? "There are no games on the shelf yet." : ""], "quiet"),
    box("shelf", "shelf", ...lines),
    isMore ? button(`Earlier ones (${shelf.total - held.most})`, () => more(held), { "data-key": "more" }) : null,
    ...(showsPeople ? [] : takenOff(shelf?.taken_off ?? [], read)),
    foot(button(known.view ? "Back to the game" : "Back", closeSheet, { className: "first", "data-key": "back" })),
  ];
}

async function more(held) {
  held.most += MORE;
  const { shelf } = held;
  if (held.most > shelf.games.length && shelf.games.length < shelf.total) {
    const reply = await ask({ type: "ListShelf", after: shelf.games.length }, {});
    shelf.games.push(...(reply.shelf?.games ?? []));
  }
  redrawSheet();
}

function gameBox(game, read, sheet, held) {
  const players = (game.players ?? []).map((player, seat) => ({ colour: "", placed: "", worth: "", ...player, seat }));
  const state = game.damaged ? "damaged" : game.in_play ? "in play" : game.finished ? "" : "not finished";
  const when = game.begun_at_ms ? day.format(game.begun_at_ms) : game.id;
  const names = players.map((player) => element("span", { className: "row" }, mark(player), [player.name, player.placed].filter(Boolean).join(", ")));
  return element(
    "section",
    { className: "shelved", "data-box": game.id },
    element("h3", {}, [when, game.title, state].filter(Boolean).join(" · ")),
    players.some((player) => player.worth.length > 1) ? picture(players) : null,
    names.length ? element("p", { className: "row wrap" }, ...names) : null,
    ...paragraphs([[game.length, game.edition].filter(Boolean).join(" · ")], "quiet"),
    ...paragraphs([game.damaged], "down"),
    element(
      "div",
      { className: "row", "data-box": "does" },
      button("Its story", () => window.open(`/report?game=${encodeURIComponent(game.id)}`, "_blank"), { "data-key": `story ${game.id}` }),
      game.in_play ? null : button("Take off …", () => takeOff(game, read, sheet, held), { "data-key": `off ${game.id}` }),
    ),
  );
}

// Everybody's worth over the turns, on one scale.

function picture(players) {
  const lines = players.map((player) => {
    const way = [...player.worth].map((level, place) => `${((place * WIDTH) / Math.max(1, player.worth.length - 1)).toFixed(1)},${(HEIGHT - (parseInt(level, 36) * HEIGHT) / LEVELS).toFixed(1)}`);
    return svg("polyline", { class: `of-${colourOf(player)}`, points: way.join(" ") });
  });
  const won = players.filter((player) => player.placed === "won").map((player) => player.name);
  const words = `Everybody's worth over the turns${won.length ? `; ${won.join(" and ")} won` : ""}`;
  return svg("svg", { class: "chart small", viewBox: `-3 -3 ${WIDTH + 6} ${HEIGHT + 6}`, preserveAspectRatio: "none", role: "img", "aria-label": words }, ...lines);
}

// A game is asked for twice before it is taken off.

async function takeOff(game, read, sheet, held) {
  const told = await ask({ type: "TakeOffShelf", game: game.id }, {});
  if (!told.done) {
    held.message = told.message;
    return redrawSheet();
  }
  const sure = async () => {
    openSheet(sheet);
    const reply = await ask({ type: "TakeOffShelf", game: game.id, sure: true }, {});
    read(reply.message);
  };
  openSheet({
    draw: () => [heading("Take it off the shelf?"), element("p", {}, told.message), foot(button("Cancel", () => openSheet(sheet), { "data-key": "cancel" }), button("Take it off", sure, { className: "first", "data-key": `sure ${game.id}` }))],
  });
}

function takenOff(ids, read) {
  if (!ids.length) return [];
  const back = (id) => async () => read((await ask({ type: "PutBackOnShelf", game: id }, {})).message);
  return [element("h3", {}, "Taken off"), box("off", "pick one", ...ids.map((id) => button(`Put ${id} back`, back(id), { "data-key": `back ${id}` })))];
}

function personBox(person, held, read, sheet) {
  const also = person.spellings?.length ? ` (also ${person.spellings.join(", ")})` : "";
  const isAlone = held.shelf.people.length < 2 && !also;
  return element(
    "section",
    { className: "shelved", "data-box": person.name },
    element("h3", {}, `${person.name}${also}`),
    ...paragraphs(person.facts ?? []),
    isAlone ? null : element("div", { className: "row", "data-box": "does" }, button("Names …", () => openSheet(namesOf(person.name, held.shelf.people, read, sheet)), { "data-key": `names ${person.name}`, "aria-label": `Names of ${person.name} …` })),
  );
}

// Two spellings of one person, merged or parted by hand.

function namesOf(name, people, read, sheet) {
  const person = people.find((one) => one.name === name);
  const change = (request) => async () => {
    openSheet(sheet);
    read((await ask(request, {})).message);
  };
  const parts = (person?.spellings ?? []).map((other) => button(`${other} is somebody else`, change({ type: "PartName", name: other }), { "data-key": `part ${other}` }));
  const others = people.filter((other) => other.name !== name).map((other) => button(other.name, change({ type: "MergeNames", name, into: other.name }), { "data-key": `into ${other.name}` }));
  return {
    draw: () => [
      heading(name),
      box("parts", "pick one", ...parts),
      others.length ? element("p", {}, `${name} is another spelling of …`) : null,
      box("others", "pick", ...others),
      foot(button("Cancel", () => openSheet(sheet), { className: "first", "data-key": "cancel" })),
    ],
  };
}
