// Sends the code that is shown at the table. A scanned QR code brings it along, after the #, which no server is told.
"use strict";

const form = document.getElementById("pair");
const code = document.getElementById("code");
const named = document.getElementById("name");
const told = document.getElementById("told");

function deviceName() {
  const agent = navigator.userAgent;
  for (const kind of ["iPad", "iPhone", "Android", "Windows", "Macintosh", "Linux"]) {
    if (agent.includes(kind)) return kind;
  }
  return "A device";
}

async function pair(event) {
  event.preventDefault();
  told.textContent = "";
  const said = new URLSearchParams({ code: code.value.replaceAll(" ", ""), name: named.value });
  try {
    const answer = await fetch("/pair", { method: "POST", body: said });
    const text = await answer.text();
    if (answer.ok) location.replace(text);
    else told.textContent = text;
  } catch {
    told.textContent = "The table cannot be reached. Is this device on the home network?";
  }
}

// Also where the page is open already: then nothing is loaded anew.

function takeCode() {
  if (!/^#[0-9]{6}$/.test(location.hash)) return;
  code.value = location.hash.slice(1);
  history.replaceState(null, "", "/pair");
  form.querySelector("button").focus();
}

named.value = deviceName();
takeCode();
addEventListener("hashchange", takeCode);
form.addEventListener("submit", pair);
