"""Why: what was said, how its sum came about, and the clauses it rests on, in words and by which book."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct
from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.pads.pad import Key
from companion.console.state import State
from companion.table.messages.requests import Explain, Reckon
from companion.table.messages.views import LogLine
from companion.table.messages.wire import Reply

Part = tuple[tuple["About", ...], Reply | None]  # what rests on the same clauses, and these in words
NOTHING = "Nothing has happened yet that could be asked about."


class About(Struct, frozen=True):
    """What is asked about. `number` is the move it came with; 0 is now."""

    text: str
    how: str
    clauses: tuple[str, ...]
    number: int = 0


class WhyScreen(LeftOnce[None]):
    BINDINGS = [("escape", "leave", "Back"), ("q", "leave", "Back")]

    def __init__(self, what: LogLine | Reckon | None = None) -> None:
        """Of a line of the log, or of amounts; without either of the moment: a refusal, the question, the last move."""
        super().__init__()
        self._what = what

    def compose(self) -> ComposeResult:
        yield Static("Why?   (Esc: back)", classes="screen-title")
        with VerticalScroll(id="why-lines"):
            yield Static(id="why-text")
        yield Key("Back", id="back", classes="touch-only")

    def on_mount(self) -> None:
        self.query_one("#why-lines").focus()
        state = console_of(self).state
        match self._what:
            case LogLine() as line:
                self._read((_about_line(line),), Reckon())
            case Reckon() as amounts:
                self._read((), amounts)
            case None:
                self._read(tuple(of_the_moment(state)), amounts_of_the_moment(state))

    @work(exclusive=True, group="why")
    async def _read(self, asked: tuple[About, ...], amounts: Reckon) -> None:
        self._show([(part, None) for part in _parts(asked)], "…")
        app = console_of(self)
        if amounts != Reckon():
            asked += tuple(_about_line(line) for line in (await app.ask(amounts)).log)
        self._show([(part, await app.ask(_explain(part))) for part in _parts(asked)], NOTHING)

    def _show(self, found: list[Part], if_nothing: str) -> None:
        width = max(self.app.size.width - 7, 20)  # of which one is the scrollbar's
        parts = [line for part in found for one in _told(*part) for line in _wrapped(one, width)]
        parts = parts or [Content(if_nothing)]
        self.query_one("#why-text", Static).update(Content("\n").join(parts))

    def action_leave(self) -> None:
        self.dismiss()

    def on_button_pressed(self) -> None:
        self.dismiss()


def _parts(asked: Iterable[About]) -> Iterator[tuple[About, ...]]:
    """What rests on the same clauses stands together, and these once below it."""
    return (tuple(part) for _, part in groupby(asked, key=lambda about: (about.clauses, about.number)))


def _explain(part: tuple[About, ...]) -> Explain:
    return Explain(part[0].clauses, part[0].number)


def _told(part: tuple[About, ...], reply: Reply | None) -> Iterator[tuple[int, Content]]:
    """Each with how far it is set in."""
    for about in part:
        yield 0, Content.styled(about.text, "bold $text-accent")
        if about.how:
            yield 2, Content.styled(about.how, "bold")
    if reply is not None and reply.done:
        for clause in reply.clauses:
            yield 2, Content.assemble((f"{clause.id}  ", "bold $text-success"), (clause.title, "bold"))
            yield 4, Content(clause.text)
    else:
        yield 2, Content(" ".join(part[0].clauses))
    yield 2, Content.styled(reply.message if reply is not None else "…", "$foreground-muted")
    yield 0, Content(" ")


def _wrapped(part: tuple[int, Content], width: int) -> Iterator[Content]:
    indent, content = part
    yield from (Content(" " * indent) + line for line in content.wrap(width - indent))


# What can be asked about


def _about_line(line: LogLine) -> About:
    return About(line.text, line.how, line.clauses, line.number)


def of_the_moment(state: State) -> Iterator[About]:
    """Refusals first; then what has a sum, in the question or in the last move; then the rest of these."""
    yield from (About(" ".join(note.lines), "", note.clauses) for note in reversed(state.notes) if note.clauses)
    last = [_about_line(line) for line in state.log if line.number == state.log[-1].number]
    yield from sorted((*_question(state), *last), key=lambda about: not about.how)


def _question(state: State) -> Iterator[About]:
    view = state.view
    if view is not None and view.prompt_clauses:
        yield About(view.prompt, view.prompt_how, view.prompt_clauses)


def amounts_of_the_moment(state: State) -> Reckon:
    """Every price that stands on a button, the deed that lies open, and in the end what everybody is worth."""
    sheet, view = state.prompts.sheet, state.view
    deeds = (sheet.deed,) if sheet is not None and sheet.deed >= 0 else ()
    seats = tuple(player.seat for player in view.players) if view is not None and view.over else ()
    return Reckon(seats, deeds, tuple(move.act for move in state.known_moves if move.change or move.short_by))
