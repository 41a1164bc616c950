"""One table at a time: a lock on the data folder that the system lets go of when its holder dies."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from companion.journal.errors import Locked


class FolderLock:
    """Held from the start until `close`. Raises Locked with the holder's process id."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = _open(folder / "lock")
        try:
            self._take()
        except BaseException:
            os.close(self._file)
            raise

    def _take(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Locked(_pid_in(os.pread(self._file, 20, 0))) from None
        with suppress(OSError):  # on a full disk the lock holds all the same
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> "FolderLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        return os.open(path, os.O_RDONLY)  # a read-only disk


def _pid_in(content: bytes) -> int:
    return int(content) if content.strip().isdigit() else 0
