// The forms for what a move still needs: an amount, the goods of a deal, a confirmation, or cash. A form comes with
// `answer`, which returns the act to give.
import { button, element, labelOf, moveContent } from "./elements.js";
import { grouped, money, readAmount, typed } from "./money.js";

const STEPS = [1, 10, 50, 100];

function form(title, children, yes, no = "Not now") {
  const heading = element("h2", { id: "ask-title", tabIndex: -1 }, title);
  const agree = yes ? [element("button", { type: "submit", className: "first" }, yes)] : [];
  const leave = element("button", { type: "submit", value: "no", formNoValidate: true }, no);
  const choices = element("div", { className: "choices" }, ...agree, leave);
  return element("form", { method: "dialog" }, heading, ...children, choices);
}

function paragraphs(texts) {
  return texts.filter(Boolean).map((text) => element("p", {}, text));
}

export function amountForm(move, view) {
  const sum = amountInput("sum", move.least, move.most, move.least);
  const label = element("label", { htmlFor: "sum" }, `From ${money(move.least)} to ${money(move.most)}`);
  const steps = STEPS.map((by) => {
    const add = () => writeAmount(sum, Math.min(move.most, (Math.floor(amountIn(sum)) || 0) + by));
    return button(`+${grouped(by)}`, add, { "aria-label": `${grouped(by)} more` });
  });
  const children = [...paragraphs([view.prompt]), label, sum, element("div", { className: "steps" }, ...steps)];
  const field = (move.fills ?? [])[0] ?? "amount";
  return { form: form("Your bid", children, "Bid"), answer: () => ({ ...move.act, [field]: amountIn(sum) }) };
}

// No number field: it would not take an amount as people write it at this table.

function amountInput(id, least, most, value) {
  const limits = { "data-least": String(least), "data-most": String(most) };
  const input = element("input", { id, inputMode: "numeric", autocomplete: "off", required: true, ...limits });
  input.addEventListener("input", () => checkAmount(input));
  return writeAmount(input, value);
}

function writeAmount(input, amount) {
  input.value = typed(amount);
  return checkAmount(input);
}

function checkAmount(input) {
  input.setCustomValidity(readAmount(input.value, Number(input.dataset.least), Number(input.dataset.most)).problem);
  return input;
}

function amountIn(input) {
  return readAmount(input.value, 0, 0).amount;
}

export function confirmForm(move) {
  const warnings = element("ul", {}, ...(move.tells ?? []).map((text) => element("li", {}, text)));
  return { form: form(`${labelOf(move)}?`, [warnings], labelOf(move)), answer: () => move.act };
}

export function dealForm(move, view, board) {
  const other = view.players[move.act.to].name;
  const gives = dealSide("I give", "gives", move.act.gives ?? {}, view, board);
  const gets = dealSide(`${other} gives`, "gets", move.act.gets ?? {}, view, board);
  return {
    form: form(`Deal with ${other}`, [gives.box, gets.box], `Offer it to ${other}`),
    answer: () => ({ ...move.act, gives: gives.goods(), gets: gets.goods() }),
  };
}

function dealSide(title, name, most, view, board) {
  const ticks = (most.deeds ?? []).map((id) => [id, element("input", { type: "checkbox", id: `${name}-${id}` })]);
  const deeds = ticks.map(([id, tick]) => {
    const isMortgaged = view.titles[id][2];
    return element("label", { className: "tick" }, tick, board.deeds[id].name + (isMortgaged ? " (mortgaged)" : ""));
  });
  const decks = (most.decks ?? []).map((deck) => [deck, element("input", { type: "checkbox", id: `${name}-${deck}` })]);
  const cardOf = (deck) => `${board.words[deck]} card to leave ${board.words.jail}`; // who holds both says which one
  const named = decks.map(([deck, tick]) => element("label", { className: "tick" }, tick, cardOf(deck)));
  const cash = amountInput(`${name}-cash`, 0, most.cash ?? 0, 0);
  const cards = countInput(`${name}-cards`, most.jail_cards ?? 0);
  const counters = [counter(`Cash, up to ${money(most.cash ?? 0)}`, cash)];
  if (most.jail_cards && !decks.length) counters.push(counter(`Get out of ${board.words.jail} cards`, cards));
  const box = element("fieldset", {}, element("legend", {}, title), ...deeds, ...named, ...counters);
  const ticked = (inputs) => inputs.filter(([, tick]) => tick.checked).map(([id]) => id);
  const jailCards = () => (decks.length ? ticked(decks).length : Number(cards.value));
  const goods = () => ({ deeds: ticked(ticks), cash: amountIn(cash), jail_cards: jailCards(), decks: ticked(decks) });
  return { box, goods };
}

function countInput(id, max) {
  return element("input", { id, type: "number", inputMode: "numeric", required: true, step: 1, min: 0, max, value: 0 });
}

function counter(text, input) {
  return element("label", { className: "counter" }, text, " ", input);
}

export function pickForm(title, moves, above = []) {
  const choices = moves.map((move, place) =>
    element("button", { type: "submit", className: "way", value: String(place) }, ...moveContent(move)),
  );
  return { form: form(title, [...above, ...choices], ""), answer: (value) => ({ next: moves[Number(value)] }) };
}

export function raiseCashForm(missing, moves) {
  const most = `You could raise ${money(missing.can_raise)} in all.`;
  return pickForm(missing.move.label, moves, paragraphs([missing.text, most, missing.not_bankrupt]));
}

export function whyForm(line, clauses) {
  const rules = clauses.map((one) => element("p", {}, element("strong", {}, `${one.id} ${one.title}: `), one.text));
  return { form: form(line.text, [...paragraphs([line.how]), ...rules], "", "Close"), answer: () => null };
}

// What was filled in stays when the same question comes up with other limits.

export function keepEntries(before, now) {
  for (const old of before.querySelectorAll("input")) {
    const input = now.querySelector(`#${old.id}`);
    if (!input) continue;
    input.checked = old.checked;
    const { least, most } = input.dataset;
    if (input.type === "number") input.value = String(Math.max(input.min, Math.min(input.max, old.value)));
    else if (least) writeAmount(input, Math.max(least, Math.min(most, Math.floor(amountIn(old)) || 0)));
  }
}
