// The board as a ring of forty tiles: groups on the outer edge, owners on the inner edge, tokens on the pavement inside. One
// stop for Tab; the arrows walk round; Enter or a tap opens the deed.
import { deedAt, housesText, paint } from "./deeds.js";
import { svg } from "./elements.js";
import { SHAPES, colourOf, initial } from "./marks.js";

const SPACES = 40;
const [WIDTH, DEPTH, BAND, TAB] = [1000 / 14.4, 176, 34, 28]; // in a square of 1000
const OUTER = 2.7 * WIDTH;
const INNER = OUTER - DEPTH;
const LARGEST = 20;
const pen = document.createElement("canvas").getContext("2d");

function place(space) {
  const along = OUTER + ((space % 10) - 0.5) * WIDTH;
  return [[1000 - along, 1000], [0, 1000 - along], [along, 0], [1000, along]][Math.floor(space / 10)];
}

function corner(space) {
  const [far, near] = [1000 - OUTER, OUTER];
  return [[far, far, 0], [near, far, 90], [near, near, 180], [far, near, 270]][space / 10];
}

function pavement(space, deep) {
  if (space % 10 === 0) {
    const [x, y] = corner(space);
    const by = (INNER - deep) * Math.SQRT1_2;
    return [x + (x > 500 ? by : -by), y + (y > 500 ? by : -by)];
  }
  const [x, y] = place(space);
  const by = DEPTH + deep;
  return [[x, y - by], [x + by, y], [x, y + by], [x - by, y]][Math.floor(space / 10)];
}

// A name in one or two lines, as large as the tile allows in whatever font the device has.

function fit(name, room) {
  pen.font = `600 20px ${getComputedStyle(document.documentElement).getPropertyValue("--font")}`;
  const size = (lines) => Math.min(LARGEST, (20 * room) / Math.max(...lines.map((line) => pen.measureText(line).width)));
  const words = name.split(" ");
  const ways = words.map((_, cut) => [words.slice(0, cut).join(" "), words.slice(cut).join(" ")].filter(Boolean));
  const lines = ways.reduce((best, way) => (size(way) > size(best) ? way : best));
  return { lines, size: size(lines).toFixed(1) };
}

function words(lines, size, attributes) {
  const spans = lines.map((line, row) => svg("tspan", { x: attributes.x ?? 0, dy: `${row ? 1.1 : 0.35 - 0.55 * (lines.length - 1)}em` }, line));
  return svg("text", { "text-anchor": "middle", "font-size": size, "aria-hidden": "true", ...attributes }, ...spans);
}

// Houses stand upright on every side; a hotel is one wide house.

function house(x, side, isHotel) {
  const [w, h] = isHotel ? [26, 11] : [13, 8.5];
  const shape = `M${-w / 2} ${h - 0.5}v${-h}l${w / 2} ${-h * 0.85} ${w / 2} ${h * 0.85}v${h}z`;
  return svg("path", { class: "house", transform: `translate(${x} ${-BAND / 2}) rotate(${-side * 90})`, d: shape });
}

function says(space, { view, board }) {
  const id = deedAt(space, board);
  const [owner, buildings, isMortgaged] = view?.titles[id] ?? [-1, 0, false];
  const here = (view?.players ?? []).filter((player) => player.space === space && !player.out).map((player) => player.name);
  return [
    board.spaces[space],
    id >= 0 && (owner >= 0 ? `${view.players[owner].name}'s` : "for sale"),
    buildings > 0 && housesText(buildings, board.words),
    isMortgaged && "mortgaged",
    here.length && `here: ${here.join(", ")}`,
  ]
    .filter(Boolean)
    .join(", ");
}

function tile(space, known, key) {
  const { view, board } = known;
  const [x, y] = place(space);
  const side = Math.floor(space / 10);
  const id = deedAt(space, board);
  const [seat, buildings, isMortgaged] = view?.titles[id] ?? [-1, 0, false];
  const owner = view?.players[seat];
  const width = WIDTH - 5;
  const rect = (name) => svg("rect", { class: name, x: -width / 2, y: -DEPTH, width, height: DEPTH, rx: 9 });
  const parts = [rect("tile"), isMortgaged && rect("hatch")];
  if (id >= 0) parts.push(svg("path", { class: "band", d: `M${-width / 2} ${-BAND}h${width}v${BAND - 9}a9 9 0 0 1-9 9h${18 - width}a9 9 0 0 1-9-9z` }));
  if (buildings === 5) parts.push(house(0, side, true));
  else for (let one = 0; one < buildings; one++) parts.push(house((one - (buildings - 1) / 2) * 16, side));
  if (owner) {
    const tab = svg("path", { class: "tab", d: `M${-width / 2} ${-DEPTH + TAB}h${width}v${9 - TAB}a9 9 0 0 0-9-9h${18 - width}a9 9 0 0 0-9 9z` });
    const turned = `translate(0 ${-DEPTH + TAB / 2}) rotate(${-side * 90}) scale(.8) translate(-12 -12)`;
    parts.push(svg("g", { class: `of-${colourOf(owner)}` }, tab, svg("path", { class: "tabmark", transform: turned, d: SHAPES[colourOf(owner)][1] })));
  }
  const outer = id >= 0 ? BAND : 0;
  const { lines, size } = fit(board.spaces[space], DEPTH - (id >= 0 ? BAND + TAB : 20) - 10);
  const middle = -outer - (DEPTH - outer - (owner ? TAB : 0)) / 2;
  parts.push(words(lines, size, { class: id >= 0 ? "" : "soft", transform: `translate(0 ${middle}) rotate(${side < 2 ? -90 : 90})` }));
  const made = svg("g", { ...key, class: isMortgaged ? "tileg mort" : "tileg", transform: `translate(${x} ${y}) rotate(${side * 90})` }, ...parts);
  return id >= 0 ? paint(made, board.deeds[id], board) : made;
}

