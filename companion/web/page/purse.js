// A person's purse: the name, the cash in large digits, the last change or the place, and how far the groups are.
import { sets } from "./deeds.js";
import { button, element } from "./elements.js";
import { known } from "./known.js";
import { dice, mark, ribbon } from "./marks.js";
import { money, signed } from "./money.js";
import { placeText } from "./people.js";

// With `open`, a tap anywhere on it shows what that player has.

export function purse(player, open = null) {
  const { view } = known;
  const isOnTurn = player.seat === view.turn && !view.over;
  const isWinner = view.over && view.winners.includes(player.seat);
  const tag = isWinner ? "wins" : isOnTurn ? "to play" : "";
  const name = element("h2", {}, mark(player), element("span", { className: "name" }, player.name), tag ? element("span", { className: "tag" }, tag) : null);
  const change = player.change ? element("span", { className: `delta ${player.change > 0 ? "up" : "down"}` }, signed(player.change)) : null;
  const classes = ["purse", (isOnTurn || isWinner) && "turn", player.out && "out"].filter(Boolean).join(" ");
  return element("article", { className: classes, "data-seat": player.seat }, name, element("p", { className: "cash" }, money(player.cash)), element("p", { className: "place" }, change ?? placeText(player)), sets(player.seat, known), open ? button("", () => open(player.seat), { className: "cover", "aria-label": `What ${player.name} has`, "data-key": `purse ${player.seat}` }) : null);
}

// What just happened, in the middle of the ring

export function heart() {
  const { view, board } = known;
  if (!view) return [];
  if (view.auction) {
    const { high, bidder, lot } = view.auction;
    const best = element("p", { className: "row huge" }, view.players[bidder] ? mark(view.players[bidder]) : null, money(high));
    return [element("p", { className: "quiet" }, bidder >= 0 ? "Highest bid" : "No bid yet"), best, element("p", { className: "event" }, lot)];
  }
  const last = [...known.turns].reverse().find((turn) => !turn.is_taken_back);
  const paid = (view.payments ?? []).slice(0, 2).map((payment) => ribbon(payment, view.players, board.words));
  const why = view.payments?.[0]?.why;
  const words = why ? element("p", { className: "quiet" }, why) : last ? element("p", { className: "event" }, last.text) : null;
  return [view.dice.length ? element("p", {}, dice(view.dice)) : null, ...paid, words];
}
