"""Killed before and inside every operation of whatever else changes a game's folder, nothing is lost.

A whole game killed at every operation is in `tests/table`.
"""

import json
from pathlib import Path

from tests.emulators.faultfs import start


def test_everything_else_killed_at_every_operation(failing_disk: Path, tmp_path: Path) -> None:
    process = start(failing_disk, "tests.journal.kill_actions", str(tmp_path / "actions"))
    answer = process.communicate()[0]
    assert process.returncode == 0
    found: dict[str, tuple[int, int]] = json.loads(answer)
    assert [name for name, (operations, kills) in found.items() if kills < operations] == []
    assert found["a migration"][0] > 50
    assert found["a damaged database"][0] > found["nothing wrong"][0]
