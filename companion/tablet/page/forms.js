// What a move still needs before it can be given: a sum, a deal, or a second thought.
import { node, money } from "/page/nodes.js";

function form(title, children, yes, isAct = true) {
  const heading = node("h2", { id: "ask-title" }, title);
  const no = node("button", { type: "submit", value: "no", formNoValidate: true }, isAct ? "Not now" : "Close");
  const both = node("div", { className: "choices" }, ...(yes ? [node("button", { type: "submit", className: "first" }, yes)] : []), no);
  return node("form", { method: "dialog", className: isAct ? "act" : "" }, heading, ...children, both);
}

export function amountForm(move) {
  const sum = node("input", { type: "number", inputMode: "numeric", required: true, min: move.least, max: move.most, value: move.least, id: "sum" });
  const steps = [1, 10, 50, 100].map((by) => {
    const step = node("button", { type: "button" }, `+${by}`);
    step.addEventListener("click", () => (sum.value = Math.min(move.most, Number(sum.value) + by)));
    return step;
  });
  const label = node("label", { htmlFor: "sum" }, `From ${money(move.least)} to ${money(move.most)}`);
  const made = form(move.label, [label, sum, node("div", { className: "steps" }, ...steps)], "Bid");
  return { form: made, answer: () => ({ ...move.act, [(move.fills ?? ["amount"])[0]]: Number(sum.value) }) };
}

export function sureForm(move) {
  const told = node("ul", {}, ...move.tells.map((text) => node("li", {}, text)));
  return { form: form(`${move.label}?`, [told], move.label), answer: () => move.act };
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
  const ticks = (most.deeds ?? []).map((id) => [id, node("input", { type: "checkbox", name })]);
  const deeds = ticks.map(([id, tick]) => {
    const mortgaged = view.titles[id][2] ? " (mortgaged)" : "";
    return node("label", { className: "tick" }, tick, board.deeds[id].name + mortgaged);
  });
  const cash = counter(`Cash, up to ${money(most.cash ?? 0)}`, most.cash ?? 0);
  const cards = counter("Ways out of Jail", most.jail_cards ?? 0);
  const box = node("fieldset", {}, node("legend", {}, title), ...deeds, cash.label, ...(most.jail_cards ? [cards.label] : []));
  const given = () => ticks.filter(([, tick]) => tick.checked).map(([id]) => id);
  return { box, goods: () => ({ deeds: given(), cash: cash.value(), jail_cards: cards.value() }) };
}

function counter(text, most) {
  const input = node("input", { type: "number", inputMode: "numeric", min: 0, max: most, value: 0 });
  return { label: node("label", {}, text, " ", input), value: () => Number(input.value) };
}

// Why

export function whyText(line, clauses) {
  const told = clauses.map((one) => node("p", {}, node("strong", {}, `${one.id} ${one.title}: `), one.text));
  const how = line.how ? [node("p", {}, line.how)] : [];
  return { form: form(line.text, [...how, ...told], "", false), answer: () => null };
}
