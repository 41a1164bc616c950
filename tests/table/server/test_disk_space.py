"""What the table says about its disk."""

import errno
from pathlib import Path
from typing import NamedTuple

from companion.table.messages.wire import Reply
from companion.table.server.requests import disk_space

GAMES = Path("/games")


class FakeUsage(NamedTuple):
    total: int
    free: int


def test_disk_space_is_told_in_words() -> None:
    told = disk_space("a", GAMES, lambda _: FakeUsage(29_400_000_000, 12_340_000_000))
    assert told == Reply("a", done=True, message="12.3 GB free of 29.4 GB for /games.")


def test_little_disk_space_is_a_warning() -> None:
    told = disk_space("a", GAMES, lambda _: FakeUsage(1_000_000_000, 49_999_999))
    assert told == Reply("a", done=False, message="Little room: only 49 MB free of 1.0 GB for /games.")


def test_a_disk_that_does_not_answer_is_reported(tmp_path: Path) -> None:
    def broken(_: Path) -> FakeUsage:
        raise OSError(errno.EIO, "Input/output error")

    assert disk_space("a", GAMES, broken).message == "The disk of /games cannot be looked at: Input/output error."
    assert disk_space("a", tmp_path).message.endswith(f"for {tmp_path}.")
