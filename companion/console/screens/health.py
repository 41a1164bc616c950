"""Health: every device and the link, what is on the disk, and which versions talk to each other."""

import platform
from collections.abc import Iterator
from importlib.metadata import version

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from companion.console.console_screen import ConsoleScreen, KeyButton
from companion.console.state import ConsoleState
from companion.console.words import clock_time, describe_progress
from companion.table.messages.requests import CheckDiskSpace, VerifyJournal
from companion.table.messages.wire import Reply, Working

MARKS = {"present": ("●", "$text-success"), "lost": ("○", "$text-error"), "absent": ("·", "$foreground-muted")}
NOT_VERIFIED = "Not verified yet: press v."


class HealthScreen(ConsoleScreen[None]):
    BINDINGS = [("escape", "leave", "Back"), ("I", "leave", "Back"), ("v", "verify", "Verify the journal")]

    def __init__(self) -> None:
        super().__init__()
        self._journal: tuple[str, ...] = (NOT_VERIFIED,)
        self._disk = Reply("", done=True)

    def compose(self) -> ComposeResult:
        yield Static("Health   (Esc: back)", classes="screen-title")
        with VerticalScroll(id="health-lines"):
            yield Static(id="health-text")
        yield KeyButton("v  Verify the journal", does="verify", id="verify")
        yield KeyButton("Back", does="leave", id="back", classes="touch-only")

    def built(self) -> None:
        if self.console.state.role == "banker":
            self._look_at_disk()

    def show(self, state: ConsoleState) -> None:
        self.query_one("#verify").display = state.role == "banker"
        lines = health_lines(state, self._disk, self._journal)
        self.query_one("#health-text", Static).update(Content("\n").join(lines))

    @work(exclusive=True, group="disk")
    async def _look_at_disk(self) -> None:
        self._disk = await self.console.ask(CheckDiskSpace())
        self.show(self.console.state)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002, Textual's
        return action != "verify" or self.console.state.role == "banker"

    @work(exclusive=True, group="health")
    async def action_verify(self) -> None:
        def tell(told: Working) -> None:
            self._journal = (f"{describe_progress('Verifying', told.done, told.total)} Esc stops it.",)
            self.show(self.console.state)

        reply = await self.console.ask(VerifyJournal(), tell)
        self._journal = (reply.message, *reply.lines)
        self.show(self.console.state)


def health_lines(state: ConsoleState, disk: Reply, journal: tuple[str, ...]) -> Iterator[Content]:
    yield _title("The link")
    words = " up: what is shown is what is saved" if state.is_live else f" down: {state.down}"
    yield Content.assemble(MARKS["present" if state.is_live else "lost"], words)
    if state.restarted:
        yield Content(f"  {state.restarted}")
    yield Content("")
    yield _title("The disk")
    if state.trouble:
        yield Content.assemble(MARKS["lost"], f" Nothing can be saved now. {state.trouble}")
    else:
        yield Content.assemble(MARKS["present"], " every move is saved twice before it is shown")
    if disk.message:
        yield Content.assemble(MARKS["present" if disk.done else "lost"], f" {disk.message}")
    if state.view is not None:
        last = f": {state.log[-1].text}" if state.log else ""
        saved = f"Last saved move: number {state.number}{last}" if state.number else "No move has been made yet."
        yield Content(f"  {saved}")
    yield from (Content(f"  {line}") for line in journal)
    yield Content("")
    yield _title("Devices (simulated)" if state.prompts.rig is not None else "Devices")
    if not state.prompts.devices:
        yield Content("  This table has no buttons and no tag readers.")
    for device in state.prompts.devices:
        mark = MARKS.get(device.state, MARKS["lost"])
        seen = f"last seen {clock_time(device.seen_at_ms)}" if device.seen_at_ms else "not used yet"
        words = {"present": seen, "lost": f"LOST: {device.why} ({seen})", "absent": "not fitted"}.get(device.state, "")
        counted = "".join(f"   {what} {count:,}" for what, count in device.counters)
        yield Content.assemble(mark, f" {device.name:<13} {words}", (counted, "$foreground-muted"))
    yield Content("")
    yield _title("Versions")
    yield Content(f"  table {state.app} · Textual {version('textual')} · Python {platform.python_version()}")


def _title(text: str) -> Content:
    return Content.styled(text, "bold $text-accent")
