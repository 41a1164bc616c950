"""Where things are on this machine: the data folder, its table's socket, and how root works in somebody's folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def data_folder(given: str | None) -> Path:
    """The folder given with `--data`, or else the one systemd made, or else the user's own."""
    state = os.environ.get("STATE_DIRECTORY", "").split(":")[0]  # systemd may list several; the first is for the games
    return Path(given or state) if given or state else user_folder()


def user_folder() -> Path:
    """The data folder of the user who runs this."""
    share = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (share if share.is_absolute() else Path.home() / ".local" / "share") / "companion"


def socket_path(data: Path) -> Path:
    return data / "table.sock"


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Makes root act as the folder's owner, who must be able to use the files that are left there.

    Other users stay who they are. A folder that does not exist will belong to whoever makes it.
    """
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
