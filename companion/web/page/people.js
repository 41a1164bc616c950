// What is said of people and of the Bank in a few words, on all pages.
import { known } from "./known.js";
import { money } from "./money.js";

export function placeText(player) {
  const { spaces, words } = known.board;
  if (player.out) return player.out;
  if (player.owes) return `owes ${money(player.owes)}`;
  if (player.worth && known.view.over) return `worth ${money(player.worth)}`;
  const cards = player.jail_cards ? `, Get out of ${words.jail} cards: ${player.jail_cards}` : "";
  return (player.jail >= 0 ? `in ${words.jail}, ${player.jail} failed` : `on ${spaces[player.space]}`) + cards;
}

export function bankText() {
  const { view, board, clockAt } = known;
  const { words } = board;
  const left = (count) => (count < 0 ? "unlimited" : count);
  const pot = view.pot ? ` On ${words.parking}: ${money(view.pot)}.` : "";
  const minutes = view.clock ? Math.ceil((view.clock.left_ms - (performance.now() - clockAt)) / 60_000) : 0;
  const time = view.clock ? (view.clock.is_up || minutes <= 0 ? " The time is up." : ` Time left: ${minutes} min.`) : "";
  return `The Bank has ${left(view.houses)} ${words.houses} and ${left(view.hotels)} ${words.hotels}.${pot}${time}`;
}
