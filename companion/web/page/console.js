// The console on a tablet: starts the terminal once its letters are there, turns swipes into scrolling, keeps the soft
// keyboard away, lets the bell be heard, says when the link is lost, and comes back by itself.
"use strict";

const terminal = document.getElementById("terminal");
const lost = document.getElementById("lost");
const SIZES = [14, 16, 18, 20, 22, 24, 28, 32];
const LETTERS_MS = 6000; // how long their buttons are in the way
const AGAIN_MS = [500, 1000, 2000, 4000];
const AWAKE_MS = 3000; // for an answer, when it is looked at again
const HOVERS = /^\["stdin","\\u001b\[<35;[0-9;]*M"\]$/; // a mouse that is only moved, which nobody asked for
const ELSEWHERE = 4001; // how the link is closed when another page has taken its place
const BRIEF_MS = 10_000; // a console that ends so soon has failed
const RINGS = /\x07/;
const TITLES = /\x1b\][^\x07\x1b]*\x07/g; // and shapes of a pointer, which end in the same character and do not ring
const letters = new TextDecoder("latin1");
let tries = 0;
let sound = null;
let link = null;
let linkedAt = 0;
let heardAt = 0;

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

// What ends as soon as it has begun is asked for less and less often: a console that fails costs the table's time.

function closed({ code }) {
  if (code === ELSEWHERE) return showElsewhere();
  const failed = performance.now() - linkedAt < BRIEF_MS ? Number(sessionStorage.getItem("failed")) + 1 : 0;
  sessionStorage.setItem("failed", String(failed));
  showLost(code === 1008 ? "Too much was typed at once." : failed > 1 ? "The console ends as soon as it is opened. It is tried again." : "");
  setTimeout(comeBack, AGAIN_MS[Math.min(failed, AGAIN_MS.length - 1)]);
}

function showElsewhere() {
  document.getElementById("lost-title").textContent = "Open elsewhere";
  document.getElementById("again").textContent = "Use it here";
  showLost("The console was opened in another tab or on another tablet, and this one made room.");
}

async function comeBack() {
  const answer = await fetch("/paired", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) return location.reload();
  if (answer?.status === 401) return remove(await answer.text());
  setTimeout(comeBack, AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)]);
}

function remove(why) {
  document.getElementById("lost-title").textContent = "No longer paired";
  document.getElementById("again").hidden = true;
  document.getElementById("pair-again").hidden = false;
  showLost(why);
}

function wake() {
  if (document.hidden) return;
  if (!lost.hidden) return comeBack();
  if (link?.readyState !== WebSocket.OPEN) return;
  const before = heardAt;
  link.send('["ping","awake"]');
  setTimeout(() => heardAt === before && location.reload(), AWAKE_MS);
}

class WatchedSocket extends WebSocket {
  constructor(...args) {
    super(...args);
    link = this;
    linkedAt = performance.now();
    this.addEventListener("close", closed);
    this.addEventListener("message", (event) => hear(event.data));
  }

  send(content) {
    if (HOVERS.test(content)) return;
    if (this.readyState !== WebSocket.CONNECTING) super.send(content);
    else this.addEventListener("open", () => super.send(content), { once: true }); // the script is in a hurry
  }
}

// Sound, once somebody has tapped: browsers allow none before.

function hear(content) {
  heardAt = performance.now();
  if (!(content instanceof ArrayBuffer)) return; // the terminal's script asks for these
  document.getElementById("opening").hidden = true;
  if (RINGS.test(letters.decode(content).replaceAll(TITLES, ""))) beep();
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
  for (const area of terminal.querySelectorAll("textarea:not([inputmode])")) {
    area.setAttribute("inputmode", "none");
    area.focus({ preventScroll: true }); // for keys, where there are real ones
  }
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
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", (event) => event.persisted && location.reload()); // from a browser's memory of the page
setTimeout(() => (document.getElementById("letters").hidden = true), LETTERS_MS);
document.getElementById("again").addEventListener("click", comeBack);
document.getElementById("smaller").addEventListener("click", () => resize(-1));
document.getElementById("larger").addEventListener("click", () => resize(1));
start();
