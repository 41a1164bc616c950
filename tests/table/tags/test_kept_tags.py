"""The household's tags in the data folder: read, written whole, and never lost to a bad file."""

import errno
import os
from pathlib import Path

import pytest

from companion.table.games.tags_file import BYTES_MOST, FILE, KeptTags, encode_tags
from companion.table.gestures.tags import Bindings, DeedTag, PlayerTag, TokenTag

OURS = Bindings((("04A2B3C4D5E680", DeedTag(3)), ("04A2B3C4D5E681", TokenTag("Car"))))
MORE = Bindings((*OURS.tags, ("DEADBEEF", PlayerTag(0))))


def files(data: Path) -> list[str]:
    return sorted(path.name for path in data.iterdir())


def test_no_file_is_no_tags(tmp_path: Path) -> None:
    tags = KeptTags(tmp_path)
    assert (tags.bindings, tags.trouble, files(tmp_path)) == (Bindings(), "", [])


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    tags = KeptTags(tmp_path)
    assert tags.keep(OURS) == ""
    assert tags.bindings == OURS
    assert KeptTags(tmp_path).bindings == OURS
    assert tags.keep(MORE) == ""
    assert (KeptTags(tmp_path).bindings, files(tmp_path)) == (MORE, [FILE])


DAMAGED = encode_tags(OURS)[:-30]
NEWER = encode_tags(OURS).replace(b'"schema": 1', b'"schema": 3')
HUGE = encode_tags(OURS) + b" " * BYTES_MOST


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (DAMAGED, "this cannot be read"),
        (b"", "this cannot be read"),
        (b"\xff\xfe", "this is not text"),
        (NEWER, "written by a newer program"),
        (HUGE, "it has more than 100,000 bytes"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_left_as_it_is(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / FILE).write_bytes(content)
    tags = KeptTags(tmp_path)
    assert tags.bindings == Bindings()
    assert tags.trouble.startswith(f"The tags in {tmp_path / FILE} cannot be read (")
    assert tags.trouble.endswith("). Repair the file, or enrol the tags again.")
    assert why in tags.trouble
    assert ".)" not in tags.trouble
    assert (files(tmp_path), (tmp_path / FILE).read_bytes()) == ([FILE], content)


def test_a_file_is_not_read_further_than_needed(tmp_path: Path) -> None:
    """As large as it claims, it would not fit into any memory."""
    (tmp_path / FILE).touch()
    os.truncate(tmp_path / FILE, 1 << 40)
    assert "more than 100,000 bytes" in KeptTags(tmp_path).trouble


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert "cannot be read (Is a directory)" in KeptTags(tmp_path).trouble


def test_what_could_not_be_read_is_put_aside_when_there_are_new_tags(tmp_path: Path) -> None:
    for number, name in enumerate(("tags.json.damaged", "tags.json.damaged-2", "tags.json.damaged-3")):
        bad = DAMAGED + bytes([number])
        (tmp_path / FILE).write_bytes(bad)
        tags = KeptTags(tmp_path)
        assert tags.keep(OURS) == name
        assert tags.trouble == ""
        assert (tmp_path / name).read_bytes() == bad, "and none of those before is written over"
        assert KeptTags(tmp_path).bindings == OURS
        assert tags.keep(MORE) == "", "once only"


def full(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_on_a_full_disk_the_old_ones_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tags = KeptTags(tmp_path)
    tags.keep(OURS)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space left"):
            tags.keep(MORE)
    assert (tags.bindings, KeptTags(tmp_path).bindings, files(tmp_path)) == (OURS, OURS, [FILE])
    tags.keep(MORE)
    assert KeptTags(tmp_path).bindings == MORE


def test_on_a_full_disk_a_bad_file_stays_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE).write_bytes(DAMAGED)
    tags = KeptTags(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space left"):
            tags.keep(OURS)
    assert (files(tmp_path), (tmp_path / FILE).read_bytes()) == ([FILE], DAMAGED)
    assert (tags.bindings, bool(tags.trouble)) == (Bindings(), True)
    assert tags.keep(OURS) == "tags.json.damaged"


def test_a_folder_that_is_gone_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the place of the folder")
    tags = KeptTags(tmp_path / "data")
    assert "Not a directory" in tags.trouble
    with pytest.raises(OSError, match="Not a directory"):
        tags.keep(OURS)
