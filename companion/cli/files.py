"""Files that commands write: whole or not at all, and read back; or shown, for somebody else to keep."""

import os
import sys
from pathlib import Path


def save(path: Path, content: bytes) -> None:
    """On the disk when this returns, and reads the same. Raises OSError, and what was there before is there still."""
    from companion.journal import RealDisk

    if path.exists() and not path.is_file():  # a terminal, a pipe
        path.write_bytes(content)
        return
    target = path.resolve()
    if not target.parent.is_dir():
        raise FileNotFoundError(2, "No such folder", str(target.parent))
    RealDisk(target.parent).replace(target.name, content)
    if _read_back(target) != content:
        raise OSError(5, "It does not read as it was written", str(target))


def _read_back(path: Path) -> bytes:
    """From the disk, not from memory."""
    with path.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return file.read()


def show(text: str) -> None:
    """As UTF-8, whatever the system's settings say: what goes into a file or a pipe is read as that again."""
    if sys.stdout.isatty():
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
