// The link to the table is lost, or not there yet: the page is grey and dead, and says how old its news is.
import { at, setText } from "./elements.js";
import { known } from "./known.js";

// Whatever of them the page has. What cannot be pressed is not heard by a screen reader either: the page's name stays.
const GREY = "#main, #bar button, #me";
const INERT = "#main > :not(#side), #side > :not(.head), #bar button, #me button";
let since = 0;
let counting = 0;

function setDead(isDead) {
  for (const part of document.querySelectorAll(GREY)) part.classList.toggle("dead", isDead);
  for (const part of document.querySelectorAll(INERT)) part.inert = isDead;
}

export function showLost(why, isRemoved = false, isReopening = false) {
  known.isLive = false;
  document.querySelector("dialog[open]")?.close();
  setDead(true);
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
  Object.assign(document.body.dataset, { game: known.view?.game ?? "", number: known.number }); // the last move that this page has heard of
  clearInterval(counting);
  since = 0;
  at("lost").hidden = true;
  setDead(false);
}
