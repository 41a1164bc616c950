// Asks one question at a time in a dialog. A question follows the game, and closes when it no longer applies.
import { at, freshen } from "./elements.js";
import { keepEntries } from "./forms.js";

const hasKeys = matchMedia("(pointer: fine)");
let asked = null; // { key, question, resolve }

export function ask(key, question) {
  close(null);
  const answer = new Promise((resolve) => (asked = { key, question, resolve }));
  showForm(question);
  at("ask").showModal();
  const field = hasKeys.matches ? question.form.querySelector("input") : null; // a soft keyboard would cover the form
  (field ?? question.form.querySelector("#ask-title")).focus();
  return answer;
}

function showForm({ form, answer }) {
  at("ask").replaceChildren(form);
  form.querySelectorAll('[type="submit"]:not([value="no"])').forEach((button) => freshen(button));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter?.hasAttribute("aria-disabled")) return;
    const value = event.submitter?.value ?? "";
    close(value === "no" ? null : answer(value));
  });
}

export function close(answer) {
  const { resolve } = asked ?? {};
  asked = null;
  if (at("ask").open) at("ask").close();
  const focused = document.activeElement;
  const isFocusLost = focused === document.body || at("ask").contains(focused); // the button that opened it is gone
  if (isFocusLost) at("prompt").focus({ preventScroll: true });
  resolve?.(answer);
}

// `questionNow` returns the question as it is now, or nothing if it no longer applies. False if the dialog was closed.

export function follow(questionNow) {
  if (!asked?.key) return true;
  const question = questionNow(asked.key);
  if (!question) {
    close(null);
    return false;
  }
  if (question.form.isEqualNode(asked.question.form)) return true;
  const focused = document.activeElement?.id;
  keepEntries(asked.question.form, question.form);
  asked.question = question;
  showForm(question);
  if (focused) at(focused)?.focus();
  return true;
}

// The Escape key closes the dialog too. The event comes late: the next question may be open by then.

at("ask").addEventListener("close", () => asked && !at("ask").open && close(null));
