"""The household's tags in the data folder: written whole, read whole or not at all, never lost to a bad file."""

import errno
import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.deeds import DEED_SPACES
from companion.table.games.tags_file import (
    FILE,
    FORMAT,
    MAX_BYTES,
    BindingsUnreadable,
    KeptTags,
    decode_tags,
    encode_tags,
)
from companion.table.gestures.tags import (
    WAYS_OUT,
    Bindings,
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TaggedThing,
    TokenTag,
    bind,
)
from tests.kit import ATLANTIC, deed
from tests.table.gestures.contexts import EVERYTHING, HOUSEHOLD

ONE, TWO = "04A2B3C4D5E680", "04A2B3C4D5E681"
ORIENTAL = DeedTag(deed("Oriental"))
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
    assert (KeptTags(tmp_path).bindings, files(tmp_path)) == (MORE, [FILE, f"{FILE}.previous"])


DAMAGED = encode_tags(OURS)[:-30]
NEWER = encode_tags(OURS).replace(b'"format": 3', b'"format": 4')
HUGE = encode_tags(OURS) + b" " * MAX_BYTES


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
def test_an_unreadable_file_is_reported_and_left_as_it_is(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / FILE).write_bytes(content)
    tags = KeptTags(tmp_path)
    assert tags.bindings == Bindings()
    assert tags.trouble.startswith(f"The tags in {tmp_path / FILE} cannot be read (")
    assert tags.trouble.endswith("). Repair the file, or enrol the tags again.")
    assert why in tags.trouble
    assert ".)" not in tags.trouble
    assert (files(tmp_path), (tmp_path / FILE).read_bytes()) == ([FILE], content)


def test_a_file_is_not_read_further_than_needed(tmp_path: Path) -> None:
    """It claims to be larger than any memory."""
    (tmp_path / FILE).touch()
    os.truncate(tmp_path / FILE, 1 << 40)
    assert "more than 100,000 bytes" in KeptTags(tmp_path).trouble


def test_a_folder_in_place_of_the_file_is_reported(tmp_path: Path) -> None:
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


# The file itself


def test_a_household_is_one_file_and_one_tag_a_line() -> None:
    lines = encode_tags(Bindings(((ONE, ORIENTAL), (TWO, PlayerTag(2))))).decode().splitlines()
    assert lines[1] == '  "format": 3,'
    assert lines[3:5] == [
        f'    {{"uid": "{ONE}", "deed": 6}},',
        f'    {{"uid": "{TWO}", "player": 2}}',
    ]


@pytest.mark.parametrize(
    "bindings", [Bindings(), Bindings(((ONE, ORIENTAL),)), HOUSEHOLD, Bindings(((ONE, TokenTag("Fußball “1” \\")),))]
)
def test_what_is_written_is_read_again(bindings: Bindings) -> None:
    assert decode_tags(encode_tags(bindings)) == bindings
    assert json.loads(encode_tags(bindings))["format"] == FORMAT


def test_a_household_has_room_in_a_file() -> None:
    assert {what.card for _, what in HOUSEHOLD.tags if isinstance(what, CardTag)} == set(ATLANTIC.card_names)
    assert {what.kind for _, what in HOUSEHOLD.tags if isinstance(what, JailTag)} == set(WAYS_OUT)
    assert 5 * len(encode_tags(HOUSEHOLD)) < MAX_BYTES


NAMED = """
    Mediterranean Avenue, Baltic Avenue, Reading Railroad, Oriental Avenue, Vermont Avenue, Connecticut Avenue,
    St. Charles Place, Electric Company, States Avenue, Virginia Avenue, Pennsylvania Railroad, St. James Place,
    Tennessee Avenue, New York Avenue, Kentucky Avenue, Indiana Avenue, Illinois Avenue, B. & O. Railroad,
    Atlantic Avenue, Ventnor Avenue, Water Works, Marvin Gardens, Pacific Avenue, North Carolina Avenue,
    Pennsylvania Avenue, Short Line, Park Place, Boardwalk
"""  # as release 0.1.0 wrote them
OLDER_ROWS = ",".join(
    f'{{"uid": "04A2B3{at:02X}", "deed": "{name}"}}' for at, name in enumerate(" ".join(NAMED.split()).split(", "))
)
OLDER = {
    1: f'{{"format": 1, "tags": [{OLDER_ROWS}]}}',
    2: f'{{"format": 2, "tags": [{OLDER_ROWS}], "spots": [{{"spot": "north/0", "space": 5}}]}}',
}


