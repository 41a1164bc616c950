// The whole log, by turns and by pages; why something happened; and taking back everything after a line.
import { deedCard } from "./deeds.js";
import { box, button, element, heading, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { foot } from "./pads.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";
import { ask, give } from "./table_link.js";

const clock = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });
const earlier = { game: "", lines: [], before: -1 }; // what was read of the log before the lines that the page has anyway

function lines() {
  const { view, log } = known;
  if (earlier.game !== (view?.game ?? "")) Object.assign(earlier, { game: view?.game ?? "", lines: [], before: -1 });
  const first = log[0]?.number ?? Infinity;
  return [...earlier.lines.filter((line) => line.number < first), ...log];
}

const hasEarlier = () => earlier.before !== 0 && (earlier.before > 0 || (lines()[0]?.number ?? 0) > 1);

async function readEarlier() {
  const before = earlier.before > 0 ? earlier.before : lines()[0].number;
  const reply = await ask({ type: "ReadLog", before }, { game: earlier.game });
  if (!reply.done) return reply.message;
  earlier.lines = [...(reply.log ?? []), ...earlier.lines];
  earlier.before = reply.earlier ?? 0;
  return "";
}

// Newest first, with a heading for each turn that the table told of.

export function logNodes(press, isStruck = () => false, level = "h3") {
  const all = lines();
  const nodes = [];
  let turn = null;
  for (let place = all.length - 1; place >= 0; place--) {
    const line = all[place];
    const now = known.turns.find(({ first, last }) => first <= line.number && line.number <= last);
    if (now && now !== turn) {
      const name = known.view?.players[now.seat]?.name;
      nodes.push(element(level, { className: "turn" }, [`Turn ${now.turn}`, name].filter(Boolean).join(" · ")));
      turn = now;
    }
    const repeats = all.slice(0, place).filter((one) => one.number === line.number && one.text === line.text).length;
    const struck = line.is_taken_back || isStruck(line);
    nodes.push(
      button([element("span", { className: "quiet nowrap" }, clock.format(line.at_ms)), element("span", {}, line.text), line.is_taken_back ? element("span", { className: "quiet nowrap" }, "taken back") : null], () => press(line), {
        className: `line ${struck ? "gone" : ""}`,
        "data-key": `line ${line.number} ${repeats} ${line.text}`,
      }),
    );
  }
  if (!all.length) nodes.push(element("p", { className: "quiet" }, "Nothing has happened yet."));
  if (hasEarlier()) nodes.push(button("Earlier", async () => (await readEarlier(), redrawSheet()), { "data-key": "earlier" }));
  return nodes;
}

export function logSheet() {
  const draw = () => [heading("Log"), box("log", "scroll log", ...logNodes((line) => openSheet(whySheet(line)))), foot(button("Back to the game", closeSheet, { className: "first", "data-key": "back" }))];
  return { draw };
}

// Why: how the sum was worked out, the deed's card, and the words of the rules as they were in force

export function whySheet(line) {
  let clauses = [];
  if (line.clauses.length) {
    ask({ type: "ExplainClauses", clauses: line.clauses, number: line.number }, {}).then((reply) => {
      clauses = reply.clauses ?? [];
      redrawSheet();
    });
  }
  const deed = line.how ? known.board.deeds.findIndex((one) => line.how.includes(one.name)) : -1;
  const draw = () => [
    heading(line.text),
    ...paragraphs([line.how]),
    ...(deed >= 0 ? deedCard(deed, known).slice(0, 1) : []),
    ...clauses.map((one) => element("p", { className: "clause" }, element("b", {}, `${one.id} ${one.title}: `), one.text)),
    foot(
      known.role === "banker" && line.number && !line.is_taken_back ? button("Take back to here …", () => openSheet(undoSheet(line.number - 1)), { "data-key": "undo" }) : null,
      button("Back to the game", closeSheet, { className: "first", "data-key": "back" }),
    ),
  ];
  return { draw };
}

// Taking back: the line and everything after it is struck out, and the table says what that means before it is done.

export function undoSheet(after = known.view.undo_number - 1) {
  const held = { after, plan: null, message: "" };
  const choose = async (to) => {
    Object.assign(held, { after: to, plan: null, message: "" });
    redrawSheet();
    const reply = await ask({ type: "PlanUndo", after: to }, { game: known.view.game });
    if (held.after !== to) return;
    if (reply.done) held.plan = reply.undo;
    else held.message = reply.message;
    redrawSheet();
  };
  const several = async (type, numbers) => {
    for (const [done, number] of numbers.entries()) {
      const answer = await give({ type, number }, { seen: known.number, game: known.view.game });
      if (answer.outcome === "done") continue;
      held.message = `${done} of ${numbers.length} were ${type === "Undo" ? "taken back" : "done again"}; the rest was not. ${answer.message}`;
      return choose(held.after);
    }
    closeSheet();
  };
  if (known.view.undo_number) choose(after);
  const draw = () => {
    const { plan, message } = held;
    const { view } = known;
    const count = plan?.numbers.length ?? 0;
    const words = count === 1 ? "Take back this move" : `Take back ${count} moves`;
    const isGone = (line) => Boolean(plan) && line.number > held.after;
    return [
      heading("Take back to a line"),
      view.redo ? button(["Do again: ", view.redo], () => several("Redo", [view.redo_number]), { "data-key": `redo ${view.redo_number}` }) : null,
      box("log", "scroll log", ...logNodes((line) => choose(line.number - 1), isGone)),
      plan ? element("div", { className: "say" }, element("p", {}, element("b", {}, `${words}. `), plan.moves.join(" ")), ...paragraphs([(plan.money ?? []).join(" "), (plan.board_fixes ?? []).join(" "), "You can do it again."])) : null,
      ...paragraphs([message || (view.undo_number ? "" : "There is nothing to take back.")], "down"),
      foot(button("Keep everything", closeSheet, { "data-key": "cancel" }), count ? button(words, () => several("Undo", held.plan.numbers), { className: "first", "data-key": "undo" }) : null),
    ];
  };
  return { draw, isStill: () => Boolean(known.view) };
}
