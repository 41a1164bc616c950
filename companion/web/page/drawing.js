// Draws what people have: the player's own money, everybody's, deeds by group, and what is left in the Bank. Colour never
// says anything alone.
import { at, element, setText } from "./elements.js";
import { money, signed } from "./money.js";

const SYMBOLS = { red: "♥", blue: "■", yellow: "●", green: "♣", purple: "◆", orange: "☼", white: "○", teal: "♠" };

function symbol(player) {
  const colour = player.colour in SYMBOLS ? player.colour : Object.keys(SYMBOLS)[player.seat % 8];
  return element("span", { className: `sign of-${colour}`, "aria-hidden": "true" }, SYMBOLS[colour]);
}

export function drawMine({ view, role, seat, board }) {
  const mine = view?.players[seat];
  at("name").replaceChildren(...(mine ? [symbol(mine), " ", mine.name] : [watcherTitle(view, role, seat)]));
  at("mine").hidden = !mine;
  at("deeds").hidden = !mine;
  if (!mine) return;
  setText("cash", money(mine.cash));
  at("cash").style.setProperty("--letters", money(mine.cash).length);
  setText("change", mine.change ? signed(mine.change) : "");
  at("change").className = mine.change > 0 ? "up" : "down";
  setText("place", placeText(mine, board));
  setText("turn", !view.over && view.turn === seat ? "It is your turn." : "");
  at("owes").hidden = !mine.owes;
  setText("owes", mine.owes ? `You owe ${money(mine.owes)}.` : "");
  const rents = view.moves.filter((move) => move.seat === seat && move.menu === "rent");
  const rent = rents.reduce((total, move) => total + move.change, 0);
  const owed = mine.owed ? [`You are owed ${money(mine.owed)}.`] : [];
  const unasked = rents.length ? [rent ? `You may ask for rent: ${money(rent)}.` : "You may ask for rent."] : [];
  at("owed").hidden = !mine.owed && !rents.length;
  setText("owed", [...owed, ...unasked].join(" "));
}

// A phone may be paired before the game begins, and the game may turn out to have fewer players.

function watcherTitle(view, role, seat) {
  if (role !== "player") return "Watching";
  return view ? `Watching: player ${seat + 1} is not in this game` : `Player ${seat + 1}`;
}

function placeText(player, board) {
  if (player.out) return player.out;
  const jailed = player.jail >= 0 ? `, in ${board.words.jail} (${player.jail} failed)` : "";
  const cards = player.jail_cards ? `, Get out of ${board.words.jail} cards: ${player.jail_cards}` : "";
  return `on ${board.spaces[player.space] ?? "the board"}${jailed}${cards}`;
}

// A player opens to show the deeds. Whoever was open stays open.

export function playerItem(player, { view, board }, list) {
  const isOpen = list.querySelector(`details[data-seat="${player.seat}"]`)?.open ?? false;
  const notes = [
    player.seat === view.turn && !view.over && element("strong", {}, " to play"),
    player.owes && element("span", { className: "down" }, ` owes ${money(player.owes)}`),
    player.out && element("small", {}, ` ${player.out}`),
    view.over && player.worth && element("small", {}, ` worth ${money(player.worth)}`),
  ].filter(Boolean);
  const name = element("span", {}, symbol(player), " ", player.name, ...notes);
  const change = player.change ? element("small", {}, ` ${signed(player.change)}`) : "";
  const cash = element("span", { className: "sum" }, money(player.cash), change);
  const place = element("p", { className: "quiet" }, placeText(player, board));
  const deeds = element("ul", {}, ...deedItems({ view, board }, player.seat).map(([, item]) => item));
  const properties = { open: isOpen, "data-seat": String(player.seat) };
  return element("li", {}, element("details", properties, element("summary", {}, name, cash), place, deeds));
}

// A list of [key, item], one for each group.

export function deedItems({ view, board }, seat) {
  if (seat < 0 || !view) return [];
  const mine = view.titles.map((title, id) => ({ title, deed: board.deeds[id] })).filter(({ title }) => title[0] === seat);
  if (!mine.length) {
    const none = view.players[seat]?.out ? "No deeds." : "No deeds yet.";
    return [["none", element("li", { className: "quiet" }, none)]];
  }
  const texts = (deeds) => deeds.map((one) => [one.deed.name, deedText(one, board)]);
  return board.groups
    .map((group) => [group, texts(mine.filter(({ deed }) => deed.group === group.id))])
    .filter(([, deeds]) => deeds.length)
    .map(([group, deeds]) => [JSON.stringify([group, deeds]), groupItem(group, deeds, board)]);
}

function groupItem(group, deeds, board) {
  const all = board.deeds.filter((deed) => deed.group === group.id).length;
  const count = deeds.length === all ? " all" : ` ${deeds.length} of ${all}`;
  const items = deeds.map(([name, text]) => element("li", {}, name, element("small", { className: "quiet" }, text)));
  const chip = element("span", { className: "chip" }, group.name);
  chip.style.setProperty("--group", group.colour);
  chip.style.setProperty("--on-group", group.ink);
  return element("li", { className: "group" }, chip, element("small", { className: "quiet" }, count), element("ul", {}, ...items));
}

function deedText({ title: [, buildings, isMortgaged, rent], deed }, { words }) {
  if (isMortgaged) return " mortgaged";
  const houses = buildings === 1 ? `1 ${words.house}` : `${buildings} ${words.houses}`;
  const built = buildings ? ` ${buildings === 5 ? words.a_hotel : houses},` : "";
  const amount = deed.group === "utility" ? `${rent} times the dice` : money(rent);
  return `${built}${rent ? ` rent ${amount}` : ""}`.replace(/,$/, "");
}

// What is left in the Bank, and the time left in a timed game

export function bankText({ view, board: { words }, clockAt }) {
  const left = (count) => (count < 0 ? "unlimited" : count);
  const stock = `Left in the Bank: ${left(view.houses)} ${words.houses}, ${left(view.hotels)} ${words.hotels}.`;
  const pot = view.pot ? ` On ${words.parking}: ${money(view.pot)}.` : "";
  return `${stock}${pot}${clockText(view.clock, clockAt)}`;
}

function clockText(clock, clockAt) {
  if (!clock) return "";
  const minutes = Math.ceil((clock.left_ms - (performance.now() - clockAt)) / 60_000);
  return clock.is_up || minutes <= 0 ? " The time is up." : ` Time left: ${minutes} min.`;
}
