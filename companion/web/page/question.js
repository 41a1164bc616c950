// The one question: the dice pad, the list of cards, an offer, the auction, or the answers with their sums. For both pages.
import { auctionNodes, bidNodes } from "./auction.js";
import { chip, deedAt, strip } from "./deeds.js";
import { answer, box, button, element, heading, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { money } from "./money.js";
import { answers, cardsToEnter, companionDraws, isAwaited, labelOf, movesIn, namedLabel, noteOf, rollToEnter, sumOf } from "./moves.js";
import { dicePad, isYou, listPad, you } from "./pads.js";
import { openSheet, sheetNow } from "./sheet.js";
import { asYou } from "./you.js";

const MANY = 4;
const held = { key: "", pad: null }; // the pad of the question as it is now, with what was tapped already

function padOf(key, make) {
  if (held.key !== key) Object.assign(held, { key, pad: make() });
  return held.pad.draw();
}

export const isLong = () => Boolean(known.view.offer) || (cardsToEnter().length > 6 && !companionDraws());

export function questionNodes(make, give, showDeed) {
  const { view } = known;
  const title = heading(asYou(view.prompt), { id: "prompt" });
  if (view.auction) return known.role === "banker" ? auctionNodes(make, give) : bidNodes(make, give);
  const roll = rollToEnter();
  const cards = cardsToEnter();
  const key = (move) => JSON.stringify([view.game, move.act, view.dice]); // others may move meanwhile: what was tapped stays
  if (roll) return [title, ...padOf(`roll ${key(roll)}`, () => dicePad(roll, give)), answerNodes(make)];
  if (cards.length && !companionDraws()) return [title, ...padOf(`cards ${key(cards[0])}`, () => listPad("", cardsToEnter, make)), answerNodes(make)];
  held.key = "";
  if (view.offer) return [title, ...offerNodes(view.offer, make, showDeed)];
  const id = deedInQuestion();
  return [title, ...paragraphs([view.prompt_how, fairDice(view)], "quiet"), id >= 0 ? strip(id, known.board) : null, answerNodes(make), enterRoll(make), cards.length ? enterCard(make) : null];
}

// Until the first throw: who notes it can prove at the end that no throw was altered.

function fairDice({ commitment }) {
  return commitment ? `Fair dice: note ${commitment}, and check it when the game is over.` : "";
}

function deedInQuestion() {
  const buying = [...movesIn("buy"), ...movesIn("decline")][0];
  return buying ? deedAt(known.view.players[buying.seat].space, known.board) : -1;
}

export function answerNodes(make, moves = answers()) {
  const first = moves.find(isAwaited);
  const buttons = moves.map((move) =>
    answer(namedLabel(move), () => make(move), {
      sum: labelOf(move).includes(sumOf(move).replace(/^[+-]/, "")) ? "" : sumOf(move),
      note: noteOf(move),
      className: [move === first && !move.tells?.length ? "first" : "", move.menu === "bankrupt" ? "warn" : ""].join(" "),
      "data-key": JSON.stringify([move.act, move.short_by ?? 0, move.offer ?? 0, known.view.prompt, known.view.dice]), // two rolls in a row look alike otherwise
    }),
  );
  return element("div", { id: "moves", className: moves.length > MANY ? "answers several" : "answers", "data-box": "answers", role: "group", "aria-label": "Answers" }, ...buttons);
}

// Where the companion rolls, the Banker may still enter a roll of real dice.

function enterRoll(make) {
  const rolls = () => movesIn("dice");
  if (known.view.hand_dice || !rolls().length) return null;
  const open = () => (rolls().length === 1 ? make(rolls()[0]) : openSheet(listPad("Whose roll?", rolls, make)));
  return button("Enter a roll of real dice …", open, { "data-key": "enter roll" });
}

const enterCard = (make) => button("Enter a card that was drawn for real …", () => openSheet(listPad("Which card did you draw?", cardsToEnter, make)), { "data-key": "enter card" });

// An offer: what each side gets, its number, and a counter-offer

function offerNodes(offer, make, showDeed) {
  const moves = answers();
  const goods = (seat, title, { deeds = [], cash = 0, jail_cards: cards = 0 }) =>
    element(
      "section",
      { "aria-label": title },
      element("h3", {}, title),
      ...deeds.map((id) => chip(id, known, () => showDeed(id))),
      ...paragraphs([cards ? `Get out of ${known.board.words.jail} card${cards > 1 ? `s: ${cards}` : ""}` : ""]),
      element("p", { className: "sum-line" }, cash ? money(cash) : "no cash"),
    );
  const gives = (seat) => (isYou(seat) ? "You give" : `${you(seat)} gives`);
  const sides = isYou(offer.to)
    ? [goods(offer.player, "You get", offer.gives), goods(offer.to, "You give", offer.gets)]
    : [goods(offer.player, gives(offer.player), offer.gives), goods(offer.to, gives(offer.to), offer.gets)];
  return [
    element("p", { className: "quiet" }, `Offer ${offer.number}`),
    element("div", { className: "sides" }, ...sides),
    answerNodes(make, moves),
  ];
}

// A real keyboard: digits are dice where a roll is asked for

export function pressDigit(event) {
  if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey || !known.isLive) return;
  const pad = sheetNow() ?? (held.key.startsWith("roll") ? held.pad : null);
  if (pad?.press && /^[1-6]$/.test(event.key)) pad.press(Number(event.key));
}

