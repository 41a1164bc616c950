// A player's page. It shows what the table sends and gives the table what the player presses; it works nothing out itself.
import { ask, close, follow } from "./dialog.js";
import { bankText, deedItems, drawMine, playerItem } from "./drawing.js";
import { at, button, element, freshen, moveContent, setText, updateList } from "./elements.js";
import { amountForm, confirmForm, dealForm, pickForm, raiseCashForm, whyForm } from "./forms.js";
import { groupMoves, isAwaited, isGroup, menuOf, movesIn } from "./moves.js";
import { setCurrency } from "./money.js";
import { fetchClauses, give, listen } from "./table_link.js";

const MAX_LOG_LINES = 60;
const BANKER_ENTERS = new Set(["dice", "deeds", "buildings", "place", "title", "value", "reason"]);
const MOVED_ON = "The game has moved on.";

const known = { board: null, usualBoard: null, menu: {}, view: null, role: "viewer", seat: -1, log: [], clockAt: 0 };
let isLive = false;
let isWaiting = false;

// What the table sends

listen({
  welcome: (told) => Object.assign(known, { usualBoard: told.board, menu: menuOf(told), role: told.role ?? "viewer", seat: told.seat ?? -1 }),
  snapshot: ({ board, view, log, trouble }) => {
    known.board = board ?? known.usualBoard;
    setCurrency(known.board.currency);
    show(view, log ?? [], trouble ?? "");
  },
  moved: ({ view, log }) => show(view, [...known.log, ...(log ?? [])], at("trouble").textContent, log ?? []),
  trouble: ({ why }) => setText("trouble", why),
  down: ({ why }) => showLost(why),
  removed: showRemoved,
});

function show(view, log, trouble, news = []) {
  isLive = true;
  Object.assign(known, { view, log: log.slice(-MAX_LOG_LINES), clockAt: performance.now() });
  at("lost").hidden = true;
  setText("trouble", trouble);
  if (news.length) setText("news", news.map((line) => line.text).join(" "));
  if (!follow(questionNow)) showMessage(MOVED_ON);
  draw();
}

function showLost(why) {
  isLive = false;
  at("lost").hidden = false;
  setText("why-lost", why);
  drawMoves();
}

function showRemoved(why) {
  close(null);
  showLost(why);
  setText("lost-title", "No longer paired");
  at("pair-again").hidden = false;
  document.querySelector("main").hidden = true;
}

function showMessage(text) {
  setText("told", text);
  if (text) at("told").scrollIntoView({ block: "nearest" }); // it is below the moves, and there may be many
}

// What is shown

function draw() {
  const { view } = known;
  document.title = view ? view.title || "At the table" : "No game is in play";
  setText("prompt", view ? promptText(view) : "No game is in play. The Banker starts one.");
  drawMine(known);
  drawMoves();
  const players = (view?.players ?? []).map((player) => [JSON.stringify([player, view.turn, view.titles]), player]);
  updateList(at("players"), players, (player) => playerItem(player, known, at("players")));
  updateList(at("titles"), deedItems(known, known.seat), (item) => item);
  updateList(at("lines"), [...known.log.entries()].reverse().map(keyedLine), logItem);
  setText("stock", view ? bankText(known) : "");
}

function promptText(view) {
  const isMine = !view.over && view.prompt_seat === known.seat && known.seat >= 0;
  return isMine ? `You decide: ${view.prompt}` : view.prompt;
}

function keyedLine([place, line]) {
  const repeats = known.log.slice(0, place).filter((one) => one.text === line.text).length;
  return [`${line.number} ${line.text} ${repeats}`, line];
}

function logItem(line) {
  const clauses = element("small", {}, line.clauses.join(", ").replaceAll("-", "\u2011")); // a hyphen that never breaks
  const explain = async () => ask("", whyForm(line, await fetchClauses(line)));
  return element("li", {}, button([line.text, " ", clauses], explain));
}

// Moves: first what waits for cash, then what can be done, then what else is only short of cash

function myMoves() {
  const { view, role, seat } = known;
  if (!view || role !== "player") return [];
  const short = (isAsked) => view.raising.filter((one) => one.is_asked === isAsked).map((one) => one.move);
  const all = [...short(true), ...view.moves, ...short(false)];
  return all.filter((move) => move.seat === seat && !move.banker && !BANKER_ENTERS.has(move.needs));
}

function drawMoves() {
  const focusPrompt = () => at("prompt").focus(); // never another move that nobody has read
  const moves = groupMoves(myMoves(), known.menu);
  updateList(at("moves"), moves.map((move) => [JSON.stringify(move), move]), moveButton, focusPrompt);
  [...at("moves").children].forEach((made, place) => {
    made.classList.toggle("first", !place && isAwaited(moves[place], known));
    setDisabled(made);
  });
}

// aria-disabled, because a button that is really disabled loses the focus

function setDisabled(made) {
  const isDisabled = !isLive || isWaiting || made.classList.contains("fresh");
  if (isDisabled) made.setAttribute("aria-disabled", "true");
  else made.removeAttribute("aria-disabled");
}

function moveButton(move) {
  const made = button(moveContent(move), () => made.hasAttribute("aria-disabled") || makeMove(move));
  return freshen(made, setDisabled);
}

async function makeMove(move) {
  const question = questionFor(move);
  const act = question ? await ask(keyOf(move), question) : move.act;
  if (act?.next) return makeMove(act.next);
  if (!act) return;
  setText("told", "");
  isWaiting = true;
  drawMoves();
  const { outcome, message } = await give(act, { offer: move.offer });
  showMessage(outcome === "done" ? "" : message);
  isWaiting = false;
  drawMoves();
}

// What a move still needs

function keyOf({ act, needs, short_by: short }) {
  return JSON.stringify([act.type, act.to, act.deed, act.claim, needs, Boolean(short)]);
}

function questionNow(key) {
  const move = [...myMoves(), ...groupMoves(myMoves(), known.menu)].find((one) => keyOf(one) === key);
  return move && questionFor(move);
}

function questionFor(move) {
  if (move.short_by) {
    const missing = known.view.raising.find((one) => keyOf(one.move) === keyOf(move));
    return raiseCashForm(missing, myMoves().filter((one) => one.raises));
  }
  if (isGroup(move)) return pickForm(move.label.replace(" …", ""), movesIn(move, myMoves()));
  if (move.needs === "amount") return amountForm(move, known.view);
  if (move.needs === "goods") return dealForm(move, known.view, known.board);
  return move.tells?.length ? confirmForm(move) : null;
}

setInterval(() => known.view?.clock && setText("stock", bankText(known)), 10_000);
