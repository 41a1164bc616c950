// What people have, drawn: the player's own money, everybody's, deeds by group, what the Bank has left.
import { chip, groupNames, sign } from "/page/looks.js";
import { at, money, node, say, signed } from "/page/nodes.js";

export function drawMine({ view, role, seat, board }) {
  const mine = view?.players[seat];
  at("name").replaceChildren(...(mine ? [sign(mine), " ", mine.name] : [otherTitle(view, role, seat)]));
  at("mine").hidden = !mine;
  at("deeds").hidden = !mine;
  if (!mine) return;
  say("cash", money(mine.cash));
  say("change", mine.change ? signed(mine.change) : "");
  at("change").className = mine.change > 0 ? "up" : "down";
  say("place", placeText(mine, board));
  say("turn", view.over ? "" : view.turn === seat ? "It is your turn." : "");
  at("owes").hidden = !mine.owes;
  say("owes", mine.owes ? `You owe ${money(mine.owes)}.` : "");
  drawOwed(view, seat);
}

// A phone may be paired before the game begins, and the game may have fewer players.

function otherTitle(view, role, seat) {
  if (role !== "player") return "Watching";
  return view ? `Watching: player ${seat + 1} does not play in this game` : `Player ${seat + 1}`;
}

// What others cannot pay, and rents that are still to be asked for

function drawOwed(view, seat) {
  const { owed } = view.players[seat];
  const rents = view.moves.filter((move) => move.seat === seat && move.menu === "rent");
  const sum = rents.reduce((total, move) => total + move.change, 0);
  const due = owed ? [`You are owed ${money(owed)}.`] : [];
  const open = rents.length ? [`You may ask for rent${sum ? `: ${money(sum)}` : ""}.`] : [];
  at("owed").hidden = !owed && !rents.length;
  say("owed", [...due, ...open].join(" "));
}

export function placeText(player, board) {
  if (player.out) return player.out;
  const jailed = player.jail >= 0 ? `, in Jail (${player.jail} failed)` : "";
  const cards = player.jail_cards ? `, ways out of Jail: ${player.jail_cards}` : "";
  return `on ${board.spaces[player.space] ?? "the board"}${jailed}${cards}`;
}

// Everybody, to be opened for their deeds; who was open stays open

export function playerItem(player, known, list) {
  const { view, board } = known;
  const isOpen = list.querySelector(`details[data-seat="${player.seat}"]`)?.open ?? false;
  const turn = player.seat === view.turn && !view.over ? [node("strong", {}, " to play")] : [];
  const out = player.out ? [node("small", {}, ` ${player.out}`)] : [];
  const owes = player.owes ? [node("span", { className: "down" }, ` owes ${money(player.owes)}`)] : [];
  const worth = player.worth ? [node("small", {}, ` worth ${money(player.worth)}`)] : []; // told at the end
  const name = node("span", {}, sign(player), " ", player.name, ...turn, ...owes, ...out, ...worth);
  const cash = node("span", { className: "sum" }, money(player.cash), player.change ? node("small", {}, ` ${signed(player.change)}`) : "");
  const has = node("ul", {}, ...deedsOf(known, player.seat).map(([, made]) => made));
  const place = node("p", { className: "quiet" }, placeText(player, board));
  const details = node("details", { open: isOpen, "data-seat": String(player.seat) }, node("summary", {}, name, cash), place, has);
  return node("li", {}, details);
}

// Deeds

export function deedsOf({ view, board }, seat) {
  if (seat < 0 || !view) return [];
  const mine = view.titles.map((title, id) => ({ title, deed: board.deeds[id] })).filter(({ title }) => title[0] === seat);
  const groups = groupNames.map((group) => [group, mine.filter(({ deed }) => deed.group === group)]);
  const found = groups.filter(([, deeds]) => deeds.length);
  if (!found.length) return [["none", node("li", { className: "quiet" }, view.players[seat]?.out ? "No deeds." : "No deeds yet.")]];
  return found.map(([group, deeds]) => [JSON.stringify([group, deeds.map(deedText)]), groupItem(group, deeds, board)]);
}

function groupItem(group, deeds, board) {
  const all = board.deeds.filter((deed) => deed.group === group).length;
  const whole = deeds.length === all ? " all" : ` ${deeds.length} of ${all}`;
  const lines = deeds.map((one) => node("li", {}, one.deed.name, node("small", { className: "quiet" }, deedText(one))));
  return node("li", { className: "group" }, chip(group), node("small", { className: "quiet" }, whole), node("ul", {}, ...lines));
}

function deedText({ title: [, buildings, isMortgaged, rent] }) {
  if (isMortgaged) return " mortgaged";
  const built = buildings === 5 ? " a hotel," : buildings === 1 ? " 1 house," : buildings ? ` ${buildings} houses,` : "";
  return `${built}${rent ? ` rent ${money(rent)}` : ""}`.replace(/,$/, "");
}

// The Bank, and the time of a timed game

export function stockText({ view, clockAt }) {
  const left = (count, what) => (count < 0 ? `${what} as many as are wanted` : `${what} ${count}`);
  const pot = view.pot ? `. Under Free Parking: ${money(view.pot)}` : "";
  return `The Bank has left: ${left(view.houses, "houses")}, ${left(view.hotels, "hotels")}${pot}.${clockText(view.clock, clockAt)}`;
}

function clockText(clock, toldAt) {
  if (!clock) return "";
  const minutes = Math.ceil((clock.left_ms - (performance.now() - toldAt)) / 60_000);
  return clock.is_up || minutes <= 0 ? " The time is up." : ` Time left: ${minutes} min.`;
}
