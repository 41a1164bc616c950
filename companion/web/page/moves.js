// Which moves get a button. Moves that are possible at any time share one button for each kind, as the table's menu says:
// there may be dozens on a phone, and a slip of the finger costs money.

const SEVERAL = "one of several";

export function menuOf({ setup }) {
  return Object.fromEntries((setup?.menu ?? []).map((entry) => [entry.id, entry]));
}

export function groupMoves(moves, menu) {
  const groups = new Map();
  for (const move of moves) {
    const group = isGrouped(move, moves, menu) ? move.menu : move;
    groups.set(group, [...(groups.get(group) ?? []), move]);
  }
  return [...groups].map(([group, some]) => {
    if (some.length === 1) return some[0];
    const { id, name } = menu[group];
    return { label: `${name} …`, menu: id, act: { type: id }, change: 0, needs: SEVERAL };
  });
}

// A player who has just received a mortgaged deed is asked whether to pay it off; that choice stays in sight.

function isGrouped(move, moves, menu) {
  const isAsked = move.menu === "lift" && moves.some((one) => one.menu === "keep");
  return !isAsked && menu[move.menu]?.folds;
}

export function isGroup(move) {
  return move.needs === SEVERAL;
}

export function movesIn({ menu }, moves) {
  return moves.filter((move) => move.menu === menu);
}

export function isAwaited(move, { menu }) {
  return !isGroup(move) && !menu[move.menu]?.folds && move.act.type !== "WithdrawDeal";
}
