"""This household's tags: one tag is one thing, a deed has one tag, and a file of them is read wholly or not at all."""

import json
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.naming import CARD_NAMES
from companion.table.games.tags_file import BYTES_MOST, WITHOUT_SPOTS, BindingsUnreadable, decode_tags, encode_tags
from companion.table.gestures.tags import (
    WAYS_OUT,
    Bindings,
    CannotBind,
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TaggedThing,
    TokenTag,
    bind,
    describe_tag,
    merge_bindings,
    unbind,
)
from tests.kit import deed
from tests.table.scenes import EVERYTHING, HOUSEHOLD

ONE, TWO, THREE = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF"
ORIENTAL, BALTIC = DeedTag(deed("Oriental")), DeedTag(deed("Baltic"))
CAR = TokenTag("Car")


def bound(**tags: TaggedThing) -> Bindings:
    bindings = Bindings()
    for name, what in tags.items():
        bindings = bind(bindings, {"one": ONE, "two": TWO, "three": THREE}[name], what)
    return bindings


def refused(bindings: Bindings, uid: str, what: TaggedThing) -> str:
    with pytest.raises(CannotBind) as caught:
        bind(bindings, uid, what)
    return str(caught.value)


# One tag


@pytest.mark.parametrize("what", [ORIENTAL, CAR, PlayerTag(7), CardTag("chance/advance-go"), JailTag("key")])
def test_a_tag_is_what_it_was_bound_to(what: TaggedThing) -> None:
    bindings = bind(Bindings(), ONE, what)
    assert bindings.what(ONE) == what
    assert bindings.what(TWO) is None


def test_a_number_is_the_same_in_small_letters() -> None:
    bindings = bind(Bindings(), ONE.lower(), CAR)
    assert bindings.tags == ((ONE, CAR),)
    assert bindings.what(ONE.lower()) == CAR


@pytest.mark.parametrize("other", [ONE[:8], ONE[:-2], ONE[:-1], ONE + "00", ONE[2:], "", ONE[:-1] + "1"])
def test_no_other_number_is_the_same_and_least_of_all_a_part_of_it(other: str) -> None:
    assert bound(one=CAR).what(other) is None


def test_tags_are_kept_in_the_order_of_their_numbers() -> None:
    bindings = bind(bind(bind(Bindings(), THREE, CAR), TWO, ORIENTAL), ONE, BALTIC)
    assert [uid for uid, _ in bindings.tags] == [ONE, TWO, THREE]


@pytest.mark.parametrize(
    ("uid", "why"),
    [
        ("", "8, 14 or 20 hexadecimal digits"),
        ("04A2B3", "8, 14 or 20 hexadecimal digits"),
        ("04A2B3C4D5", "8, 14 or 20 hexadecimal digits"),
        ("04 A2 B3 C4", "8, 14 or 20 hexadecimal digits"),
        ("04A2B3C4D5E68G", "8, 14 or 20 hexadecimal digits"),
        (ONE + "\n", "8, 14 or 20 hexadecimal digits"),
        ("8804A2B3", "only a part of a tag's number"),
        ("08A2B3C4", "changes with every tap, as a phone or a bank card has it"),
    ],
)
def test_what_is_no_whole_and_lasting_number_is_refused(uid: str, why: str) -> None:
    assert why in refused(Bindings(), uid, CAR)


def test_only_short_numbers_can_be_parts_or_made_up() -> None:
    assert bind(Bindings(), "8804A2B3C4D5E6", CAR).what("8804A2B3C4D5E6") == CAR
    assert bind(Bindings(), "08A2B3C4D5E6F7", CAR).what("08A2B3C4D5E6F7") == CAR


# What is in the way


def test_a_tag_that_is_a_deed_already_is_refused_and_the_deed_named() -> None:
    assert refused(bound(one=BALTIC), ONE, ORIENTAL) == f"Tag {ONE} is the deed of Baltic Avenue already."


def test_a_deed_that_has_another_tag_is_refused_and_the_tag_named() -> None:
    expected = f"For the deed of Oriental Avenue there is another tag already, {TWO}."
    assert refused(bound(two=ORIENTAL), ONE, ORIENTAL) == expected


def test_both_reasons_are_told() -> None:
    assert len(refused(bound(one=BALTIC, two=ORIENTAL), ONE, ORIENTAL).split(". ")) == 2


def test_instead_takes_the_place_of_both() -> None:
    bindings = bind(bound(one=BALTIC, two=ORIENTAL, three=CAR), ONE, ORIENTAL, instead=True)
    assert bindings.tags == ((ONE, ORIENTAL), (THREE, CAR))


def test_the_same_again_changes_nothing() -> None:
    bindings = bound(one=ORIENTAL, two=CAR)
    assert bind(bindings, ONE, ORIENTAL) == bindings


