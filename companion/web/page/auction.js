// The auction: on the Banker's page everybody's bids at once, on a phone one's own. Buttons carry sums, not steps: a late tap is too low and is
// refused, never a surprise.
import { amountField, isGood } from "./amounts.js";
import { groupOf, strip } from "./deeds.js";
import { answer, at, box, button, element, heading } from "./elements.js";
import { known, nameOf } from "./known.js";
import { mark } from "./marks.js";
import { money, typed } from "./money.js";
import { movesIn } from "./moves.js";
import { foot, listPad } from "./pads.js";
import { openSheet, redrawSheet } from "./sheet.js";

const ROUND = [10, 50, 100]; // the sums that people like to call out

export function quickSums(least, most) {
  const up = (to) => (Math.floor(least / to) + 1) * to;
  return [...new Set([least, ...ROUND.map(up)])].filter((sum) => sum <= most);
}

export function auctionNodes(make, give) {
  const { view, board } = known;
  const { lot, high, bidder, passed } = view.auction;
  const id = board.deeds.findIndex((deed) => deed.name === lot);
  const about = id >= 0 ? `${groupOf(board.deeds[id], board).name} · price ${money(board.deeds[id].price)}` : "A building";
  const best = element("p", { className: "high" }, element("span", { className: "quiet" }, bidder >= 0 ? `${nameOf(bidder)} bids` : "no bid yet"), element("b", {}, money(high)));
  const hammer = movesIn("hammer");
  const sold = movesIn("sold");
  const open = () => view.players.filter((player) => movesIn("bid").some((move) => move.seat === player.seat && !move.short_by)).map((player) => player.name);
  const close = (move) => make(open().length ? { ...move, tells: [`${open().join(", ")} may still bid.`] } : move);
  return [
    box("lot", "lot", element("div", {}, heading(`Auction: ${lot}`, { id: "prompt" }), element("p", { className: "quiet" }, about)), best),
    id >= 0 ? strip(id, board) : null,
    element("ul", { className: "bids", "data-box": "bids" }, ...view.players.filter((player) => !player.out).map((player) => bidRow(player, make, give, passed.includes(player.seat), player.seat === bidder))),
    foot(
      sold.length ? button("Held aloud …", () => openSheet(listPad("Who bought it?", () => movesIn("sold"), make)), { "data-key": "aloud" }) : null,
      ...hammer.map((move) => button(move.label, () => close(move), { className: open().length ? "" : "first", "data-key": `hammer ${known.number}` })),
    ),
  ];
}

function bidRow(player, make, give, hasPassed, isHighest) {
  const own = (menu) => movesIn(menu).find((move) => move.seat === player.seat);
  const [bid, pass] = [own("bid"), own("pass")];
  const who = element("span", { className: "tags" }, mark(player), element("b", {}, player.name), element("span", { className: "have" }, money(player.cash)));
  const key = (what) => ({ "aria-label": `${what}, ${player.name}`, "data-key": `${player.seat} ${what}` });
  const state = isHighest ? element("span", { className: "tag" }, "highest") : hasPassed ? element("span", { className: "quiet" }, "passed") : null;
  const passes = pass && !isHighest ? button("Pass", () => give(pass.act, pass), key("Pass")) : null;
  const sums = !bid || bid.short_by ? [] : quickSums(bid.least, bid.most).slice(0, 3);
  const buttons = sums.map((sum) => button(money(sum), () => give({ ...bid.act, amount: sum }, bid), { ...key(money(sum)), "data-least": bid.least }));
  if (bid) buttons.push(bid.short_by ? button("Raise cash", () => make(bid), { ...key("Raise cash"), className: "dashed" }) : button("Other", () => make(bid), key("Other sum")));
  return element("li", { className: isHighest ? "lead" : "", "data-box": `bidder ${player.seat}` }, who, state ?? passes, buttons.length ? element("span", { className: "sums", "data-box": "sums" }, ...buttons) : null);
}

// One's own bid, on a phone. The sum follows what others bid; it never falls below the next one.

const held = { lot: "", sum: 0 };

function setSum(sum) {
  Object.assign(held, { sum, sumText: undefined });
  at("sum").value = typed(sum);
  redrawSheet();
}

export function bidNodes(make, give) {
  const { view, board } = known;
  const { lot, high, bidder, least } = view.auction;
  const id = board.deeds.findIndex((deed) => deed.name === lot);
  const [bid] = movesIn("bid");
  const [pass] = movesIn("pass");
  const mine = view.players[known.seat];
  const best = bidder < 0 ? "no bid yet" : bidder === known.seat ? "you bid" : `${nameOf(bidder)} bids`;
  const head = box("lead", "lead", heading(`Auction: ${lot}`, { id: "prompt" }), element("p", { className: "high" }, element("span", { className: "quiet" }, best), " ", element("b", {}, money(high))));
  const rents = id >= 0 ? [strip(id, board), element("p", { className: "quiet" }, `${groupOf(board.deeds[id], board).name} · price ${money(board.deeds[id].price)}`)] : [];
  if (!bid && !pass) return [head, ...rents];
  const passes = pass ? button("Pass", () => give(pass.act, pass), { "data-key": "pass" }) : null;
  if (!bid || bid.short_by) return [head, ...rents, bid ? button(bid.label, () => make(bid), { className: "dashed", "data-key": "short" }) : null, passes];
  const key = `${view.game} ${lot}`;
  if (held.lot !== key || held.sum < least) Object.assign(held, { lot: key, sum: least, sumText: undefined });
  const isFine = isGood(held, "sum", bid.least, bid.most);
  const quick = quickSums(bid.least, bid.most).slice(1).map((sum) => button(money(sum), () => setSum(sum), { className: "grow", "data-key": `quick ${sum}` }));
  return [
    head,
    ...rents,
    amountField("sum", `My bid, from ${money(bid.least)} to ${money(bid.most)}`, held, "sum", { least: bid.least, most: bid.most }, redrawSheet),
    box("quick", "row", ...quick),
    answer(isFine ? `Bid ${money(held.sum)}` : "Bid", () => give({ ...bid.act, amount: held.sum }, bid), { className: "first", note: isFine ? `You would keep ${money(mine.cash - held.sum)}` : "", "data-key": `bid ${bid.least}`, ...(isFine ? {} : { "aria-disabled": "true" }) }),
    passes,
  ];
}
