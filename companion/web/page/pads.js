// Sheets for what a move still needs: dice, a sum, the goods of a deal, a card or a deed from a list, a reason. Each ends with
// the act as the table wants it. Also the sheet that asks whether somebody is sure.
import { amountField, isGood } from "./amounts.js";
import { chip, deedAt, strip } from "./deeds.js";
import { answer, box, button, element, heading, paragraphs } from "./elements.js";
import { known, nameOf } from "./known.js";
import { die, mark } from "./marks.js";
import { allMoves, isSame, labelOf, namedLabel, noteOf, sumOf } from "./moves.js";
import { money } from "./money.js";
import { closeSheet, redrawSheet } from "./sheet.js";

const CORRECTIONS = new Set(["change", "cash", "money", "jail-cards", "place", "title", "value"]); // the log keeps a reason
const JAIL = 10;
const HOTEL = 5;
let pads = 0; // each has a number, so that no button of the last one is taken for one of the next

export const foot = (...children) => element("div", { className: "foot", "data-box": "foot" }, ...children);
export const cancel = (text = "Cancel") => button(text, closeSheet, { "data-key": "cancel" });
export const isYou = (seat) => known.role === "player" && seat === known.seat;
export const you = (seat) => (isYou(seat) ? "You" : nameOf(seat));

// The move as it is by now: its limits may have changed.

const current = (move) => allMoves().find((one) => isSame(one, move) && !one.short_by);
const isOffered = (move) => () => Boolean(current(move));

export function padFor(move, give) {
  if (move.needs === "dice") return dicePad(move, give);
  if (move.needs === "amount") return amountPad(move, give);
  if (move.needs === "goods") return dealPad(move, give);
  if (move.needs === "deeds") return severalPad(move, give);
  if (move.levels.length) return levelsPad(move, give);
  if (move.needs) return correctionPad(move, give);
  return move.tells?.length ? confirmPad(move, give) : null;
}

export function confirmPad(move, give) {
  const text = `${namedLabel(move)}${sumOf(move) ? ` ${sumOf(move)}` : ""}`;
  const draw = () => [
    heading(`${namedLabel(move)}?`),
    element("ul", { className: "tells" }, ...(move.tells ?? []).map((line) => element("li", {}, line))),
    ...paragraphs([noteOf(move)]),
    foot(cancel("Not now"), button(text, () => give(move.act, move), { className: "first" })),
  ];
  return { draw, isStill: isOffered(move) };
}

// Dice: two or three fields of faces. The button says the sum and where it leads, so that a slip is seen before it counts.

export function dicePad(move, give) {
  const hasSpeed = move.fills.includes("speed");
  const count = move.most - hasSpeed;
  const faces = Array(count).fill(0);
  const held = { speed: "", pad: ++pads };
  const draw = () => {
    const isDone = faces.every(Boolean) && (!hasSpeed || held.speed);
    const send = () => {
      give({ ...move.act, dice: [...faces], ...(hasSpeed ? { speed: held.speed } : {}) }, move);
      faces.fill(0);
    };
    return [
      element("p", { className: "quiet" }, "Tap what you rolled, or press the numbers."),
      box("pad", "pad", ...faces.map((face, place) => dieField(faces, place, held.pad)), hasSpeed ? speedField(move, held) : null),
      answer(isDone ? rollText(move, faces) : "Tap the dice", send, {
        className: "first",
        sum: faces.every(Boolean) ? faces.join(" + ") : "",
        note: isDone ? whereTo(move, faces) : "",
        ...(isDone ? {} : { "aria-disabled": "true" }),
      }),
    ];
  };
  const press = (digit) => {
    const place = faces.indexOf(0);
    if (place < 0 || digit < 1 || digit > 6) return;
    faces[place] = digit;
    redrawSheet();
  };
  return { draw, isStill: isOffered(move), press };
}

function dieField(faces, place, pad) {
  const name = ["First die", "Second die", "Third die"][place];
  const buttons = [1, 2, 3, 4, 5, 6].map((face) =>
    button(die(face), () => ((faces[place] = faces[place] === face ? 0 : face), redrawSheet()), {
      "aria-label": `${name}: ${face}`,
      "aria-pressed": String(faces[place] === face),
      "data-key": `${pad} ${name} ${face}`,
    }),
  );
  return element("fieldset", { "data-box": name }, element("legend", { className: "aloud" }, name), ...buttons);
}

