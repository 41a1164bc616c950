// From a tap to the table: a move is given at once if it is asked for and complete, and otherwise opens its sheet.
import { at, setText } from "./elements.js";
import { known } from "./known.js";
import { isAwaited } from "./moves.js";
import { confirmPad, padFor } from "./pads.js";
import { raiseSheet } from "./raise_cash.js";
import { closeSheet, openSheet, sheetNow } from "./sheet.js";
import { give, link } from "./table_link.js";

const MOVED_ON = "The game has moved on.";
let isWaiting = false;

export function showMessage(text) {
  setText("told", text);
  at("told").hidden = !text;
  if (text) at("told").scrollIntoView({ block: "center" });
}

// Unless it was this device that moved on.

export const showMovedOn = () => isWaiting || showMessage(MOVED_ON);

// Whatever a player was not asked for is shown with its sum first; the Banker has opened a list for it.

export function makeMove(move) {
  if (!link.isLive || isWaiting) return;
  if (move.short_by) return openSheet(raiseSheet(move, makeMove));
  const pad = padFor(move, giveAct);
  if (pad) return openSheet(pad);
  const isSure = known.role === "banker" || isAwaited(move) || sheetNow()?.staysOpen;
  if (!isSure) return openSheet(confirmPad(move, giveAct));
  giveAct(move.act, move);
}

export async function giveAct(act, { offer = 0 } = {}) {
  if (!link.isLive || isWaiting) return false;
  const sheet = sheetNow();
  showMessage("");
  isWaiting = true;
  document.body.classList.add("waiting");
  const answer = await give(act, { seen: known.number, game: known.view?.game ?? "", offer });
  isWaiting = false;
  document.body.classList.remove("waiting");
  const isDone = answer.outcome === "done";
  if (isDone && sheet === sheetNow() && !sheet?.staysOpen) closeSheet();
  if (!isDone) showMessage(answer.message || MOVED_ON);
  return isDone;
}
