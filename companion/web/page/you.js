// "You", not "Ann", where Ann's phone speaks to her. The log stays as it is for everybody.
import { known } from "./known.js";

const VERBS = { has: "have", owes: "owe", is: "are", says: "say", bids: "bid", rolls: "roll", passes: "pass", gives: "give", gets: "get", keeps: "keep", needs: "need" };
const ALIKE = "may|can|could|would|[a-z]+ed|did|paid|bid|sold|bought|took|put|drew|built|gave"; // for "you" as for "Ann"
const TO = "offers|offered|owes|owed|asks|pays|paid"; // somebody does it to her

export function asYou(text) {
  const mine = known.role === "player" ? known.view?.players[known.seat] : null;
  if (!mine || !text || known.view.over) return text;
  const name = mine.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = "(^|[^\\p{L}\\p{N}])";
  const after = "(?![\\p{L}\\p{N}])";
  const said = text
    .replace(new RegExp(`^${name}, (.)`, "u"), (_, letter) => letter.toUpperCase())
    .replace(new RegExp(`${before}${name}'s${after}`, "gu"), "$1your")
    .replace(new RegExp(`${before}${name} (${Object.keys(VERBS).join("|")})${after}`, "gu"), (_, first, verb) => `${first}you ${VERBS[verb]}`)
    .replace(new RegExp(`${before}${name} (${ALIKE})${after}`, "gu"), "$1you $2")
    .replace(new RegExp(` (${TO}) ${name}${after}`, "gu"), " $1 you")
    .replace(/(^|[.:?!] )you(r?) /g, "$1You$2 ");
  return said.replace("You are done?", "Are you done?").replace("You have doubles and rolls again", "You have doubles: roll again");
}
