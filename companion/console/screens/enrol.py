"""Enrolling: one thing after the other is held to the reader, and the table learns its tag."""

import asyncio
import secrets
from typing import NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from companion.console.gestures import lever
from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.pads.choose import Choice, ChoosePad
from companion.console.pads.pad import Key
from companion.console.pads.text import TextPad
from companion.console.state import State
from companion.console.tags import tags_in
from companion.table.messages.requests import BeginWalk, Does, ExportTags, StepWalk
from companion.table.messages.views import WalkView

FIRST = "Which tags? What has its tag already is passed over. While it lasts, a tap is no move in the game."
ENDED = "The walk has ended. What was enrolled is kept."
PIECE_MOST = 24
ABSENT_S, HOLD_S = 0.6, 0.8  # of a simulated hand


class Kind(NamedTuple):
    key: str
    what: str
    label: str


KINDS = (
    Kind("1", "deeds", "Deeds"),
    Kind("2", "tokens", "Tokens"),
    Kind("3", "players", "Player cards"),
    Kind("4", "cards", "Chance and Chest"),
    Kind("5", "jail", "Out of Jail"),
    Kind("6", "board", "Spaces of the board"),
    Kind("7", "", "One lost card …"),
    Kind("8", "token ", "A piece of your own …"),
)
STEPS: tuple[tuple[str, Does, str], ...] = (
    ("y", "yes", "Yes"),
    ("n", "no", "No"),
    ("s", "skip", "Later"),
    ("b", "back", "Back one"),
    ("x", "stop", "Stop"),
)


