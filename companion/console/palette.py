"""The command palette: every move that is possible now, by its words, and everything else the console can do."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.fuzzy import Matcher
from textual.types import IgnoreReturnCallbackType

from companion.console.commands import OWN_ROWS, key_words, row_of
from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.state import State

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp


class Entry(NamedTuple):
    words: str
    help: str
    run: IgnoreReturnCallbackType


class PaletteScreen(CommandPalette, LeftOnce[None]):
    """Textual's own, which a second tap beside it would leave twice."""


class Palette(Provider):
    async def discover(self) -> Hits:
        for entry in self._entries():
            yield DiscoveryHit(Content(entry.words), entry.run, entry.words, entry.help)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for entry in self._entries():
            if (score := matcher.match(entry.words)) > 0:
                yield Hit(score, _marked(matcher, entry.words), entry.run, entry.words, entry.help)

    def _entries(self) -> Iterator[Entry]:
        yield from entries(console_of(self.screen))


def _marked(matcher: Matcher, words: str) -> Content:
    """The letters that were typed. Textual's own way reads markup, and a player may be called `[/]`."""
    _, offsets = matcher.fuzzy_search.match(matcher.query, words)
    content = Content(words)
    for offset in offsets:
        content = content.stylize("bold underline", offset, offset + 1)
    return content


def entries(app: "ConsoleApp") -> Iterator[Entry]:
    yield from _move_entries(app, app.state)
    for row in OWN_ROWS:
        if row.possible(app.state):
            yield Entry(f"{row.label} ({key_words(row)})", row.help, partial(app.run_row, row))


def _move_entries(app: "ConsoleApp", state: State) -> Iterator[Entry]:
    for move in state.moves:
        row = row_of(state, move)
        who = state.name(move.seat) if move.seat >= 0 else "Banker"
        yield Entry(f"{who}: {move.label}", row.help, partial(app.take, row, (move,)))
