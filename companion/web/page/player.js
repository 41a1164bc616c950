// A player's phone, or somebody who watches. Cash and question are always in sight; deeds, everybody and the log are tabs.
import { themeButton } from "./theme.js";
import { showDeed } from "./deed_dialog.js";
import { chip, sets } from "./deeds.js";
import { at, button, element, heading, setText, update } from "./elements.js";
import { heard, known, nameOf, recall } from "./known.js";
import { logNodes, whySheet } from "./logs.js";
import { showLive, showLost } from "./lost_link.js";
import { mark } from "./marks.js";
import { money, signed } from "./money.js";
import { ANY_TIME, movesIn } from "./moves.js";
import { bankText, placeText } from "./people.js";
import { giveAct, makeMove, showMessage, showMovedOn } from "./play.js";
import { pressDigit, questionNodes } from "./question.js";
import { anyTimeSheet, dealsSheet } from "./raise_cash.js";
import { followSheet, hostSheets, openSheet, sheetNow } from "./sheet.js";
import { ask, listen } from "./table_link.js";
import { followSticker } from "./opened.js";
import { callIfWanted, isAsked, nameSound, setSound, toggleSound } from "./wanted.js";
import { asYou } from "./you.js";

const TABS = ["titles", "players", "lines"];
let chosen = "titles";

function news(kind) {
  return (message) => {
    heard[kind](message);
    if (!followSheet()) showMovedOn();
    showLive();
    draw({ isFresh: true });
    if (!isNobodys()) followSticker(makeMove);
    if (kind === "moved") setText("news", (message.log ?? []).map((line) => line.text).join(" "));
  };
}

listen({
  welcome: news("welcome"),
  seated: news("seated"),
  snapshot: news("snapshot"),
  moved: news("moved"),
  trouble: news("trouble"),
  up: () => {},
  down: ({ why }) => showLost(why),
  removed: (text) => showLost(text, true),
  prompts: () => {},
  pairing: () => {},
  setup: () => {},
});

const isSeated = () => known.role === "player" && known.seat >= 0 && Boolean(known.view?.players[known.seat]);
const isNobodys = () => known.role === "player" && known.seat < 0 && Boolean(known.view);

// What the table waits for from this player

function wish() {
  const { view, seat } = known;
  if (!isSeated() || view.over) return "";
  const isBidding = movesIn("bid").some((move) => !move.short_by) && view.auction?.bidder !== seat;
  if (view.auction) return isBidding ? "your bid?" : "";
  if (view.prompt_seat === seat) return view.turn === seat ? "your turn" : "you are asked";
  return movesIn("rent").length ? "ask for rent?" : "";
}

function draw({ isFresh = false, isNew = false } = {}) {
  const wanted = known.isLive ? wish() : "";
  drawMine(wanted);
  callIfWanted(Boolean(wanted), wanted.charAt(0).toUpperCase() + wanted.slice(1), isSeated() ? nameOf(known.seat) : known.view?.title || "At the table");
  drawPage();
  const sheet = sheetNow();
  at("dock").className = ["dock", sheet && "sheet", wanted && "wanted"].filter(Boolean).join(" ");
  if (isNew) at("question").replaceChildren();
  update(at("question"), sheet ? sheet.draw() : dockNodes(), isFresh || isNew);
  if (isNew) {
    at("dock").scrollTop = 0;
    at("question").querySelector("h2")?.focus({ preventScroll: true });
  }
}

function drawMine(wanted) {
  const { view, role, seat } = known;
  const mine = isSeated() ? view.players[seat] : null;
  at("name").replaceChildren(...(mine ? [mark(mine), mine.name] : [role !== "player" ? "Watching" : view ? "Whose phone is this?" : known.person ? `${known.person}'s phone` : "Your phone"]));
  at("me").classList.toggle("wanted", Boolean(wanted));
  at("wanted").hidden = !wanted;
  setText("wanted", wanted);
  setText("trouble", known.trouble);
  nameSound();
  for (const id of ["mine", "owes", "owed"]) at(id).hidden = !mine;
  if (!mine) return;
  setText("cash", money(mine.cash));
  at("cash").style.setProperty("--letters", money(mine.cash).length);
  setText("change", mine.change ? signed(mine.change) : "");
  at("change").className = `delta ${mine.change > 0 ? "up" : "down"}`;
  setText("place", placeText({ ...mine, owes: 0 }));
  setText("owes", mine.owes ? `You owe ${money(mine.owes)}.` : "");
  const rents = movesIn("rent");
  const rent = rents.reduce((sum, move) => sum + move.change, 0);
  const unasked = rents.length ? (rent ? `You may ask for rent: ${money(rent)}.` : "You may ask for rent.") : "";
  setText("owed", [mine.owed ? `You are owed ${money(mine.owed)}.` : "", unasked].filter(Boolean).join(" "));
  at("owes").hidden = !mine.owes;
  at("owed").hidden = !mine.owed && !rents.length;
}

// The tabs

const tabNow = () => (chosen === "titles" && !isSeated() ? "players" : chosen);

