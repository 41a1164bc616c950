// Whoever opened this page by a printed sticker sees what it is about as soon as the page is live. Its file is loaded then.
import { known } from "./known.js";

let isOpened = location.pathname === "/";

export function followSticker(make) {
  if (isOpened || !known.isLive) return;
  isOpened = true;
  import("./sticker.js").then(({ openSticker }) => openSticker(make), () => (isOpened = false));
}
