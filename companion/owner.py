"""Whose a folder is: what root does in it is done as its owner, who must be able to go on with what is left there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """For root alone; anybody else is who they are. A folder that is not there belongs to who makes it."""
    try:
        found = folder.stat()
    except OSError:
        yield
        return
    if os.geteuid() != 0 or found.st_uid == 0:
        yield
        return
    group = os.getegid()
    os.setegid(found.st_gid)
    os.seteuid(found.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
