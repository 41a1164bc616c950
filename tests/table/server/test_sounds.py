"""The Banker turns the table's sounds on or off, for everybody and across restarts."""

import errno
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.journal import RealDisk
from companion.table.gestures.context import Cue
from companion.table.server.lamps_and_sounds import LampsAndSounds, Sounds
from hardware.signals import DeviceHealth


def test_they_are_on_until_somebody_mutes_them(tmp_path: Path) -> None:
    sounds = Sounds(tmp_path)
    assert not sounds.are_muted()
    assert sounds.set("a", on=False).message == "The sounds of the table are off."
    assert sounds.are_muted()
    assert Sounds(tmp_path).are_muted()
    assert sounds.set("a", on=True).done
    assert not Sounds(tmp_path).are_muted()


def test_a_file_that_cannot_be_read_mutes_nobody(tmp_path: Path) -> None:
    (tmp_path / "sounds.json").write_text("never")
    sounds = Sounds(tmp_path)
    assert not sounds.are_muted()
    assert sounds.set("a", on=False).done
    assert Sounds(tmp_path).are_muted()


def test_a_disk_that_cannot_be_written_leaves_them_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    sounds = Sounds(tmp_path)
    monkeypatch.setattr(RealDisk, "replace", full)
    reply = sounds.set("a", on=False)
    assert (reply.done, sounds.are_muted()) == (False, False)
    assert reply.message.startswith("The sounds cannot be set: ")


class Loud:
    """Remembers what it showed and played."""

    def __init__(self) -> None:
        self.shown: list[Cue] = []
        self.played: list[Cue] = []

    def health(self) -> Sequence[DeviceHealth]:
        return ()

    def show(self, cue: Cue) -> None:
        self.shown.append(cue)

    def play(self, cue: Cue) -> None:
        self.played.append(cue)

    def show_dice(self, faces: Sequence[int]) -> None:
        raise AssertionError(faces)


def test_muted_it_lights_up_and_does_not_sound(tmp_path: Path) -> None:
    sounds, rig = Sounds(tmp_path), Loud()
    outputs = LampsAndSounds(rig, lambda: 0, sounds.are_muted)
    sounds.set("a", on=False)
    outputs.cue("read")
    assert (rig.shown, rig.played) == (["read"], [])
    sounds.set("a", on=True)
    outputs.cue("refused")
    assert (rig.shown, rig.played) == (["read", "refused"], ["refused"])
