"""Where things are on this machine: the data folder, and the socket of the table that keeps it."""

import os
from pathlib import Path


def data_folder(given: str | None) -> Path:
    """The one named by `--data`, else the one systemd made, else the user's own."""
    state = os.environ.get("STATE_DIRECTORY", "").split(":")[0]  # there may be several; the first is for the games
    return Path(given or state) if given or state else own_folder()


def own_folder() -> Path:
    """Of the user who runs this."""
    share = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (share if share.is_absolute() else Path.home() / ".local" / "share") / "companion"


def socket_path(data: Path) -> Path:
    return data / "table.sock"
