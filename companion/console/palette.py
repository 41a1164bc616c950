"""The command palette: every move that is possible now, by its words, and everything else that the console can do."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from companion.console.console_keys import CONSOLE_KEYS, key_name
from companion.console.console_screen import ConsoleScreen

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp


class PaletteScreen(CommandPalette, ConsoleScreen[None]):
    """Textual's own palette, which a second tap outside it would leave twice."""


class Palette(Provider):
    async def discover(self) -> Hits:
        for words, help, run in palette_entries(cast("ConsoleApp", self.app)):
            yield DiscoveryHit(Content(words), run, words, help)

    async def search(self, query: str) -> Hits:
        """Marks the letters that were typed. Textual's own way reads markup, and a player may be called `[/]`."""
        matcher = self.matcher(query)
        for words, help, run in palette_entries(cast("ConsoleApp", self.app)):
            if (score := matcher.match(words)) > 0:
                marked = Content(words)
                for offset in matcher.fuzzy_search.match(matcher.query, words)[1]:
                    marked = marked.stylize("bold underline", offset, offset + 1)
                yield Hit(score, marked, run, words, help)


def palette_entries(app: "ConsoleApp") -> Iterator[tuple[str, str, Callable[[], None]]]:
    """The words of each, its help, and what it does."""
    for move in app.state.moves:
        entry = app.state.menu_entry(move)
        who = app.state.name(move.seat) if move.seat >= 0 else "Banker"
        yield f"{who}: {move.label}", entry.help, partial(app.take, entry, (move,))
    for key in CONSOLE_KEYS:
        if key.possible(app.state):
            yield f"{key.label} ({key_name(key)})", key.help, partial(app.run_key, key)
