// Money as it is written at this table, and as people type it. The table itself counts in units of the currency's factor.

const NO_BREAK = "\u00a0";
let currency = { sign: "$", after: false, thousands: ",", factor: 1 };

export function setCurrency(print) {
  currency = print;
}

export function money(amount, plus = false) {
  const minus = amount < 0 ? "-" : plus ? "+" : "";
  const digits = grouped(Math.abs(amount));
  return currency.after ? `${minus}${digits}${NO_BREAK}${currency.sign}` : `${minus}${currency.sign}${digits}`;
}

export function signed(amount) {
  return amount < 0 ? `▼ ${money(-amount)}` : `▲ ${money(amount)}`;
}

export function grouped(amount) {
  const separator = currency.thousands === " " ? NO_BREAK : currency.thousands;
  return String(amount * currency.factor).replace(/\B(?=(\d{3})+$)/g, () => separator);
}

// For typing: digits alone.

export function typed(amount) {
  return String(amount * currency.factor);
}

// Returns the amount as the table counts it, and what is wrong with it.

export function readAmount(text, least, most) {
  const digits = text.replaceAll(currency.sign, "").replace(/\s/g, "");
  const [first, ...others] = currency.thousands.trim() ? digits.split(currency.thousands) : [digits];
  const isGrouped = !others.length || (first.length <= 3 && others.every((part) => /^\d{3}$/.test(part)));
  const amount = Number([first, ...others].join("")) / currency.factor;
  if (!/^\d+$/.test(first) || !isGrouped) return { amount, problem: `Please write an amount such as ${money(most)}.` };
  if (!Number.isInteger(amount)) return { amount, problem: `Only multiples of ${money(1)} are possible.` };
  if (amount < least) return { amount, problem: `At least ${money(least)}.` };
  return { amount, problem: amount > most ? `At most ${money(most)}.` : "" };
}
