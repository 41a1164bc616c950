"""The socket file of the table: for its users alone from the first instant, and elsewhere if the disk takes none."""

import errno
import os
import socket
import stat
from contextlib import suppress
from pathlib import Path

from companion.table.address import PATH_MOST, other_place

_NO_ROOM = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO)
_NOT_FOR_OTHERS = 0o117  # what is masked: it is made with 0660


class CannotListen(Exception):
    """The message is a sentence, and says what can be done."""


def open_socket(path: Path) -> tuple[socket.socket, Path]:
    """Bound, and where. Raises CannotListen. Only for who holds the folder's lock: a socket found there is removed."""
    try:
        return _bound(path), path
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise CannotListen(f"The table cannot listen at {path} ({error.strerror}).") from None
    elsewhere = other_place(path)
    try:
        _make_own(elsewhere.parent)
        return _bound(elsewhere), elsewhere
    except OSError as error:
        raise CannotListen(f"The table can listen neither at {path} nor at {elsewhere} ({error.strerror}).") from None


def _bound(path: Path) -> socket.socket:
    _require_short(path)
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    _remove_old(path)
    made = socket.socket(socket.AF_UNIX)
    before = os.umask(_NOT_FOR_OTHERS)
    try:
        made.bind(str(path))
    except BaseException:
        made.close()
        raise
    finally:
        os.umask(before)
    return made


def _make_own(folder: Path) -> None:
    """Anybody may have put something there first."""
    folder.mkdir(0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
        raise PermissionError(errno.EPERM, f"{folder} belongs to somebody else")


def _require_short(path: Path) -> None:
    length = len(os.fsencode(path))
    if length > PATH_MOST:
        raise CannotListen(
            f"The table's socket would be {path}, which has {length} bytes, and a socket's path has at most "
            f"{PATH_MOST}: choose a data folder with a shorter name."
        )


def _remove_old(path: Path) -> None:
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise CannotListen(f"{path} is in the way of the table's socket, and is none itself: move it elsewhere.")
        path.unlink()
