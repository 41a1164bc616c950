// Money seen to move: a coin goes from purse to purse. The true sums are in the page from the start; without motion the
// ribbon and the changes say the same.
import { element } from "./elements.js";
import { money } from "./money.js";

export function flyCoin({ payer, payee, amount }, purses) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [from, to] = [payer, payee].map((seat) => purses.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect());
  if (!from || !to) return;
  const coin = element("div", { className: "coin", "aria-hidden": "true" }, money(amount));
  coin.style.left = `${from.right - 96}px`;
  coin.style.top = `${from.bottom - 60}px`;
  document.body.append(coin);
  const there = `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
  const frames = [{ opacity: 0, transform: "scale(.8)" }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.85 }, { opacity: 0, transform: there }];
  coin.animate(frames, { duration: 900, easing: "cubic-bezier(.4,0,.2,1)" }).onfinish = () => coin.remove();
}
