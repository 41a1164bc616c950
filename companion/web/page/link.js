// What the table tells, as it comes; and what happens to the page when it tells nothing any more.

const SILENT_MS = 25_000; // there is a beat every ten seconds
const ASLEEP_MS = 12_000;
const AGAIN_MS = 2_000;
const GONE = "The table's pages cannot be reached. This page comes back by itself.";

let events = null;
let heardAt = 0;
let takes = {};

export function listen(handlers) {
  takes = handlers;
  open();
  setInterval(() => isSilent(SILENT_MS) && lose(), AGAIN_MS);
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
  events.addEventListener("error", lost);
  events.addEventListener("beat", heard);
  for (const [kind, take] of Object.entries(takes)) events.addEventListener(kind, (event) => hear(event, take));
}

function heard() {
  heardAt = performance.now();
}

function hear(event, take) {
  if (event.data === undefined) return; // an error of the link itself
  heard();
  take(JSON.parse(event.data));
}

function lose() {
  takes.down({ why: GONE });
  open();
}

// A browser tries again by itself, but not once it was refused.

async function lost() {
  takes.down({ why: GONE });
  if (events.readyState !== EventSource.CLOSED) return;
  const answer = await fetch("/paired", { cache: "no-store" }).catch(() => null);
  if (answer?.status === 401) takes.removed(await answer.text());
  else setTimeout(open, AGAIN_MS);
}
