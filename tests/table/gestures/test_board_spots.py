"""Which spot of the board is under which space: bound, kept with the tags, written and read."""

import json

import pytest

from companion.table.games.tags_file import BindingsUnreadable, decode_tags, encode_tags
from companion.table.gestures.tags import (
    Bindings,
    CannotBind,
    TokenTag,
    bind,
    bind_new_spot,
    bind_spot,
    merge_bindings,
    unbind,
    with_simulated_tags,
)
from tests.kit import ATLANTIC

CAR = "04A2B3C4D5E680"
WALKED = Bindings(((CAR, TokenTag("Car")),), (("north/0", 5), ("north/3", 0)))


def test_a_spot_is_one_space_and_a_space_has_one_spot() -> None:
    bindings = bind_spot(bind_spot(Bindings(), "north/3", 0), "north/0", 5)
    assert bindings.spots == WALKED.spots
    assert bind_new_spot(ATLANTIC, Bindings(), "north/3", 0).spots == (("north/3", 0),)
    assert (bindings.spot_of(0), bindings.spot_of(5), bindings.spot_of(6)) == ("north/3", "north/0", "")
    assert bind_new_spot(ATLANTIC, bindings, "north/3", 0) == bindings


def test_a_conflict_is_explained_and_can_be_overridden() -> None:
    with pytest.raises(CannotBind) as refused:
        bind_new_spot(ATLANTIC, WALKED, "north/3", 5)
    assert refused.value.conflicts == (
        "Spot north/3 of the board is GO already.",
        "For Reading Railroad there is another spot already, north/0.",
    )
    assert bind_spot(WALKED, "north/3", 5).spots == (("north/3", 5),)


@pytest.mark.parametrize(("spot", "space"), [("", 0), ("a b", 0), ("x" * 61, 0), ("é", 0), ("a", 40), ("a", -1)])
def test_only_real_spots_and_spaces_are_accepted(spot: str, space: int) -> None:
    with pytest.raises(CannotBind, match=r"No spot of a board|no space"):
        bind_spot(Bindings(), spot, space)


def test_tags_come_and_go_and_the_spots_stay() -> None:
    assert bind(WALKED, "DEADBEEF", TokenTag("Hat")).spots == WALKED.spots
    assert unbind(WALKED, CAR).spots == WALKED.spots
    assert with_simulated_tags(ATLANTIC, WALKED).spots == WALKED.spots


def test_they_are_written_and_read_with_the_tags() -> None:
    assert decode_tags(encode_tags(WALKED)) == WALKED
    assert json.loads(encode_tags(WALKED)) == {
        "format": 3,
        "tags": [{"uid": CAR, "token": "Car"}],
        "spots": [{"spot": "north/0", "space": 5}, {"spot": "north/3", "space": 0}],
    }


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ('{"spot": "a"}', "Line 2: A spot of the board has its name, and the space above it."),
        ('{"spot": "a", "space": 1, "x": 1}', "has its name, and the space"),
        ('{"spot": 1, "space": 1}', "is written in quotation marks"),
        ('{"spot": "a", "space": "1"}', "its space is a number"),
        ('{"spot": "a", "space": true}', "its space is a number"),
        ('{"spot": "a", "space": 40}', "no space 40"),
        ('{"spot": "a b", "space": 4}', "No spot of a board is called `a b`."),
        ('{"spot": "a", "space": 1},\n{"spot": "a", "space": 2}', "Line 3: Spot a is there twice."),
        ('{"spot": "a", "space": 1},\n{"spot": "b", "space": 1}', "Line 3: Spot a is under space 1 already."),
        ('{"spot": "a", "space": 1},\n{"spot": "a", "space": 1}', "Line 3: Spot a is there twice."),
        ("7", "Spot 1: A spot of the board"),
    ],
)
@pytest.mark.parametrize("format", [2, 3])
def test_an_error_names_the_line_of_a_bad_row(rows: str, why: str, format: int) -> None:
    with pytest.raises(BindingsUnreadable) as refused:
        decode_tags(f'{{"format": {format}, "tags": [], "spots": [\n{rows}]}}'.encode())
    assert why in str(refused.value)


@pytest.mark.parametrize(
    "text", ['{"format": 3, "tags": []}', '{"format": 2, "tags": []}', '{"format": 1, "tags": [], "spots": []}']
)
def test_a_format_has_its_parts(text: str) -> None:
    with pytest.raises(BindingsUnreadable, match="and nothing else"):
        decode_tags(text.encode())


def test_spots_of_another_file_are_added_unless_they_conflict_with_ours() -> None:
    theirs = Bindings((), (("east/7", 9), ("north/3", 1)))
    with pytest.raises(CannotBind, match="Spot north/3 of the board is GO already"):
        merge_bindings(ATLANTIC, WALKED, theirs)
    assert merge_bindings(ATLANTIC, WALKED, theirs, instead=True).spots == (
        ("east/7", 9),
        ("north/0", 5),
        ("north/3", 1),
    )
    added = merge_bindings(ATLANTIC, WALKED, Bindings((), (("east/7", 9),)))
    assert added.spots == (("east/7", 9), ("north/0", 5), ("north/3", 0))
