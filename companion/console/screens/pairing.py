"""Tablets and phones: let one in with a code or its QR code; see, rename and remove those that are paired."""

import time

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Grid, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Digits, Static

from companion.console.console_screen import ConsoleScreen
from companion.console.pads.pad import KeyButton
from companion.console.pads.text import TextPad
from companion.console.state import ConsoleState
from companion.console.words import shorten
from companion.table.messages.message import RoleName
from companion.table.messages.requests import ClosePairing, DeviceRequest, OpenPairing, RenameDevice, RevokeDevice
from companion.table.messages.views import DeviceLine, PairingView
from companion.table.messages.wire import Pairing

NAME_MAX = 40
SEATS_MAX = 8
FIRST = "Who is this device for? A code will appear here, good for two minutes and one device."
QR_BORDER = 2  # white modules around it
QR_STYLE = "#000000 on #ffffff"
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}  # what is above and what is below, in one cell
NO_PAGES = "No pages are served yet: start `companion tablet`. The code is good there."


class PairingScreen(ConsoleScreen[None]):
    BINDINGS = [
        ("escape", "leave", "Back"),
        ("P", "leave", "Back"),
        ("b", "open('banker', -1)", "The Banker's"),
        ("w", "open('viewer', -1)", "Who watches"),
        ("x", "close_door", "Let nobody in"),
        *((str(seat + 1), f"open('player', {seat})", "") for seat in range(SEATS_MAX)),
    ]
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self._shown: Pairing | None = None
        self._seats: tuple[str, ...] = ()
        self._until_s = 0.0  # when the code expires, by our own clock
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
                yield KeyButton("x  Let nobody in", id="close-door")
        yield Grid(id="pair-kinds")
        yield VerticalScroll(id="pair-devices")
        yield KeyButton("Back   (Esc)", id="back")

    def on_mount(self) -> None:
        self.show(self.console.state)
        self.set_interval(1.0, self._count_down)

    # What is shown

    def show(self, state: ConsoleState) -> None:
        names = tuple(player.name for player in state.view.players) if state.view else ()
        kinds = self.query_one("#pair-kinds", Grid)
        if names != self._seats or not kinds.children:
            self._seats = names
            keys = [KeyButton("b  The Banker's tablet", OpenPairing("banker"), id="open-banker", classes="yes")]
            for seat, name in enumerate(names):
                keys.append(KeyButton(f"{seat + 1}  {name}'s phone", OpenPairing("player", seat), id=f"open-{seat}"))
            keys.append(KeyButton("w  Somebody who watches", OpenPairing("viewer"), id="open-viewer"))
            kinds.remove_children()
            kinds.mount(*keys)
        if state.pairing != self._shown:
            self._show_pairing(state)

    def _show_pairing(self, state: ConsoleState) -> None:
        door, before = state.pairing.pairing, self._shown
        self._shown, self._until_s = state.pairing, time.monotonic() + door.left_ms / 1000
        self.query_one("#pair-code").display = bool(door.code)
        self.query_one("#pair-kinds").display = not door.code
        if door.code:
            self.query_one("#pair-digits", Digits).update(f"{door.code[:3]} {door.code[3:]}")
            code = qr_code(f"{door.urls[0]}/pair#{door.code}") if door.urls else Content("")
            self.query_one("#pair-qr", Static).update(code)
            where = "\n".join(f"{url}/pair" for url in door.urls) or NO_PAGES
            self.query_one("#pair-where", Static).update(Content(where))
            self._count_down()
        self._show_message()
        if before is None or before.devices != state.pairing.devices:
            devices, box = state.pairing.devices, self.query_one("#pair-devices", VerticalScroll)
            title = f"{len(devices)} paired" if devices else "Nothing is paired yet."
            box.remove_children()
            box.mount(Static(title, classes="pair-title"), *(_device_row(state, device) for device in devices))

    def _show_message(self) -> None:
        door = self._shown.pairing if self._shown else PairingView()
        if door.why:
            words = f"{door.why} Press one of these to open it again."
        elif door.failures:
            words = f"Wrong codes so far: {door.failures}. Nobody is let in after twenty."
        else:
            words = self._message or ("Scan this, or type the digits there." if door.code else FIRST)
        told = self.query_one("#pair-told", Static)
        told.set_class(bool(door.why), "-trouble")
        told.update(Content(words))

    def _count_down(self) -> None:
        door = self._shown.pairing if self._shown else PairingView()
        if door.code:
            left = max(0, round(self._until_s - time.monotonic()))
            whose = _describe_role(self.console.state, door.role, door.seat)
            self.query_one("#pair-whose", Static).update(Content(f"For {whose}, for {left} seconds more."))

    # What is pressed

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        key = event.button
        if isinstance(key, KeyButton) and isinstance(key.value, OpenPairing | RevokeDevice):
            self._ask(key.value)
        elif isinstance(key, KeyButton) and isinstance(key.value, DeviceLine):
            self._rename(key.value)
        elif key.id == "close-door":
            self.action_close_door()
        else:
            self.action_leave()

    def action_open(self, role: RoleName, seat: int) -> None:
        if not self.console.state.pairing.pairing.code and seat < len(self._seats):
            self._ask(OpenPairing(role, seat))

    def action_close_door(self) -> None:
        if self.console.state.pairing.pairing.code:
            self._ask(ClosePairing())

    @work(group="pairing")
    async def _ask(self, request: DeviceRequest) -> None:
        reply = await self.console.ask(request)
        self._message = reply.message
        self._show_message()

    @work(exclusive=True, group="rename")
    async def _rename(self, device: DeviceLine) -> None:
        name = await self.console.show_pad(TextPad(f"A new name for {device.name}", most=NAME_MAX))
        if name:
            self._ask(RenameDevice(device.id, name))


def _describe_role(state: ConsoleState, role: str, seat: int) -> str:
    if role == "player":
        return state.name(seat) if state.view else f"player {seat + 1}"
    return "the Banker" if role == "banker" else "somebody who watches"


def _device_row(state: ConsoleState, device: DeviceLine) -> Horizontal:
    words = Content.assemble((device.name, "bold"), f"\n{_describe_role(state, device.role, device.seat)}")
    return Horizontal(
        Static(words, classes="pair-name"),
        KeyButton("Rename", device, classes="pair-rename"),
        KeyButton(f"Remove {shorten(device.name, 14)}", RevokeDevice(device.id), classes="pair-remove"),
        classes="pair-row",
    )


def qr_code(text: str) -> Content:
    """In half blocks, dark on white whatever the theme, since that is what cameras read."""
    import segno

    rows = [list(row) for row in segno.make(text, micro=False, error="l").matrix_iter(border=QR_BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(_HALVES[bool(above), bool(below)] for above, below in zip(*pair, strict=True)) for pair in pairs)
    return Content("\n").join(Content.styled(line, QR_STYLE) for line in lines)
