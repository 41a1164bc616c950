// The link to the table: what it sends, and what a player gives or asks. The page hears when the link is lost.

const SILENT_MS = 25_000; // the server sends a beat every ten seconds
const ASLEEP_MS = 12_000;
const RETRY_MS = 2_000;
const TRIES = 3;
const UNREACHABLE = "This page cannot reach the table. It reconnects by itself.";
const NO_ANSWER = "The table did not answer. Check the log to see whether the move was made.";

let events = null;
let heardAt = 0;
let listeners = {};

export function listen(byKind) {
  listeners = byKind;
  open();
  setInterval(() => isSilent(SILENT_MS) && reopen(), RETRY_MS);
  document.addEventListener("visibilitychange", () => !document.hidden && isSilent(ASLEEP_MS) && open());
  addEventListener("online", open);
}

function isSilent(ms) {
  return performance.now() - heardAt > ms;
}

function open() {
  events?.close();
  heardAt = performance.now();
  events = new EventSource("/events");
  events.addEventListener("error", retry);
  events.addEventListener("beat", () => (heardAt = performance.now()));
  for (const [kind, listener] of Object.entries(listeners)) {
    events.addEventListener(kind, (event) => {
      heardAt = performance.now();
      listener(JSON.parse(event.data));
    });
  }
}

function reopen() {
  listeners.down({ why: UNREACHABLE });
  open();
}

// A browser reconnects by itself, but not after a refusal.

async function retry() {
  listeners.down({ why: UNREACHABLE });
  if (events.readyState !== EventSource.CLOSED) return;
  const answer = await fetch("/paired", { cache: "no-store" }).catch(() => null);
  if (answer?.status === 401) listeners.removed(await answer.text());
  else setTimeout(open, RETRY_MS);
}

// Gives a move to the table. Returns why it was not made, or nothing.

export async function give(act) {
  const id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const body = JSON.stringify({ id, act });
  for (let tries = 0; tries <= TRIES; tries++) {
    try {
      const answer = await fetch("/give", { method: "POST", body, headers: { "Content-Type": "application/json" } });
      if (!answer.ok) return await answer.text();
      const { outcome, message } = await answer.json();
      return outcome === "done" ? "" : message;
    } catch {
      continue; // the table makes a move only once, however often its id arrives
    }
  }
  return NO_ANSWER;
}

export async function fetchClauses(line) {
  const query = new URLSearchParams({ move: line.number, clauses: line.clauses.join(",") });
  const answer = await fetch(`/why?${query}`).catch(() => null);
  return answer?.ok ? answer.json() : [];
}
