"""The socket file: for its users alone, replacing that of a dead table, and elsewhere if the disk is full."""

import errno
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.client.link import MAX_PATH_BYTES, other_place
from companion.table.server import socket_server
from companion.table.server.socket_server import CannotListen, open_socket


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "table.sock"


def opened(path: Path) -> Path:
    """The path of the socket."""
    made, where = open_socket(path)
    made.close()
    return where


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_it_is_for_its_group_and_nobody_else_whatever_the_umask(path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        assert opened(path) == path
        assert mode(path) == 0o660
        assert os.umask(umask) == umask, "the umask is what it was"
    finally:
        os.umask(before)


def test_nobody_can_connect_before_it_listens(path: Path) -> None:
    made, _ = open_socket(path)
    with made, socket.socket(socket.AF_UNIX) as early:
        with pytest.raises(ConnectionRefusedError):
            early.connect(str(path))
        assert mode(path) == 0o660


def test_its_folder_is_made_for_its_user_alone(path: Path) -> None:
    opened(path)
    assert mode(path.parent) == 0o700


def test_a_folder_that_is_there_stays_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    path.parent.chmod(0o750)
    opened(path)
    assert mode(path.parent) == 0o750


def test_the_socket_of_a_dead_table_is_replaced(path: Path) -> None:
    opened(path)
    dead = path.stat().st_ino
    keep = path.with_name("kept")
    os.link(path, keep)  # so that its number is not given again
    opened(path)
    assert path.stat().st_ino != dead


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_anything_else_in_its_place_stays(path: Path, kind: str) -> None:
    path.parent.mkdir()
    if kind == "file":
        path.write_text("a letter")
    elif kind == "folder":
        path.mkdir()
    else:
        opened(path.with_name("another"))
        path.symlink_to("another")
    with pytest.raises(CannotListen, match=r"table\.sock is in the way of the table's socket"):
        open_socket(path)
    assert path.exists()


def test_the_length_of_a_path_is_limited(tmp_path: Path) -> None:
    room = MAX_PATH_BYTES - len(os.fsencode(tmp_path / "_" / "table.sock")) + 1
    assert opened(tmp_path / ("x" * room) / "table.sock").exists()
    long = tmp_path / ("é" + "x" * (room - 1)) / "table.sock"
    with pytest.raises(CannotListen) as caught:
        open_socket(long)
    assert f"{long}, which has 108 bytes, and a socket's path has at most 107: choose" in str(caught.value)
    assert not long.parent.exists()


def test_an_impossible_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a letter")
    with pytest.raises(CannotListen, match=r"cannot listen at .*table\.sock \(File exists\)"):
        open_socket(tmp_path / "data" / "table.sock")


# The other place


@pytest.fixture
def no_room(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The disk takes no socket at the usual path; this is the other place."""
    bind, other = socket_server._bind, other_place(path)

    def bind_elsewhere(place: Path) -> socket.socket:
        if place == path:
            raise OSError(errno.EROFS, "Read-only file system")
        return bind(place)

    monkeypatch.setattr(socket_server, "_bind", bind_elsewhere)
    yield other
    if other.parent.is_symlink():
        other.parent.unlink()
    elif other.parent.exists():
        other.unlink(missing_ok=True)
        other.parent.rmdir()


def test_on_a_read_only_disk_it_is_in_the_other_place(path: Path, no_room: Path) -> None:
    assert opened(path) == no_room
    assert (mode(no_room), mode(no_room.parent)) == (0o660, 0o700)
    assert opened(path) == no_room, "and again, in the place of a dead table's"


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_a_place_that_others_may_write_to_is_not_taken(path: Path, no_room: Path, mode: int) -> None:
    no_room.parent.mkdir()
    no_room.parent.chmod(mode)
    with pytest.raises(CannotListen, match="belongs to somebody else"):
        open_socket(path)
    assert not no_room.exists()


def test_a_link_somebody_put_there_is_not_followed(path: Path, no_room: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(0o700)
    no_room.parent.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CannotListen, match="belongs to somebody else"):
        open_socket(path)
    assert not no_room.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="by design: only root can give a folder away")
def test_a_folder_of_somebody_else_is_not_taken(path: Path, no_room: Path) -> None:
    no_room.parent.mkdir(0o700)
    os.chown(no_room.parent, 12_345, -1)
    with pytest.raises(CannotListen, match="belongs to somebody else"):
        open_socket(path)