function speedField(move, held) {
  const buttons = move.choices.map(([value, words]) =>
    button(words, () => ((held.speed = value), redrawSheet()), { "aria-pressed": String(held.speed === value), "data-key": `${held.pad} speed ${value}` }),
  );
  return element("fieldset", { "data-box": "speed" }, element("legend", { className: "aloud" }, "Speed Die"), ...buttons);
}

const total = (faces) => faces.reduce((sum, face) => sum + face, 0);

function rollText(move, faces) {
  if (move.act.type !== "Roll") return `${labelOf(move)}: ${total(faces)}`;
  return isYou(move.seat) ? `You rolled ${total(faces)}` : `${nameOf(move.seat)} rolled ${total(faces)}`;
}

function whereTo(move, faces) {
  const player = known.view.players[move.seat];
  if (move.act.type !== "Roll" || !player || player.jail >= 0) return "";
  const space = (player.space + total(faces)) % known.board.spaces.length;
  const [owner = -1] = known.view.titles[deedAt(space, known.board)] ?? [];
  const whose = owner < 0 ? "" : isYou(owner) ? ", yours" : `, ${nameOf(owner)}'s`;
  return `${known.board.spaces[space]}${whose}`;
}

// Cards, tasks and other long lists, found by the words printed on them

export function listPad(title, moves, give) {
  const held = { words: "" };
  const search = element("input", { id: "find", "data-pad": ++pads, className: "field", type: "search", placeholder: "Type to search", autocomplete: "off" });
  search.addEventListener("input", () => ((held.words = search.value), redrawSheet()));
  const draw = () => {
    const now = moves();
    const wanted = held.words.toLowerCase().split(/\s+/).filter(Boolean);
    const found = now.filter((move) => wanted.every((word) => `${namedLabel(move)} ${move.search}`.toLowerCase().includes(word)));
    const items = found.map((move) =>
      button([element("span", {}, withoutDeck(namedLabel(move))), element("b", { className: "nowrap" }, sumOf(move))], () => give(move), { "data-key": JSON.stringify(move.act) }),
    );
    return [
      title ? heading(title) : null,
      now.length > 6 ? element("label", { className: "aloud", htmlFor: "find" }, "Type to search") : null,
      now.length > 6 ? search : null,
      box("pick", "pick", ...items, found.length ? null : element("p", { className: "quiet" }, "Nothing found.")),
      title ? foot(cancel("Not now")) : null,
    ];
  };
  return { draw, isStill: () => moves().length > 0 };
}

const withoutDeck = (label) => {
  const { chance, chest } = known.board.words;
  const deck = [chance, chest].find((name) => label.startsWith(`${name}: `));
  const rest = deck ? label.slice(deck.length + 2) : label;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};

// A bid, or what a lot was sold for

export function amountPad(move, give) {
  const held = { sum: move.least };
  const field = move.fills[0] ?? "amount";
  const draw = () => {
    const { least, most } = current(move) ?? move;
    if (held.sum < least) Object.assign(held, { sum: least, sumText: undefined }); // somebody else bid meanwhile
    const isFine = isGood(held, "sum", least, most);
    const { auction } = known.view;
    const lot = known.board.deeds.findIndex((deed) => deed.name === auction?.lot);
    const have = known.view.players[move.act.player]?.cash ?? 0;
    const keeps = isFine ? `${you(move.act.player)} would keep ${money(have - held.sum)}` : "";
    const verb = move.banker ? `Sold to ${nameOf(move.act.player)}` : isYou(move.act.player) ? "Bid" : `${nameOf(move.act.player)} bids`;
    return [
      heading(move.banker ? `Sold to ${nameOf(move.act.player)} for …` : auction ? `Bid for ${auction.lot}` : "Your bid"),
      ...(lot >= 0 ? [strip(lot, known.board)] : []),
      amountField("sum", `From ${money(least)} to ${money(most)}`, held, "sum", { least, most }, redrawSheet),
      foot(
        cancel("Not now"),
        button(isFine ? [`${verb} ${money(held.sum)}`, element("small", {}, keeps)] : verb, () => give({ ...move.act, [field]: held.sum }, move), {
          className: "first",
          "data-key": "bid",
          ...(isFine ? {} : { "aria-disabled": "true" }),
        }),
      ),
    ];
  };
  return { draw, isStill: isOffered(move) };
}

// A deal: two columns of deeds, cash and cards, and the whole deal as a sentence

