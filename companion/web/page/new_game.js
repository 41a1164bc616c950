// A new game, one that goes on from paper money, and the games of this machine to go on with. The form begins with what was
// chosen last; the table has the last word on what is allowed.
import { box, button, element, heading, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { foot } from "./pads.js";
import { money } from "./money.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";

const day = new Intl.DateTimeFormat([], { dateStyle: "medium", timeStyle: "short" });

export function newGameSheet({ isPaper = false } = {}) {
  const { setup, usualBoard } = known;
  const { usual } = setup;
  const held = {
    players: (usual.players ?? []).map(({ name, colour = "", token = "" }) => ({ name, colour, token })),
    edition: usual.edition || setup.editions[0].key,
    board: usualBoard.key,
    variants: new Set(usual.variants),
    options: { ...usual.options },
    dice: usual.dice ?? "button",
    cards: usual.electronic_cards ?? true,
    minutes: usual.minutes ?? 0,
    title: "",
    starts: "",
    boards: [{ key: usualBoard.key, title: usualBoard.title }],
    corrections: { [usualBoard.key]: usual.corrections ?? [] }, // of each board, as the box prints it otherwise
    message: "",
  };
  while (held.players.length < setup.min_players) addPlayer(held);
  ask({ type: "ListBoards" }, {}).then((reply) => {
    if (reply.done && reply.boards?.length) held.boards = reply.boards.filter((board) => !board.trouble);
    redrawSheet();
  });
  const sheet = { draw: () => draw() };
  const openLater = (file, sheetOf) => () => import(file).then((module) => openSheet(sheetOf(module)), () => ((held.message = "This page cannot reach the table. Please tap again."), redrawSheet()));
  const draw = () => {
    const book = setup.editions.find((one) => one.key === held.edition) ?? setup.editions[0];
    const names = held.players.map((player) => player.name.trim());
    const problem = problemOf(names, book);
    const next = isPaper
      ? button("Next: what everybody has", openLater("./paper_game.js", ({ paperSheet }) => paperSheet(held, book, requestOf(held, book), sheet)), { className: "first", "data-key": `next ${book.key} ${held.board}`, ...(problem ? { "aria-disabled": "true" } : {}) })
      : button("Start the game", () => start(held, book), { className: "first", "data-key": `start ${book.key}`, ...(problem ? { "aria-disabled": "true" } : {}) });
    return [
      heading(isPaper ? "A game with paper money" : "New game"),
      element("p", {}, "Who plays? In the order in which you sit."),
      element("ul", { className: "names", "data-box": "names" }, ...held.players.map((player, place) => nameRow(held, player, place))),
      held.players.length < book.max_players ? button("+ Another player", () => (addPlayer(held), redrawSheet()), { "data-key": "add" }) : null,
      isPaper ? null : select(held, "starts", "Who starts?", [["", "Roll to see who goes first"], ...names.filter(Boolean).map((name) => [name, name])]),
      select(held, "dice", "Dice", [["button", "The companion rolls"], ["hand", "We roll real dice"]]),
      book.has_decks ? select(held, "cards", "Cards", [[true, "The companion draws"], [false, "We draw from the real decks"]]) : null,
      select(held, "edition", "Rules", setup.editions.map((one) => [one.key, one.title])),
      setup.box_questions?.length ? button("I am not sure which rules …", () => openSheet(boxSheet(held, sheet)), { "data-key": "box" }) : null,
      select(held, "board", "Board", held.boards.map((one) => [one.key, one.title])),
      button("Correct the board …", openLater("./correct_board.js", ({ boardSheet }) => boardSheet(held, sheet)), { "data-key": `correct ${held.board}` }),
      moreOptions(held, book),
      foot(...paragraphs([held.message || problem], "down"), known.view ? button("Cancel", closeSheet, { "data-key": "cancel" }) : button("Back", () => openSheet(gamesSheet()), { "data-key": "games" }), next),
    ];
  };
  return sheet;
}

// A question or two about the box find its rules.

function boxSheet(held, back) {
  const questions = known.setup.box_questions;
  let place = 0;
  const choose = ({ edition = "" }) => {
    if (edition) held.edition = edition;
    else if (++place < questions.length) return redrawSheet();
    openSheet(back);
  };
  const draw = () => [
    heading(questions[place].text),
    box(`box ${place}`, "pick one", ...questions[place].answers.map((one) => button(one.text, () => choose(one), { "data-key": `${place} ${one.text}` }))),
    foot(button("Back", () => openSheet(back), { "data-key": "back" })),
  ];
  return { draw };
}

function addPlayer(held) {
  const free = (list, name) => list.find((one) => !held.players.some((player) => player[name] === one)) ?? "";
  const number = held.players.length + 1;
  held.players.push({ name: `Player ${number}`, colour: free(known.setup.colours, "colour"), token: free(known.setup.tokens, "token") });
}

function problemOf(names, book) {
  const twice = names.find((name, place) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) !== place);
  if (names.some((name) => !name)) return "Every player needs a name.";
  if (twice) return `Two players cannot both be called ${twice}.`;
  return names.length > book.max_players ? `At most ${book.max_players} can play by these rules.` : "";
}

