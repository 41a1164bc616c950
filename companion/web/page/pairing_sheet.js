// Phones, tablets and walls: let one in by a code, see and rename those that are paired, say whose they are, remove them.
import { box, button, element, heading, paragraphs } from "./elements.js";
import { known } from "./known.js";
import { select } from "./new_game.js";
import { foot } from "./pads.js";
import { closeSheet, redrawSheet } from "./sheet.js";
import { ask } from "./table_link.js";

const ROLES = { banker: "Banker", player: "player", viewer: "watches" };

export function pairingSheet() {
  const held = { message: "", renaming: "" };
  const request = async (what) => {
    const reply = await ask(what, {});
    held.message = reply.done ? "" : reply.message;
    redrawSheet();
  };
  const open = (role, seat = -1) => () => request({ type: "OpenPairing", role, seat });
  const draw = () => {
    const { pairing, devices, view } = known;
    const who = (view?.players ?? []).filter((player) => !player.out);
    const code = pairing.code
      ? [
          element("p", {}, "Type this code on the device, at:"),
          ...(pairing.urls ?? []).slice(0, 2).map((url) => element("p", { className: "address" }, `${url.replace(/\/$/, "")}/pair`)),
          element("p", { className: "code", "aria-label": [...pairing.code].join(" ") }, `${pairing.code.slice(0, 3)} ${pairing.code.slice(3)}`),
          element("p", { className: "quiet" }, pairing.role === "player" ? `For ${who[pairing.seat]?.name ?? "a player"}. Good for one device and two minutes.` : "Good for one device and two minutes."),
          button("Let nobody in", () => request({ type: "ClosePairing" }), { "data-key": "close" }),
        ]
      : [];
    const admit = (one, isIn) => () => request({ type: "AdmitScreen", code: one.code, let_in: isIn });
    const walls = (pairing.waiting ?? []).map((one) =>
      box(`wall ${one.code}`, "row wrap", button(`Let in the screen that shows ${one.code}`, admit(one, true), { className: "first", "data-key": `wall ${one.code}` }), button("Send it away", admit(one, false), { "data-key": `away ${one.code}`, "aria-label": `Send away the screen that shows ${one.code}` })),
    );
    return [
      heading("Phones and tablets"),
      ...walls,
      ...code,
      element("p", { className: "quiet" }, "Who is the device for?"),
      box("kinds", "row wrap", ...who.map((player) => button(`${player.name}'s phone`, open("player", player.seat), { "data-key": `seat ${player.seat}` })), button("A Banker's tablet", open("banker"), { "data-key": "banker" }), button("Somebody who watches", open("viewer"), { "data-key": "viewer" })),
      ...paragraphs([held.message || pairing.why], "down"),
      element("h3", {}, "Paired"),
      element("ul", { className: "devices", "data-box": "devices" }, ...devices.map((device) => deviceRow(device, who, held, request))),
      foot(button("Back to the game", closeSheet, { className: "first", "data-key": "back" })),
    ];
  };
  return { draw };
}

function deviceRow(device, who, held, request) {
  if (held.renaming === device.id) {
    const input = element("input", { id: "rename", className: "field", maxLength: 40, autocomplete: "off", "aria-label": "Name of the device" });
    input.value = device.name;
    const done = () => ((held.renaming = ""), request({ type: "RenameDevice", device: device.id, name: input.value.trim() || device.name }));
    return element("li", { "data-box": `renaming ${device.id}` }, input, button("Rename", done, { className: "first", "data-key": `name ${device.id}` }));
  }
  const isPlayers = device.role === "player";
  const owner = device.person ? `${device.person}'s; it asks whose it is now` : "nobody's yet: it asks";
  const words = isPlayers ? (who.find((player) => player.seat === device.seat)?.name ?? owner) : ROLES[device.role];
  const about = element("span", {}, element("b", {}, device.name), element("small", {}, words));
  const choices = [[-1, "It asks"], ...who.map((player) => [player.seat, player.name])];
  const assign = (seat) => request({ type: "AssignDevice", device: device.id, seat });
  const whose = isPlayers && who.length ? select({ seat: device.seat ?? -1 }, "seat", `Whose is ${device.name}?`, choices, `whose-${device.id}`, assign, true) : null;
  const key = (what) => ({ "data-key": `${what} ${device.id}`, "aria-label": `${what} ${device.name}` });
  return element("li", { "data-box": `device ${device.id}` }, about, whose, button("Rename", () => ((held.renaming = device.id), redrawSheet()), key("Rename")), button("Remove", () => request({ type: "RevokeDevice", device: device.id }), key("Remove")));
}
