"""The command palette: every move that is possible now, by its words, and everything else that the console can do."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.types import IgnoreReturnCallbackType

from companion.console.console_keys import CONSOLE_KEYS, key_name
from companion.console.console_screen import ConsoleScreen

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp


class PaletteEntry(NamedTuple):
    words: str
    help: str
    run: IgnoreReturnCallbackType


class PaletteScreen(CommandPalette, ConsoleScreen[None]):
    """Textual's own palette, which a second tap outside it would leave twice."""


class Palette(Provider):
    async def discover(self) -> Hits:
        for entry in palette_entries(cast("ConsoleApp", self.app)):
            yield DiscoveryHit(Content(entry.words), entry.run, entry.words, entry.help)

    async def search(self, query: str) -> Hits:
        """Marks the letters that were typed. Textual's own way reads markup, and a player may be called `[/]`."""
        matcher = self.matcher(query)
        for entry in palette_entries(cast("ConsoleApp", self.app)):
            if (score := matcher.match(entry.words)) > 0:
                words = Content(entry.words)
                for offset in matcher.fuzzy_search.match(matcher.query, entry.words)[1]:
                    words = words.stylize("bold underline", offset, offset + 1)
                yield Hit(score, words, entry.run, entry.words, entry.help)


def palette_entries(app: "ConsoleApp") -> Iterator[PaletteEntry]:
    for move in app.state.moves:
        entry = app.state.menu_entry(move)
        who = app.state.name(move.seat) if move.seat >= 0 else "Banker"
        yield PaletteEntry(f"{who}: {move.label}", entry.help, partial(app.take, entry, (move,)))
    for key in CONSOLE_KEYS:
        if key.possible(app.state):
            yield PaletteEntry(f"{key.label} ({key_name(key)})", key.help, partial(app.run_key, key))
