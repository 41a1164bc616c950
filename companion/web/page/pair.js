// Sends the code shown at the table. A scanned QR code brings it after the #, which browsers do not send to servers.
import "./theme.js";

const form = document.getElementById("pair");
const code = document.getElementById("code");
const deviceName = document.getElementById("name");
const message = document.getElementById("told");

async function pair(event) {
  event.preventDefault();
  message.textContent = "";
  const body = new URLSearchParams({ code: code.value.replaceAll(" ", ""), name: deviceName.value });
  try {
    const answer = await fetch("/pair", { method: "POST", body });
    const text = await answer.text();
    if (answer.ok) location.replace(text);
    else message.textContent = text;
  } catch {
    message.textContent = "Cannot reach the table. Is this device on the home network?";
  }
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
