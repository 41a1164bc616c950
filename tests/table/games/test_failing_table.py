"""A full disk and a sync that fails, at every operation: no false answer, and the game goes on when there is room.

Complete over a game of one command, which sees every kind of operation; in a longer run over 24, and over 200 where
COMPANION_LONG is set.
"""

import json
import os
from pathlib import Path

import pytest

from tests.emulators.faultfs import start

ENTRIES = 200 if os.environ.get("COMPANION_LONG") else 24

OPENINGS = 2  # each writes the last line of the tape again: when the game is made, and when it is opened

# Only a failing tape means that nothing is saved. Whatever else fails, the session reads again, repairs, and answers.
NOTICED = {f"{how} we" for how in ("once", "for ever", "cut short")}


@pytest.mark.parametrize("entries", [1, pytest.param(ENTRIES, marks=pytest.mark.long_run)])
def test_a_disk_that_fails_at_every_operation(failing_disk: Path, tmp_path: Path, entries: int) -> None:
    process = start(failing_disk, "tests.table.failing_table", str(tmp_path), str(entries))
    answer = process.communicate()[0]
    assert process.returncode == 0
    found: dict[str, dict[str, int]] = json.loads(answer)
    tried, unnoticed = found["tried"], found["unnoticed"]
    assert set(tried) > NOTICED
    assert set(unnoticed) & NOTICED <= {"once we"}
    assert unnoticed.get("once we", 0) <= OPENINGS, "the last line written again, and then once more"
    assert set(unnoticed) & {name for name in tried if name.startswith("for ever")} <= {"for ever wb", "for ever tb"}
    assert tried["once we"] == tried["cut short we"] == entries + OPENINGS
    assert tried["sync e"] == entries + OPENINGS + 1  # one more for the folder of all games, when this one is made
    assert tried["sync l"] >= entries
