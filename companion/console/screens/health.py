"""Health: every device and the link, what is on the disk, and which versions talk to each other."""

import platform
from collections.abc import Iterator
from importlib.metadata import version

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.pads.pad import Key
from companion.console.state import State
from companion.console.words import clock_time
from companion.table.messages.requests import LookAtDisk, VerifyJournal
from companion.table.messages.views import DeviceView
from companion.table.messages.wire import Reply

MARKS = {"present": ("●", "$text-success"), "lost": ("○", "$text-error"), "absent": ("·", "$foreground-muted")}
NOT_VERIFIED = "Not verified from here yet: v does it."


class HealthScreen(LeftOnce[None]):
    BINDINGS = [("escape", "leave", "Back"), ("I", "leave", "Back"), ("v", "verify", "Verify the journal")]

    def __init__(self) -> None:
        super().__init__()
        self._journal: tuple[str, ...] = (NOT_VERIFIED,)
        self._room = Reply("", done=True)

    def compose(self) -> ComposeResult:
        yield Static("Health   (Esc: back)", classes="screen-title")
        with VerticalScroll(id="health-lines"):
            yield Static(id="health-text")
        yield Key("v  Verify the journal", id="verify")
        yield Key("Back", id="back", classes="touch-only")

    def on_mount(self) -> None:
        self.show(console_of(self).state)
        if console_of(self).state.role == "banker":
            self._look_at_disk()

    def show(self, state: State) -> None:
        self.query_one("#verify").display = state.role == "banker"
        parts = [
            *_link(state),
            *_disk(state, self._room),
            *_journal(state, self._journal),
            *_devices(state),
            *_versions(state),
        ]
        self.query_one("#health-text", Static).update(Content("\n").join(parts))

    @work(exclusive=True, group="disk")
    async def _look_at_disk(self) -> None:
        self._room = await console_of(self).ask(LookAtDisk())
        self.show(console_of(self).state)

    @work(exclusive=True, group="health")
    async def _verify(self) -> None:
        reply = await console_of(self).ask(VerifyJournal())
        self._journal = (reply.message, *reply.lines)
        self.show(console_of(self).state)

    def action_verify(self) -> None:
        if console_of(self).state.role == "banker":
            self._verify()

    def action_leave(self) -> None:
        self.dismiss()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_verify() if event.button.id == "verify" else self.dismiss()


def _title(text: str) -> Content:
    return Content.styled(text, "bold $text-accent")


def _link(state: State) -> Iterator[Content]:
    yield _title("The link")
    mark = MARKS["present" if state.is_live else "lost"]
    yield Content.assemble(mark, " up: what is shown is what is saved" if state.is_live else f" down: {state.down}")
    if state.restarted:
        yield Content(f"  {state.restarted}")
    yield Content("")


def _disk(state: State, room: Reply) -> Iterator[Content]:
    yield _title("The disk")
    if state.trouble:
        yield Content.assemble(MARKS["lost"], f" Nothing can be saved now. {state.trouble}")
    else:
        yield Content.assemble(MARKS["present"], " every move is on the disk twice before it is told")
    if room.message:
        yield Content.assemble(MARKS["present" if room.done else "lost"], f" {room.message}")


def _journal(state: State, journal: tuple[str, ...]) -> Iterator[Content]:
    if state.view is not None:
        last = f": {state.log[-1].text}" if state.log else ""
        yield Content(f"  Last saved move: number {state.number}{last}" if state.number else "  No move was made yet.")
    yield from (Content(f"  {line}") for line in journal)
    yield Content("")


def _devices(state: State) -> Iterator[Content]:
    simulated = " (simulated)" if state.prompts.rig is not None else ""
    yield _title(f"Devices{simulated}")
    if not state.prompts.devices:
        yield Content("  This table minds neither buttons nor tags.")
    yield from map(_device, state.prompts.devices)
    yield Content("")


def _device(device: DeviceView) -> Content:
    mark = MARKS.get(device.state, MARKS["lost"])
    seen = f"last seen {clock_time(device.seen_at_ms)}" if device.seen_at_ms else "not used yet"
    state = {"present": seen, "lost": f"LOST: {device.why} ({seen})", "absent": "not fitted"}.get(device.state, "")
    counted = "".join(f"   {what} {count:,}" for what, count in device.counters)
    return Content.assemble(mark, f" {device.name:<13} {state}", (counted, "$foreground-muted"))


def _versions(state: State) -> Iterator[Content]:
    yield _title("Versions")
    yield Content(f"  table {state.app} · Textual {version('textual')} · Python {platform.python_version()}")
