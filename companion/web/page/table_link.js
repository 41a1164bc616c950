// The link to the table: what it sends, and what a page gives or asks. A link that is silent for eight seconds is lost. What is
// pressed then is dropped: it carries the last beat that was heard, so that neither server nor table takes it later.

const SILENT_MS = 8_000; // the table beats every two seconds
const LOOK_MS = 500;
const RETRY_MS = 2_000;
const UNREACHABLE = "This page cannot reach the table. It reconnects by itself.";
const NO_ANSWER = "The table did not answer. Check the log to see whether the move was made.";
// What the table leaves out of the game, a move or a level to build to, because most have it like this.
const VIEW = {
  "undo": "", "undo_number": 0, "redo": "", "redo_number": 0, "winners": [], "over": false, "book": "", "variants": [],
  "house_rules": [], "tokens": [], "raising": [], "prompt_how": "", "prompt_clauses": [], "clock": null, "auction": null,
  "hand_dice": false, "payments": [], "path": null, "offer": null, "commitment": "", "goods": []
};
const MOVE = {
  "seat": -1, "change": 0, "needs": "", "least": 0, "most": 0, "banker": false, "fills": [], "choices": [], "raises": false,
  "short_by": 0, "tells": [], "menu": "", "search": "", "offer": 0, "levels": []
};
const LEVEL = { "digit": "", "why_not": "" };
const KINDS = ["up", "down", "welcome", "seated", "snapshot", "moved", "trouble", "prompts", "pairing", "setup", "beat"];

export const link = { isLive: false, number: -1, game: "", beat: 0 };
let events = null;
let heardAt = 0;
let triedAt = 0;
let isLossTold = false;
let isResting = false;
let listeners = {};
let snapshots = 0; // how often all of the game was heard of
let awaited = []; // what to call when a move of this page is heard of

export function listen(byKind) {
  listeners = byKind;
  makeRoom();
  open();
  setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  addEventListener("online", () => isResting || open());
}

// Every scanned sticker opens a page of its own, and a device has only so many links. When a new page opens, those of the same
// device that nobody sees give up theirs, until somebody looks at them again.

function makeRoom() {
  if (!globalThis.BroadcastChannel) return;
  const pages = new BroadcastChannel("pages");
  pages.addEventListener("message", () => {
    isResting = document.hidden;
    if (isResting) events?.close();
  });
  pages.postMessage("opened");
}

function wake() {
  if (!isResting) return look();
  isResting = false;
  lose(UNREACHABLE);
  open();
}

function look() {
  if (isResting) return;
  const now = performance.now();
  if (now - heardAt < SILENT_MS) return;
  lose(UNREACHABLE);
  if (now - triedAt > SILENT_MS) open();
}

function lose(why) {
  link.isLive = false;
  if (!isLossTold) listeners.down?.({ why });
  isLossTold = true;
  releaseAwaited();
}

function open() {
  events?.close();
  triedAt = performance.now();
  events = new EventSource("/events");
  events.addEventListener("error", retry);
  for (const kind of KINDS) events.addEventListener(kind, (event) => hear(kind, JSON.parse(event.data)));
}

// Only what the table itself says is a sign of life, and a page is live once it has all of the game.

function hear(kind, told) {
  if (kind === "down") link.isLive = false;
  else heardAt = performance.now();
  if (kind === "beat") link.beat = told.number;
  fill(told.view, told.prompts ?? told);
  if (kind === "snapshot") snapshots++;
  if (kind === "snapshot" || kind === "moved") {
    link.number = told.number;
    link.game = told.view?.game ?? "";
    link.isLive = true;
  }
  isLossTold = !link.isLive && (isLossTold || kind === "down");
  listeners[kind]?.(told);
  releaseAwaited();
}

// An answer may overtake the news of its own move. Until that is drawn, a press would meet the game as it was before. Whoever
// has heard of all of the game since, or hears no more, waits for nothing.

const heardOf = (number, since) => new Promise((resolve) => (awaited.push({ number, since, resolve }), releaseAwaited()));

function releaseAwaited() {
  const isDue = ({ number, since }) => link.isLive && snapshots === since && link.number < number;
  for (const { resolve } of awaited.filter((one) => !isDue(one))) resolve();
  awaited = awaited.filter(isDue);
}

function fill(view, prompts) {
  const levels = ({ levels: left = [] }) => left.map((level) => ({ ...LEVEL, ...level }));
  const whole = (move) => ({ ...MOVE, ...move, levels: levels(move) });
  if (view) Object.assign(view, { ...VIEW, ...view, moves: view.moves.map(whole) });
  for (const one of view?.raising ?? []) one.move = whole(one.move);
  if (prompts.sheet) prompts.sheet.moves = prompts.sheet.moves.map(whole);
}

// A browser reconnects by itself, but not after a refusal.

async function retry() {
  lose(UNREACHABLE);
  if (events.readyState !== EventSource.CLOSED) return;
  const answer = await fetch("/paired", { cache: "no-store" }).catch(() => null);
  if (answer?.status === 401) listeners.removed?.(await answer.text());
  else setTimeout(open, RETRY_MS);
}

// Gives a move to the table. It is sent once: whether it was made shows in the log, if no answer comes.

export async function give(act, { seen = link.number, game = link.game, offer = 0 } = {}) {
  const id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const failed = { outcome: "lost", message: link.isLive ? NO_ANSWER : UNREACHABLE };
  const since = snapshots;
  const answer = await post("/give", { id, act, seen, game, offer, beat: link.beat }, failed);
  if (answer.outcome === "done") await heardOf(answer.number, since);
  return answer;
}

export async function ask(request, { game } = {}) {
  return post("/ask", { request, game, beat: link.beat }, { done: false, message: UNREACHABLE });
}

export async function answerQuestion(question, boardIsRight) {
  const failed = { outcome: "lost", message: UNREACHABLE };
  return post("/answer", { question, board_is_right: boardIsRight, beat: link.beat }, failed);
}

async function post(path, content, failed) {
  if (!link.isLive) return failed;
  try {
    const body = JSON.stringify(content);
    const answer = await fetch(path, { method: "POST", body, headers: { "Content-Type": "application/json" } });
    return answer.ok ? await answer.json() : { ...failed, message: await answer.text(), isLate: answer.status === 504 };
  } catch {
    return failed;
  }
}

export async function fetchClauses(line) {
  const { clauses } = await ask({ type: "ExplainClauses", clauses: line.clauses, number: line.number });
  return clauses ?? [];
}
