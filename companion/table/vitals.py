"""How the table's own disk is doing, in words: where the games are, and how much room there is."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from companion.table.messages import Reply

MB, GB = 1_000_000, 1_000_000_000
LITTLE = 50 * MB  # a long evening takes a fraction of it


class Usage(Protocol):
    @property
    def total(self) -> int: ...

    @property
    def free(self) -> int: ...


def vitals(id: str, folder: Path, usage: Callable[[Path], Usage] = shutil.disk_usage) -> Reply:
    try:
        found = usage(folder)
    except OSError as error:
        return Reply(id, done=False, message=f"The disk of {folder} cannot be looked at: {error.strerror or error}.")
    room = f"{_bytes(found.free)} free of {_bytes(found.total)} for {folder}"
    is_little = found.free < LITTLE
    return Reply(id, not is_little, f"Little room: only {room}." if is_little else f"{room}.")


def _bytes(count: int) -> str:
    return f"{count / GB:,.1f} GB" if count >= GB else f"{count // MB:,} MB"
