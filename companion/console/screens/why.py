"""Why: what was said, how its sum came about, and the clauses it rests on, in words and by which book."""

from collections.abc import Iterator

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
from companion.table.messages import Explain, LogLine, Reply

NOTHING = "Nothing has happened yet that could be asked about."


class About(Struct, frozen=True):
    """What is asked about. `number` is the move it came with; 0 is now."""

    text: str
    how: str
    clauses: tuple[str, ...]
    number: int = 0


class WhyScreen(LeftOnce[None]):
    BINDINGS = [("escape", "leave", "Back"), ("q", "leave", "Back")]

    def __init__(self, line: LogLine | None = None) -> None:
        """Of a line of the log; without one, of the moment: a refusal, the question, the last move."""
        super().__init__()
        self._asked: tuple[About, ...] = (_about_line(line),) if line else ()

    def compose(self) -> ComposeResult:
        yield Static("Why?   (Esc: back)", classes="screen-title")
        with VerticalScroll(id="why-lines"):
            yield Static(id="why-text")
        yield Key("Back", id="back", classes="touch-only")

    def on_mount(self) -> None:
        self._asked = self._asked or tuple(of_the_moment(console_of(self).state))
        self.query_one("#why-lines").focus()
        self._show([(one, None) for one in self._asked])
        self._read()

    @work(exclusive=True, group="why")
    async def _read(self) -> None:
        app = console_of(self)
        self._show([(one, await app.ask(Explain(one.clauses, one.number))) for one in self._asked])

    def _show(self, found: list[tuple[About, Reply | None]]) -> None:
        width = max(self.app.size.width - 7, 20)  # of which one is the scrollbar's
        parts = [line for about, reply in found for part in _part(about, reply) for line in _wrapped(part, width)]
        parts = parts or [Content(NOTHING)]
        self.query_one("#why-text", Static).update(Content("\n").join(parts))

    def action_leave(self) -> None:
        self.dismiss()

    def on_button_pressed(self) -> None:
        self.dismiss()


def _part(about: About, reply: Reply | None) -> Iterator[tuple[int, Content]]:
    """Each with how far it is set in."""
    yield 0, Content.styled(about.text, "bold $text-accent")
    if about.how:
        yield 2, Content.styled(about.how, "bold")
    if reply is not None and reply.done:
        for clause in reply.clauses:
            yield 2, Content.assemble((f"{clause.id}  ", "bold $text-success"), (clause.title, "bold"))
            yield 4, Content(clause.text)
    else:
        yield 2, Content(" ".join(about.clauses))
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
