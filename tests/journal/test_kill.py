"""Killed before and inside every operation, nothing answered for is lost, and the game goes on.

Complete: every operation of a journal of 200 entries (1,000 where COMPANION_LONG is set), and of everything else that
changes a game's folder. An image that two kills leave alike is opened once.
"""

import json
import os
from pathlib import Path

from tests.emulators.faultfs import start

ENTRIES = 1000 if os.environ.get("COMPANION_LONG") else 200
CORES = 2


def test_a_journal_killed_at_every_operation_of_its_life(failing_disk: Path, tmp_path: Path) -> None:
    parts = [
        start(
            failing_disk,
            "tests.journal.kill_appends",
            str(tmp_path / str(part)),
            f"{ENTRIES}",
            f"{part}",
            f"{CORES}",
        )
        for part in range(CORES)
    ]
    answers = [part.communicate()[0] for part in parts]
    assert [part.returncode for part in parts] == [0] * CORES
    tallies = [json.loads(answer) for answer in answers]
    assert sum(tally["operations"] for tally in tallies) > 8 * ENTRIES
    assert sum(tally["trials"] for tally in tallies) > 20 * ENTRIES
    assert sum(tally["landed"] for tally in tallies) > ENTRIES, "no kill came between writing and answering"


def test_everything_else_killed_at_every_operation(failing_disk: Path, tmp_path: Path) -> None:
    process = start(failing_disk, "tests.journal.kill_actions", str(tmp_path / "actions"))
    answer = process.communicate()[0]
    assert process.returncode == 0
    found: dict[str, tuple[int, int]] = json.loads(answer)
    assert [name for name, (operations, kills) in found.items() if kills < operations] == []
    assert found["a migration"][0] > 50
    assert found["a damaged database"][0] > found["nothing wrong"][0]
