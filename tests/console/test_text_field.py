"""Lines to type in take only printable text, also when it is pasted."""

from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets import Input

from tests.console.screen_pilot import press, settled, shown
from tests.console.tables import InMemoryTable, LibraryTable
from tests.journal.conftest import tmp_path
from tests.kit import game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]


@pytest.mark.parametrize("field", ["name", "text", "part"])
@in_loop
async def test_unprintable_characters_cannot_be_pasted(tmp_path: Path, field: str) -> None:
    """Anything else would reach the terminal raw, and half a character cannot be sent."""
    house = LibraryTable(tmp_path)
    table, keys = {
        "name": (house, ()),
        "text": (InMemoryTable(game()), ("N", "1")),
        "part": (InMemoryTable(game()), ("a",)),
    }[field]
    async with shown(table) as (app, pilot):
        await press(pilot, *keys)
        line = app.screen.query_one(f"#{field}", Input)
        line.value = ""
        line.post_message(Paste("[red]\x1b[31mZo\u202eë\ud800\x07 🎲\nBen"))
        await settled(pilot)
        assert line.value == "[red][31mZoë 🎲"
    house.close()
