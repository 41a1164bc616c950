// A player's page: shows what the table tells, and gives the table what is pressed. It works out nothing itself.
import { ask, close, follow } from "/page/asking.js";
import { amountForm, dealForm, pickForm, raiseForm, sureForm, whyForm } from "/page/forms.js";
import { clausesOf, give } from "/page/giving.js";
import { listen } from "/page/link.js";
import { isSeveral, isWaitedFor, menuOf, oneOf, together } from "/page/moves.js";
import { at, button, freshen, keep, moveWords, node, say } from "/page/nodes.js";
import { deedsOf, drawMine, playerItem, stockText } from "/page/drawing.js";

const LOG_MOST = 60;
const CANNOT_TELL = new Set(["dice", "deeds", "place", "title", "value", "reason"]); // the Banker says these
const GONE_ON = "The game has gone on meanwhile.";

const known = { board: { spaces: [], deeds: [] }, menu: {}, view: null, role: "viewer", seat: -1, log: [], clockAt: 0 };
let isLive = false;
let isWaiting = false;

// What is heard

listen({
  welcome: (told) => Object.assign(known, { board: told.board, menu: menuOf(told), role: told.role ?? "viewer", seat: told.seat ?? -1 }),
  snapshot: (told) => show(told.view, told.log ?? [], told.trouble ?? ""),
  moved: (told) => show(told.view, [...known.log, ...(told.log ?? [])], at("trouble").textContent, told.log ?? []),
  trouble: (told) => say("trouble", told.why),
  down: (told) => lose(told.why),
  removed: (why) => remove(why),
});

function show(view, lines, trouble, news = []) {
  isLive = true;
  Object.assign(known, { view, log: lines.slice(-LOG_MOST), clockAt: performance.now() });
  at("lost").hidden = true;
  say("trouble", trouble);
  if (news.length) say("news", news.map((line) => line.text).join(" "));
  if (!follow(questionOf)) tell(GONE_ON);
  draw();
}

function lose(why) {
  isLive = false;
  at("lost").hidden = false;
  say("why-lost", why);
  drawMoves();
}

function remove(why) {
  close(null);
  lose(why);
  say("lost-title", "No longer paired");
  at("pair-again").hidden = false;
  document.querySelector("main").hidden = true;
}

// What is shown

function draw() {
  const { view } = known;
  document.title = view ? view.title || "At the table" : "No game is in play";
  say("prompt", view ? promptText(view) : "No game is in play. The Banker starts one.");
  drawMine(known);
  drawMoves();
  keep(at("players"), (view?.players ?? []).map((player) => [JSON.stringify([player, view.turn, view.titles]), player]), (player) =>
    playerItem(player, known, at("players")),
  );
  keep(at("titles"), deedsOf(known, known.seat), (made) => made);
  keep(at("lines"), [...known.log.entries()].reverse().map(keyedLine), logLine);
  say("stock", view ? stockText(known) : "");
}

function promptText(view) {
  if (view.over) return view.prompt;
  const isMine = view.prompt_seat === known.seat && known.seat >= 0;
  return isMine ? `You are asked: ${view.prompt}` : view.prompt;
}

function keyedLine([place, line]) {
  return [`${line.number} ${line.text} ${known.log.slice(0, place).filter((one) => one.text === line.text).length}`, line];
}

function logLine(line) {
  const clauses = node("small", {}, line.clauses.join(", ").replaceAll("-", "\u2011")); // which is never broken there
  return node("li", {}, button([line.text, " ", clauses], () => tellWhy(line)));
}

async function tellWhy(line) {
  ask("", whyForm(line, await clausesOf(line)));
}

// What can be done: what waits for cash first, then the moves, then what else cash is missing for

function myMoves() {
  const { view, role, seat } = known;
  if (!view || role !== "player") return [];
  const short = (isAsked) => view.raising.filter((one) => one.is_asked === isAsked).map((one) => one.move);
  const all = [...short(true), ...view.moves, ...short(false)];
  return all.filter((move) => move.seat === seat && !move.banker && !CANNOT_TELL.has(move.needs));
}

function drawMoves() {
  const toPrompt = () => at("prompt").focus(); // never on to another move, which nobody has read
  const moves = together(myMoves(), known.menu);
  keep(at("moves"), moves.map((move) => [JSON.stringify(move), move]), moveButton, toPrompt);
  [...at("moves").children].forEach((made, place) => {
    made.classList.toggle("first", !place && isWaitedFor(moves[place], known));
    deafen(made);
  });
}

// A button that takes no press just now keeps the focus, which a disabled one would lose.

function deafen(made) {
  const isDeaf = !isLive || isWaiting || made.classList.contains("fresh");
  if (isDeaf) made.setAttribute("aria-disabled", "true");
  else made.removeAttribute("aria-disabled");
}

function moveButton(move) {
  const made = button(moveWords(move), () => made.hasAttribute("aria-disabled") || take(move));
  return freshen(made, deafen);
}

async function take(move) {
  const made = formFor(move);
  const act = made ? await ask(keyOf(move), made) : move.act;
  if (act?.next) return take(act.next);
  if (!act) return;
  say("told", "");
  isWaiting = true;
  drawMoves();
  tell(await give(act));
  isWaiting = false;
  drawMoves();
}

function tell(text) {
  say("told", text);
  if (text) at("told").scrollIntoView({ block: "nearest" }); // below the moves, of which there may be many
}

// What a move still needs

function keyOf({ act, needs, short_by: short }) {
  return JSON.stringify([act.type, act.to, act.deed, act.claim, needs, Boolean(short)]);
}

function questionOf(key) {
  const move = [...myMoves(), ...together(myMoves(), known.menu)].find((one) => keyOf(one) === key);
  return move && formFor(move);
}

function formFor(move) {
  if (move.short_by) return raiseForm(known.view.raising.find((one) => keyOf(one.move) === keyOf(move)), waysToRaise());
  if (isSeveral(move)) return pickForm(move.label.replace(" …", ""), oneOf(move, myMoves()));
  if (move.needs === "amount") return amountForm(move, known.view);
  if (move.needs === "goods") return dealForm(move, known.view, known.board);
  return move.tells?.length ? sureForm(move) : null;
}

function waysToRaise() {
  return myMoves().filter((move) => move.raises);
}

setInterval(() => known.view?.clock && say("stock", stockText(known)), 10_000);