function cornerTile(space, { board }, key) {
  const [x, y, turned] = corner(space);
  const shape = `M${INNER} 2.5H${OUTER}A${OUTER} ${OUTER} 0 0 1 2.5 ${OUTER}V${INNER}A${INNER} ${INNER} 0 0 0 ${INNER} 2.5z`;
  const [cx, cy] = [x + (x > 500 ? OUTER : -OUTER) / 2, y + (y > 500 ? OUTER : -OUTER) / 2];
  const { lines, size } = fit(board.spaces[space], 112);
  const text = words(lines, size, { x: cx, y: cy });
  return svg("g", { ...key, class: "tileg" }, svg("path", { class: "tile", transform: `translate(${x} ${y}) rotate(${turned})`, d: shape }), text);
}

function token(player, known) {
  const before = known.view.players.slice(0, player.seat).filter((other) => other.space === player.space && !other.out).length;
  const [x, y] = pavement(player.space, 34 + before * 46);
  const colour = colourOf(player);
  const [name, shape] = SHAPES[colour];
  const isOnTurn = player.seat === known.view.turn && !known.view.over;
  const letter = svg("text", { class: "toktext", "text-anchor": "middle", y: { heart: 5, triangle: 14, drop: 14 }[name] ?? 8, "font-size": 23 }, initial(player));
  const piece = svg("path", { class: "tok", transform: "scale(2.15) translate(-12 -12)", d: shape });
  return svg("g", { class: `of-${colour}`, transform: `translate(${x} ${y})` }, isOnTurn && svg("circle", { class: "halo", r: 36 }), piece, letter);
}

function guide({ path }) {
  if (!path) return [];
  const points = [];
  for (let step = 0; step <= path.steps; step++) points.push(pavement((path.start + step) % SPACES, 34).map(Math.round));
  const way = path.steps ? [svg("path", { class: "guide", d: `M${points.join("L")}` })] : [];
  if (path.goal % 10 === 0) return way;
  const [x, y] = place(path.goal);
  const width = WIDTH - 5;
  const outline = (name) => svg("rect", { class: name, x: -width / 2, y: -DEPTH, width, height: DEPTH, rx: 9, transform: `translate(${x} ${y}) rotate(${Math.floor(path.goal / 10) * 90})` });
  return [...way, outline("target"), outline("target inner")];
}

// With `open`, tiles are buttons; without it, the ring is a picture.

export function ring(known, open) {
  const { view } = known;
  const first = view?.players[view.turn]?.space ?? 0;
  const tiles = known.board.spaces.map((_, space) => {
    const key = open ? { role: "button", "data-at": space, "data-key": `space ${space}`, tabindex: space === first ? 0 : -1, "aria-label": says(space, known) } : {};
    return space % 10 ? tile(space, known, key) : cornerTile(space, known, key);
  });
  const hatch = svg("pattern", { id: "hatch", width: 13, height: 13, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("path", { class: "hatchline", d: "M0 0V13", opacity: ".38" }));
  const plate = svg("rect", { class: "plate", x: -6, y: -6, width: 1012, height: 1012, rx: OUTER + 6 });
  const tokens = (view?.players ?? []).filter((player) => !player.out).map((player) => token(player, known));
  const label = open ? "The board" : `The board. ${(view?.players ?? []).map((player) => `${player.name} is on ${known.board.spaces[player.space]}.`).join(" ")}`;
  const made = svg("svg", { class: "ring", viewBox: "-6 -6 1012 1012", role: open ? "group" : "img", "aria-label": label }, svg("defs", {}, hatch), plate, ...tiles, ...(view ? guide(view) : []), ...tokens);
  if (open) walk(made, open);
  return made;
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function walk(made, open) {
  made.addEventListener("keydown", (event) => {
    const from = event.target.closest("[data-at]");
    if (!from) return;
    if (event.key in STEPS) {
      const next = made.querySelector(`[data-at="${(Number(from.dataset.at) + STEPS[event.key] + SPACES) % SPACES}"]`);
      from.setAttribute("tabindex", -1);
      next.setAttribute("tabindex", 0);
      next.focus();
    } else if (event.key === "Enter" || event.key === " ") open(Number(from.dataset.at));
    else return;
    event.preventDefault();
  });
  made.addEventListener("click", ({ target }) => {
    const one = target.closest("[data-at]");
    if (one) open(Number(one.dataset.at));
  });
}