@pytest.mark.parametrize("format", [1, 2])
def test_an_older_file_that_names_the_deeds_is_read_and_written_anew_when_tags_are_kept(
    tmp_path: Path, format: int
) -> None:
    (tmp_path / FILE).write_text(OLDER[format])
    tags = KeptTags(tmp_path)
    assert tags.trouble == ""
    assert [what for _, what in tags.bindings.tags] == [DeedTag(deed) for deed in range(28)]
    assert tags.bindings.spots == ((("north/0", 5),) if format == 2 else ())
    assert (tmp_path / FILE).read_text() == OLDER[format], "reading changes nothing"
    tags.keep(tags.bindings)
    now = json.loads((tmp_path / FILE).read_text())
    assert (now["format"], now["tags"][-1]) == (3, {"uid": "04A2B31B", "deed": 39})
    assert [row["deed"] for row in now["tags"]] == list(DEED_SPACES)
    assert KeptTags(tmp_path).bindings == tags.bindings


def test_a_file_may_have_cards_of_any_board() -> None:
    text = f'{{"format": 3, "tags": [{{"uid": "{ONE}", "card": "chance/our-own-2"}}], "spots": []}}'
    assert decode_tags(text.encode()).what(ONE) == CardTag("chance/our-own-2")


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ('"deed": "Oriental Avenue"', "Line 2: A deed is the number of its space, such as 39, not `Oriental Avenue`."),
        ('"deed": true', "Line 2: A deed is the number of its space"),
        ('"deed": 6.0', "Line 2: A deed is the number of its space"),
        ('"deed": 0', "Line 2: Space 0 has no deed."),
        ('"deed": 40', "Line 2: Space 40 has no deed."),
        ('"deed": -1', "Line 2: Space -1 has no deed."),
        ('"card": "chance/Our Own"', "Line 2: A card is written as a deck, chance or chest, and small letters"),
        ('"card": "rent/our-own"', "Line 2: A card is written as a deck"),
    ],
)
def test_a_deed_is_the_number_of_its_space(what: str, why: str) -> None:
    assert why in unreadable(f'{{"format": 3, "tags": [\n{{"uid": "{ONE}", {what}}}], "spots": []}}')


def unreadable(content: bytes | str) -> str:
    with pytest.raises(BindingsUnreadable) as caught:
        decode_tags(content.encode() if isinstance(content, str) else content)
    return str(caught.value)


