// A deed's card with all its rents, from anywhere on the page; on a phone also with what its owner may do with it.
import { deedCard } from "./deeds.js";
import { at, button, element } from "./elements.js";
import { known } from "./known.js";
import { labelOf, movesIn, sumOf } from "./moves.js";

export function showDeed(id, make = null) {
  const close = () => at("deed").close();
  const own = make ? movesIn("build", "sell", "mortgage", "lift").filter((move) => move.act.deed === id && !move.short_by) : [];
  const moves = own.map((move) => button([labelOf(move), element("b", { className: "nowrap" }, sumOf(move))], () => (close(), make(move))));
  at("deed").replaceChildren(...deedCard(id, known).filter(Boolean), ...moves, button("Close", close, { className: "first" }));
  at("deed").setAttribute("aria-label", known.board.deeds[id].name);
  at("deed").showModal();
}
