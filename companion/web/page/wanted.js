// Tells somebody that the game waits for them: the page's title, a tone and a short vibration. Asked once; a tap turns it off.
import { at } from "./elements.js";

const KEPT = "sound";
let audio = null;
let was = false;

export const isAsked = () => localStorage.getItem(KEPT) !== null;
const isOn = () => localStorage.getItem(KEPT) === "on";

export function setSound(on) {
  localStorage.setItem(KEPT, on ? "on" : "off");
  if (on) tone(); // browsers allow sound only after a tap: this is it
  nameSound();
}

export function nameSound() {
  at("sound").hidden = !isAsked();
  at("sound").textContent = isOn() ? "Sound on" : "Sound off";
}

export const toggleSound = () => setSound(!isOn());

export function callIfWanted(isWanted, title, name) {
  document.title = isWanted ? `● ${title} · ${name}` : name;
  if (isWanted && !was && isOn()) {
    tone();
    navigator.vibrate?.(200);
  }
  was = isWanted;
}

function tone() {
  audio ??= new AudioContext();
  audio.resume?.();
  const sound = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.value = 0.15;
  sound.frequency.value = 660;
  sound.connect(volume).connect(audio.destination);
  sound.start();
  sound.stop(audio.currentTime + 0.15);
}
