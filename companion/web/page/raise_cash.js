// Sheets for what people do with their deeds: build and mortgage by group, and raise cash for something that waits for it.
import { chip, groupOf } from "./deeds.js";
import { answer, box, button, element, heading, paragraphs } from "./elements.js";
import { known, nameOf } from "./known.js";
import { mark } from "./marks.js";
import { money } from "./money.js";
import { allMoves, isSame, labelOf, menuOf, movesIn, sumOf } from "./moves.js";
import { foot, isYou } from "./pads.js";
import { closeSheet } from "./sheet.js";
import { asYou } from "./you.js";

// The moves about each deed, with the deed; then those that are about none, or about a whole group.

function rows(moves, make, showDeed) {
  const deeds = [...new Set(moves.map((move) => move.act.deed).filter((id) => id !== undefined))];
  const order = (id) => known.board.groups.indexOf(groupOf(known.board.deeds[id], known.board));
  deeds.sort((one, other) => order(one) - order(other) || one - other);
  const does = (move, words) =>
    button([element("span", {}, words), element("b", { className: "nowrap" }, move.short_by ? `needs ${money(move.short_by)}` : sumOf(move))], () => make(move), {
      "aria-label": `${labelOf(move)} ${sumOf(move)}`,
      "data-key": JSON.stringify(move.act),
      className: move.short_by ? "dashed" : "",
    });
  const items = deeds.map((id) => {
    const about = moves.filter((move) => move.act.deed === id);
    return element("li", { "data-box": `deed ${id}` }, chip(id, known, () => showDeed(id), { "data-key": `chip ${id}` }), ...about.map((move) => does(move, shortName(menuOf(move).name))));
  });
  const others = moves.filter((move) => move.act.deed === undefined).map((move) => element("li", { className: "whole", "data-box": JSON.stringify(move.act) }, does(move, labelOf(move))));
  return element("ul", { className: "ways", "data-box": "ways" }, ...items, ...others);
}

// "Pay off a mortgage" beside the deed is "Pay off".

const shortName = (name) => name.match(/^Pay off|^\S+/)[0];

// For any time: it stays open until somebody is done.

export function anyTimeSheet(title, menus, make, showDeed) {
  const draw = () => {
    const moves = movesIn(...menus);
    const seats = [...new Set(moves.map((move) => move.seat))];
    const parts = seats.map((seat) => {
      const player = known.view.players[seat];
      const head = seats.length > 1 && player ? element("h3", {}, mark(player), player.name) : null;
      return element("section", { "data-box": `seat ${seat}` }, head, rows(moves.filter((move) => move.seat === seat), make, showDeed));
    });
    const none = moves.length ? "" : "Nothing is possible here now.";
    return [heading(title), ...paragraphs([none], "quiet"), ...parts, foot(button("Done", closeSheet, { className: "first", "data-key": "done" }))];
  };
  return { draw, staysOpen: true, isStill: () => Boolean(known.view) };
}

export function dealsSheet(make) {
  const draw = () => {
    const moves = movesIn("deal");
    const seats = [...new Set(moves.map((move) => move.seat))];
    const parts = seats.map((seat) => {
      const buttons = moves
        .filter((move) => move.seat === seat)
        .map((move) => button([mark(known.view.players[move.act.to]), `with ${nameOf(move.act.to)}`], () => make(move), { "data-key": JSON.stringify([seat, move.act.to]), "aria-label": `${nameOf(seat)} with ${nameOf(move.act.to)}` }));
      const who = known.role === "banker" ? element("h3", {}, mark(known.view.players[seat]), nameOf(seat)) : null;
      return element("section", { className: "dealer", "data-box": `seat ${seat}` }, who, element("div", { className: "row wrap", "data-box": "with" }, ...buttons));
    });
    return [heading(known.role === "banker" ? "Who offers a deal, and to whom?" : "A deal with whom?"), ...parts, foot(button("Cancel", closeSheet, { "data-key": "cancel" }))];
  };
  return { draw, isStill: () => movesIn("deal").length > 0 };
}

export function raiseSheet(move, make, showDeed = () => {}) {
  const missing = () => known.view.raising.find((one) => isSame(one.move, move));
  const payable = () => allMoves().find((one) => isSame(one, move) && !one.short_by);
  const draw = () => {
    const short = missing();
    const player = known.view.players[move.seat];
    const ways = allMoves().filter((one) => one.raises && one.seat === move.seat && one.menu !== "deal" && !one.short_by);
    const deals = movesIn("deal").filter((one) => one.seat === move.seat);
    const out = movesIn("bankrupt").filter((one) => one.seat === move.seat);
    const pay = payable();
    const words = labelOf(pay ?? move).replace(/: needs .*$/, "");
    const need = short ? player.cash + short.move.short_by : 0;
    const has = isYou(move.seat) ? "You have" : "has";
    const could = isYou(move.seat) ? "You could raise" : `${player.name} could raise`;
    const gauge = element("div", { className: "gauge", role: "img", "aria-label": `${player.name} has ${money(player.cash)} of ${money(need)}` }, element("span", { className: "has" }, `${has} ${money(player.cash)}`), element("span", { className: "may" }, `short ${money(short?.move.short_by ?? 0)}`));
    gauge.style.setProperty("--part", `${need ? Math.round((100 * player.cash) / need) : 100}%`);
    return [
      heading(words),
      short ? gauge : element("p", { className: "up" }, asYou(`${player.name} has enough now.`)),
      ...paragraphs([asYou(short?.text), short ? `${could} ${money(short.can_raise)} in all.` : "", asYou(short?.not_bankrupt)], "quiet"),
      rows(ways, make, showDeed),
      box("more", "row wrap", ...deals.map((one) => button(`Deal with ${nameOf(one.act.to)}`, () => make(one), { "data-key": `deal ${one.act.to}` })), ...out.map((one) => button(`${labelOf(one)} …`, () => make(one), { className: "warn", "data-key": "bankrupt" }))),
      foot(
        button("Later", closeSheet, { "data-key": "cancel" }),
        answer(words, () => pay && (closeSheet(), make(pay)), { className: "first", "data-key": "pay", ...(pay ? {} : { "aria-disabled": "true" }) }),
      ),
    ];
  };
  return { draw, staysOpen: true, isStill: () => Boolean(missing() ?? payable()) };
}