function nameRow(held, player, place) {
  const input = element("input", { id: `name-${place}`, className: "field", autocomplete: "off", maxLength: known.setup.max_name, "aria-label": `Name of player ${place + 1}`, "data-name": player.colour });
  input.value = player.name;
  input.addEventListener("focus", () => input.select());
  input.addEventListener("input", () => {
    if (held.starts === player.name) held.starts = input.value;
    player.name = input.value;
    redrawSheet();
  });
  const colours = known.setup.colours.map((one) => [one, one]);
  const swap = (name) => (value, before) => {
    const other = held.players.find((one) => one !== player && one[name] === value);
    if (other) other[name] = before;
  };
  const out = button("Remove", () => (held.players.splice(place, 1), redrawSheet()), { "aria-label": `Remove ${player.name}`, "data-key": `out ${place}` });
  return element(
    "li",
    { "data-box": `player ${place}` },
    input,
    select(player, "colour", `Colour of player ${place + 1}`, colours, `colour-${place}`, swap("colour"), true),
    select(player, "token", `Token of player ${place + 1}`, known.setup.tokens.map((one) => [one, one]), `token-${place}`, swap("token"), true),
    held.players.length > known.setup.min_players ? out : null,
  );
}

// `isQuiet`: its label is only for screen readers.

export function select(held, name, label, choices, id = `pick-${name}`, after = () => {}, isQuiet = false) {
  const options = choices.map(([value, words]) => element("option", value === held[name] ? { selected: true } : {}, words));
  const made = element("select", { id, className: "field", "data-now": String(held[name]) }, ...options);
  made.selectedIndex = Math.max(0, choices.findIndex(([value]) => value === held[name]));
  made.addEventListener("change", () => {
    const before = held[name];
    held[name] = choices[made.selectedIndex][0];
    after(held[name], before);
    redrawSheet();
  });
  return element("div", { className: "choice", "data-box": id }, element("label", { htmlFor: id, className: isQuiet ? "aloud" : "" }, label), made);
}

// Variants, house rules and the name of the game: behind one line, because most evenings need none of it

function moreOptions(held, book) {
  const { setup } = known;
  const tick = (id, words, isOn, set) => {
    const input = element("input", { type: "checkbox", id, "data-on": String(isOn) });
    input.checked = isOn;
    input.addEventListener("change", () => (set(input.checked), redrawSheet()));
    return element("label", { className: "tick", htmlFor: id, "data-box": id }, input, element("span", {}, words));
  };
  const variants = book.variants.map((name) => tick(`variant-${name}`, `${name}: ${setup.variants[name]}`, held.variants.has(name), (isOn) => (isOn ? held.variants.add(name) : held.variants.delete(name))));
  const setOption = (name, value) => (value === undefined ? delete held.options[name] : (held.options[name] = value));
  const rules = setup.house_rules.map((rule) => houseRule(rule, held, setOption, tick));
  const title = field("title", "Game name", held, setup.max_title);
  const minutes = held.variants.has("timed") ? field("minutes", "How many minutes? 0: you watch the clock yourselves.", held, 4, "number") : null;
  const body = [title, ...(variants.length ? [element("h3", {}, "Variants"), ...variants] : []), minutes, element("h3", {}, "House rules"), ...rules];
  const details = element("details", { className: "more", "data-box": "more" }, element("summary", {}, "More: variants, house rules, a name"), box("options", "options", ...body));
  details.open = Boolean(held.isOpen);
  details.addEventListener("toggle", () => (held.isOpen = details.open));
  return details;
}