class EnrolScreen(LeftOnce[None]):
    """A walk is this console's: whoever leaves the screen stops it, and what was done is kept.

    It begins with `what`, if that is said already; a simulated hand then holds the tag `uid`.
    """

    AUTO_FOCUS = ""
    BINDINGS = [
        ("escape", "leave", "Back"),
        *((key, f"step('{does}')", label) for key, does, label in STEPS),
        *((kind.key, f"begin({number})", kind.label) for number, kind in enumerate(KINDS)),
        ("t", "hold", "Hold a new tag"),
    ]

    def __init__(self, what: str = "", uid: str = "") -> None:
        super().__init__()
        self._what, self._uid = what, uid
        self._number = 0  # of our walk
        self._is_seen = False  # the answer to its beginning may come before the walk itself
        self._told = FIRST

    def compose(self) -> ComposeResult:
        yield Static("Enrol tags   (Esc: back to the game)", classes="screen-title")
        with VerticalScroll(id="enrol"):
            yield Static(id="enrol-told")
            yield Static(id="enrol-prompt")
            yield Static(id="enrol-count")
        with Grid(id="enrol-kinds"):
            for number, kind in enumerate(KINDS):
                yield Key(f"{kind.key}  {kind.label}", number, id=f"kind-{kind.key}")
        with Horizontal(id="enrol-keys"):
            for key, does, label in STEPS:
                yield Key(f"{key}  {label}", does, id=f"step-{does}", classes="yes" if does == "yes" else "")
        yield Key("t  Hold a new tag to the simulated reader", id="hold")
        yield Key("Back to the game   (Esc)", id="back")

    def on_mount(self) -> None:
        self.show(console_of(self).state)
        if self._what:
            self._begin_walk(self._what)

    # What is told

    def _walk(self, state: State) -> WalkView | None:
        walk = state.prompts.walk
        return walk if walk is not None and walk.number == self._number else None

    def show(self, state: State) -> None:
        walk = self._walk(state)
        if self._is_seen and walk is None:
            self._number, self._told = 0, ENDED
        self._is_seen = walk is not None
        is_walking = walk is not None and not walk.is_over
        self._say(walk)
        self.query_one("#enrol-kinds").display = self.query_one("#back").display = not is_walking
        self.query_one("#enrol-keys").display = is_walking
        self.query_one("#hold").display = is_walking and state.prompts.rig is not None and _has_reader(state)
        for _, does, _ in STEPS:
            is_answer, is_asked = does in ("yes", "no"), walk is not None and bool(walk.question)
            self.query_one(f"#step-{does}").display = is_asked if is_answer else not is_asked or does == "stop"

    def _say(self, walk: WalkView | None) -> None:
        told = self.query_one("#enrol-told", Static)
        told.set_class(walk is not None and walk.is_trouble, "-trouble")
        told.update(Content(walk.told if walk is not None else self._told))
        self.query_one("#enrol-prompt", Static).update(Content((walk.question or walk.prompt) if walk else ""))
        self.query_one("#enrol-count", Static).update(_counted(walk) if walk is not None else Content(""))

    # What is pressed

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        key = event.button
        if not isinstance(key, Key) or key.id == "back":
            self.action_leave()
        elif key.id == "hold":
            self.action_hold()
        elif isinstance(key.value, int):
            self.action_begin(key.value)
        else:
            self.action_step(str(key.value))

    def action_begin(self, number: int) -> None:
        if self.query_one("#enrol-kinds").display:
            self._begin(KINDS[number])

    @work(exclusive=True, group="enrol")
    async def _begin(self, kind: Kind) -> None:
        what = kind.what if kind.what.strip() == kind.what and kind.what else await self._ask_what(kind)
        if what:
            self._uid = ""
            await self._ask_for(what)

    @work(exclusive=True, group="enrol")
    async def _begin_walk(self, what: str) -> None:
        await self._ask_for(what)

    async def _ask_for(self, what: str) -> None:
        app = console_of(self)
        reply = await app.ask(BeginWalk(what))
        if not reply.done and (other := app.state.prompts.walk) is not None and not other.is_over:
            reply = await app.ask(BeginWalk(what, instead=True)) if await self._may_end(other) else reply
        self._number, self._is_seen = reply.walk if reply.done else 0, False
        self._told = FIRST if reply.done else reply.message
        self.show(app.state)

    async def _ask_what(self, kind: Kind) -> str | None:
        app = console_of(self)
        if kind.what:
            name = await app.show_pad(TextPad("What is the piece called?", most=PIECE_MOST))
            return f"{kind.what}{name}" if name else None
        things = tags_in(await app.ask(ExportTags(everything=True)))
        ordered = sorted(things, key=lambda tag: (tag.kind != "deed", tag.kind, tag.words))
        chosen = await app.show_pad(ChoosePad("Which one is lost?", [Choice(tag.title, tag) for tag in ordered]))
        return chosen.asked_as if chosen is not None else None

    async def _may_end(self, other: WalkView) -> bool:
        by = other.by or "another screen"
        title = f"{by} is enrolling {other.title} ({other.done} of {other.total})"
        ways = [Choice("Leave it, and wait", False), Choice("End that walk, and begin here", True)]
        return await console_of(self).show_pad(ChoosePad(title, ways)) is True

    def action_step(self, name: str) -> None:
        walk = self._walk(console_of(self).state)
        does = next((does for _, does, _ in STEPS if does == name), None)
        if walk is not None and does is not None and self.query_one(f"#step-{does}").display:
            self._step(StepWalk(walk.number, walk.step, does))

    @work(group="enrol-step")
    async def _step(self, request: StepWalk) -> None:
        reply = await console_of(self).ask(request)
        if request.does == "stop":
            self._number, self._is_seen, self._told = 0, False, reply.message
            self.show(console_of(self).state)

    def action_hold(self) -> None:
        if self.query_one("#hold").display:
            self._hold()

    @work(exclusive=True, group="enrol-hold")
    async def _hold(self) -> None:
        app = console_of(self)
        reader = app.state.prompts.rig.readers[0][0] if app.state.prompts.rig is not None else ""
        uid = self._uid or f"04{secrets.token_hex(6).upper()}"
        await asyncio.sleep(ABSENT_S)
        if await app.pull(lever("place", reader=reader, uid=uid)):
            await asyncio.sleep(HOLD_S)
            await app.pull(lever("lift", reader=reader, uid=uid))

    def action_leave(self) -> None:
        self.dismiss()

    def on_unmount(self) -> None:
        """However it was left."""
        app = console_of(self)
        if self._number and app.state.is_live:
            app.run_worker(app.ask(StepWalk(self._number, 0, "stop")), group="enrol-end")


def _has_reader(state: State) -> bool:
    return state.prompts.rig is not None and bool(state.prompts.rig.readers)


def _counted(walk: WalkView) -> Content:
    bar = "█" * round(20 * walk.done / max(walk.total, 1))
    return Content.assemble((f"{bar:░<20}", "$text-accent"), f"  {walk.done} of {walk.total} {walk.title}")
