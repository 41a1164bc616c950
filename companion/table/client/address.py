"""Where a table listens: in the data folder, or in /tmp on a read-only disk."""

import hashlib
import os
from pathlib import Path

MAX_PATH_BYTES = 107  # bytes; the system's limit for a socket's path


def other_place(path: Path) -> Path:
    """Where the table listens if it cannot at `path`, as on a read-only disk. The same for every user."""
    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]
    return Path("/tmp") / f"companion-{name}" / path.name
