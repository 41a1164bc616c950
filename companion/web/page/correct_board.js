// The board of a new game where the household's box prints something else: names, prices, rents, taxes and the sign of money.
// The table says what cannot be so. A corrected board can be kept for later games.
import { groupOf, paint } from "./deeds.js";
import { box, button, element, heading, paragraphs } from "./elements.js";
import { foot } from "./pads.js";
import { openSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";

const [INCOME_TAX, LUXURY_TAX] = [4, 38]; // their spaces
const MONEY = -1; // the line for the sign of money, which is no space

export function boardSheet(game, back) {
  const held = { printed: null, board: null, name: "", message: "", isThere: false };
  const corrections = () => game.corrections[game.board] ?? [];
  const show = async (changes) => (await ask({ type: "ShowBoard", board: game.board, corrections: changes }, {})) ?? {};
  Promise.all([show([]), show(corrections())]).then(([printed, now]) => {
    Object.assign(held, { printed: printed.board ?? null, board: now.board ?? null, message: now.done ? "" : now.message });
    redrawSheet();
  });
  const correct = async (changes) => {
    const at = new Set(changes.map((change) => change.at));
    const next = [...corrections().filter((change) => !at.has(change.at)), ...changes];
    const reply = await show(next);
    if (!reply.board) return reply.message;
    game.corrections[game.board] = next;
    held.board = reply.board;
    return "";
  };
  const keep = async (instead) => {
    const reply = await ask({ type: "KeepBoard", name: held.name.trim(), board: game.board, corrections: corrections(), instead }, {});
    held.isThere = !reply.board && Boolean(reply.boards?.length);
    held.message = [reply.message, ...(reply.lines ?? [])].join(" ");
    if (reply.board) {
      game.boards = [...game.boards.filter((one) => one.key !== reply.board.key), { key: reply.board.key, title: reply.board.title }];
      Object.assign(game, { board: reply.board.key, corrections: { ...game.corrections, [reply.board.key]: [] } });
      Object.assign(held, { printed: reply.board, board: reply.board, name: "" });
    }
    redrawSheet();
  };
  const sheet = { draw: () => draw() };
  const draw = () => {
    const { board, printed } = held;
    const leave = button("Back", () => openSheet(back), { "data-key": "back" });
    if (!board || !printed) return [heading("The board"), ...paragraphs([held.message], "down"), foot(leave)];
    const lines = [...board.spaces.keys(), MONEY].map((space) => spaceLine(space, board, printed, () => openSheet(spaceSheet(space, held, correct, sheet))));
    const name = element("input", { id: "board-name", className: "field", autocomplete: "off", maxLength: 40 });
    name.value = held.name;
    name.addEventListener("input", () => Object.assign(held, { name: name.value, isThere: false }));
    return [
      heading(`The board: ${board.title}`),
      element("p", { className: "quiet" }, "What does your box print? Tap a space to correct it."),
      box("spaces", "pick one", ...lines),
      element("div", { className: "choice", "data-box": "keep" }, element("label", { htmlFor: "board-name" }, "What do you call your board? Then later games can be played on it, too."), name),
      foot(...paragraphs([held.message], held.isThere ? "down" : "quiet"), leave, held.isThere ? button("Replace it", () => keep(true), { className: "warn", "data-key": "replace" }) : button("Keep as our board", () => keep(false), { "data-key": "keep" })),
    ];
  };
  return sheet;
}

function spaceLine(space, board, printed, open) {
  const isChanged = JSON.stringify(fieldsOf(space, board)) !== JSON.stringify(fieldsOf(space, printed));
  const deed = board.deeds.find((one) => one.space === space);
  const about = space === MONEY ? `the sign is ${board.currency.sign}` : aboutSpace(space, deed, board);
  const made = button([element("span", {}, space === MONEY ? "Money" : board.spaces[space], about ? element("small", {}, about) : null), isChanged ? element("b", {}, "changed") : null], open, { "data-key": `space ${space} ${isChanged}` });
  if (!deed) return made;
  made.className = "chip";
  return paint(made, deed, board);
}

function aboutSpace(space, deed, board) {
  const { factor } = board.currency;
  if (!deed) return fieldsOf(space, board).slice(1).map((tax) => `tax ${tax.value * factor}`).join("");
  const rents = [deed.rents[0], deed.rents.at(-1)].map((rent) => (deed.group === "utility" ? rent : rent * factor));
  return `${groupOf(deed, board).name} · price ${deed.price * factor} · rent ${rents.join(" to ")}${deed.group === "utility" ? " times the dice" : ""}`;
}

function spaceSheet(space, held, correct, back) {
  const fields = fieldsOf(space, held.board);
  const inputs = fields.map((field) => {
    const input = element("input", { id: `field-${field.at.replaceAll(".", "-")}`, className: "field", autocomplete: "off", maxLength: field.longest ?? 40, ...(field.factor ? { inputMode: "numeric" } : {}) });
    input.value = field.factor ? field.value * field.factor : field.value;
    input.addEventListener("focus", () => input.select());
    return input;
  });
  let message = "";
  const done = async () => {
    const changes = [];
    for (const [place, { at, value, factor, label }] of fields.entries()) {
      const text = inputs[place].value.trim();
      const now = factor ? Number(text) / factor : text;
      if (factor && (!/^\d+$/.test(text) || !Number.isInteger(now))) return (message = `${label}: please write a whole number${factor > 1 ? `, a multiple of ${factor}` : ""}.`), redrawSheet();
      if (now !== value) changes.push({ at, value: now });
    }
    message = changes.length ? await correct(changes) : "";
    if (message) return redrawSheet();
    openSheet(back);
  };
  const rows = fields.map((field, place) => element("div", { className: "choice" }, element("label", { htmlFor: inputs[place].id }, [field.label, field.hint].filter(Boolean).join(". ")), inputs[place]));
  const draw = () => [
    heading(space === MONEY ? "Money" : held.board.spaces[space]),
    ...rows,
    foot(...paragraphs([message], "down"), button("Back", () => openSheet(back), { "data-key": "back" }), button("Correct it", done, { className: "first", "data-key": "done" })),
  ];
  return { draw };
}

// What is printed on a space. `at` is its key as in a board file; what is a number has the currency's factor.

function fieldsOf(space, board) {
  const { factor, sign } = board.currency;
  if (space === MONEY) return [{ at: "money.sign", label: "Sign of money", value: sign, longest: 4 }];
  const isDeck = board.spaces.filter((name) => name === board.spaces[space]).length > 1;
  const name = { at: `spaces.${space}.name`, label: "Name", value: board.spaces[space], hint: isDeck ? "All three spaces of this deck" : "" };
  if (space === INCOME_TAX) return [name, { at: "taxes.income", label: "Tax", value: board.income_tax, factor }];
  if (space === LUXURY_TAX) return [name, { at: "taxes.luxury", label: "Tax", value: board.luxury_tax, factor }];
  const deed = board.deeds.find((one) => one.space === space);
  if (!deed) return [name];
  const at = `spaces.${space}`;
  const count = board.deeds.filter((one) => one.group === deed.group).length;
  const house = { at: `${at}.house`, label: `One ${board.words.house}`, value: deed.house_cost, factor, hint: "The same for the whole group" };
  const rents = deed.house_cost ? `${at}.rent` : deed.group === "railroad" ? "rents.railroads" : "rents.utilities";
  return [
    name,
    { at: `${at}.price`, label: "Price", value: deed.price, factor },
    { at: `${at}.mortgage`, label: "Mortgage value", value: deed.mortgage, factor },
    ...(deed.house_cost ? [house] : []),
    ...deed.rents.map((rent, place) => ({ at: `${rents}.${place}`, label: `Rent, ${deed.rent_names[place]}`, value: rent, factor: deed.group === "utility" ? 1 : factor, hint: deed.house_cost || place ? "" : `The same for all ${count}` })),
  ];
}