function houseRule(rule, held, set, tick) {
  const value = held.options[rule.name];
  const usual = known.setup.usual.options?.[rule.name];
  if (rule.takes === "rent-mode") return tick(`rule-${rule.name}`, "Rent must be asked for", value === "claim", (isOn) => set(rule.name, isOn ? "claim" : usual === undefined ? undefined : "auto"));
  const words = `${rule.label}: ${rule.meaning}`;
  if (rule.takes === "switch") return tick(`rule-${rule.name}`, words, value === true, (isOn) => set(rule.name, isOn || (usual === undefined ? undefined : false)));
  const choices = [[undefined, "as in the book"], ...(rule.takes === "amount" ? [] : [[true, "on"], [false, "off"]]), ...[50, 100, 200, 300, 400, 500].map((sum) => [sum, money(sum)])];
  if (typeof value === "number" && !choices.some(([one]) => one === value)) choices.push([value, money(value)]);
  const one = { value };
  return select(one, "value", words, choices, `rule-${rule.name}`, (now) => set(rule.name, now));
}

function field(name, label, held, most, type = "text") {
  const input = element("input", { id: `field-${name}`, className: "field", autocomplete: "off", maxLength: most, type });
  input.value = held[name];
  input.addEventListener("input", () => (held[name] = type === "number" ? Number(input.value) : input.value));
  return element("div", { className: "choice", "data-box": `field ${name}` }, element("label", { htmlFor: `field-${name}` }, label), input);
}

function requestOf(held, book) {
  return {
    type: "NewGame",
    names: held.players.map((player) => player.name.trim()),
    edition: book.key,
    variants: book.variants.filter((name) => held.variants.has(name)),
    options: Object.fromEntries(Object.entries(held.options).filter(([, value]) => value !== undefined)),
    title: held.title.trim(),
    electronic_cards: held.cards || !book.has_decks,
    dice: held.dice,
    tokens: held.players.map((player) => player.token),
    colours: held.players.map((player) => player.colour),
    minutes: held.variants.has("timed") ? Math.max(0, Math.floor(held.minutes) || 0) : 0,
    board: held.board,
    corrections: held.corrections[held.board] ?? [],
    starts: held.starts.trim(),
  };
}

async function start(held, book) {
  const reply = await ask(requestOf(held, book), { game: known.view?.game ?? "" });
  if (reply.done) return closeSheet();
  held.message = [reply.message, ...(reply.lines ?? [])].join(" ");
  redrawSheet();
}

// Go on with a game

export function gamesSheet() {
  const held = { games: null, message: "" };
  ask({ type: "ListGames" }, {}).then((reply) => {
    Object.assign(held, { games: reply.games ?? [], message: reply.done ? "" : reply.message });
    redrawSheet();
  });
  const resume = async (game) => {
    if (game.in_play && known.view?.game === game.id) return closeSheet();
    const reply = await ask({ type: "ResumeGame", game: game.id }, { game: known.view?.game ?? "" });
    if (reply.done) return closeSheet();
    held.message = reply.message;
    redrawSheet();
  };
  const draw = () => {
    const rows = (held.games ?? []).map((game) => {
      const state = game.damaged ? "damaged" : game.finished ? "finished" : game.in_play ? "in play" : "";
      const about = [game.names.join(", "), `${game.moves} moves`, day.format(game.last_at_ms), state].filter(Boolean).join(" · ");
      return button(element("span", {}, game.title || game.names.join(", "), element("small", {}, about)), () => resume(game), { "data-key": game.id });
    });
    const none = held.games && !held.games.length ? "There is no other game on this machine yet." : "";
    return [
      heading(known.view ? "Games" : "No game is in play."),
      button("New game …", () => openSheet(newGameSheet()), { className: "big first", "data-key": "new" }),
      button("Go on from paper money …", () => openSheet(newGameSheet({ isPaper: true })), { "data-key": "paper" }),
      ...paragraphs([none, held.message], "quiet"),
      rows.length ? element("p", { className: "quiet" }, "Or go on with one of these:") : null,
      box("games", "pick one", ...rows),
      known.view ? foot(button("Back to the game", closeSheet, { "data-key": "back" })) : null,
    ];
  };
  return { draw };
}