export function dealPad(move, give) {
  const { offer } = known.view;
  const start = offer && offer.to === move.seat ? { gives: offer.gets, gets: offer.gives } : {}; // a counter-offer
  const side = (goods = {}) => ({ deeds: new Set(goods.deeds), decks: new Set(goods.decks), cash: goods.cash ?? 0, cards: goods.jail_cards ?? 0 });
  const held = { gives: side(start.gives), gets: side(start.gets) };
  const other = move.act.to;
  const most = () => ({ gives: known.view.goods[move.seat] ?? {}, gets: known.view.goods[other] ?? {} });
  const goodsNow = () => ({ gives: goodsOf(held.gives, most().gives), gets: goodsOf(held.gets, most().gets) });
  const draw = () => {
    const goods = goodsNow();
    const isFine = ["gives", "gets"].every((name) => isGood(held[name], "cash", 0, most()[name].cash ?? 0));
    const from = you(move.seat);
    const verb = from === "You" ? "give" : "gives";
    const title = from === "You" ? `Deal with ${nameOf(other)}` : `Deal between ${from} and ${nameOf(other)}`;
    return [
      heading(title),
      box("sides", "sides", dealSide(`${from} ${verb}`, move.seat, "gives", most().gives, held.gives), dealSide(`${you(other)} ${isYou(other) ? "give" : "gives"}`, other, "gets", most().gets, held.gets)),
      element("p", { className: "say" }, `${from} ${verb} ${goodsText(goods.gives)}. ${you(other)} ${isYou(other) ? "give" : "gives"} ${goodsText(goods.gets)}.`),
      foot(cancel(), button(`Offer it to ${nameOf(other)}`, () => give({ ...move.act, ...goodsNow() }, move), { className: "first", "data-key": "offer", ...(isFine ? {} : { "aria-disabled": "true" }) })),
    ];
  };
  return { draw, isStill: isOffered(move) };
}

function goodsOf({ deeds, decks, cash, cards }, most) {
  const has = (list, chosen) => (list ?? []).filter((one) => chosen.has(one));
  const named = has(most.decks, decks);
  return { deeds: has(most.deeds, deeds), cash, jail_cards: most.decks?.length ? named.length : Math.min(cards, most.jail_cards ?? 0), decks: named };
}

