// A sum that is typed or stepped up and down. It selects itself when touched, and says what is wrong with it.
import { at, button, element } from "./elements.js";
import { grouped, readAmount, typed } from "./money.js";

// `held[name]` is the sum; `held[name + "Text"]` is what was typed, as long as nobody steps. `changed` is called after every change.

export function amountField(id, label, held, name, { least, most, steps = [10, 1] }, changed) {
  const limits = { "data-limits": `${least} ${most}` };
  const input = element("input", { id, className: "field sum", inputMode: "numeric", autocomplete: "off", "aria-describedby": `${id}-wrong`, ...limits });
  input.value = textOf(held, name);
  input.addEventListener("focus", () => input.select());
  input.addEventListener("input", () => {
    held[`${name}Text`] = input.value;
    held[name] = readAmount(input.value, least, most).amount;
    changed();
  });
  const step = (by) => {
    const set = () => {
      held[name] = Math.max(least, Math.min(most, (Math.floor(held[name]) || 0) + by));
      held[`${name}Text`] = undefined;
      at(id).value = textOf(held, name);
      changed();
    };
    const words = `${grouped(Math.abs(by))} ${by < 0 ? "less" : "more"}`;
    return button(`${by < 0 ? "−" : "+"}${grouped(Math.abs(by))}`, set, { "aria-label": `${words}, ${label}`, ...limits });
  };
  const less = steps.map((by) => step(-by));
  const more = [...steps].reverse().map(step);
  return element(
    "div",
    { className: "amount", "data-box": id },
    element("label", { htmlFor: id }, label),
    element("div", { className: "stepper", "data-box": "steps" }, ...less, input, ...more),
    element("p", { id: `${id}-wrong`, className: "down", role: "alert" }, readAmount(textOf(held, name), least, most).problem),
  );
}

const textOf = (held, name) => held[`${name}Text`] ?? typed(held[name]);

export function isGood(held, name, least, most) {
  return !readAmount(textOf(held, name), least, most).problem;
}
