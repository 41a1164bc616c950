// The Banker's page: the ring, everybody's cash, the one question with its answers, and everything else in a sheet.
import { themeButton } from "./theme.js";
import { showDeed } from "./deed_dialog.js";
import { deedAt } from "./deeds.js";
import { at, button, element, setText, update } from "./elements.js";
import { heard, known, recall } from "./known.js";
import { logSheet, undoSheet } from "./logs.js";
import { showLost, showLive } from "./lost_link.js";
import { ANY_TIME, movesIn } from "./moves.js";
import { bankText } from "./people.js";
import { giveAct, makeMove, showMessage, showMovedOn } from "./play.js";
import { flyCoin } from "./coin.js";
import { heart, purse } from "./purse.js";
import { isLong, pressDigit, questionNodes } from "./question.js";
import { anyTimeSheet, dealsSheet } from "./raise_cash.js";
import { ring } from "./ring.js";
import { followSheet, hostSheets, openSheet, redrawSheet, sheetNow } from "./sheet.js";
import { tableNodes } from "./table_asks.js";
import { listen } from "./table_link.js";
import { followSticker } from "./opened.js";

const SHRINKS = 4; // more people than these have a line each

function news(kind) {
  return (message) => {
    heard[kind](message);
    if (known.view) games = null;
    if (!followSheet()) showMovedOn();
    showLive();
    draw({ isFresh: true });
    followSticker(makeMove);
    if (kind === "moved") tell(message);
  };
}

// Said aloud by screen readers; a coin shows the same to those who look.

function tell({ log = [] }) {
  setText("news", log.map((line) => line.text).join(" "));
  const [paid] = known.view.payments ?? [];
  if (paid) flyCoin(paid, at("purses"));
}

listen({
  welcome: news("welcome"),
  setup: news("setup"),
  snapshot: news("snapshot"),
  moved: news("moved"),
  prompts: news("prompts"),
  pairing: news("pairing"),
  trouble: news("trouble"),
  up: () => {},
  seated: () => {},
  down: ({ why }) => showLost(why),
  removed: (text) => showLost(text, true),
});

// What is shown

function draw({ isFresh = false, isNew = false } = {}) {
  const { view, board } = known;
  const sheet = sheetNow();
  document.title = `Banker · ${view?.title || "Table Companion"}`;
  setText("title", view?.title || "Table Companion");
  setText("turn", view ? `Turn ${view.turn_number}` : "");
  setText("trouble", known.trouble);
  const players = view?.players ?? [];
  const isDead = at("main").classList.contains("dead");
  at("main").className = [isDead && "dead", `of-${players.length}`, players.length > SHRINKS && "many", (sheet || (view && isLong())) && "sheet", view?.auction && !sheet && "auction", !view && "empty"].filter(Boolean).join(" ");
  if (board) update(at("ring"), [ring(known, showSpace)]);
  update(at("heart"), heart());
  setText("stock", view ? bankText() : "");
  update(at("purses"), players.map((player) => purse(player, showPlayer)));
  update(at("recent"), recent());
  if (isNew) at("question").replaceChildren();
  update(at("question"), sheet ? sheet.draw() : view ? [...tableNodes(), ...questionNodes(makeMove, giveAct, showDeed)] : gamesNodes(), isFresh || isNew);
  update(at("any"), view && !view.over ? anyTime() : []);
  if (isNew) {
    at("panel").scrollTop = 0;
    at("question").querySelector("h2")?.focus({ preventScroll: true });
  }
}

// The menu and the list of games are loaded when they are opened: the game itself should be there at once.

async function openLater(file, sheetOf) {
  const module = await import(file).catch(() => null);
  if (module) openSheet(sheetOf(module));
  else showMessage("This page cannot reach the table. Please tap again.");
}

const LOOKING = { draw: () => [element("h2", {}, "Looking for the table …")] };
let games = null; // to go on with, as long as none is in play

function gamesNodes() {
  if (!known.isLive) return LOOKING.draw();
  if (!games) {
    games = LOOKING;
    import("./new_game.js").then(({ gamesSheet }) => ((games = gamesSheet()), redrawSheet()), () => (games = null));
  }
  return games.draw();
}

function recent() {
  return known.log
    .filter((line) => !line.is_taken_back)
    .slice(-2)
    .reverse()
    .map((line) => element("p", { className: "line" }, line.text));
}

function anyTime() {
  const kinds = ANY_TIME.map(({ name, menus }) => {
    const isPossible = movesIn(...menus).length > 0;
    const open = () => openSheet(name === "Deal" ? dealsSheet(makeMove) : anyTimeSheet(name, menus, makeMove, showDeed));
    return button(name, open, { "data-key": name, ...(isPossible ? {} : { "aria-disabled": "true" }) });
  });
  return [...kinds, button("Correct", () => openLater("./bank_menu.js", ({ correctSheet }) => correctSheet(makeMove)), { "data-key": "Correct" })];
}

function showSpace(space) {
  const id = deedAt(space, known.board);
  if (id >= 0) showDeed(id);
}

const showPlayer = (seat) => openLater("./player_sheet.js", ({ playerSheet }) => playerSheet(seat, makeMove, showDeed));

hostSheets(draw);
themeButton(at("theme"));
at("back").addEventListener("click", () => known.view && openSheet(undoSheet()));
at("log").addEventListener("click", () => known.view && openSheet(logSheet()));
at("menu").addEventListener("click", () => openLater("./bank_menu.js", ({ bankMenu }) => bankMenu(makeMove)));
document.addEventListener("keydown", pressDigit);
setInterval(() => known.view?.clock && setText("stock", bankText()), 10_000);
if (recall()) {
  showLost("", false, true);
  draw();
}
