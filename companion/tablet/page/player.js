// A player's page: shows what the table tells, and gives the table what is pressed. It works out nothing itself.
import { dealForm, amountForm, sureForm, whyText } from "/page/forms.js";
import { node, money, signed, fill } from "/page/nodes.js";

const LOG_MOST = 60;
const CANNOT_TELL = new Set(["dice", "deeds", "place", "title", "value", "reason"]); // the Banker says these
const at = (id) => document.getElementById(id);

let board = { spaces: [], deeds: [] };
let view = null;
let me = { role: "viewer", seat: -1 };
let log = [];
let isLive = false;
let isWaiting = false;

// What is heard

function listen() {
  const events = new EventSource("/events");
  const on = (kind, take) => events.addEventListener(kind, (event) => take(JSON.parse(event.data)));
  on("welcome", (told) => {
    board = told.board;
    me = { role: told.role ?? "viewer", seat: told.seat ?? -1 };
  });
  on("snapshot", (told) => show(told.view, told.log ?? [], true));
  on("moved", (told) => show(told.view, [...log, ...(told.log ?? [])], false));
  on("trouble", (told) => (at("told").textContent = told.why));
  on("down", (told) => lose(told.why));
  events.addEventListener("error", () => lose("The table's pages cannot be reached. This page comes back by itself."));
}

function lose(why) {
  isLive = false;
  at("lost").hidden = false;
  at("why-lost").textContent = why;
  for (const button of at("moves").querySelectorAll("button")) button.disabled = true;
}

function show(now, lines, isAnew) {
  const asked = view?.prompt;
  [isLive, view, log] = [true, now, lines.slice(-LOG_MOST)];
  at("lost").hidden = true;
  if (isAnew || view?.prompt !== asked) closeAsk();
  draw();
}

// What is shown

function draw() {
  document.title = view ? view.title || "At the table" : "No game is in play";
  at("prompt").textContent = view ? promptText() : "No game is in play. The Banker starts one.";
  drawMine(view?.players[me.seat]);
  fill(at("players"), (view?.players ?? []).map(playerRow));
  fill(at("moves"), myMoves().map(moveButton));
  fill(at("titles"), titles());
  fill(at("lines"), [...log].reverse().map(logLine));
}

function promptText() {
  const isMine = view.prompt_seat === me.seat && me.seat >= 0;
  return isMine ? `You are asked: ${view.prompt}` : view.prompt;
}

function drawMine(mine) {
  at("name").textContent = mine ? mine.name : me.role === "viewer" ? "Watching" : "";
  at("cash").textContent = mine ? money(mine.cash) : "";
  at("change").textContent = mine?.change ? signed(mine.change) : "";
  at("change").className = mine?.change > 0 ? "up" : "down";
  at("place").textContent = mine ? place(mine) : "";
  at("owes").hidden = !mine?.owes;
  at("owes").textContent = mine?.owes ? `You owe ${money(mine.owes)}.` : "";
  at("deeds").hidden = !mine;
}

function place(player) {
  if (player.out) return player.out;
  const jailed = player.jail >= 0 ? ` (in Jail, ${player.jail} failed)` : "";
  const cards = player.jail_cards ? `, ways out of Jail: ${player.jail_cards}` : "";
  return `${board.spaces[player.space] ?? ""}${jailed}${cards}`;
}

function playerRow(player) {
  const row = node("tr", { className: player.seat === view.turn ? "turn" : "" });
  const name = node("th", { scope: "row" }, player.name, node("br"), node("small", { className: "quiet" }, place(player)));
  const change = player.change ? node("small", {}, ` ${signed(player.change)}`) : "";
  row.append(name, node("td", { className: "sum" }, money(player.cash), change));
  return row;
}

function titles() {
  const mine = (view?.titles ?? []).map((title, id) => [id, ...title]).filter(([, owner]) => owner === me.seat);
  if (!mine.length || me.seat < 0) return [node("li", { className: "quiet" }, "None yet.")];
  return mine.map(([id, , buildings, mortgaged, rent]) => {
    const state = mortgaged ? "mortgaged" : buildings === 5 ? "a hotel" : buildings ? `${buildings} houses` : "";
    const brings = mortgaged ? "" : rent ? `, rent ${money(rent)}` : "";
    const deed = board.deeds[id];
    return node("li", {}, deed.name, node("small", { className: "quiet" }, ` ${deed.group} ${state}${brings}`));
  });
}

function logLine(line) {
  const clauses = line.clauses.join(", ");
  const button = node("button", { type: "button" }, line.text, " ", node("small", {}, clauses));
  button.addEventListener("click", () => why(line));
  return node("li", {}, button);
}

// What is done

function myMoves() {
  if (!view || me.role !== "player") return [];
  return view.moves.filter((move) => move.seat === me.seat && !move.banker && !CANNOT_TELL.has(move.needs));
}

function moveButton(move, place) {
  const sum = move.change ? node("span", {}, signed(move.change)) : "";
  const button = node("button", { type: "button", className: place ? "" : "first" }, move.label, sum);
  button.disabled = !isLive || isWaiting;
  button.addEventListener("click", () => take(move));
  return button;
}

async function take(move) {
  const act = await asked(move);
  if (act) await give(act);
}

async function asked(move) {
  if (move.needs === "amount") return showAsk(amountForm(move));
  if (move.needs === "goods") return showAsk(dealForm(move, view, board));
  return move.tells?.length ? showAsk(sureForm(move)) : move.act;
}

function newId() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function give(act) {
  at("told").textContent = "";
  isWaiting = true;
  draw();
  at("told").textContent = await answered(JSON.stringify({ id: newId(), act }), 3);
  isWaiting = false;
  draw();
}

async function answered(body, tries) {
  try {
    const answer = await fetch("/give", { method: "POST", body, headers: { "Content-Type": "application/json" } });
    if (!answer.ok) return await answer.text();
    const told = await answer.json();
    return told.outcome === "done" ? "" : told.message;
  } catch {
    // The same id again is the same move: nothing is done twice.
    return tries ? answered(body, tries - 1) : "It is not known whether that was done. Look at the log.";
  }
}

async function why(line) {
  const answer = await fetch(`/why?${new URLSearchParams({ move: line.number, clauses: line.clauses.join(",") })}`);
  showAsk(whyText(line, answer.ok ? await answer.json() : []));
}

// Questions

function showAsk({ form, answer }) {
  const dialog = at("ask");
  fill(dialog, [form]);
  dialog.showModal();
  return new Promise((resolve) => {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      resolve(event.submitter?.value === "no" ? null : answer());
      dialog.close();
    });
    dialog.addEventListener("close", () => resolve(null), { once: true });
  });
}

function closeAsk() {
  if (at("ask").open && at("ask").querySelector("form.act")) at("ask").close();
}

listen();
