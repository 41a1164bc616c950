// What a printed sticker opens, by the path of the page: a deed, a player's card or a card to leave Jail. Looking does nothing.
// The table says which of the moves belong to it; only a tap on one of them acts.
import { deedAt, deedCard } from "./deeds.js";
import { button, heading, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { allMoves } from "./moves.js";
import { foot } from "./pads.js";
import { answerNodes } from "./question.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";
import { asYou } from "./you.js";

export function openSticker(make) {
  const [, kind, which] = location.pathname.split("/");
  const what = kind === "jail" ? { jail: which } : kind === "player" ? { player: Number(which) - 1 } : { deed: Number(which) };
  openSheet(stickerSheet(what, make));
}

function stickerSheet(what, make) {
  const seen = { of: "", text: "Looking …", acts: new Set() };
  const look = async () => {
    const of = JSON.stringify([known.view?.game, known.number, known.seat]);
    if (seen.of === of) return;
    seen.of = of;
    const { done, message, acts = [] } = await ask({ type: "LookAtTag", what });
    if (seen.of !== of) return; // asked again meanwhile
    Object.assign(seen, { of: done ? of : "", text: message, acts: new Set(acts.map((act) => JSON.stringify(act))) });
    redrawSheet();
  };
  const draw = () => {
    const moves = allMoves().filter((move) => seen.acts.has(JSON.stringify(move.act)));
    const mayAct = known.view && !known.view.over && known.role !== "viewer";
    const none = mayAct && !moves.length ? "Nothing can be done with it now." : "";
    return [...head(what, seen.text), moves.length ? answerNodes(make, moves) : null, ...paragraphs([none], "quiet"), foot(button("Done", leave, { className: moves.length ? "" : "first", "data-key": "done" }))];
  };
  look();
  return { draw, follow: look, staysOpen: true };
}

function head({ deed, player, jail }, text) {
  const id = deed === undefined ? -1 : deedAt(deed, known.board);
  if (id >= 0) return deedCard(id, known);
  const title = jail ? `A way out of ${known.board.words.jail}` : player === undefined ? "No deed" : (known.view?.players[player]?.name ?? `Seat ${player + 1}`);
  return [heading(title), ...paragraphs([asYou(text)])];
}

function leave() {
  history.replaceState(null, "", "/");
  closeSheet();
}
