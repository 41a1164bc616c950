"""Small files kept across restarts: whatever happens to one, its previous copy stands in, and it is told."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.journal.kept import PREVIOUS, Unreadable, seal, unseal
from companion.table.games.game_clock import KeptClock
from companion.table.games.kept_file import FileFormat, KeptFile, record_format
from companion.table.games.tags_file import FILE as TAGS
from companion.table.games.tags_file import decode_tags, encode_tags
from companion.table.gestures.tags import Bindings, PlayerTag
from companion.table.server.pairing import KeptDevices, PairedDevice, Pairings

ONE, TWO = "04A1B2C3", "04A1B2C4"
CLOCK = record_format("played.json", 20_000, KeptClock())
TAGS_FORMAT = FileFormat(TAGS, 100_000, Bindings(), encode_tags, decode_tags)
OLD, NEW = KeptClock(played_ms={"a": 1_000}), KeptClock(played_ms={"a": 2_000, "b": 5})


def kept_twice(data: Path) -> Path:
    file = KeptFile(data, CLOCK)
    assert file.keep(OLD) == file.keep(NEW) == ""
    return file.path


def test_what_was_kept_is_read_back(tmp_path: Path) -> None:
    path = kept_twice(tmp_path)
    again = KeptFile(tmp_path, CLOCK)
    assert (again.value, again.trouble, again.is_previous) == (NEW, "", False)
    assert b'"check": "' in path.read_bytes()


def test_every_single_bit_that_turns_is_noticed(tmp_path: Path) -> None:
    """Never another value than the last one or, told, the one before it."""
    path = kept_twice(tmp_path)
    content = path.read_bytes()
    for bit in range(8 * len(content)):
        spoilt = bytearray(content)
        spoilt[bit // 8] ^= 1 << bit % 8
        path.write_bytes(spoilt)
        file = KeptFile(tmp_path, CLOCK)
        assert (file.value, file.is_previous) == (OLD, True), bytes(spoilt)
        assert file.trouble


@pytest.mark.parametrize("damage", [lambda _: b"", lambda content: content[:40], lambda _: b"\xff" * 99, None])
def test_a_file_that_is_spoilt_or_gone_is_replaced_by_the_one_before(
    tmp_path: Path, damage: Callable[[bytes], bytes] | None
) -> None:
    path = kept_twice(tmp_path)
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(damage(path.read_bytes()))
    file = KeptFile(tmp_path, CLOCK)
    assert file.value == OLD
    told = file.describe_trouble("How long", "It is lost.")
    assert told.startswith(f"How long in {path} cannot be read (")
    assert told.endswith("). The copy from before its last change is used.")
    assert file.keep(NEW) == ("" if damage is None else "played.json.damaged")
    assert KeptFile(tmp_path, CLOCK).value == NEW


def test_if_both_are_spoilt_that_is_told(tmp_path: Path) -> None:
    path = kept_twice(tmp_path)
    for name in (path.name, path.name + PREVIOUS):
        (tmp_path / name).write_bytes(b"rubbish")
    file = KeptFile(tmp_path, CLOCK)
    assert (file.value, file.is_previous) == (KeptClock(), False)
    assert file.describe_trouble("How long", "It is lost.").endswith(" It is lost.")


def test_a_file_of_an_older_version_or_written_by_hand_has_no_checksum(tmp_path: Path) -> None:
    (tmp_path / "played.json").write_text('{"format": 1, "played_ms": {"a": 7}}')
    assert KeptFile(tmp_path, CLOCK).value == KeptClock(played_ms={"a": 7})


def test_one_that_was_changed_by_hand_says_what_to_do(tmp_path: Path) -> None:
    path = kept_twice(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"2000", b"3000"))
    assert 'if you changed it yourself, remove its line "check"' in KeptFile(tmp_path, CLOCK).trouble
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-3], lines[-3].replace(b"},", b"}"), lines[-1]]))
    assert KeptFile(tmp_path, CLOCK).value == KeptClock(played_ms={"a": 3_000, "b": 5})


def test_one_wrong_letter_costs_no_tag(tmp_path: Path) -> None:
    file = KeptFile(tmp_path, TAGS_FORMAT)
    file.keep(Bindings(((ONE, PlayerTag(0)),)))
    file.keep(Bindings(((ONE, PlayerTag(0)), (TWO, PlayerTag(1)))))
    path = tmp_path / TAGS
    assert decode_tags(path.read_bytes()) == file.value  # a copy can be imported elsewhere
    path.write_bytes(path.read_bytes().replace(b'"player": 1', b'"player": 2'))
    again = KeptFile(tmp_path, TAGS_FORMAT)
    assert (again.value, again.is_previous) == (Bindings(((ONE, PlayerTag(0)),)), True)


@pytest.mark.parametrize(
    "devices",
    [
        (PairedDevice("a", "Phone", "player", 11),),
        (PairedDevice("a", "Phone", "player", -2),),
        (PairedDevice("a", "Phone", "banker", 2),),
        (PairedDevice("a", "Phone", "banker"), PairedDevice("a", "Other", "viewer")),
    ],
)
def test_what_no_table_would_have_written_is_not_taken(tmp_path: Path, devices: tuple[PairedDevice, ...]) -> None:
    KeptFile(tmp_path, record_format("devices.json", 100_000, KeptDevices())).keep(KeptDevices(devices=devices))
    pairings = Pairings(tmp_path, lambda: 0, lambda: 0)
    assert "cannot be read" in pairings.trouble
    assert pairings.message().devices == ()


def test_sealing_is_undone() -> None:
    random = Random(0)
    for _ in range(50):
        content = b'{\n  "format": 1,\n  "check me": "%s"\n}\n' % (b"x" * random.randrange(90))
        assert unseal(seal(content)) == content
        assert unseal(content) == content
    with pytest.raises(Unreadable):
        unseal(seal(content).replace(b"format", b"f0rmat"))
