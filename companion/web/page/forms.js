// What a move still needs before it can be given: a sum, a deal, a second thought, or cash.
import { node, money, labelOf, moveWords, button } from "/page/nodes.js";

const STEPS = [1, 10, 50, 100];

function form(title, children, yes, no = "Not now") {
  const heading = node("h2", { id: "ask-title", tabIndex: -1 }, title);
  const agree = yes ? [node("button", { type: "submit", className: "first" }, yes)] : [];
  const leave = node("button", { type: "submit", value: "no", formNoValidate: true }, no);
  return node("form", { method: "dialog" }, heading, ...children, node("div", { className: "choices" }, ...agree, leave));
}

// A sum

export function amountForm(move, view) {
  const sum = numberInput("sum", move.least, move.most, move.least);
  const label = node("label", { htmlFor: "sum" }, `From ${money(move.least)} to ${money(move.most)}`);
  const steps = node("div", { className: "steps" }, ...STEPS.map((by) => step(sum, by, move.most)));
  const made = form("Your bid", [node("p", {}, view.prompt), label, sum, steps], "Bid");
  const field = (move.fills ?? [])[0] ?? "amount";
  return { form: made, answer: () => ({ ...move.act, [field]: Number(sum.value) }) };
}

function numberInput(id, min, max, value) {
  return node("input", { id, type: "number", inputMode: "numeric", required: true, step: 1, min, max, value });
}

function step(sum, by, most) {
  const add = () => (sum.value = Math.min(most, Number(sum.value) + by));
  return button(`+${by}`, add, { "aria-label": `${by} more` });
}

// A second thought

export function sureForm(move) {
  const told = node("ul", {}, ...(move.tells ?? []).map((text) => node("li", {}, text)));
  return { form: form(`${labelOf(move)}?`, [told], labelOf(move)), answer: () => move.act };
}

// A deal

export function dealForm(move, view, board) {
  const other = view.players[move.act.to].name;
  const gives = side("I give", "gives", move.act.gives ?? {}, view, board);
  const gets = side(`${other} gives`, "gets", move.act.gets ?? {}, view, board);
  const made = form(`A deal with ${other}`, [gives.box, gets.box], `Offer it to ${other}`);
  return { form: made, answer: () => ({ ...move.act, gives: gives.goods(), gets: gets.goods() }) };
}

function side(title, name, most, view, board) {
  const ticks = (most.deeds ?? []).map((id) => [id, node("input", { type: "checkbox", id: `${name}-${id}` })]);
  const deeds = ticks.map(([id, tick]) => node("label", { className: "tick" }, tick, deedWords(id, view, board)));
  const cash = counter(`${name}-cash`, `Cash, up to ${money(most.cash ?? 0)}`, most.cash ?? 0);
  const cards = counter(`${name}-cards`, "Ways out of Jail", most.jail_cards ?? 0);
  const counters = most.jail_cards ? [cards.label] : [];
  const box = node("fieldset", {}, node("legend", {}, title), ...deeds, cash.label, ...counters);
  const given = () => ticks.filter(([, tick]) => tick.checked).map(([id]) => id);
  return { box, goods: () => ({ deeds: given(), cash: cash.value(), jail_cards: cards.value() }) };
}

function deedWords(id, view, board) {
  return board.deeds[id].name + (view.titles[id][2] ? " (mortgaged)" : "");
}

function counter(id, text, most) {
  const input = numberInput(id, 0, most, 0);
  return { label: node("label", { className: "counter" }, text, " ", input), value: () => Number(input.value) };
}

// One of several

export function pickForm(title, ways, told = []) {
  const choices = ways.map((move, place) =>
    node("button", { type: "submit", className: "way", value: String(place) }, ...moveWords(move)),
  );
  return { form: form(title, [...told, ...choices], ""), answer: (value) => ({ next: ways[Number(value)] }) };
}

// Cash

export function raiseForm(one, ways) {
  const can = `In all ${money(one.can_raise)} could be raised.`;
  const told = [one.text, can, one.not_bankrupt].filter(Boolean).map((text) => node("p", {}, text));
  return pickForm(one.move.label, ways, told);
}

// Why

export function whyForm(line, clauses) {
  const told = clauses.map((one) => node("p", {}, node("strong", {}, `${one.id} ${one.title}: `), one.text));
  const how = line.how ? [node("p", {}, line.how)] : [];
  return { form: form(line.text, [...how, ...told], "", "Close"), answer: () => null };
}

// What was filled in stays filled in when the same question comes up with other limits.

export function carry(old, made) {
  for (const was of old.querySelectorAll("input")) {
    const now = made.querySelector(`#${was.id}`);
    if (now) [now.checked, now.value] = [was.checked, within(was.value, now)];
  }
}

function within(value, input) {
  return input.type === "number" ? String(Math.max(input.min, Math.min(input.max, value))) : value;
}
