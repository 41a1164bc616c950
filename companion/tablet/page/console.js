// The console on a tablet: starts the terminal once its letters are there, turns swipes into scrolling, keeps the soft
// keyboard away, lets the bell be heard, says when the link is lost, and comes back by itself.
"use strict";

const terminal = document.getElementById("terminal");
const lost = document.getElementById("lost");
const SIZES = [14, 16, 18, 20, 22, 24, 28, 32];
const LETTERS_MS = 8000; // how long their buttons are in the way
const AGAIN_MS = [500, 1000, 2000, 4000];
let tries = 0;
let sound = null;

// The size of the letters is this device's own.

function size() {
  const kept = Number(localStorage.getItem("letters"));
  if (SIZES.includes(kept)) return kept;
  return Math.min(innerWidth, innerHeight) < 600 ? 14 : 20;
}

function resize(step) {
  const next = SIZES[SIZES.indexOf(size()) + step];
  if (!next) return;
  spread = 0;
  localStorage.setItem("letters", String(next));
  location.reload();
}

// The link

function showLost(why) {
  if (why) document.getElementById("why").textContent = why;
  lost.hidden = false;
}

async function comeBack() {
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    if (answer.ok) return location.reload();
  } catch {
    /* not yet */
  }
  setTimeout(comeBack, AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)]);
}

class WatchedSocket extends WebSocket {
  constructor(...args) {
    super(...args);
    this.addEventListener("close", (event) => {
      showLost(event.code === 1008 ? "Too much was typed at once." : "");
      setTimeout(comeBack, AGAIN_MS[0]);
    });
    this.addEventListener("message", (event) => hear(event.data));
  }
}

// Sound, once somebody has tapped: browsers allow none before.

function hear(content) {
  if (content instanceof Blob) content.arrayBuffer().then((bytes) => new Uint8Array(bytes).includes(7) && beep());
}

function beep() {
  if (!sound) return;
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  volume.gain.value = 0.15;
  tone.frequency.value = 660;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.12);
}

// Touch

let touchY = 0;
let spread = 0; // of two fingers, which change the size of the letters

function between([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function startTouch(event) {
  sound ??= new AudioContext();
  touchY = event.touches[0].clientY;
  spread = event.touches.length === 2 ? between(event.touches) : 0;
}

function pinch(touches) {
  const ratio = between(touches) / spread;
  if (ratio > 1.3) resize(1);
  if (ratio < 0.77) resize(-1);
}

function moveTouch(event) {
  if (spread) return event.touches.length === 2 && pinch(event.touches);
  const y = event.touches[0].clientY;
  const by = touchY - y;
  if (Math.abs(by) < 12) return;
  touchY = y;
  const { clientX, clientY } = event.touches[0];
  event.target.dispatchEvent(
    new WheelEvent("wheel", { deltaY: by * 2, clientX, clientY, bubbles: true, cancelable: true }),
  );
}

function keepKeyboardAway() {
  for (const area of terminal.querySelectorAll("textarea")) area.setAttribute("inputmode", "none");
}

// From the beginning

async function start() {
  window.WebSocket = WatchedSocket;
  terminal.dataset.fontSize = String(size());
  terminal.dataset.sessionWebsocketUrl = `ws://${location.host}/ws`;
  await Promise.all([document.fonts.load(`${size()}px "Roboto Mono"`), document.fonts.load(`bold ${size()}px "Roboto Mono"`)]);
  new MutationObserver(keepKeyboardAway).observe(terminal, { childList: true, subtree: true });
  const script = document.createElement("script");
  script.src = "/terminal/js/textual.js";
  script.addEventListener("load", () => window.dispatchEvent(new Event("load"))); // which it waits for
  document.head.append(script);
}

terminal.addEventListener("touchstart", startTouch, { passive: true });
terminal.addEventListener("touchmove", moveTouch, { passive: true });
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !lost.hidden) comeBack();
});
setTimeout(() => (document.getElementById("letters").hidden = true), LETTERS_MS);
document.getElementById("again").addEventListener("click", comeBack);
document.getElementById("smaller").addEventListener("click", () => resize(-1));
document.getElementById("larger").addEventListener("click", () => resize(1));
start();
