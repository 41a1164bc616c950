// One sheet at a time: a form or a list in the place of the question. It follows the game, keeps what was entered, and closes
// when it no longer applies. A sheet is { draw, isStill, follow }: `draw` returns its elements, `isStill` whether it still applies,
// and `follow`, if there is one, is called after news.
import { known } from "./known.js";

let sheet = null;
let game = ""; // in which it was opened
let redraw = () => {};

export function hostSheets(draw) {
  redraw = draw;
}

export function openSheet(next) {
  sheet = next;
  game = known.view?.game ?? "";
  redraw({ isNew: true });
}

export function closeSheet() {
  if (!sheet) return;
  sheet = null;
  redraw({ isNew: true });
}

export const sheetNow = () => sheet;

// After something was entered in it.

export function redrawSheet() {
  redraw({});
}

// After news. False if it had to be closed.

export function followSheet() {
  const isSameGame = !game || known.view?.game === game;
  sheet?.follow?.();
  if (!sheet || (isSameGame && (!sheet.isStill || sheet.isStill()))) return true;
  sheet = null;
  return false;
}
