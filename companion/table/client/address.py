"""Where a table listens: in the data folder, or elsewhere if the disk takes no socket."""

import hashlib
import os
from pathlib import Path

PATH_MOST = 107  # bytes; the system's own bound for the address of a socket


def other_place(path: Path) -> Path:
    """Where the table listens if it cannot at `path`: a read-only disk takes no socket. The same for every user."""
    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]
    return Path("/tmp") / f"companion-{name}" / path.name
