"""Where the games are, and that files which root makes there belong to the owner of the folder."""

import os
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from companion.cli import main
from companion.household.folders import as_owner, data_folder, socket_path


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/ann")


def test_the_users_own_folder() -> None:
    assert data_folder(None) == Path("/home/ann/.local/share/companion")


@pytest.mark.parametrize(("share", "found"), [("/srv", "/srv/companion"), ("srv", "/home/ann/.local/share/companion")])
def test_a_share_elsewhere_counts_if_it_is_absolute(monkeypatch: pytest.MonkeyPatch, share: str, found: str) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", share)
    assert data_folder(None) == Path(found)


@pytest.mark.parametrize("state", ["/var/lib/companion", "/var/lib/companion:/var/lib/other"])
def test_systemd_comes_before_that(monkeypatch: pytest.MonkeyPatch, state: str) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/srv")
    monkeypatch.setenv("STATE_DIRECTORY", state)
    assert data_folder(None) == Path("/var/lib/companion")


def test_the_given_folder_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion")
    assert data_folder("games here") == Path("games here")


def test_the_socket_is_in_the_folder() -> None:
    assert socket_path(Path("/srv")) == Path("/srv/table.sock")


SOMEBODY = 12_345
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="by design: only root can be somebody else")


@pytest.fixture
def theirs() -> Iterator[Path]:
    """In a place that its owner can reach, unlike pytest's own folders."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chown(folder, SOMEBODY, SOMEBODY)
        yield Path(folder)


def test_nobody_but_root_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: int) -> None:
        raise AssertionError

    monkeypatch.setattr(os, "geteuid", lambda: 1_000)
    monkeypatch.setattr(os, "seteuid", never)
    with as_owner(tmp_path):
        pass


@needs_root
def test_what_root_makes_there_belongs_to_the_owner(theirs: Path) -> None:
    before = os.geteuid(), os.getegid()
    with as_owner(theirs):
        (theirs / "made").touch()
    assert (os.geteuid(), os.getegid()) == before
    made = (theirs / "made").stat()
    assert (made.st_uid, made.st_gid) == (SOMEBODY, SOMEBODY)


@needs_root
def test_root_is_root_again_after_a_failure(theirs: Path) -> None:
    with pytest.raises(RuntimeError), as_owner(theirs):
        raise RuntimeError
    assert os.geteuid() == 0


def test_a_new_folder_belongs_to_whoever_makes_it(tmp_path: Path) -> None:
    with as_owner(tmp_path / "none"):
        (tmp_path / "made").touch()
    assert (tmp_path / "made").stat().st_uid == os.geteuid()


@needs_root
def test_files_made_by_root_commands_belong_to_the_owner(theirs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import_module("_strptime")  # Python loads it late, and its own files may be in a folder that only root may enter
    assert main(["new", "--players", "Ann", "Ben", "--data", str(theirs)]) == 0
    assert "Ann" in capsys.readouterr().out
    assert {path.lstat().st_uid for path in theirs.rglob("*")} == {SOMEBODY}
