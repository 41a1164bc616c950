"""Where the games are: as told, as systemd says, or in the user's own place."""

from pathlib import Path

import pytest

from companion.household.folders import data_folder, socket_path


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


def test_what_is_said_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion")
    assert data_folder("games here") == Path("games here")


def test_the_socket_is_in_the_folder() -> None:
    assert socket_path(Path("/srv")) == Path("/srv/table.sock")
