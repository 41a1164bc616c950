// One question at a time, in a dialog: asked again as the game goes on, and closed when it is no question any more.
import { carry } from "/page/forms.js";
import { at, freshen } from "/page/nodes.js";

const hasKeys = matchMedia("(pointer: fine)");
let asked = null; // { key, made, resolve }

export function ask(key, made) {
  close(null);
  const answer = new Promise((resolve) => (asked = { key, made, resolve }));
  put(made);
  at("ask").showModal();
  const field = hasKeys.matches ? made.form.querySelector("input") : null; // else a soft keyboard would cover it
  (field ?? made.form.querySelector("#ask-title")).focus();
  return answer;
}

function put(made) {
  at("ask").replaceChildren(made.form);
  made.form.querySelectorAll('[type="submit"]:not([value="no"])').forEach((one) => freshen(one));
  made.form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter?.hasAttribute("aria-disabled")) return;
    const value = event.submitter?.value ?? "";
    close(value === "no" ? null : made.answer(value));
  });
}

export function close(answer) {
  const { resolve } = asked ?? {};
  asked = null;
  if (at("ask").open) at("ask").close();
  if (isNowhere(document.activeElement)) at("prompt").focus({ preventScroll: true }); // what opened it has gone
  resolve?.(answer);
}

function isNowhere(focused) {
  return focused === document.body || at("ask").contains(focused);
}

// `again` is the same question as it stands now, or nothing.

export function follow(again) {
  if (!asked?.key) return true;
  const made = again(asked.key);
  if (!made) return close(null);
  if (made.form.isEqualNode(asked.made.form)) return true;
  const focused = document.activeElement?.id;
  carry(asked.made.form, made.form);
  asked.made = made;
  put(made);
  if (focused) at(focused)?.focus();
  return true;
}

// By the Escape key. It is told late: the next question may be open already.

at("ask").addEventListener("close", () => asked && !at("ask").open && close(null));
