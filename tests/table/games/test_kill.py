"""Killed before and inside every operation of a game, nothing answered for is lost, and the game goes on.

Complete: every operation of a game of 9 commands, from the first file to the last backup with two between; in a longer
run of 200, and of 1,000 where COMPANION_LONG is set. An image that two kills leave alike is opened once.
"""

import json
import os
from pathlib import Path

import pytest

from tests.emulators.faultfs import start

ENTRIES = 1000 if os.environ.get("COMPANION_LONG") else 200
CORES = 2


@pytest.mark.parametrize("entries", [9, pytest.param(ENTRIES, marks=pytest.mark.long_run)])
def test_a_game_killed_at_every_operation_of_its_life(failing_disk: Path, tmp_path: Path, entries: int) -> None:
    parts = [
        start(
            failing_disk,
            "tests.table.kill_game",
            str(tmp_path / str(part)),
            f"{entries}",
            f"{part}",
            f"{CORES}",
        )
        for part in range(CORES)
    ]
    answers = [part.communicate()[0] for part in parts]
    assert [part.returncode for part in parts] == [0] * CORES
    tallies = [json.loads(answer) for answer in answers]
    operations, trials, landed = (sum(tally[name] for tally in tallies) for name in ("operations", "trials", "landed"))
    assert operations > 6 * entries
    assert trials > 2 * operations
    assert landed > entries, "no kill came between writing and answering"
