// The Banker's console on a tablet. Starts the terminal once its font is loaded, turns swipes into scrolling, keeps the
// soft keyboard away, beeps when the console rings its bell, says when the connection is lost, and reconnects.
"use strict";

const at = (id) => document.getElementById(id);
const terminal = at("terminal");
const lost = at("lost");
const FONT_SIZES = [14, 16, 18, 20, 22, 24, 28, 32];
const SIZE_BUTTONS_MS = 6000;
const RETRY_MS = [500, 1000, 2000, 4000];
const AWAKE_MS = 3000; // time for an answer when the tablet wakes
const HOVER = /^\["stdin","\\u001b\[<35;[0-9;]*M"\]$/; // a mouse that only moves; the console does not need it
const ELSEWHERE = 4001; // another page has taken over the console
const TOO_FAST = 1008;
const BRIEF_MS = 10_000; // a console that ends within this time has failed
const BELL = /\x07/;
const TITLE = /\x1b\][^\x07\x1b]*\x07/g; // titles and pointer shapes end in the same character, and do not ring
const latin1 = new TextDecoder("latin1");
let tries = 0;
let sound = null;
let link = null;
let linkedAt = 0;
let heardAt = 0;

// Text size, kept on this device

function fontSize() {
  const kept = Number(localStorage.getItem("letters"));
  if (FONT_SIZES.includes(kept)) return kept;
  return Math.min(innerWidth, innerHeight) < 600 ? 14 : 20;
}

function changeFontSize(step) {
  const next = FONT_SIZES[FONT_SIZES.indexOf(fontSize()) + step];
  if (!next) return;
  spread = 0;
  localStorage.setItem("letters", String(next));
  location.reload();
}

// The connection

function showLost(why) {
  if (why) at("why").textContent = why;
  lost.hidden = false;
}

// A console that fails costs the table time, so it is opened again less and less often.

function linkClosed({ code }) {
  if (code === ELSEWHERE) {
    at("lost-title").textContent = "Open elsewhere";
    at("again").textContent = "Use it here";
    return showLost("The console is now open in another tab or on another tablet.");
  }
  const failed = performance.now() - linkedAt < BRIEF_MS ? Number(sessionStorage.getItem("failed")) + 1 : 0;
  sessionStorage.setItem("failed", String(failed));
  showLost(code === TOO_FAST ? "Too many keys at once." : failed > 1 ? "The console keeps closing. Trying again." : "");
  setTimeout(reconnect, RETRY_MS[Math.min(failed, RETRY_MS.length - 1)]);
}

async function reconnect() {
  const answer = await fetch("/paired", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) return location.reload();
  if (answer?.status === 401) {
    at("lost-title").textContent = "No longer paired";
    at("again").hidden = true;
    at("pair-again").hidden = false;
    return showLost(await answer.text());
  }
  setTimeout(reconnect, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
}

function wake() {
  if (document.hidden) return;
  if (!lost.hidden) return reconnect();
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
    this.addEventListener("close", linkClosed);
    this.addEventListener("message", (event) => hear(event.data));
  }

  send(content) {
    if (HOVER.test(content)) return;
    if (this.readyState !== WebSocket.CONNECTING) super.send(content);
    else this.addEventListener("open", () => super.send(content), { once: true }); // the script does not wait for this
  }
}

function hear(content) {
  heardAt = performance.now();
  if (!(content instanceof ArrayBuffer)) return; // drawing comes as bytes
  at("opening").hidden = true;
  if (BELL.test(latin1.decode(content).replaceAll(TITLE, ""))) beep();
}

function beep() {
  if (!sound) return; // browsers allow no sound before the first tap
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  volume.gain.value = 0.15;
  tone.frequency.value = 660;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.12);
}

// Touch: one finger scrolls, two change the text size

let touchY = 0;
let spread = 0;

function distance([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function startTouch(event) {
  sound ??= new AudioContext();
  touchY = event.touches[0].clientY;
  spread = event.touches.length === 2 ? distance(event.touches) : 0;
}

function moveTouch(event) {
  if (spread) {
    const ratio = event.touches.length === 2 ? distance(event.touches) / spread : 1;
    if (ratio > 1.3) changeFontSize(1);
    if (ratio < 0.77) changeFontSize(-1);
    return;
  }
  const { clientX, clientY } = event.touches[0];
  const by = touchY - clientY;
  if (Math.abs(by) < 12) return;
  touchY = clientY;
  event.target.dispatchEvent(
    new WheelEvent("wheel", { deltaY: by * 2, clientX, clientY, bubbles: true, cancelable: true }),
  );
}

function keepKeyboardAway() {
  for (const area of terminal.querySelectorAll("textarea:not([inputmode])")) {
    area.setAttribute("inputmode", "none");
    area.focus({ preventScroll: true }); // so that a real keyboard works
  }
}

async function start() {
  window.WebSocket = WatchedSocket;
  const size = fontSize();
  terminal.dataset.fontSize = String(size);
  terminal.dataset.sessionWebsocketUrl = `ws://${location.host}/ws`;
  await Promise.all([document.fonts.load(`${size}px "Roboto Mono"`), document.fonts.load(`bold ${size}px "Roboto Mono"`)]);
  new MutationObserver(keepKeyboardAway).observe(terminal, { childList: true, subtree: true });
  const script = document.createElement("script");
  script.src = "/terminal/js/textual.js";
  script.addEventListener("load", () => window.dispatchEvent(new Event("load"))); // the script waits for this event
  document.head.append(script);
}

terminal.addEventListener("touchstart", startTouch, { passive: true });
terminal.addEventListener("touchmove", moveTouch, { passive: true });
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", (event) => event.persisted && location.reload()); // the browser kept the page from before
setTimeout(() => (at("letters").hidden = true), SIZE_BUTTONS_MS);
at("again").addEventListener("click", reconnect);
at("smaller").addEventListener("click", () => changeFontSize(-1));
at("larger").addEventListener("click", () => changeFontSize(1));
start();
