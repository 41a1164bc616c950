"""A full disk and a sync that fails, at every operation: no false answer, and the game goes on when there is room.

Complete over a journal of 24 entries (200 where COMPANION_LONG is set), which sees every kind of operation.
"""

import json
import os
from pathlib import Path

from tests.emulators.faultfs import start

ENTRIES = 200 if os.environ.get("COMPANION_LONG") else 24

# What may fail unnoticed, since nothing rests on it: copying from the log into the database, which is tried again
# later, and SQLite's own sync of the folder (b: the database, l: its log, a: the folder).
MAY_PASS = {"once wb", "once tb", "sync b", "sync l", "sync a", "for ever wb", "for ever tb", "cut short wb"}


def test_a_disk_that_fails_at_every_operation(failing_disk: Path, tmp_path: Path) -> None:
    process = start(failing_disk, "tests.journal.failing_disk", str(tmp_path), str(ENTRIES))
    answer = process.communicate()[0]
    assert process.returncode == 0
    found: dict[str, dict[str, int]] = json.loads(answer)
    tried, unnoticed = found["tried"], found["unnoticed"]
    assert set(unnoticed) <= MAY_PASS
    assert tried["once we"] == tried["cut short we"] == ENTRIES
    assert tried["sync e"] == ENTRIES + 1  # with the folder of all games, when this one's is made
    assert tried["sync l"] - unnoticed["sync l"] >= ENTRIES
