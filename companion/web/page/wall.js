// The wall: the board, the money and what just happened, for a television or a spare screen. It can look, never touch. A new
// one shows a code, and waits until somebody at the table lets it in.
import { themeButton } from "./theme.js";
import { at, element, setText, update } from "./elements.js";
import { heard, known, recall } from "./known.js";
import { showLive, showLost } from "./lost_link.js";
import { heart, purse } from "./purse.js";
import { ring } from "./ring.js";
import { listen } from "./table_link.js";

const MANY = 4;
const LINES = 3;
const ASK_MS = 2_000;

function news(kind) {
  return (message) => {
    heard[kind](message);
    showLive();
    draw();
  };
}

function draw() {
  const { view, board } = known;
  at("main").classList.toggle("many", (view?.players.length ?? 0) > MANY);
  document.title = view?.title || "The wall";
  setText("title", view?.title || "Table Companion");
  setText("turn", view ? `Turn ${view.turn_number}` : "");
  if (board) update(at("ring"), [ring(known, null)]);
  update(at("heart"), heart());
  update(at("purses"), (view?.players ?? []).map((player) => purse(player)));
  setText("prompt", view ? view.prompt : "No game is in play.");
  const lines = known.log.filter((line) => !line.is_taken_back).slice(-LINES).reverse();
  update(at("lines"), lines.map((line) => element("li", {}, line.text)));
}

// Before it is let in

async function post(path, content) {
  const answer = await fetch(path, { method: "POST", body: JSON.stringify(content), headers: { "Content-Type": "application/json" } }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

async function knock() {
  const door = await post("/wall/knock", {});
  if (!door) {
    showCode("", "The table cannot be reached. Trying again.");
    return setTimeout(knock, 2 * ASK_MS);
  }
  showCode(door.code, "Let this screen in at the table: Menu, Phones and tablets.");
  const wait = async () => {
    const told = await post("/wall/enter", { secret: door.secret });
    if (told?.state === "in") return location.reload();
    if (told?.state === "over") return knock();
    setTimeout(wait, ASK_MS);
  };
  setTimeout(wait, ASK_MS);
}

function showCode(code, text) {
  at("table").hidden = at("side").hidden = true;
  at("pairing").hidden = false;
  const digits = code ? element("b", { "aria-label": [...code].join(" ") }, `${code.slice(0, 3)} ${code.slice(3)}`) : null;
  update(at("pairing"), [element("h1", {}, "Show the game here"), digits, element("p", {}, text), element("p", { className: "quiet" }, "It can look, never touch.")]);
}

async function start() {
  themeButton(at("theme"));
  const paired = await fetch("/paired", { cache: "no-store" }).catch(() => null);
  if (paired?.status === 401) return knock();
  if (recall()) {
    showLost("", false, true);
    draw();
  }
  listen({
    welcome: news("welcome"),
    snapshot: news("snapshot"),
    moved: news("moved"),
    trouble: news("trouble"),
    down: ({ why }) => showLost(why),
    removed: knock,
  });
}

start();
