"""Tablets and phones: let one in with a code or its QR code; see, rename and remove those that are paired."""

import time

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Grid, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Digits, Static

from companion.console.console_screen import ConsoleScreen, KeyButton
from companion.console.pads.text import TextPad
from companion.console.state import ConsoleState
from companion.console.words import shorten
from companion.table.messages.message import RoleName
from companion.table.messages.requests import (
    AdmitScreen,
    ClosePairing,
    DeviceRequest,
    OpenPairing,
    RenameDevice,
    RevokeDevice,
)
from companion.table.messages.views import PairingView
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
        self._waiting: tuple[tuple[str, str], ...] = ()  # codes and names of screens
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
                yield KeyButton("x  Let nobody in", does="close_door", id="close-door")
        yield Grid(id="pair-kinds")
        yield VerticalScroll(id="pair-devices")
        yield KeyButton("Back   (Esc)", does="leave", id="back")

    def built(self) -> None:
        self.set_interval(1.0, self._count_down)

    def show(self, state: ConsoleState) -> None:
        names = tuple(player.name for player in state.view.players) if state.view else ()
        kinds = self.query_one("#pair-kinds", Grid)
        if names != self._seats or not kinds.children:
            self._seats = names
            keys = [KeyButton("b  The Banker's tablet", does="open('banker', -1)", id="open-banker", classes="yes")]
            for seat, name in enumerate(names):
                does = f"open('player', {seat})"
                keys.append(KeyButton(f"{seat + 1}  {name}'s phone", does=does, id=f"open-{seat}"))
            keys.append(KeyButton("w  Somebody who watches", does="open('viewer', -1)", id="open-viewer"))
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
            self.query_one("#pair-digits", Digits).update(spaced(door.code))
            code = qr_code(f"{door.urls[0]}/pair#{door.code}") if door.urls else Content("")
            self.query_one("#pair-qr", Static).update(code)
            where = "\n".join(f"{url}/pair" for url in door.urls) or NO_PAGES
            compare = f"\nCompare the certificate's fingerprint:\n{door.fingerprint}" if door.fingerprint else ""
            self.query_one("#pair-where", Static).update(Content(where + compare))
            self._count_down()
        self._show_message()
        waiting = tuple((screen.code, screen.name) for screen in door.waiting)
        if before is None or (before.devices, self._waiting) != (state.pairing.devices, waiting):
            devices, box = state.pairing.devices, self.query_one("#pair-devices", VerticalScroll)
            title = f"{len(devices)} paired" if devices else "Nothing is paired yet."
            box.remove_children()
            self._waiting = waiting
            for shown, name in waiting:
                row = Horizontal(
                    Static(Content.assemble((name, "bold"), f"\nshows {spaced(shown)}"), classes="pair-name"),
                    KeyButton("Let it in", does=f"admit({shown!r}, True)", classes="pair-rename"),
                    KeyButton("Send it away", does=f"admit({shown!r}, False)", classes="pair-remove"),
                    classes="pair-row",
                )
                box.mount(row)
            box.mount(Static(title, classes="pair-title"))
            for device in devices:
                whose = _describe_role(device.role, device.person, device.seat)
                whose += f" · {device.address}" if device.address else ""
                rename, remove = f"rename({device.id!r}, {device.name!r})", f"remove({device.id!r})"
                row = Horizontal(
                    Static(Content.assemble((device.name, "bold"), f"\n{whose}"), classes="pair-name"),
                    KeyButton("Rename", does=rename, classes="pair-rename"),
                    KeyButton(f"Remove {shorten(device.name, 14)}", does=remove, classes="pair-remove"),
                    classes="pair-row",
                )
                box.mount(row)

    def _show_message(self) -> None:
        door = self._shown.pairing if self._shown else PairingView()
        if door.why:
            words = door.why
        elif door.failures:
            words = f"Wrong codes so far: {door.failures}."
        else:
            words = self._message or ("Scan this, or type the digits there." if door.code else FIRST)
        told = self.query_one("#pair-told", Static)
        told.set_class(bool(door.why), "-trouble")
        told.update(Content(words))

    def _count_down(self) -> None:
        door = self._shown.pairing if self._shown else PairingView()
        if door.code:
            left = max(0, round(self._until_s - time.monotonic()))
            whose = _describe_role(door.role, door.person, door.seat)
            seconds = "1 second" if left == 1 else f"{left} seconds"
            self.query_one("#pair-whose", Static).update(Content(f"For {whose}, for {seconds} more."))

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

    def action_admit(self, code: str, let_in: bool) -> None:
        self._ask(AdmitScreen(code, let_in))

    def action_remove(self, device: str) -> None:
        self._ask(RevokeDevice(device))

    @work(exclusive=True, group="rename")
    async def action_rename(self, device: str, before: str) -> None:
        name = await self.console.show_pad(TextPad(f"A new name for {before}", most=NAME_MAX))
        if name:
            self._ask(RenameDevice(device, name))


def spaced(code: str) -> str:
    return f"{code[:3]} {code[3:]}"


def _describe_role(role: str, person: str, seat: int) -> str:
    if role == "player":
        return person if person and seat >= 0 else f"{person or 'a player'}; it will ask whose it is"
    return "the Banker" if role == "banker" else "somebody who watches"


def qr_code(text: str) -> Content:
    """In half blocks, dark on white whatever the theme, since that is what cameras read."""
    import segno

    rows = [list(row) for row in segno.make(text, micro=False, error="l").matrix_iter(border=QR_BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(_HALVES[bool(above), bool(below)] for above, below in zip(*pair, strict=True)) for pair in pairs)
    return Content("\n").join(Content.styled(line, QR_STYLE) for line in lines)
