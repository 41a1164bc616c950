// The link to the table is lost, or not there yet: the page is grey and dead, and says how old its news is.
import { at, setText } from "./elements.js";
import { known } from "./known.js";

const PARTS = ["#main", "#bar button", "#page", "#tabs", "#dock", "#me"]; // whatever of them the page has
let since = 0;
let counting = 0;

const parts = () => PARTS.flatMap((part) => [...document.querySelectorAll(part)]);

export function showLost(why, isRemoved = false, isReopening = false) {
  known.isLive = false;
  document.querySelector("dialog[open]")?.close();
  for (const part of parts()) {
    part.inert = true;
    part.classList.add("dead");
  }
  document.body.classList.add("offline");
  if (isReopening) return;
  since ||= Date.now();
  at("lost").hidden = false;
  setText("lost-title", isRemoved ? "No longer paired" : "Link lost");
  at("pair-again").hidden = !isRemoved;
  clearInterval(counting);
  setText("why-lost", isRemoved ? why : "Nothing you tap counts. The page reconnects by itself.");
  const count = () => setText("lost-age", isRemoved ? "" : `${Math.round((Date.now() - since) / 1000)} s`);
  count();
  if (!isRemoved) counting = setInterval(count, 1000);
}

export function showLive() {
  if (!known.isLive) return;
  document.body.dataset.number = known.number; // of the last move that this page has heard of
  clearInterval(counting);
  since = 0;
  at("lost").hidden = true;
  document.body.classList.remove("offline");
  for (const part of parts()) {
    part.inert = false;
    part.classList.remove("dead");
  }
}