function drawPage() {
  const { view } = known;
  at("tabs").hidden = at("page").hidden = !view || isNobodys();
  at("tab-titles").hidden = !isSeated();
  const tab = tabNow();
  for (const name of TABS) {
    at(name).hidden = name !== tab;
    at(`tab-${name}`).setAttribute("aria-selected", String(name === tab));
    at(`tab-${name}`).tabIndex = name === tab ? 0 : -1;
  }
  at("page").setAttribute("aria-labelledby", `tab-${tab}`);
  at("stock").hidden = tab !== "players";
  if (!view || isNobodys()) return;
  setText("stock", bankText());
  update(at("titles"), isSeated() ? deedChips(known.seat) : []);
  update(at("players"), view.players.map(playerItem));
  update(at("lines"), logNodes((line) => openSheet(whySheet(line)), () => false, "h2"));
}

function deedChips(seat) {
  const { view, board } = known;
  const order = (id) => board.groups.findIndex((group) => group.id === board.deeds[id].group);
  const mine = view.titles.flatMap((title, id) => (title[0] === seat ? [id] : [])).sort((one, other) => order(one) - order(other) || one - other);
  if (!mine.length) return [element("p", { className: "quiet" }, view.players[seat]?.out ? "No deeds." : "No deeds yet.")];
  return mine.map((id) => chip(id, known, () => showDeed(id, makeMove), { "data-key": `chip ${id}` }));
}

function playerItem(player) {
  const { view, seat } = known;
  const isOpen = document.querySelector(`details[data-seat="${player.seat}"]`)?.open ?? false;
  const name = element("span", { className: "row" }, mark(player), element("b", {}, player.seat === seat ? "You" : player.name), player.seat === view.turn && !view.over ? element("span", { className: "tag" }, "to play") : null);
  const head = element("summary", {}, name, element("span", { className: "cash" }, money(player.cash)), element("span", { className: "place" }, placeText(player)), sets(player.seat, known));
  const details = element("details", { "data-seat": player.seat }, head, element("div", { className: "chips" }, ...deedChips(player.seat)));
  details.open = isOpen;
  return element("li", {}, details);
}

// The dock: the question, what may be taken back, and what is possible at any time

function dockNodes() {
  const { view, isLive } = known;
  if (!view) return [heading("No game is in play. The Banker starts one.", { id: "prompt" })];
  if (isNobodys()) return whoseNodes();
  return [...soundNodes(), ...questionNodes(makeMove, giveAct, (id) => showDeed(id, makeMove)), undoNode(), isLive && !view.over ? anyTime() : null];
}

function whoseNodes() {
  const claim = async (seat) => {
    const { done, message } = await ask({ type: "ClaimSeat", seat }, {});
    showMessage(done ? "" : message);
  };
  const people = known.view.players.filter((player) => !player.out);
  people.sort((one, other) => (other.name === known.person) - (one.name === known.person));
  const names = people.map((player) => button(element("span", { className: "row" }, mark(player), player.name), () => claim(player.seat), { className: "big", "data-key": `claim ${player.seat}` }));
  return [heading("Whose phone is this?", { id: "prompt" }), element("p", { className: "quiet" }, "A new game has begun. Tap your name."), element("div", { className: "answers", "data-box": "names" }, ...names)];
}

function soundNodes() {
  if (isAsked() || !isSeated()) return [];
  const choose = (isOn) => () => (setSound(isOn), draw());
  return [element("p", { className: "back", "data-box": "sound" }, element("span", {}, "A sound when you are wanted?"), button("Yes", choose(true), { "data-key": "sound yes" }), button("No", choose(false), { "data-key": "sound no" }))];
}

function undoNode() {
  const { view } = known;
  if (!view.undo_number || !isSeated()) return null;
  const back = () => giveAct({ type: "Undo", number: view.undo_number });
  return element("p", { className: "back", "data-box": `undo ${view.undo_number}` }, element("span", {}, asYou(view.undo)), button("Take back", back, { "data-key": `undo ${view.undo_number}` }));
}

function anyTime() {
  const kinds = ANY_TIME.filter(({ menus }) => movesIn(...menus).length).map(({ name, menus }) =>
    button(name, () => openSheet(name === "Deal" ? dealsSheet(makeMove) : anyTimeSheet(name, menus, makeMove, (id) => showDeed(id, makeMove))), { "data-key": name }),
  );
  return element("div", { className: "any", "data-box": "any", role: "group", "aria-label": "Any time" }, ...kinds);
}

function show(name) {
  chosen = name;
  at("page").scrollTop = 0;
  draw();
}

for (const name of TABS) at(`tab-${name}`).addEventListener("click", () => show(name));
at("tabs").addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const shown = TABS.filter((name) => !at(`tab-${name}`).hidden);
  show(shown[(shown.indexOf(tabNow()) + by + shown.length) % shown.length]);
  at(`tab-${tabNow()}`).focus();
});
hostSheets(draw);
themeButton(at("theme"));
at("sound").addEventListener("click", toggleSound);
document.addEventListener("keydown", pressDigit);
setInterval(() => known.view?.clock && setText("stock", bankText()), 10_000);
if (recall()) {
  showLost("", false, true);
  draw();
}
