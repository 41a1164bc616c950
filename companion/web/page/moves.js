// A player's moves as they are shown: what may be done at any time stands together, as the table's menu says, behind one
// button. There may be dozens of these on a phone, and a slip of the finger costs money.

const SEVERAL = "one of several";

export function menuOf({ books }) {
  return Object.fromEntries((books?.menu ?? []).map((entry) => [entry.id, entry]));
}

export function together(moves, menu) {
  const kinds = new Map();
  for (const move of moves) {
    const kind = isFolded(move, moves, menu) ? move.menu : move;
    kinds.set(kind, [...(kinds.get(kind) ?? []), move]);
  }
  return [...kinds].map(([kind, some]) => (some.length > 1 ? several(menu[kind]) : some[0]));
}

function several({ id, name }) {
  return { label: `${name} …`, menu: id, act: { type: id }, change: 0, needs: SEVERAL };
}

// Of a mortgage that has just changed hands it is asked whether it is lifted, and that is in sight.

function isFolded(move, moves, menu) {
  const isAsked = move.menu === "lift" && moves.some((one) => one.menu === "keep");
  return !isAsked && menu[move.menu]?.folds;
}

export function isSeveral(move) {
  return move.needs === SEVERAL;
}

export function oneOf({ menu }, moves) {
  return moves.filter((move) => move.menu === menu);
}

export function isWaitedFor(move, { menu }) {
  return !isSeveral(move) && !menu[move.menu]?.folds && move.act.type !== "WithdrawDeal";
}
