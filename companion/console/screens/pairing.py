"""Tablets and phones: lets one in by a code and its QR code, and shows, renames and removes those that are paired."""

import time
from collections.abc import Iterator

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Grid, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Digits, Static

from companion.console.host import console_of
from companion.console.pads.pad import Key
from companion.console.pads.text import TextPad
from companion.console.qr import qr
from companion.console.state import State
from companion.console.words import fitted
from companion.table.messages.requests import AboutDevices, ClosePairing, OpenPairing, RenameDevice, RevokeDevice
from companion.table.messages.views import DeviceLine, PairingView
from companion.table.messages.wire import Pairing

NAME_MOST = 40
SEATS_MOST = 8
FIRST = "Whose device shall be let in? Then a code stands here, good for two minutes and for one device."
NO_PAGES = "No pages are served yet: start `companion tablet`. The code is good there."


class PairingScreen(Screen[None]):
    BINDINGS = [
        ("escape", "leave", "Back"),
        ("P", "leave", "Back"),
        ("b", "open('banker', -1)", "The Banker's"),
        ("w", "open('viewer', -1)", "Who watches"),
        ("x", "close_door", "Let nobody in"),
        *((str(seat + 1), f"open('player', {seat})", "") for seat in range(SEATS_MOST)),
    ]
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self._shown: Pairing | None = None
        self._seats: tuple[str, ...] = ()
        self._until_s = 0.0  # when the code grows old, by our own clock
        self._message = ""

    def compose(self) -> ComposeResult:
        yield Static("Tablets and phones   (Esc: back)", classes="screen-title")
        yield Static(id="pair-told")
        with Container(id="pair-code"):
            yield Static(id="pair-qr")
            with Vertical(id="pair-how"):
                yield Digits(id="pair-digits")
                yield Static(id="pair-whose")
                yield Static(id="pair-where")
                yield Key("x  Let nobody in", id="close-door")
        yield Grid(id="pair-kinds")
        yield VerticalScroll(id="pair-devices")
        yield Key("Back   (Esc)", id="back")

    def on_mount(self) -> None:
        self.show(console_of(self).state)
        self.set_interval(1.0, self._count_down)

    # What is told

    def show(self, state: State) -> None:
        self._show_kinds(state)
        if state.pairing == self._shown:
            return
        door, before = state.pairing.pairing, self._shown
        self._shown, self._until_s = state.pairing, time.monotonic() + door.left_ms / 1000
        self.query_one("#pair-code").display = bool(door.code)
        self.query_one("#pair-kinds").display = not door.code
        if door.code:
            self._show_code(door)
        self._say()
        if before is None or before.devices != state.pairing.devices:
            self._show_devices(state)

    def _say(self) -> None:
        door = self._shown.pairing if self._shown else PairingView()
        told = self.query_one("#pair-told", Static)
        told.set_class(bool(door.why), "-trouble")
        told.update(Content(_told(door, self._message)))

    def _show_code(self, door: PairingView) -> None:
        self.query_one("#pair-digits", Digits).update(f"{door.code[:3]} {door.code[3:]}")
        self.query_one("#pair-qr", Static).update(qr(f"{door.urls[0]}/pair#{door.code}") if door.urls else Content(""))
        where = "\n".join(f"{url}/pair" for url in door.urls) or NO_PAGES
        self.query_one("#pair-where", Static).update(Content(where))
        self._count_down()

    def _count_down(self) -> None:
        door = self._shown.pairing if self._shown else PairingView()
        if door.code:
            left = max(0, round(self._until_s - time.monotonic()))
            whose = _whose(console_of(self).state, door.role, door.seat)
            self.query_one("#pair-whose", Static).update(Content(f"For {whose}, for {left} seconds more."))

    def _show_kinds(self, state: State) -> None:
        names = tuple(player.name for player in state.view.players) if state.view else ()
        grid = self.query_one("#pair-kinds", Grid)
        if names == self._seats and grid.children:
            return
        self._seats = names
        grid.remove_children()
        grid.mount(*_kinds(names))

    def _show_devices(self, state: State) -> None:
        box = self.query_one("#pair-devices", VerticalScroll)
        box.remove_children()
        devices = state.pairing.devices
        title = f"{len(devices)} paired" if devices else "Nothing is paired yet."
        box.mount(Static(title, classes="pair-title"), *(_row(state, device) for device in devices))

    # What is pressed

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        key = event.button
        if isinstance(key, Key) and isinstance(key.value, OpenPairing | RevokeDevice):
            self._ask(key.value)
        elif isinstance(key, Key) and isinstance(key.value, DeviceLine):
            self._rename(key.value)
        elif key.id == "close-door":
            self.action_close_door()
        else:
            self.action_leave()

    def action_open(self, role: str, seat: int) -> None:
        door = console_of(self).state.pairing.pairing
        if not door.code and seat < len(self._seats):
            self._ask(_opening(role, seat))

    def action_close_door(self) -> None:
        if console_of(self).state.pairing.pairing.code:
            self._ask(ClosePairing())

    def action_leave(self) -> None:
        self.dismiss()

    @work(group="pairing")
    async def _ask(self, request: AboutDevices) -> None:
        reply = await console_of(self).ask(request)
        self._message = reply.message
        self._say()

    @work(exclusive=True, group="rename")
    async def _rename(self, device: DeviceLine) -> None:
        name = await console_of(self).show_pad(TextPad(f"What is {device.name} to be called?", most=NAME_MOST))
        if name:
            self._ask(RenameDevice(device.id, name))


def _told(door: PairingView, message: str) -> str:
    if door.why:
        return f"{door.why} Whoever presses one of these opens it."
    if door.failures:
        return f"Wrong codes so far: {door.failures}. Nobody is let in after twenty."
    return message or ("Scan this, or type the digits there." if door.code else FIRST)


def _kinds(names: tuple[str, ...]) -> Iterator[Key]:
    yield Key("b  The Banker's tablet", OpenPairing("banker"), id="open-banker", classes="yes")
    for seat, name in enumerate(names):
        yield Key(f"{seat + 1}  {name}'s phone", OpenPairing("player", seat), id=f"open-{seat}")
    yield Key("w  Somebody who watches", OpenPairing("viewer"), id="open-viewer")


def _opening(role: str, seat: int) -> OpenPairing:
    return OpenPairing("player", seat) if role == "player" else OpenPairing("banker" if role == "banker" else "viewer")


def _whose(state: State, role: str, seat: int) -> str:
    if role == "player":
        return state.name(seat) if state.view else f"player {seat + 1}"
    return "the Banker" if role == "banker" else "somebody who watches"


def _row(state: State, device: DeviceLine) -> Horizontal:
    words = Content.assemble((device.name, "bold"), f"\n{_whose(state, device.role, device.seat)}")
    return Horizontal(
        Static(words, classes="pair-name"),
        Key("Rename", device, classes="pair-rename"),
        Key(f"Remove {fitted(device.name, 14)}", RevokeDevice(device.id), classes="pair-remove"),
        classes="pair-row",
    )
