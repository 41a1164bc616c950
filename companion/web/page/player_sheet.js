// What a player has: cash, deeds by group, why each sum is what it is, and what that player may do now.
import { chip, groupOf } from "./deeds.js";
import { box, button, element, heading, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { mark } from "./marks.js";
import { allMoves } from "./moves.js";
import { money } from "./money.js";
import { foot, listPad } from "./pads.js";
import { placeText } from "./people.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";

export function playerSheet(seat, makeMove, showDeed) {
  const held = { why: [], message: "" };
  const own = () => {
    const order = (id) => known.board.groups.indexOf(groupOf(known.board.deeds[id], known.board));
    return known.view.titles.flatMap((title, id) => (title[0] === seat ? [id] : [])).sort((one, other) => order(one) - order(other) || one - other);
  };
  const explain = async () => {
    const reply = await ask({ type: "ExplainAmounts", seats: [seat], deeds: own() }, { game: known.view.game });
    Object.assign(held, { why: reply.log ?? [], message: reply.done ? "" : reply.message });
    redrawSheet();
  };
  const moves = () => allMoves().filter((move) => move.seat === seat);
  const draw = () => {
    const player = known.view.players[seat];
    return [
      heading([mark(player), ` ${player.name}`]),
      element("p", { className: "sum-line" }, money(player.cash)),
      ...paragraphs([placeText(player), own().length ? "" : "No deeds."], "quiet"),
      box("deeds", "pick", ...own().map((id) => chip(id, known, () => showDeed(id), { "data-key": `chip ${id}` }))),
      ...held.why.map((line) => element("div", { className: "say" }, element("b", {}, line.text), ...paragraphs([line.how]))),
      ...paragraphs([held.message], "down"),
      foot(
        button("Why these sums?", explain, { "data-key": "why" }),
        moves().length ? button("What they may do now …", () => openSheet(listPad(player.name, moves, makeMove)), { "data-key": "moves" }) : null,
        button("Back to the game", closeSheet, { className: "first", "data-key": "back" }),
      ),
    ];
  };
  return { draw, isStill: () => Boolean(known.view?.players[seat]) };
}
