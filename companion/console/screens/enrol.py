"""Enrolling: people hold one thing after the other to the reader, and the table learns its tag."""

import secrets
from asyncio import sleep

from msgspec import json
from textual import work
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from companion.console.console_screen import ConsoleScreen, KeyButton
from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.pads.text import TextPad
from companion.console.state import ConsoleState
from companion.console.tag_list import tags_in
from companion.table.messages.requests import BeginWalk, ExportTags, StepAnswer, StepWalk
from companion.table.messages.views import WalkView

FIRST = "Which tags? Things that have a tag already are skipped. Until you are done, a tap is not a move in the game."
ENDED = "Enrolling has ended. The tags enrolled so far are kept."
PIECE_NAME_MAX = 24
ABSENT_S, HOLD_S = 0.6, 0.8  # how long a simulated hand stays away, and how long it holds the tag there


KINDS = (  # of walks: what the table is asked for, and the words on the button
    ("deeds", "Deeds"),
    ("tokens", "Tokens"),
    ("players", "Player cards"),
    ("cards", "Cards to draw"),
    ("jail", "Jail cards"),
    ("board", "Spaces of the board"),
    ("", "One lost card …"),
    ("token ", "A piece of your own …"),
)
STEPS: tuple[tuple[str, StepAnswer, str], ...] = (
    ("y", "yes", "Yes"),
    ("n", "no", "No"),
    ("s", "skip", "Later"),
    ("b", "back", "Back one"),
    ("x", "stop", "Stop"),
)


