"""The machine that the doctor examines: its files under any root folder, and the user who will open the devices."""

import grp
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

READ, WRITE = 4, 2


class User(NamedTuple):
    name: str
    uid: int
    gids: frozenset[int]


def this_user() -> User:
    import pwd

    uid = os.geteuid()
    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:
        name = str(uid)
    return User(name, uid, frozenset((os.getegid(), *os.getgroups())))


class Machine:
    """Paths are those of the machine itself: `/dev/spidev0.0`."""

    def __init__(self, user: User, root: Path = Path("/")) -> None:
        self.user = user
        self._root = root

    def path(self, path: str) -> Path:
        return self._root / path.lstrip("/")

    def exists(self, path: str) -> bool:
        try:
            self.path(path).stat()
        except OSError:
            return False
        return True

    def text(self, path: str) -> str | None:
        """None if the file does not exist or cannot be read."""
        try:
            return self.path(path).read_text(errors="replace")
        except OSError:
            return None

    def matching(self, pattern: str) -> Iterator[str]:
        """The files that match a pattern such as `/dev/spidev*`."""
        folder, _, name = pattern.rpartition("/")
        for found in sorted(self.path(folder).glob(name)):
            yield f"{folder}/{found.name}"

    def may_use(self, path: str) -> bool:
        """May the user read and write it? This looks at its mode and does not try it."""
        found = self.path(path).stat()
        if self.user.uid == 0:
            return True
        shift = 6 if found.st_uid == self.user.uid else 3 if found.st_gid in self.user.gids else 0
        return stat.S_IMODE(found.st_mode) >> shift & (READ | WRITE) == READ | WRITE

    def group_of(self, path: str) -> str:
        """Empty if it cannot be seen."""
        try:
            return grp.getgrgid(self.path(path).stat().st_gid).gr_name
        except (KeyError, OSError):
            return ""

    def gid(self, group: str) -> int | None:
        """None if this machine has no such group."""
        for line in (self.text("/etc/group") or "").splitlines():
            name, _, gid, *_ = (*line.split(":"), "", "", "")
            if name == group and gid.isdecimal():
                return int(gid)
        return None
