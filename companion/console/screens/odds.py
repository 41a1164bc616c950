"""The odds: the game played out many times, everybody's chances as they come in, and what decides it."""

from contextlib import aclosing

from msgspec import json
from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from companion.console.colours import drawn_symbol
from companion.console.console_screen import ConsoleScreen, KeyButton
from companion.console.link import TableLink
from companion.console.words import AmountRow, cells, in_columns, shorten
from companion.table.client.programs import ProgramFailed, follow_companion
from companion.table.messages.odds import OddsTold

TITLE = "The odds: who would win?"
BEGINNING = "Automatic players play this game out, again and again …"
STOPPED = "Stopped."
BAR, MIN_BAR = "█", 8


class OddsScreen(ConsoleScreen[None]):
    """`companion odds` works it out in processes of its own: neither table nor screen waits for it."""

    BINDINGS = [("escape", "leave", "Back"), ("i", "leave", "Back"), ("s", "stop", "Stop")]

    def __init__(self) -> None:
        super().__init__()
        self._told: OddsTold | None = None
        self._is_playing = False

    def compose(self) -> ComposeResult:
        yield Static(TITLE, id="odds-title", classes="screen-title")
        with VerticalScroll(id="odds-lines"):
            yield Static(BEGINNING, id="odds-text")
        with Horizontal(id="odds-keys"):
            yield KeyButton("Stop   (s)", does="stop", id="odds-stop")
            yield KeyButton("Back to the game   (Esc)", does="leave", id="done", classes="yes")

    def built(self) -> None:
        self.query_one(VerticalScroll).focus()
        self._play()

    @work(exclusive=True, group="odds")
    async def _play(self) -> None:
        link, game = self.console.link, self.console.state.game
        if not isinstance(link, TableLink):
            self._say("The odds are for games at a table.")
            return
        self._is_playing = True
        try:
            async with aclosing(follow_companion(link.path.parent, "odds", game, "--follow")) as lines:
                async for line in lines:
                    self._told = json.decode(line, type=OddsTold)
                    self.draw()
        except ProgramFailed as failed:
            self._say(str(failed) or "The odds could not be worked out.")
        finally:
            self._is_playing = False
            if self.is_there:
                self.query_one("#odds-stop").display = False
        if self._told is not None:
            self.draw()

    def action_stop(self) -> None:
        """What was found so far stays."""
        if self._is_playing:
            self.workers.cancel_group(self, "odds")
            if self._told is None:
                self._say(STOPPED)

    def _say(self, words: str) -> None:
        self.query_one("#odds-text", Static).update(Content(words))

    def draw(self) -> None:
        told = self._told
        if told is None or not self.is_there:
            return
        self.query_one("#odds-stop").display = self._is_playing and told.play_outs < told.asked
        count = f"{told.play_outs:,} of {told.asked:,} play-outs"
        lines = [Content.styled(f"{told.headline}: {count}", "bold"), Content("")]
        lines += self._course(told) if told.course else self._seats(told)
        if told.deciding:
            lines += [
                Content(""),
                Content.styled("Deeds that decide it", "bold underline"),
                *map(Content, told.deciding),
            ]
        lines += [Content(""), *(Content.styled(note, "$foreground-muted") for note in told.notes)]
        self.query_one("#odds-text", Static).update(Content("\n").join(lines))

    def _seats(self, told: OddsTold) -> list[Content]:
        view, width = self.console.state.view, max(self.page_width - 7, 20)
        rows = []
        chances = max(cells(seat.told) for seat in told.seats)
        worths = max(cells(seat.worth_told) for seat in told.seats)
        name_width = min(max(cells(seat.name) for seat in told.seats), 16)
        room = width - name_width - chances - worths - 9
        for seat, one in enumerate(told.seats):
            colour = view.players[seat].colour if view is not None and seat < len(view.players) else ""
            name = shorten(one.name, name_width)
            parts: list[Content | str | tuple[str, str]] = [
                drawn_symbol(self.app, colour, seat),
                f" {name}{' ' * (name_width - cells(name))}  ",
            ]
            if room >= MIN_BAR:
                filled = round(room * one.chance)
                parts += [(BAR * filled, "$primary"), ("·" * (room - filled), "$foreground-muted"), "  "]
            gap = " " * (chances - cells(one.told))
            parts += [(f"{one.told}{gap}", "bold"), f"  {one.worth_told}"]
            rows.append(Content.assemble(*parts))
        return [*rows, Content(""), Content("The chance to win and where it truly is, then the worth at the end.")]

    def _course(self, told: OddsTold) -> list[Content]:
        rows = [AmountRow(f"turn {row.turn}", row.told) for row in told.course]
        return in_columns(told.names, rows, max(self.page_width - 7, 20))
