// A move is given to the table, and what the table answers is told in words; nothing if it is done.

const TRIES = 3;
const UNKNOWN = "It is not known whether that was done. Look at the log.";

export function give(act) {
  return answered(JSON.stringify({ id: newId(), act }), TRIES);
}

function newId() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function answered(body, tries) {
  try {
    const answer = await fetch("/give", { method: "POST", body, headers: { "Content-Type": "application/json" } });
    if (!answer.ok) return await answer.text();
    const told = await answer.json();
    return told.outcome === "done" ? "" : told.message;
  } catch {
    return tries ? answered(body, tries - 1) : UNKNOWN; // the same id again is the same move: nothing is done twice
  }
}

export async function clausesOf(line) {
  const asked = new URLSearchParams({ move: line.number, clauses: line.clauses.join(",") });
  const answer = await fetch(`/why?${asked}`).catch(() => null);
  return answer?.ok ? answer.json() : [];
}
