"""Milestones of a long game, so that opening it need not read all of it: how it stood after some of its moves.

Nothing depends on them. One is used only if the tape and the database go on from its move, and only by the version that
wrote it. Whatever is wrong with the file, the game is read from its first move.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Raw, Struct

from companion.journal.disk import Disk
from companion.journal.entry import Hash, Unsound, checked_fields, render_checked

MILESTONES: Final = "game.milestones"
LAST_BYTES: Final = 200_000  # in which the newest ones are found


class StoredMilestone(Struct, frozen=True, forbid_unknown_fields=True):
    """`body` is JSON: see `codec.py`. The move's line is at `start` on the tape, and the next one at `end`."""

    number: int
    hash: Hash  # of the move's line
    start: int
    end: int
    app: str  # that wrote it
    body: Raw


_decoder = msgspec.json.Decoder(StoredMilestone)


def read_milestones(disk: Disk, app: str, most: int | None = None) -> list[StoredMilestone]:
    """Those of this version, in the order of their numbers; or only those in so many bytes at the end of the file."""
    try:
        start = max(0, disk.size(MILESTONES) - most) if most is not None else 0
        content = disk.read(MILESTONES, start)
    except OSError:
        return []
    found = dict[int, StoredMilestone]()
    for text in content.split(b"\n"):
        if text:
            try:
                milestone = checked_fields(text, _decoder)
            except Unsound:
                continue
            if milestone.app == app:
                found[milestone.number] = milestone  # a later one is of a later course
    return [found[number] for number in sorted(found)]


def add_milestones(disk: Disk, milestones: Iterable[StoredMilestone]) -> None:
    """Raises OSError."""
    # A line that was cut off by a power cut must not spoil the next one.
    content = b"".join(b"\n" + render_checked(milestone) + b"\n" for milestone in milestones)
    if disk.exists(MILESTONES):
        disk.append(MILESTONES, content)
    else:
        disk.replace(MILESTONES, content)
