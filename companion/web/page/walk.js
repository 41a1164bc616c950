// Enrolling: people hold one thing after the other to the reader, and the table learns its tag.
import { box, button, element, heading, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { foot } from "./pads.js";
import { closeSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";

const KINDS = [
  ["deeds", "Deeds"],
  ["tokens", "Tokens"],
  ["players", "Player cards"],
  ["cards", "Cards to draw"],
  ["jail", "Jail cards"],
  ["board", "Spaces of the board"],
];
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
  const draw = () => {
    const walk = known.prompts.walk;
    const isOurs = walk && walk.number === held.number;
    const step = (does) => () => ask({ type: "StepWalk", walk: walk.number, step: walk.step, does }, {}).then((reply) => ((held.told = reply.done ? FIRST : reply.message), redrawSheet()));
    const leave = foot(button("Back to the game", () => (isOurs && !walk.is_over && step("stop")(), closeSheet()), { "data-key": `back ${isOurs ? walk.step : ""}` }));
    if (!isOurs || walk.is_over) {
      const other = walk && !walk.is_over ? `${walk.by || "Another screen"} is enrolling ${walk.title}.` : "";
      const kinds = KINDS.map(([what, name]) => button(name, () => begin(what, Boolean(other)), { "data-key": what }));
      return [heading("Enrol tags"), ...paragraphs([walk?.is_over ? walk.told : held.told, other]), box("kinds", "pick", ...kinds), leave];
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
  return { draw };
}
