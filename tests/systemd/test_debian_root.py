"""`make install-test` says in one sentence what is missing on this machine."""

import os
import shutil
from pathlib import Path

import pytest

from tests.systemd import debian_root


@pytest.fixture(autouse=True)
def _nothing_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian_root, "PACKED", tmp_path / "bookworm.tar")
    monkeypatch.setattr(debian_root, "KEYRING", tmp_path / "keyring.gpg")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda tool: f"/usr/bin/{tool}")
    (tmp_path / "keyring.gpg").touch()


def test_with_everything_there_nothing_is_missing() -> None:
    assert debian_root.what_is_missing() == ""


@pytest.mark.parametrize("tool", ["debootstrap", "unshare", "setpriv"])
def test_a_tool_that_is_missing_is_named_with_the_way_to_install_it(monkeypatch: pytest.MonkeyPatch, tool: str) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None if name == tool else name)
    with pytest.raises(SystemExit, match=f"need {tool}: sudo apt install "):
        debian_root.main()


def test_without_debians_keys_nothing_is_downloaded(tmp_path: Path) -> None:
    (tmp_path / "keyring.gpg").unlink()
    with pytest.raises(SystemExit, match="sudo apt install debian-archive-keyring"):
        debian_root.main()


def test_a_debian_that_is_packed_already_needs_no_debootstrap(monkeypatch: pytest.MonkeyPatch) -> None:
    debian_root.PACKED.touch()
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "debootstrap" else name)
    debian_root.main()


def test_nobody_but_root_can_run_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1_000)
    with pytest.raises(SystemExit, match="need root"):
        debian_root.main()
