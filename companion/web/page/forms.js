// The forms for what a move still needs: an amount, the goods of a deal, a confirmation, or cash. A form comes with
// `answer`, which returns the act to give.
import { button, element, labelOf, money, moveContent } from "/page/elements.js";

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
  const sum = numberInput("sum", move.least, move.most, move.least);
  const label = element("label", { htmlFor: "sum" }, `From ${money(move.least)} to ${money(move.most)}`);
  const steps = STEPS.map((by) => {
    const add = () => (sum.value = Math.min(move.most, Number(sum.value) + by));
    return button(`+${by}`, add, { "aria-label": `${by} more` });
  });
  const children = [...paragraphs([view.prompt]), label, sum, element("div", { className: "steps" }, ...steps)];
  const field = (move.fills ?? [])[0] ?? "amount";
  return { form: form("Your bid", children, "Bid"), answer: () => ({ ...move.act, [field]: Number(sum.value) }) };
}

function numberInput(id, min, max, value) {
  return element("input", { id, type: "number", inputMode: "numeric", required: true, step: 1, min, max, value });
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
  const cash = counter(`${name}-cash`, `Cash, up to ${money(most.cash ?? 0)}`, most.cash ?? 0);
  const cards = counter(`${name}-cards`, "Get out of Jail cards", most.jail_cards ?? 0);
  const counters = most.jail_cards ? [cash.label, cards.label] : [cash.label];
  const box = element("fieldset", {}, element("legend", {}, title), ...deeds, ...counters);
  const ticked = () => ticks.filter(([, tick]) => tick.checked).map(([id]) => id);
  return { box, goods: () => ({ deeds: ticked(), cash: cash.value(), jail_cards: cards.value() }) };
}

function counter(id, text, most) {
  const input = numberInput(id, 0, most, 0);
  return { label: element("label", { className: "counter" }, text, " ", input), value: () => Number(input.value) };
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
    input.value = input.type === "number" ? String(Math.max(input.min, Math.min(input.max, old.value))) : old.value;
  }
}
