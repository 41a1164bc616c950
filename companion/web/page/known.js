// What the page knows: only messages of the table change it. The last state is kept on the device, and is shown grey when
// the page opens again.
import { setCurrency } from "./money.js";

const MAX_LOG_LINES = 400;
const KEPT = "last known";

export const known = {
  isLive: false, // the link is up, and what is shown is what is saved
  role: "viewer",
  seat: -1,
  person: "", // whom the device belonged to last
  board: null,
  usualBoard: null,
  setup: null,
  menu: {},
  number: 0,
  view: null,
  log: [],
  turns: [],
  trouble: "",
  prompts: {},
  pairing: {},
  devices: [],
  clockAt: 0,
};

export const heard = {
  welcome({ board, setup, role = "viewer", seat = -1, ...more }) {
    Object.assign(known, more, { usualBoard: board, role, seat });
    heard.setup({ board, setup });
  },
  setup({ board, setup = {} }) {
    known.usualBoard = board;
    known.setup = setup;
    known.menu = Object.fromEntries((setup.menu ?? []).map((entry) => [entry.id, entry]));
  },
  seated({ seat = -1, person = "" }) {
    Object.assign(known, { seat, person });
  },
  snapshot({ board, view, log = [], turns = [], trouble = "", prompts, number, ...more }) {
    known.board = board ?? known.usualBoard;
    setCurrency(known.board.currency);
    Object.assign(known, more, { isLive: true, view, log, turns, trouble, number, clockAt: performance.now() });
    known.prompts = prompts ?? {};
    keep();
  },
  moved({ view, log = [], turns = [], number, taken_back: back = 0, done_again: again = 0, ...more }) {
    const marked = known.log.map((line) => (line.number === (back || again) ? { ...line, is_taken_back: Boolean(back) } : line));
    Object.assign(known, more, { view, turns, number, clockAt: performance.now() });
    known.log = [...marked, ...log].slice(-MAX_LOG_LINES);
    keep();
  },
  prompts(told) {
    known.prompts = told;
  },
  pairing({ pairing = {}, devices = [] }) {
    Object.assign(known, { pairing, devices });
  },
  trouble({ why }) {
    known.trouble = why;
  },
};

function keep() {
  const { board, usualBoard, setup, menu, view, role, seat, number, turns } = known;
  const log = known.log.slice(-20);
  try {
    localStorage.setItem(KEPT, JSON.stringify({ at: Date.now(), board, usualBoard, setup, menu, view, role, seat, number, turns, log }));
  } catch {
    // no room on the device: the page then opens empty
  }
}

// Returns when it was so, or nothing.

export function recall() {
  try {
    const { at, ...last } = JSON.parse(localStorage.getItem(KEPT));
    Object.assign(known, last);
    setCurrency(known.board.currency);
    return at;
  } catch {
    return null;
  }
}

export function forget() {
  localStorage.removeItem(KEPT);
}

export function nameOf(seat) {
  return known.view?.players[seat]?.name ?? "the Bank";
}