class EnrolScreen(ConsoleScreen[None]):
    """The walk belongs to this console: leaving the screen stops it, and what was enrolled is kept.

    It begins at once with `what`, if that is given, and a simulated hand then holds the tag `uid`.
    """

    AUTO_FOCUS = ""
    BINDINGS = [
        ("escape", "leave", "Back"),
        *((key, f"step('{does}')", label) for key, does, label in STEPS),
        *((str(number), f"begin({number})", label) for number, (_, label) in enumerate(KINDS, 1)),
        ("t", "hold", "Hold a new tag"),
    ]

    def __init__(self, what: str = "", uid: str = "") -> None:
        super().__init__()
        self._what, self._uid = what, uid
        self._number = 0  # of our walk
        self._is_seen = False  # the answer to BeginWalk may come before the walk itself
        self._told = FIRST

    def compose(self) -> ComposeResult:
        yield Static("Enrol tags   (Esc: back to the game)", classes="screen-title")
        with VerticalScroll(id="enrol"):
            yield Static(id="enrol-told")
            yield Static(id="enrol-prompt")
            yield Static(id="enrol-count")
        with Grid(id="enrol-kinds"):
            for number, (_, label) in enumerate(KINDS, 1):
                yield KeyButton(f"{number}  {label}", does=f"begin({number})", id=f"kind-{number}")
        with Horizontal(id="enrol-keys"):
            for key, does, label in STEPS:
                style = "yes" if does == "yes" else ""
                yield KeyButton(f"{key}  {label}", does=f"step('{does}')", id=f"step-{does}", classes=style)
        yield KeyButton("t  Hold a new tag to the simulated reader", does="hold", id="hold")
        yield KeyButton("Back to the game   (Esc)", does="leave", id="back")

    def built(self) -> None:
        if self._what:
            self.run_worker(self._ask_for(self._what), group="enrol", exclusive=True)

    def _walk(self, state: ConsoleState) -> WalkView | None:
        walk = state.prompts.walk
        return walk if walk is not None and walk.number == self._number else None

    def show(self, state: ConsoleState) -> None:
        walk, rig = self._walk(state), state.prompts.rig
        if self._is_seen and walk is None:
            self._number, self._told = 0, ENDED
        self._is_seen = walk is not None
        is_walking = walk is not None and not walk.is_over
        told = self.query_one("#enrol-told", Static)
        told.set_class(walk is not None and walk.is_trouble, "-trouble")
        told.update(Content(walk.told if walk is not None else self._told))
        self.query_one("#enrol-prompt", Static).update(Content((walk.question or walk.prompt) if walk else ""))
        count = Content("")
        if walk is not None:
            bar = "█" * round(20 * walk.done / max(walk.total, 1))
            count = Content.assemble((f"{bar:░<20}", "$text-accent"), f"  {walk.done} of {walk.total} {walk.title}")
        self.query_one("#enrol-count", Static).update(count)
        self.query_one("#enrol-kinds").display = self.query_one("#back").display = not is_walking
        self.query_one("#enrol-keys").display = is_walking
        self.query_one("#hold").display = is_walking and rig is not None and bool(rig.readers)
        for _, does, _ in STEPS:
            is_answer, is_asked = does in ("yes", "no"), walk is not None and bool(walk.question)
            self.query_one(f"#step-{does}").display = is_asked if is_answer else not is_asked or does == "stop"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """What has no button now is not possible."""
        buttons = {"begin": "#enrol-kinds", "step": "#step-{}", "hold": "#hold"}
        return action not in buttons or self.query_one(buttons[action].format(*parameters)).display

    @work(exclusive=True, group="enrol")
    async def action_begin(self, number: int) -> None:
        what: str | None = KINDS[number - 1][0]
        if not what:
            tags = tags_in(await self.console.ask(ExportTags(everything=True)))
            ordered = sorted(tags, key=lambda tag: (tag.kind != "deed", tag.kind, tag.words))
            pad = ChoosePad("Which one is lost?", [PadChoice(tag.title, tag) for tag in ordered])
            chosen = await self.console.show_pad(pad)
            what = chosen.asked_as if chosen is not None else None
        elif what.endswith(" "):
            name = await self.console.show_pad(TextPad("What is the piece called?", most=PIECE_NAME_MAX))
            what = f"{what}{name}" if name else None
        if what:
            self._uid = ""
            await self._ask_for(what)

    async def _ask_for(self, what: str) -> None:
        app = self.console
        reply = await app.ask(BeginWalk(what))
        if not reply.done and (other := app.state.prompts.walk) is not None and not other.is_over:
            by = other.by or "another screen"
            title = f"{by} is enrolling {other.title} ({other.done} of {other.total})"
            ways = [PadChoice("Leave it, and wait", False), PadChoice("Stop that, and enrol here", True)]
            if await app.show_pad(ChoosePad(title, ways)):
                reply = await app.ask(BeginWalk(what, instead=True))
        self._number, self._is_seen = reply.walk if reply.done else 0, False
        self._told = FIRST if reply.done else reply.message
        self.show(app.state)

    def action_step(self, does: StepAnswer) -> None:
        walk = self._walk(self.console.state)
        if walk is not None:
            self._step(StepWalk(walk.number, walk.step, does))

    @work(group="enrol-step")
    async def _step(self, request: StepWalk) -> None:
        reply = await self.console.ask(request)
        if request.does == "stop":
            self._number, self._is_seen, self._told = 0, False, reply.message
            self.show(self.console.state)

    def action_hold(self) -> None:
        rig = self.console.state.prompts.rig
        if rig is not None:
            self._hold(rig.readers[0][0])

    @work(exclusive=True, group="enrol-hold")
    async def _hold(self, reader: str) -> None:
        app, uid = self.console, self._uid or f"04{secrets.token_hex(6).upper()}"
        await sleep(ABSENT_S)
        if await app.pull(json.encode({"lever": "place", "reader": reader, "uid": uid})):
            await sleep(HOLD_S)
            await app.pull(json.encode({"lever": "lift", "reader": reader, "uid": uid}))

    def on_unmount(self) -> None:
        """Ends the walk, however the screen was left."""
        app = self.console
        if self._number and app.state.is_live:
            app.run_worker(app.ask(StepWalk(self._number, 0, "stop")), group="enrol-end")
