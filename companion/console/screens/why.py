"""Why: what was said, how its sum came about, and the clauses it rests on, in words and by which book."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from companion.console.console_screen import ConsoleScreen, KeyButton
from companion.console.state import ConsoleState
from companion.table.messages.requests import ExplainAmounts, ExplainClauses, ReadLog
from companion.table.messages.views import LogLine, TurnView
from companion.table.messages.wire import Reply

Part = tuple[tuple[LogLine, ...], Reply | None]  # what rests on the same clauses, and the clauses in words
NOTHING = "Nothing has happened yet to ask about."


class WhyScreen(ConsoleScreen[None]):
    BINDINGS = [("escape", "leave", "Back"), ("q", "leave", "Back")]

    def __init__(self, what: LogLine | TurnView | ExplainAmounts | None = None) -> None:
        """A line of the log, a turn, or amounts. With none it is about now: a refusal, the question, the last move."""
        super().__init__()
        self._what = what
        self._found: list[Part] = []
        self._if_nothing = ""

    def compose(self) -> ComposeResult:
        yield Static("Why?   (Esc: back)", classes="screen-title")
        with VerticalScroll(id="why-lines"):
            yield Static(id="why-text")
        yield KeyButton("Back", does="leave", id="back", classes="touch-only")

    def built(self) -> None:
        self.query_one("#why-lines").focus()
        state = self.console.state
        match self._what:
            case LogLine() as line:
                self._read((line,), ExplainAmounts())
            case TurnView() as turn:
                self._read_turn(turn)
            case ExplainAmounts() as amounts:
                self._read((), amounts)
            case None:
                self._read(tuple(questions_now(state)), amounts_now(state))

    @work(exclusive=True, group="why-turn")
    async def _read_turn(self, turn: TurnView) -> None:
        """Every line of the turn, also of one that lies further back than the lines that are known here."""
        log = self.console.state.log
        if not log or log[0].number > turn.first:
            log = (await self.console.ask(ReadLog(turn.last + 1))).log
        found = (line for line in log if turn.first <= line.number <= turn.last)
        self._read(tuple(line for line in found if line.is_taken_back is turn.is_taken_back), ExplainAmounts())

    @work(exclusive=True, group="why")
    async def _read(self, asked: tuple[LogLine, ...], amounts: ExplainAmounts) -> None:
        self._found, self._if_nothing = [(part, None) for part in _parts(asked)], "…"
        self.draw()
        if amounts != ExplainAmounts():
            asked += (await self.console.ask(amounts)).log
        found = list[Part]()
        for part in _parts(asked):
            found.append((part, await self.console.ask(ExplainClauses(part[0].clauses, part[0].number))))
        self._found, self._if_nothing = found, NOTHING
        self.draw()

    def draw(self) -> None:
        width = max(self.page_width - 7, 20)  # of which one is the scrollbar's
        indented: list[tuple[int, Content]] = []
        for part, reply in self._found:
            for about in part:
                indented.append((0, Content.styled(about.text, "bold $text-accent")))
                if about.how:
                    indented.append((2, Content.styled(about.how, "bold")))
            if reply is not None and reply.done:
                for clause in reply.clauses:
                    title = Content.assemble((f"{clause.id}  ", "bold $text-success"), (clause.title, "bold"))
                    indented += [(2, title), (4, Content(clause.text))]
            else:
                indented.append((2, Content(" ".join(part[0].clauses))))
            message = Content.styled(reply.message if reply is not None else "…", "$foreground-muted")
            indented += [(2, message), (0, Content(" "))]
        lines = []
        for indent, content in indented:
            lines += [Content(" " * indent) + line for line in content.wrap(width - indent)]
        self.query_one("#why-text", Static).update(Content("\n").join(lines or [Content(self._if_nothing)]))


def _parts(asked: Iterable[LogLine]) -> Iterator[tuple[LogLine, ...]]:
    """What rests on the same clauses stands together, and the clauses come once below it."""
    return (tuple(part) for _, part in groupby(asked, key=lambda about: (about.clauses, about.number)))


def _about_now(text: str, clauses: tuple[str, ...], how: str = "") -> LogLine:
    """Like a line of the log, but about now: its number is 0."""
    return LogLine(0, 0, text, clauses, how)


def questions_now(state: ConsoleState) -> Iterator[LogLine]:
    """Refusals first; then what has a sum, in the question or in the last move; then the rest of these."""
    yield from (_about_now(" ".join(note.lines), note.clauses) for note in reversed(state.notes) if note.clauses)
    found = [line for line in state.log if line.number == state.log[-1].number]
    if (view := state.view) is not None and view.prompt_clauses:
        found.insert(0, _about_now(view.prompt, view.prompt_clauses, view.prompt_how))
    yield from sorted(found, key=lambda about: not about.how)


def amounts_now(state: ConsoleState) -> ExplainAmounts:
    """Every price that stands on a button, the deed that lies open, and in the end what everybody is worth."""
    sheet, view = state.prompts.sheet, state.view
    deeds = (sheet.deed,) if sheet is not None and sheet.deed >= 0 else ()
    seats = tuple(player.seat for player in view.players) if view is not None and view.over else ()
    return ExplainAmounts(seats, deeds, tuple(move.act for move in state.known_moves if move.change or move.short_by))
