// A game that went on with paper money so far: what everybody has, player by player, and whose turn it is. The table reads it as
// lines of a record, in which players are called P1, P2, … so that no name can break them.
import { paint } from "./deeds.js";
import { box, button, element, heading, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { select } from "./new_game.js";
import { foot } from "./pads.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";

const BANK = -1;
const HOTEL = 5;
const MORTGAGED = "mortgaged";
const JAIL = 10;
const FIRST_LAP = "first-lap-no-buying";

// What was said is kept in the form, so that people can go back to the names and lose nothing.

export function paperSheet(game, book, request, back) {
  const names = request.names;
  const said = (game.paper ??= { players: [], titles: [], board: "", turn: 0 });
  while (said.players.length < names.length) said.players.push({ cash: "", place: "at 0", cards: 0 });
  said.turn = Math.min(said.turn, names.length - 1);
  const held = { seat: 0, board: null, message: "" };
  ask({ type: "ShowBoard", board: request.board, corrections: request.corrections }, {}).then((reply) => {
    Object.assign(held, { board: reply.board ?? null, message: reply.done ? "" : reply.message });
    if (said.board !== request.board) Object.assign(said, { board: request.board, titles: (held.board?.deeds ?? []).map(() => ({ owner: BANK, stands: 0 })) });
    for (const title of said.titles) if (title.owner >= names.length) Object.assign(title, { owner: BANK, stands: 0 });
    redrawSheet();
  });
  const turnTo = (seat) => () => (Object.assign(held, { seat, message: "" }), redrawSheet());
  const begin = async () => {
    const lines = givenLines(said, held.board, names.length, request.options[FIRST_LAP] === true);
    const reply = await ask({ ...request, starts: "", called: names.map((_, seat) => codeName(seat)), position: lines.map((line) => line.text).join("\n") }, { game: known.view?.game ?? "" });
    if (reply.done) return closeSheet();
    const wrong = lines[(reply.wrong?.number ?? 0) - 1];
    held.message = [reply.wrong?.why ?? reply.message, ...(reply.lines ?? [])].join(" ");
    for (const [seat, name] of names.entries()) held.message = held.message.replaceAll(new RegExp(`\\b${codeName(seat)}\\b`, "g"), () => name);
    if (wrong) held.seat = wrong.seat;
    redrawSheet();
  };
  const draw = () => {
    const { seat, board } = held;
    const isLast = seat === names.length - 1;
    if (!board) return [heading("Looking for the board …"), ...paragraphs([held.message], "down"), foot(button("Back", () => openSheet(back), { "data-key": "back" }))];
    return [
      heading(`What does ${names[seat]} have?`),
      box("seats", "row wrap", ...names.map((name, place) => button(name, turnTo(place), { "data-key": `seat ${place}`, "aria-pressed": String(place === seat) }))),
      cashField(said.players[seat], names[seat], seat),
      select(said.players[seat], "place", "Where is the token?", places(board), `place-${seat}`),
      book.jail_cards ? select(said.players[seat], "cards", `Cards to leave ${board.words.jail}`, Array.from({ length: book.jail_cards + 1 }, (_, count) => [count, String(count)]), `cards-${seat}`) : null,
      element("p", { className: "quiet" }, `Tap every deed that lies before ${names[seat]}. Tap it again if it does not.`),
      box("deeds", "paper-deeds", ...deedsInOrder(board).map((id) => deedRow(id, said.titles[id], seat, names, board))),
      isLast ? select(said, "turn", "Whose turn is it?", names.map((name, place) => [place, name]), "turn-of") : null,
      foot(
        ...paragraphs([held.message], "down"),
        button("Back", seat ? turnTo(seat - 1) : () => openSheet(back), { "data-key": `back ${seat}` }),
        isLast ? button("Start the game", begin, { className: "first", "data-key": "begin" }) : button(`Next: ${names[seat + 1]}`, turnTo(seat + 1), { className: "first", "data-key": `next ${seat}` }),
      ),
    ];
  };
  return { draw };
}

function cashField(player, name, seat) {
  const input = element("input", { id: `cash-${seat}`, className: "field", inputMode: "numeric", autocomplete: "off", placeholder: "as at the start" });
  input.value = player.cash;
  input.addEventListener("input", () => (player.cash = input.value));
  return element("div", { className: "choice", "data-box": `cash ${seat}` }, element("label", { htmlFor: `cash-${seat}` }, `How much money does ${name} have? Count all the notes.`), input);
}

function places(board) {
  const { jail } = board.words;
  const inJail = [`In ${jail}`, `In ${jail}, 1 failed roll`, `In ${jail}, 2 failed rolls`].map((words, failed) => [`in jail turn ${failed}`, words]);
  return board.spaces.flatMap((name, space) => [...(space === JAIL ? inJail : []), [`at ${space}`, `${space}. ${name}`]]);
}

function deedsInOrder(board) {
  const order = (id) => board.groups.findIndex((group) => group.id === board.deeds[id].group);
  return board.deeds.map((_, id) => id).sort((one, other) => order(one) - order(other) || one - other);
}

function deedRow(id, title, seat, names, board) {
  const deed = board.deeds[id];
  const isOwn = title.owner === seat;
  const whose = title.owner === BANK ? "the Bank's" : `${names[title.owner]}'s`;
  const toggle = () => (Object.assign(title, { owner: isOwn ? BANK : seat, stands: 0 }), redrawSheet());
  const made = paint(button(element("span", {}, deed.name, element("small", {}, whose)), toggle, { "aria-pressed": String(isOwn), "data-key": `deed ${id} ${seat} ${title.owner}` }), deed, board);
  made.className = "chip";
  const counts = deed.house_cost ? [1, 2, 3, 4] : [];
  const houses = counts.map((count) => [count, `${count} ${count === 1 ? board.words.house : board.words.houses}`]);
  const stands = [[0, "nothing on it"], ...houses, ...(deed.house_cost ? [[HOTEL, board.words.a_hotel]] : []), [MORTGAGED, "face down: mortgaged"]];
  return element("div", { className: "paper-deed", "data-box": `row ${id}` }, made, isOwn ? select(title, "stands", `On ${deed.name}`, stands, `stands-${id}`, () => {}, true) : null);
}

const codeName = (seat) => `P${seat + 1}`;

function givenLines({ players, titles, turn }, board, count, hasPassedGo) {
  const lines = [];
  for (const [seat, player] of players.slice(0, count).entries()) {
    const say = (text) => lines.push({ text: `given ${codeName(seat)} ${text}`, seat });
    const digits = player.cash.replace(/\D/g, "");
    if (digits) say(`cash ${Math.floor(Number(digits) / board.currency.factor)}`);
    say(player.place);
    if (player.cards) say(`jail cards ${player.cards}`);
    if (hasPassedGo) say("passed go");
  }
  for (const [id, { owner, stands }] of titles.entries()) {
    if (owner === BANK) continue;
    const { name } = board.deeds[id];
    lines.push({ text: `given ${codeName(owner)} owns ${name}`, seat: owner });
    if (stands) lines.push({ text: `given ${name} ${stands === HOTEL ? "hotel" : stands === MORTGAGED ? MORTGAGED : `houses ${stands}`}`, seat: owner });
  }
  return [...lines, { text: `given turn ${codeName(turn)}`, seat: turn }];
}
