// Enrolling: people hold one thing after the other to the reader, and the table learns its tag.
import { box, button, element, heading, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { foot } from "./pads.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";

const KINDS = [
  ["deeds", "Deeds"],
  ["tokens", "Tokens"],
  ["players", "Player cards"],
  ["cards", "Cards to draw"],
  ["jail", "Jail cards"],
  ["board", "Spaces of the board"],
];
const PIECE_NAME_MAX = 24;
const STEPS = [["skip", "Later"], ["back", "Back one"], ["stop", "Stop"]];
const FIRST = "Which tags? Things that have a tag already are skipped. Until you are done, a tap is not a move in the game.";

export function walkSheet() {
  const held = { number: 0, told: FIRST };
  const begin = async (what, instead = false) => {
    const reply = await ask({ type: "BeginWalk", what, instead }, {});
    held.number = reply.walk ?? 0;
    held.told = reply.done ? FIRST : reply.message;
    redrawSheet();
  };
  const sheet = { draw: () => draw() };
  const draw = () => {
    const walk = known.prompts.walk;
    const isOurs = walk && walk.number === held.number;
    const step = (does) => () => ask({ type: "StepWalk", walk: walk.number, step: walk.step, does }, {}).then((reply) => ((held.told = reply.done ? FIRST : reply.message), redrawSheet()));
    const leave = foot(button("Back to the game", () => (isOurs && !walk.is_over && step("stop")(), closeSheet()), { "data-key": `back ${isOurs ? walk.step : ""}` }));
    if (!isOurs || walk.is_over) {
      const other = walk && !walk.is_over ? `${walk.by || "Another screen"} is enrolling ${walk.title}.` : "";
      const kinds = KINDS.map(([what, name]) => button(name, () => begin(what, Boolean(other)), { "data-key": what }));
      const instead = Boolean(other);
      const one = button("One lost card …", () => openSheet(lostSheet(sheet, (what) => begin(what, instead))), { "data-key": `lost ${instead}` });
      const own = button("A piece of your own …", () => openSheet(pieceSheet(sheet, (what) => begin(what, instead))), { "data-key": `own ${instead}` });
      return [heading("Enrol tags"), ...paragraphs([walk?.is_over ? walk.told : held.told, other]), box("kinds", "pick", ...kinds, one, own), leave];
    }
    const steps = walk.question ? [["yes", "Yes"], ["no", "No"], STEPS[2]] : STEPS;
    return [
      heading(`Enrol ${walk.title}`),
      element("p", { className: walk.is_trouble ? "down" : "quiet", role: "status" }, walk.told),
      element("p", { className: "event" }, walk.question || walk.prompt),
      element("p", { className: "quiet" }, `${walk.done} of ${walk.total}`),
      element("progress", { max: Math.max(1, walk.total), value: walk.done, "aria-label": "Enrolled" }),
      box("steps", "row wrap", ...steps.map(([does, name]) => button(name, step(does), { className: does === "yes" ? "first" : "", "data-key": `${walk.step} ${does}` }))),
      leave,
    ];
  };
  return sheet;
}

// The name by which the table knows a thing that has a tag, or could have one.

function askedAs(tag, words) {
  if (tag.token) return `token ${tag.token}`;
  if (tag.player !== undefined) return `seat ${tag.player + 1}`;
  if (tag.jail) return `jail ${tag.jail}`;
  return tag.card ?? words.replace("the deed of ", "");
}

function lostSheet(back, begin) {
  const held = { things: [], words: "", message: "" };
  ask({ type: "ExportTags", everything: true }, {}).then((reply) => {
    const tags = reply.done && reply.text ? JSON.parse(reply.text).tags : [];
    held.things = tags.map((tag, place) => ({ what: askedAs(tag, reply.words[place]), words: reply.words[place].replace(/^the (deed of )?/, ""), isDeed: tag.deed !== undefined }));
    held.things.sort((one, other) => other.isDeed - one.isDeed || one.words.localeCompare(other.words));
    held.message = reply.done ? "" : reply.message;
    redrawSheet();
  });
  const search = element("input", { id: "find", className: "field", type: "search", placeholder: "Type to search", autocomplete: "off", "aria-label": "Type to search" });
  search.addEventListener("input", () => ((held.words = search.value.toLowerCase()), redrawSheet()));
  const draw = () => {
    const found = held.things.filter((thing) => thing.words.toLowerCase().includes(held.words));
    const choose = (thing) => (openSheet(back), begin(thing.what));
    const things = found.map((thing) => button(thing.words.charAt(0).toUpperCase() + thing.words.slice(1), () => choose(thing), { "data-key": `thing ${thing.what}` }));
    return [heading("Which one is lost?"), search, ...paragraphs([held.message], "down"), box("things", "pick", ...things), foot(button("Back", () => openSheet(back), { "data-key": "back" }))];
  };
  return { draw };
}

function pieceSheet(back, begin) {
  const input = element("input", { id: "piece", className: "field", autocomplete: "off", maxLength: PIECE_NAME_MAX });
  const done = () => input.value.trim() && (openSheet(back), begin(`token ${input.value.trim()}`));
  const name = element("div", { className: "choice" }, element("label", { htmlFor: "piece" }, "What is the piece called?"), input);
  const draw = () => [heading("A piece of your own"), name, foot(button("Back", () => openSheet(back), { "data-key": "back" }), button("Enrol it", done, { className: "first", "data-key": "enrol" }))];
  return { draw };
}
