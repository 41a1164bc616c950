// Sends the code shown at the table. A scanned QR code brings it after the #, which browsers do not send to servers.
import "./theme.js";

const form = document.getElementById("pair");
const code = document.getElementById("code");
const deviceName = document.getElementById("name");
const message = document.getElementById("told");
const SCANNED = /^\/(deed|player|jail)\/[a-z0-9]{1,8}$/; // what a sticker holds
const KEPT = "scanned";
const KEPT_MS = 600_000; // a code to pair may open this page anew

async function pair(event) {
  event.preventDefault();
  message.textContent = "";
  const body = new URLSearchParams({ code: code.value.replaceAll(" ", ""), name: deviceName.value });
  try {
    const answer = await fetch("/pair", { method: "POST", body });
    const text = await answer.text();
    if (answer.ok) location.replace(takeScanned() ?? text);
    else message.textContent = text;
  } catch {
    message.textContent = "Cannot reach the table. Is this device on the home network?";
  }
}

// A sticker led here. The phone may be paired all the same: browsers hide their cookies from what another program opens, and a
// phone that was paired by the table's number is not known by its name. So the table's number is asked, too.

async function leadBack() {
  const then = new URLSearchParams(location.search).get("then") ?? "";
  if (!SCANNED.test(then)) return;
  document.getElementById("scanned").hidden = false;
  localStorage.setItem(KEPT, JSON.stringify({ then, at: Date.now() }));
  const paired = await fetch("/paired", { cache: "no-store" }).catch(() => null);
  if (paired?.ok) return location.replace(takeScanned());
  const other = await fetch("/pair/address").then((answer) => (answer.ok ? answer.text() : ""), () => "");
  if (other && other !== location.origin) location.replace(`${other}/pair?then=${then}`);
}

function takeScanned() {
  const { then, at } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  localStorage.removeItem(KEPT);
  return Date.now() - at < KEPT_MS ? then : null;
}

// Also called when the page is already open: then a scanned code only changes the address.

function takeScannedCode() {
  if (!/^#[0-9]{6}$/.test(location.hash)) return;
  code.value = location.hash.slice(1);
  history.replaceState(null, "", "/pair");
  form.querySelector("button").focus();
}

const kinds = ["iPad", "iPhone", "Android", "Windows", "Macintosh", "Linux"];
deviceName.value = kinds.find((kind) => navigator.userAgent.includes(kind)) ?? "A device";
takeScannedCode();
addEventListener("hashchange", takeScannedCode);
form.addEventListener("submit", pair);
leadBack();
