// A player's moves as they are shown: what may be done at any time stands together by its kind, behind one button. There
// may be dozens of these on a phone, and a slip of the finger costs money.

const ANY_TIME = {
  Build: "Build …",
  SellBuilding: "Sell buildings …",
  SellGroup: "Sell buildings …",
  Mortgage: "Mortgage …",
  Redeem: "Lift a mortgage …",
  OfferDeal: "Offer a deal …",
};
const SEVERAL = "one of several";

export function together(moves) {
  const kinds = new Map();
  for (const move of moves) {
    const kind = kindOf(move, moves) || move;
    kinds.set(kind, [...(kinds.get(kind) ?? []), move]);
  }
  return [...kinds].map(([kind, some]) => (some.length > 1 ? { label: kind, act: { type: kind }, change: 0, needs: SEVERAL } : some[0]));
}

// Of a mortgage that has just changed hands it is asked whether it is lifted, and that is in sight.

function kindOf({ act }, moves) {
  const isAsked = act.type === "Redeem" && moves.some((one) => one.act.type === "KeepMortgage");
  return isAsked ? "" : ANY_TIME[act.type];
}

export function isSeveral(move) {
  return move.needs === SEVERAL;
}

export function oneOf(kind, moves) {
  return moves.filter((move) => kindOf(move, moves) === kind);
}

export function isWaitedFor(move) {
  return !isSeveral(move) && !(move.act.type in ANY_TIME) && move.act.type !== "WithdrawDeal";
}