def row(text: str) -> str:
    return f'{{"format": 1, "tags": [\n{{"uid": "{TWO}", "token": "Dog"}},\n{text}\n]}}'


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "Line 1: this cannot be read"),
        ('{"format": 1,\n"tags": [\n', "Line 3: this cannot be read"),
        (b'{"format": 1,\n"\xff', "Line 2: this is not text."),
        ("[" * 50_000, "too many brackets"),
        ("[]", "does not say which format"),
        ('{"tags": []}', "does not say which format"),
        ('{"format": true, "tags": []}', "does not say which format"),
        ('{"format": 4, "tags": [], "more": 1}', "a newer program (format 4; this one reads up to 3). Update"),
        ('{"format": 0, "tags": []}', "never a file of tags with format 0"),
        ('{"format": 1}', "a format and a list of tags, and nothing else"),
        ('{"format": 1, "tags": {}}', "a format and a list of tags, and nothing else"),
        ('{"format": 1, "tags": [], "more": 1}', "a format and a list of tags, and nothing else"),
        ('{"format": 1, "format": 1, "tags": []}', "`format` is there twice"),
        ('{"format": NaN, "tags": []}', "NaN is not a number"),
        ('{"format": ' + "1" * 5_000 + "}", "cannot be read"),
        (b" " * (MAX_BYTES + 1), "at most 100,000 bytes; this one has 100,001"),
        (row("17"), "Tag 2: A tag has its uid, and one word for what it is."),
        (row('{"deed": "Oriental Avenue"}'), "Tag 2: A tag has its uid"),
        (row(f'{{"uid": "{ONE}"}}'), "Line 3: A tag has its uid"),
        (row(f'{{"uid": "{ONE}", "deed": "Oriental Avenue", "token": "Car"}}'), "Line 3: A tag has its uid"),
        (row('{"uid": 17, "token": "Car"}'), "Line 3: The number of a tag is written in quotation marks."),
        (row('{"uid": "04A2", "token": "Car"}'), "Line 3: The number of a tag has 8, 14 or 20"),
        (
            row(f'{{"uid": "{ONE}", "deer": "Oriental Avenue"}}'),
            "Line 3: A tag cannot be a `deer` (did you mean deed?)",
        ),
        (
            row(f'{{"uid": "{ONE}", "deed": "Orientel Avenue"}}'),
            "No deed is called `Orientel Avenue` (did you mean Ori",
        ),
        (row(f'{{"uid": "{ONE}", "deed": 6}}'), "Line 3: What a tag is must be written in quotation marks."),
        (row(f'{{"uid": "{ONE}", "player": "0"}}'), "Line 3: A seat is a number from 0 to 7."),
        (row(f'{{"uid": "{ONE}", "player": true}}'), "Line 3: A seat is a number from 0 to 7."),
        (row(f'{{"uid": "{ONE}", "player": 8}}'), "no seat 8"),
        (row(f'{{"uid": "{ONE}", "card": "luck/rich"}}'), "Line 3: A card is written as a deck"),
        (row(f'{{"uid": "{ONE}", "jail": "saw"}}'), "not with `saw`"),
        (row(f'{{"uid": "{ONE}", "token": "dog"}}'), f"Line 3: Tag {TWO} is the same token already."),
        (row(f'{{"uid": "{TWO}", "token": "Car"}}'), f"Line 3: Tag {TWO} is there twice."),
        (row(f'{{"uid": "{TWO}", "token": "Dog"}}'), f"Line 3: Tag {TWO} is there twice."),
    ],
)
def test_an_error_names_the_place_and_the_fault_in_a_damaged_file(content: bytes | str, why: str) -> None:
    assert why in unreadable(content)


def test_a_mark_at_the_beginning_of_the_file_does_no_harm() -> None:
    assert decode_tags(b"\xef\xbb\xbf" + encode_tags(HOUSEHOLD)) == HOUSEHOLD


@given(st.integers(0, len(encode_tags(HOUSEHOLD)) - 1), st.integers(0, 255))
def test_whatever_happens_to_one_byte_the_file_is_read_or_refused(at: int, byte: int) -> None:
    content = bytearray(encode_tags(HOUSEHOLD))
    content[at] = byte
    with suppress(BindingsUnreadable):
        found = decode_tags(bytes(content))
        assert decode_tags(encode_tags(found)) == found


def test_a_file_cut_short_is_never_read() -> None:
    content = encode_tags(Bindings(((ONE, ORIENTAL), (TWO, TokenTag("Car"))))).rstrip()
    for length in range(len(content)):
        assert unreadable(content[:length])


uids = st.sampled_from([f"04{number:06X}" for number in range(12)])


@given(st.lists(st.tuples(uids, st.sampled_from(EVERYTHING)), max_size=20))
def test_any_household_is_read_as_it_was_written(tags: list[tuple[str, TaggedThing]]) -> None:
    bindings = Bindings()
    for uid, what in tags:
        bindings = bind(bindings, uid, what)
    assert decode_tags(encode_tags(bindings)) == bindings