def test_a_token_has_one_tag_however_it_is_written() -> None:
    assert "For the CAR there is another tag already" in refused(bound(one=CAR), TWO, TokenTag("CAR"))
    assert bind(bound(one=CAR), TWO, TokenTag("CAR"), instead=True).tags == ((TWO, TokenTag("CAR")),)


@pytest.mark.parametrize("what", [PlayerTag(0), CardTag("chance/nearest-railroad"), JailTag("key")])
def test_cards_and_keys_may_have_several_tags(what: TaggedThing) -> None:
    bindings = bind(bound(one=what), TWO, what)
    assert bindings.what(ONE) == bindings.what(TWO) == what


def test_a_tag_can_be_given_up() -> None:
    assert unbind(bound(one=ORIENTAL, two=CAR), ONE.lower()) == bound(two=CAR)
    assert bind(unbind(bound(one=ORIENTAL), ONE), TWO, ORIENTAL) == bound(two=ORIENTAL)


def test_what_is_not_known_cannot_be_given_up() -> None:
    with pytest.raises(CannotBind, match=f"Tag {TWO} is not known here"):
        unbind(bound(one=ORIENTAL), TWO)


@pytest.mark.parametrize(
    ("make", "value"),
    [
        *((DeedTag, value) for value in (-1, 28)),
        *((PlayerTag, value) for value in (-1, 8)),
        *((TokenTag, value) for value in ("", " ", "Car ", "a\tb", "x" * 25, "\ud800")),
        *((CardTag, value) for value in ("", "chance/", "advance-go", "chance/doctor")),
        *((JailTag, value) for value in ("", "chance/jail-free", "Key")),
    ],
)
def test_a_tag_cannot_be_what_is_not_there(make: type, value: object) -> None:
    with pytest.raises(CannotBind):
        make(value)


@pytest.mark.parametrize(
    ("what", "names", "words"),
    [
        (ORIENTAL, (), "the deed of Oriental Avenue"),
        (CAR, (), "the Car"),
        (PlayerTag(1), (), "the player card of seat 2"),
        (PlayerTag(1), ("Ann", "Ben"), "Ben's card"),
        (PlayerTag(2), ("Ann", "Ben"), "the player card of seat 3"),
        (CardTag("chest/doctor"), (), "the Community Chest card “the doctor's bill”"),
        (JailTag("chance"), (), "the Chance card to leave Jail"),
        (JailTag("key"), (), "a key to leave Jail"),
    ],
)
def test_every_tag_can_be_said(what: TaggedThing, names: tuple[str, ...], words: str) -> None:
    assert describe_tag(what, names) == words


# Two households


def test_tags_of_a_file_are_added_to_ours() -> None:
    assert merge_bindings(bound(one=ORIENTAL), bound(two=CAR)) == bound(one=ORIENTAL, two=CAR)
    assert merge_bindings(bound(one=ORIENTAL), bound(one=ORIENTAL)) == bound(one=ORIENTAL)


def test_every_conflict_is_listed_and_nothing_is_taken() -> None:
    ours, theirs = bound(one=ORIENTAL, two=BALTIC), bound(one=CAR, three=BALTIC)
    with pytest.raises(CannotBind) as caught:
        merge_bindings(ours, theirs)
    assert caught.value.conflicts == (
        f"Tag {ONE} is the deed of Oriental Avenue already.",
        f"For the deed of Baltic Avenue there is another tag already, {TWO}.",
    )
    assert ours == bound(one=ORIENTAL, two=BALTIC)


def test_where_both_cannot_be_theirs_may_be_taken_instead() -> None:
    ours, theirs = bound(one=ORIENTAL, two=BALTIC), bound(one=CAR, three=BALTIC)
    assert merge_bindings(ours, theirs, instead=True) == theirs
    swapped = bound(one=BALTIC, two=ORIENTAL)
    assert merge_bindings(ours, swapped, instead=True) == swapped


whats = st.sampled_from(EVERYTHING)
uids = st.sampled_from([f"04{number:06X}" for number in range(12)])
households = st.lists(st.tuples(uids, whats), max_size=10)


def made_of(tags: list[tuple[str, TaggedThing]]) -> Bindings:
    bindings = Bindings()
    for uid, what in tags:
        bindings = bind(bindings, uid, what, instead=True)
    return bindings


@given(households, households)
def test_whatever_is_bound_one_tag_is_one_thing_and_a_deed_has_one(
    one: list[tuple[str, TaggedThing]], two: list[tuple[str, TaggedThing]]
) -> None:
    ours, theirs = made_of(one), made_of(two)
    merged = merge_bindings(ours, theirs, instead=True)
    numbers = [uid for uid, _ in merged.tags]
    single = [what for _, what in merged.tags if isinstance(what, DeedTag | TokenTag)]
    assert all(first < second for first, second in pairwise(numbers))
    assert len(set(single)) == len(single)
    assert all(merged.what(uid) == what for uid, what in theirs.tags)
    assert decode_tags(encode_tags(merged)) == merged


