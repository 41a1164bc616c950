// Deeds: as chips, as a card with every rent, as a strip of rents, and as bars that show how much of a group somebody has.
import { button, element } from "./elements.js";
import { money } from "./money.js";

export function groupOf(deed, board) {
  return board.groups.find((group) => group.id === deed.group);
}

export function paint(made, deed, board) {
  const { colour, ink } = groupOf(deed, board);
  made.style.setProperty("--fill", colour);
  made.style.setProperty("--on", ink);
  return made;
}

export function deedAt(space, board) {
  return board.deeds.findIndex((deed) => deed.space === space);
}

export function housesText(count, words) {
  if (count === 5) return words.a_hotel;
  return count ? `${count} ${count === 1 ? words.house : words.houses}` : "";
}

// What is to be said of a deed in a few words: its group, what stands on it, its rent or mortgage.

export function stateOf(id, { view, board }) {
  const [owner, buildings, isMortgaged, rent] = view.titles[id];
  const deed = board.deeds[id];
  if (isMortgaged) return "mortgaged";
  const amount = deed.group === "utility" ? `${rent} times the dice` : money(rent);
  const built = housesText(buildings, board.words);
  return [built, owner >= 0 && rent ? `rent ${amount}` : ""].filter(Boolean).join(", ");
}

export function chip(id, known, press, properties = {}) {
  const deed = known.board.deeds[id];
  const isMortgaged = known.view.titles[id][2];
  const note = element("small", {}, [groupOf(deed, known.board).name, stateOf(id, known)].filter(Boolean).join(" · "));
  const made = button(element("span", {}, deed.name, note), press, properties);
  made.className = isMortgaged ? "chip owed" : "chip";
  return paint(made, deed, known.board);
}

// Which rent counts now: by the houses on a street, by how many of the group the owner has.

function rowNow(id, { view, board }) {
  const [owner, buildings, isMortgaged] = view?.titles[id] ?? [-1];
  const deed = board.deeds[id];
  if (owner < 0 || isMortgaged) return -1;
  if (deed.house_cost) return buildings;
  return board.deeds.filter((other, place) => other.group === deed.group && view.titles[place][0] === owner).length - 1;
}

export function deedCard(id, known) {
  const { board, view } = known;
  const deed = board.deeds[id];
  const now = rowNow(id, known);
  const rows = deed.rents.map((rent, place) => {
    const amount = deed.group === "utility" ? `${rent} ×` : money(rent);
    const name = element("th", { scope: "row" }, deed.rent_names[place] ?? "");
    return element("tr", { className: place === now ? "is" : "" }, name, element("td", {}, amount));
  });
  const facts = [`Price ${money(deed.price)}`];
  if (deed.house_cost) facts.push(`a ${board.words.house} ${money(deed.house_cost)}`);
  facts.push(`mortgage ${money(deed.mortgage)}`, `paying it off ${money(deed.lift)}`);
  const head = element("header", {}, element("p", {}, groupOf(deed, board).name), element("h2", { tabIndex: -1 }, deed.name));
  const caption = element("caption", { className: "aloud" }, `Rents of ${deed.name}`);
  const card = element("article", { className: "deed" }, head, element("table", { className: "rents" }, caption, element("tbody", {}, ...rows)), element("p", { className: "facts" }, `${facts.join(" · ")}.`));
  paint(card, deed, board);
  return [card, view ? element("p", {}, ownerText(id, known)) : null];
}

function ownerText(id, known) {
  const [owner, , isMortgaged, rent] = known.view.titles[id];
  const { group } = known.board.deeds[id];
  if (owner < 0) return "For sale.";
  const name = owner === known.seat ? "You have it" : `${known.view.players[owner].name} has it`;
  if (isMortgaged) return `${name}. It is mortgaged: no rent.`;
  return `${name}. The rent is ${group === "utility" ? `${rent} times the dice` : money(rent)} now.`;
}

export function strip(id, board) {
  const deed = board.deeds[id];
  const items = deed.rents.map((rent, place) => {
    const name = deed.house_cost ? ["Rent", "1 ⌂", "2 ⌂", "3 ⌂", "4 ⌂", capital(board.words.hotel)][place] : deed.rent_names[place].split(",")[0];
    return element("li", {}, element("small", {}, name), deed.group === "utility" ? `${rent} ×` : money(rent));
  });
  const made = element("ul", { className: "strip", "aria-label": `Rents of ${deed.name}` }, ...items);
  made.style.setProperty("--columns", items.length);
  return paint(made, deed, board);
}

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

export function sets(seat, { view, board }) {
  const has = (id) => view.titles[id][0] === seat;
  const all = (group) => board.deeds.flatMap((deed, id) => (deed.group === group.id ? [id] : []));
  const items = board.groups
    .filter((group) => all(group).some(has))
    .map((group) => {
      const ids = all(group);
      const mine = ids.filter(has).length;
      const bars = ids.map((_, place) => element("i", { className: place < mine ? "has" : "", "aria-hidden": "true" }));
      const words = element("span", { className: "aloud" }, `${group.name} ${mine} of ${ids.length}`);
      return paint(element("li", {}, words, ...bars), board.deeds[ids[0]], board);
    });
  return element("ul", { className: "sets", "aria-label": "Deeds" }, ...items);
}
