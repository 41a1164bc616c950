// What the table's sensors ask or want put right, beside the question.
import { button, element, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { answerQuestion, give } from "./table_link.js";

export function tableNodes() {
  const { questions = [], board_fixes: fixes = [], notice = "", guides = [], choices = [], sheet } = known.prompts;
  const asked = questions.map((one) =>
    element(
      "div",
      { className: "say", "data-box": `question ${one.number}` },
      element("p", {}, one.text),
      ...paragraphs(one.changes ?? []),
      element("div", { className: "row wrap" }, button("The screen is right", () => answerQuestion(one.number, false), { "data-key": `screen ${one.number}` }), one.may_board_be_right ? button("The board is right", () => answerQuestion(one.number, true), { "data-key": `board ${one.number}` }) : null),
    ),
  );
  const open = fixes.filter((fix) => !fix.done);
  const offered = choices.filter((choice) => choice.act).map((choice) => button(choice.label, () => give(choice.act, { seen: known.number, game: known.view?.game ?? "" }), { "data-key": JSON.stringify(choice.act) }));
  const lines = [sheet?.text, notice, ...guides];
  const fix = open.length ? [element("div", { className: "say" }, element("b", {}, "Put right on the board"), ...paragraphs(open.map((one) => one.text)))] : [];
  const told = lines.filter(Boolean).length || offered.length ? [element("div", { className: "say", "data-box": "told" }, ...paragraphs(lines), offered.length ? element("div", { className: "row wrap" }, ...offered) : null)] : [];
  return [...asked, ...fix, ...told];
}