# One file


def test_a_household_is_one_file_and_one_tag_a_line() -> None:
    lines = encode_tags(bound(one=ORIENTAL, two=PlayerTag(2))).decode().splitlines()
    assert lines[1] == '  "schema": 1,'
    assert lines[3:5] == [
        f'    {{"uid": "{ONE}", "deed": "Oriental Avenue"}},',
        f'    {{"uid": "{TWO}", "player": 2}}',
    ]


@pytest.mark.parametrize(
    "bindings", [Bindings(), bound(one=ORIENTAL), HOUSEHOLD, bound(one=TokenTag("Fußball “1” \\"))]
)
def test_what_is_written_is_read_again(bindings: Bindings) -> None:
    assert decode_tags(encode_tags(bindings)) == bindings
    assert json.loads(encode_tags(bindings))["schema"] == WITHOUT_SPOTS


def test_a_household_has_room_in_a_file() -> None:
    assert {what.card for _, what in HOUSEHOLD.tags if isinstance(what, CardTag)} == set(CARD_NAMES)
    assert {what.kind for _, what in HOUSEHOLD.tags if isinstance(what, JailTag)} == set(WAYS_OUT)
    assert 5 * len(encode_tags(HOUSEHOLD)) < BYTES_MOST


def unreadable(content: bytes | str) -> str:
    with pytest.raises(BindingsUnreadable) as caught:
        decode_tags(content.encode() if isinstance(content, str) else content)
    return str(caught.value)


def row(text: str) -> str:
    return f'{{"schema": 1, "tags": [\n{{"uid": "{TWO}", "token": "Dog"}},\n{text}\n]}}'


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "Line 1: this cannot be read"),
        ('{"schema": 1,\n"tags": [\n', "Line 3: this cannot be read"),
        (b'{"schema": 1,\n"\xff', "Line 2: this is not text."),
        ("[" * 50_000, "too many brackets"),
        ("[]", "does not say which schema"),
        ('{"tags": []}', "does not say which schema"),
        ('{"schema": true, "tags": []}', "does not say which schema"),
        ('{"schema": 3, "tags": [], "more": 1}', "a newer program (schema 3; this one reads up to 2). Update"),
        ('{"schema": 0, "tags": []}', "never a file of tags with schema 0"),
        ('{"schema": 1}', "a schema and a list of tags, and nothing else"),
        ('{"schema": 1, "tags": {}}', "a schema and a list of tags, and nothing else"),
        ('{"schema": 1, "tags": [], "more": 1}', "a schema and a list of tags, and nothing else"),
        ('{"schema": 1, "schema": 1, "tags": []}', "`schema` is there twice"),
        ('{"schema": NaN, "tags": []}', "NaN is not a number"),
        ('{"schema": ' + "1" * 5_000 + "}", "cannot be read"),
        (b" " * (BYTES_MOST + 1), "at most 100,000 bytes; this one has 100,001"),
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
        (row(f'{{"uid": "{ONE}", "card": "chance/rich"}}'), "Line 3: There is no card `chance/rich`."),
        (row(f'{{"uid": "{ONE}", "jail": "saw"}}'), "not with `saw`"),
        (row(f'{{"uid": "{ONE}", "token": "dog"}}'), f"Line 3: For the dog there is another tag already, {TWO}."),
        (row(f'{{"uid": "{TWO}", "token": "Car"}}'), f"Line 3: Tag {TWO} is the Dog already."),
        (row(f'{{"uid": "{TWO}", "token": "Dog"}}'), f"Line 3: Tag {TWO} is there twice."),
    ],
)
def test_a_damaged_file_is_told_with_its_place_and_its_fault(content: bytes | str, why: str) -> None:
    assert why in unreadable(content)


def test_a_mark_at_the_beginning_of_the_file_does_no_harm() -> None:
    assert decode_tags(b"\xef\xbb\xbf" + encode_tags(HOUSEHOLD)) == HOUSEHOLD


@given(st.integers(0, len(encode_tags(HOUSEHOLD)) - 1), st.integers(0, 255))
def test_whatever_befalls_one_byte_the_file_is_read_or_refused(at: int, byte: int) -> None:
    content = bytearray(encode_tags(HOUSEHOLD))
    content[at] = byte
    with suppress(BindingsUnreadable):
        found = decode_tags(bytes(content))
        assert decode_tags(encode_tags(found)) == found


def test_a_file_cut_short_is_never_read() -> None:
    content = encode_tags(bound(one=ORIENTAL, two=CAR)).rstrip()
    for length in range(len(content)):
        assert unreadable(content[:length])
