// The Banker's menu: everything that is no move of the game, and the corrections. It is loaded when it is first opened.
import { box, button, element, heading, paragraphs } from "./elements.js";
import { historySheet } from "./history.js";
import { known, nameOf } from "./known.js";
import { allMoves, menuOf } from "./moves.js";
import { gamesSheet } from "./new_game.js";
import { oddsSheet } from "./odds.js";
import { foot, listPad } from "./pads.js";
import { pairingSheet } from "./pairing_sheet.js";
import { shelfSheet } from "./shelf.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";
import { ask, give } from "./table_link.js";
import { walkSheet } from "./walk.js";

const backToGame = () => foot(button("Back to the game", closeSheet, { className: "first", "data-key": "back" }));

export function bankMenu(makeMove) {
  const item = (name, help, open) => button(element("span", {}, name, element("small", {}, help)), open, { "data-key": name });
  const draw = () => [
    heading("Menu"),
    box(
      "menu",
      "pick",
      item("Phones and tablets", "Let others in, see who is paired", () => openSheet(pairingSheet())),
      item("Games", "A new game, or go on with another", () => openSheet(gamesSheet())),
      item("The shelf", "How all games went, and who played them", () => openSheet(shelfSheet())),
      known.view ? item("Looking back", "How everybody's money went", () => openSheet(historySheet())) : null,
      known.view ? item("The story of this game", "A page to read, keep and print", () => window.open("/report", "_blank")) : null,
      known.view ? item("What if: the odds", "Everybody's chance to win", () => openSheet(oddsSheet())) : null,
      known.view ? item("All moves", "Everything that is possible now", () => openSheet(listPad("All moves", allMoves, makeMove))) : null,
      known.view ? item("Names", "Change a player's name", () => openSheet(namesSheet())) : null,
      known.view ? item("Set up the board", "Where everything belongs", () => openSheet(setupSheet())) : null,
      item("Tags", "Teach the table deeds, tokens and cards", () => openSheet(walkSheet())),
      item("Health", "Devices, disk and journal", () => openSheet(healthSheet())),
      item(known.prompts.muted ? "Sounds on" : "Sounds off", "The table's own speaker", () => (ask({ type: "SetSounds", on: Boolean(known.prompts.muted) }, {}), closeSheet())),
    ),
    backToGame(),
  ];
  return { draw };
}

// Corrections: first what is to be corrected, then for whom

export function correctSheet(makeMove) {
  const rare = () => allMoves().filter((move) => menuOf(move).rare);
  const draw = () => {
    const entries = [...new Set(rare().map((move) => move.menu))].map((id) => known.menu[id]);
    const items = entries.map((entry) => {
      const moves = () => rare().filter((move) => move.menu === entry.id);
      const open = () => (moves().length === 1 ? makeMove(moves()[0]) : openSheet(listPad(entry.name, moves, makeMove)));
      return button(element("span", {}, entry.name, element("small", {}, entry.help)), open, { "data-key": entry.id });
    });
    return [heading("Correct"), box("entries", "pick", ...items), backToGame()];
  };
  return { draw, isStill: () => rare().length > 0 };
}

function namesSheet() {
  const held = { message: "" };
  const inputs = known.view.players.map((player) => {
    const input = element("input", { id: `rename-${player.seat}`, className: "field", autocomplete: "off", maxLength: known.setup.max_name });
    input.value = player.name;
    return input;
  });
  const change = async () => {
    for (const [seat, input] of inputs.entries()) {
      const name = input.value.trim();
      if (!name || name === nameOf(seat)) continue;
      const answer = await give({ type: "Rename", player: seat, name }, { seen: known.number, game: known.view.game });
      if (answer.outcome === "done") continue;
      held.message = answer.message;
      return redrawSheet();
    }
    closeSheet();
  };
  const rows = inputs.map((input, seat) => element("div", { className: "choice" }, element("label", { htmlFor: input.id }, `Player ${seat + 1}`), input));
  const draw = () => [heading("Change a player's name"), ...rows, ...paragraphs([held.message], "down"), foot(button("Cancel", closeSheet, { "data-key": "cancel" }), button("Change", change, { className: "first", "data-key": "change" }))];
  return { draw };
}

function setupSheet() {
  let reply = {};
  ask({ type: "ShowSetup" }, {}).then((told) => ((reply = told), redrawSheet()));
  const draw = () => [
    heading("Set up the board"),
    ...(reply.parts ?? []).map((part) => element("section", {}, element("h3", {}, part.title), element("ul", { className: "tells" }, ...part.lines.map((line) => element("li", {}, line))))),
    ...paragraphs([reply.done === false ? reply.message : ""], "down"),
    backToGame(),
  ];
  return { draw };
}

// Health: the devices at the table, the disk, and the journal

function healthSheet() {
  const held = { disk: "", journal: [] };
  ask({ type: "CheckDiskSpace" }, {}).then((reply) => ((held.disk = reply.message), redrawSheet()));
  const time = (ms) => new Date(ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const verify = async () => {
    held.journal = ["Reading every game …"];
    redrawSheet();
    const reply = await ask({ type: "VerifyJournal" }, {});
    held.journal = [reply.message, ...(reply.lines ?? [])];
    redrawSheet();
  };
  const draw = () => {
    const devices = (known.prompts.devices ?? []).map((device) => {
      const seen = device.seen_at_ms ? `last used ${time(device.seen_at_ms)}` : "not used yet";
      const words = { present: seen, lost: `lost: ${device.why}`, absent: "not fitted" }[device.state] ?? device.state;
      return element("li", { className: device.state }, element("b", {}, device.name), ` ${words}`);
    });
    const isSaved = known.trouble ? `Nothing can be saved now. ${known.trouble}` : "Every move is saved twice before it is shown.";
    return [
      heading("Health"),
      element("h3", {}, "The disk"),
      ...paragraphs([isSaved, held.disk, ...held.journal]),
      element("h3", {}, known.prompts.rig ? "Devices (simulated)" : "Devices"),
      devices.length ? element("ul", { className: "health" }, ...devices) : element("p", { className: "quiet" }, "This table has no buttons and no tag readers."),
      element("p", { className: "quiet" }, `Version ${known.app ?? ""}`),
      foot(button("Check the journal", verify, { "data-key": "verify" }), button("Back to the game", closeSheet, { className: "first", "data-key": "back" })),
    ];
  };
  return { draw };
}
