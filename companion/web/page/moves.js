// Which of the table's moves this device may give, and where they stand: as answers to the question, on a dice pad, in a list
// of cards, or behind a button for any time. The table's menu says what folds and what is rare; no rule is known here.
import { known, nameOf } from "./known.js";
import { money } from "./money.js";

const LIST = new Set(["card", "task", "dealt"]); // drawn or dealt for real, and searched for
const IN_AUCTION = new Set(["bid", "pass", "hammer", "sold"]);

export const menuOf = (move) => known.menu[move.menu] ?? { id: move.menu, name: move.label, folds: false, rare: false };

// First what waits for cash, then what can be done, then what else is only short of cash.

export function allMoves() {
  const { view, role, seat } = known;
  if (!view || role === "viewer") return [];
  const short = (isAsked) => view.raising.filter((one) => one.is_asked === isAsked).map((one) => one.move);
  const moves = [...short(true), ...view.moves, ...short(false)];
  return role === "banker" ? moves : moves.filter((move) => move.seat === seat && !move.banker);
}

export const movesIn = (...menus) => allMoves().filter((move) => menus.includes(move.menu));

// The roll that is asked for where real dice are rolled, unless something else must be answered before it.

export function rollToEnter() {
  if (!known.view?.hand_dice) return null;
  const rolls = allMoves().filter((move) => move.needs === "dice");
  const first = allMoves().find((move) => move.menu !== "rent" && !menuOf(move).rare);
  return rolls.length === 1 && first === rolls[0] ? first : null;
}

// What was drawn or dealt for real. Where the companion draws, the list is only a way round it.

export const cardsToEnter = () => allMoves().filter((move) => LIST.has(move.menu));
export const companionDraws = () => allMoves().some((move) => move.menu === "draw" || move.menu === "deal-deeds");

export function answers() {
  const { view, role } = known;
  const isAsked = (move) => view.raising.some((one) => one.is_asked && one.move === move);
  const hasCompanionsDice = !view.hand_dice;
  return allMoves().filter((move) => {
    const { id, folds, rare } = menuOf(move);
    if (LIST.has(id) || (view.auction && IN_AUCTION.has(id))) return false;
    if (id === "throw") return hasCompanionsDice;
    if (id === "dice") return !hasCompanionsDice && move !== rollToEnter();
    if (id === "time") return Boolean(view.clock?.is_up);
    if (id === "lift") return !move.short_by && allMoves().some((one) => one.menu === "keep");
    if (move.short_by) return isAsked(move) || (!folds && id !== "bid");
    return id === "bankrupt" || (!folds && !rare && (role === "banker" || !move.banker));
  });
}

// What nobody waits for, by kind: each has a button, and none of them acts at once.

export const ANY_TIME = [
  { name: "Deal", menus: ["deal"] },
  { name: "Build", menus: ["build", "sell", "shortage"] },
  { name: "Mortgage", menus: ["mortgage", "lift"] },
];

export function isAwaited(move) {
  const { id, folds } = menuOf(move);
  return (!folds || LIST.has(id)) && move.act.type !== "WithdrawDeal" && (known.role === "banker" || move.seat === known.seat);
}

// The table's label without the sum that stands beside it, and with a name where it is not clear whose move it is.

export function labelOf(move) {
  const amount = ` (${money(move.change, true)})`;
  return move.label.endsWith(amount) ? move.label.slice(0, -amount.length) : move.label;
}

export function namedLabel(move) {
  const isClear = known.role === "player" || move.seat < 0 || move.seat === known.view.prompt_seat;
  return isClear ? labelOf(move) : `${nameOf(move.seat)}: ${labelOf(move)}`;
}

export function sumOf(move) {
  if (move.short_by) return `${money(move.short_by)} short`;
  return move.change ? money(move.change, true) : "";
}

// What somebody would have afterwards.

export function noteOf(move) {
  const player = known.view.players[move.seat];
  if (!player || !move.change || move.short_by) return "";
  const left = money(player.cash + move.change);
  if (move.seat === known.seat) return `You ${move.change < 0 ? "keep" : "have"} ${left}`;
  return `${player.name} ${move.change < 0 ? "keeps" : "has"} ${left}`;
}

export const isSame = (one, other) => one.menu === other.menu && withoutFills(one) === withoutFills(other);

function withoutFills({ act, fills = [] }) {
  return JSON.stringify(Object.entries(act).filter(([name]) => !fills.includes(name)));
}