export function goodsText({ deeds = [], cash = 0, jail_cards: cards = 0 }) {
  const parts = deeds.map((id) => known.board.deeds[id].name);
  if (cards) parts.push(cards === 1 ? `a Get out of ${known.board.words.jail} card` : `${cards} Get out of ${known.board.words.jail} cards`);
  if (cash) parts.push(money(cash));
  if (!parts.length) return "nothing";
  return parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function dealSide(title, seat, name, most, side) {
  const toggle = (set, one) => () => ((set.has(one) ? set.delete(one) : set.add(one)), redrawSheet());
  const pressed = (set, one) => ({ "aria-pressed": String(set.has(one)), "data-key": `${name} ${one}` });
  const deeds = (most.deeds ?? []).map((id) => chip(id, known, toggle(side.deeds, id), pressed(side.deeds, id)));
  const { words } = known.board;
  const decks = (most.decks ?? []).map((deck) => button(`${words[deck]} card to leave ${words.jail}`, toggle(side.decks, deck), pressed(side.decks, deck)));
  const card = button(`Get out of ${words.jail} card`, () => ((side.cards = side.cards ? 0 : 1), redrawSheet()), { "aria-pressed": String(side.cards > 0), "data-key": `${name} card` });
  const cash = amountField(`${name}-cash`, `Cash, up to ${money(most.cash ?? 0)}`, side, "cash", { least: 0, most: most.cash ?? 0, steps: [10] }, redrawSheet);
  const player = known.view.players[seat];
  const cards = most.jail_cards && !decks.length ? [card] : decks;
  return element("section", { "aria-label": title, "data-box": name }, element("h3", {}, player ? mark(player) : null, title), ...deeds, ...cards, cash);
}

// A whole group at once: how far it is built up or sold down

function levelsPad(move, give) {
  const draw = () => {
    const { levels } = current(move) ?? move;
    const items = levels.map((level) => {
      const words = element("span", {}, `${level.group}: ${level.label}`, level.why_not ? element("small", {}, level.why_not) : null);
      const send = () => give({ ...move.act, [move.fills[0] ?? "deeds"]: level.deeds }, move);
      return button([words, element("b", { className: "nowrap" }, money(level.change, true))], send, { "data-key": JSON.stringify(level.deeds), ...(level.why_not ? { "aria-disabled": "true" } : {}) });
    });
    return [heading(namedLabel(move)), box("pick", "pick one", ...items), foot(cancel("Not now"))];
  };
  return { draw, isStill: isOffered(move) };
}

// Deeds that were dealt for real

function severalPad(move, give) {
  const chosen = new Set();
  const draw = () => {
    const rows = move.choices.map(([id, words]) =>
      button(words, () => ((chosen.has(id) ? chosen.delete(id) : chosen.add(id)), redrawSheet()), { "aria-pressed": String(chosen.has(id)), "data-key": `deed ${id}` }),
    );
    const isDone = chosen.size === move.most;
    const send = () => give({ ...move.act, deeds: [...chosen] }, move);
    return [heading(namedLabel(move)), element("p", { className: "quiet" }, `${chosen.size} of ${move.most}`), box("pick", "pick", ...rows), foot(cancel(), button("Done", send, { className: "first", ...(isDone ? {} : { "aria-disabled": "true" }) }))];
  };
  return { draw, isStill: isOffered(move) };
}

// Corrections: everything on one page, and the reason that the log keeps

function correctionPad(move, give) {
  const held = { reason: "", ...starting(move) };
  const wantsReason = CORRECTIONS.has(move.needs) || move.needs === "reason";
  const reasons = (move.needs === "reason" ? known.setup.reasons_to_leave : known.setup.reasons) ?? [];
  const reason = element("input", { id: "reason", className: "field", autocomplete: "off", maxLength: 200 });
  reason.addEventListener("input", () => ((held.reason = reason.value), redrawSheet()));
  const quick = reasons.map((text) => button(text, () => ((held.reason = reason.value = text), redrawSheet()), { "data-key": `reason ${text}`, "aria-pressed": String(held.reason === text) }));
  const quickRow = element("div", { className: "row wrap" }, ...quick); // one for all drawings: its buttons can be in one place only
  const draw = () => {
    const isDone = (!wantsReason || held.reason.trim()) && isComplete(move, held);
    const send = () => give({ ...move.act, ...fieldsOf(move, held), ...(wantsReason ? { reason: held.reason.trim() } : {}) }, move);
    quick.forEach((one) => one.setAttribute("aria-pressed", String(one.textContent === held.reason)));
    return [
      heading(labelOf(move)),
      element("ul", { className: "tells" }, ...(move.tells ?? []).map((line) => element("li", {}, line))),
      ...fields(move, held),
      ...(wantsReason ? [element("label", { htmlFor: "reason" }, "Why? The log keeps the reason."), reason, quickRow] : []),
      foot(cancel(), button(labelOf(move), send, { className: move.tells?.length ? "warn" : "first", "data-key": "done", ...(isDone ? {} : { "aria-disabled": "true" }) })),
    ];
  };
  return { draw, isStill: isOffered(move) };
}

function starting(move) {
  const { view } = known;
  if (move.needs === "change") return { sum: 0, sign: "1" };
  if (move.needs === "cash") return { sum: view.players[move.act.player].cash };
  if (move.needs === "money") return { giver: move.choices[0][0], receiver: move.choices[1][0], sum: Math.max(1, move.least) };
  if (move.needs === "jail-cards") return { held: move.choices[0][0] };
  if (move.needs === "place") return { space: String(view.players[move.act.player].space) };
  if (move.needs === "title") return { deed: move.choices[0][0], ...titleNow(move.choices[0][0]) };
  if (move.needs === "value") return { name: move.choices[0][0], value: "" };
  return {};
}

function titleNow(id) {
  const [owner, buildings, isMortgaged] = known.view.titles[id];
  return { owner, buildings, mortgaged: isMortgaged };
}

function fields(move, held) {
  const { view, board } = known;
  const player = view.players[move.act.player];
  const sum = (label, least, most) => amountField("sum", label, held, "sum", { least, most }, redrawSheet);
  if (move.needs === "change") {
    const less = [["1", "gets more"], ["-1", "has to give"]];
    return [pick("sign", `${player.name}`, less, held), sum(`How much? ${player.name} has ${money(player.cash)}.`, 0, held.sign > 0 ? move.most : -move.least)];
  }
  if (move.needs === "cash") return [sum(`How much cash does ${player.name} have?`, move.least, move.most)];
  if (move.needs === "money") {
    const most = view.players[held.giver]?.cash ?? move.most;
    return [pick("giver", "From", move.choices, held), pick("receiver", "To", move.choices, held), sum("How much?", move.least, most)];
  }
  if (move.needs === "jail-cards") return [pick("held", "What is right?", move.choices, held)];
  if (move.needs === "place") {
    const spaces = board.spaces.map((name, space) => [String(space), `${space}: ${name}`]);
    return [pick("space", "Where is the token?", [["jail", `In ${board.words.jail}`], ...spaces], held)];
  }
  if (move.needs === "title") {
    const owners = [[-1, "the Bank"], ...view.players.filter((one) => !one.out).map((one) => [one.seat, one.name])];
    const { house, houses, a_hotel: hotel } = board.words;
    const built = [0, 1, 2, 3, 4].map((count) => [count, count ? `${count} ${count === 1 ? house : houses}` : "nothing"]);
    return [
      pick("deed", "Deed", move.choices, held, () => Object.assign(held, titleNow(held.deed))),
      pick("owner", "Who has it?", owners, held),
      board.deeds[held.deed].house_cost ? pick("buildings", "What stands on it?", [...built, [HOTEL, hotel]], held) : null,
      pick("mortgaged", "Is it mortgaged?", [[false, "no"], [true, "yes"]], held),
    ];
  }
  if (move.needs === "value") {
    const rule = known.setup.house_rules.find((one) => one.name === held.name);
    const values = { switch: [["true", "On"], ["false", "Off"]], amount: [["amount", "An amount"]], "rent-mode": [["auto", "Rent is paid automatically"], ["claim", "Rent must be asked for"]] };
    const all = rule ? (values[rule.takes] ?? [...values.switch, ["amount", "On, with an amount"]]) : [];
    if (!all.some(([value]) => value === held.value)) held.value = all[0]?.[0] ?? "";
    if (held.value === "amount") held.sum ??= 0;
    return [
      pick("name", "House rule", move.choices, held),
      ...paragraphs([rule?.meaning]),
      pick("value", rule?.label ?? "Value", all, held),
      held.value === "amount" ? sum("How much?", 0, known.setup.max_amount) : null,
    ];
  }
  return [];
}

function pick(name, label, choices, held, after = () => {}) {
  const options = choices.map(([value, words], place) => element("option", { value: String(place), ...(value === held[name] ? { selected: true } : {}) }, words));
  const select = element("select", { id: `pick-${name}`, className: "field" }, ...options);
  select.selectedIndex = Math.max(0, choices.findIndex(([value]) => value === held[name]));
  select.addEventListener("change", () => {
    held[name] = choices[select.selectedIndex][0];
    after();
    redrawSheet();
  });
  return element("div", { "data-box": `${name} ${held[name]}` }, element("label", { htmlFor: `pick-${name}` }, label), select);
}

function isComplete(move, held) {
  const { view } = known;
  if (move.needs === "change") return held.sum > 0 && isGood(held, "sum", 0, held.sign > 0 ? move.most : -move.least);
  if (move.needs === "cash") return isGood(held, "sum", move.least, move.most);
  if (move.needs === "money") return held.giver !== held.receiver && isGood(held, "sum", move.least, view.players[held.giver]?.cash ?? move.most);
  if (move.needs === "value") return held.value !== "amount" || isGood(held, "sum", 0, known.setup.max_amount);
  return true;
}

function fieldsOf(move, held) {
  if (move.needs === "change") return { by: held.sum * Number(held.sign) };
  if (move.needs === "cash") return { cash: held.sum };
  if (move.needs === "money") return { giver: held.giver, receiver: held.receiver, amount: held.sum };
  if (move.needs === "jail-cards") {
    const [count, deck = ""] = String(held.held).split(" ");
    return { count: Number(count), deck };
  }
  if (move.needs === "place") return held.space === "jail" ? { space: JAIL, in_jail: true } : { space: Number(held.space), in_jail: false };
  if (move.needs === "title") return { deed: held.deed, owner: held.owner, buildings: known.board.deeds[held.deed].house_cost ? held.buildings : 0, mortgaged: held.mortgaged };
  if (move.needs === "value") return { name: held.name, value: { true: true, false: false, amount: held.sum }[held.value] ?? held.value };
  return {};
}
