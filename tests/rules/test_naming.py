"""Names as people write them: in full, by a beginning, with or without their punctuation."""

import pytest

from tests.kit import ATLANTIC

DEED, SPACE = ATLANTIC.deed_naming, ATLANTIC.space_naming


def deeds(written: str) -> list[str]:
    return [ATLANTIC.deeds[found].name for found in DEED.find(written)]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Oriental Avenue", "Oriental Avenue"),
        ("Oriental", "Oriental Avenue"),
        ("oRIENTAL  avenue", "Oriental Avenue"),
        ("St. Ch", "St. Charles Place"),
        ("stcharles", "St. Charles Place"),
        ("St Charles", "St. Charles Place"),
        ("st james place", "St. James Place"),
        ("B. & O.", "B. & O. Railroad"),
        ("B. & O. Railroad", "B. & O. Railroad"),
        ("bo railroad", "B. & O. Railroad"),
        ("B&O", "B. & O. Railroad"),
        ("B.", "B. & O. Railroad"),
        ("Bo", "Boardwalk"),
        ("Electric", "Electric Company"),
        ("Pennsylvania R", "Pennsylvania Railroad"),
        ("pennsylvaniaave", "Pennsylvania Avenue"),
        ("Park-Place", "Park Place"),
        ("Indiána", "Indiana Avenue"),
        ("Medi", "Mediterranean Avenue"),
        ("V\u0301ermont", "Vermont Avenue"),
    ],
)
def test_a_deed_is_known_by_any_beginning_that_is_its_alone(written: str, name: str) -> None:
    assert deeds(written) == [name]


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Pennsylvania", ["Pennsylvania Railroad", "Pennsylvania Avenue"]),
        ("St.", ["St. Charles Place", "St. James Place"]),
        ("St", ["St. Charles Place", "States Avenue", "St. James Place"]),
        ("P", ["Pennsylvania Railroad", "Pacific Avenue", "Pennsylvania Avenue", "Park Place"]),
    ],
)
def test_a_beginning_of_several_is_ambiguous(written: str, names: list[str]) -> None:
    assert deeds(written) == names


@pytest.mark.parametrize("written", ["", "...", " & ", "Nowhere", "Avenue", "Go", "Oriental Avenuex", "²"])
def test_what_begins_no_deed_is_unknown(written: str) -> None:
    assert deeds(written) == []


def test_a_full_name_wins_over_a_beginning() -> None:
    assert SPACE.find("Go") == (0,)
    assert SPACE.find("Go To") == (30,)
    assert SPACE.find("jail") == (10,)


def test_a_space_is_also_known_by_its_number() -> None:
    assert [SPACE.find(str(number)) for number in range(40)] == [(number,) for number in range(40)]
    assert SPACE.find("40") == SPACE.find("99") == SPACE.find("100") == SPACE.find("-1") == ()


def test_spaces_of_one_name_are_ambiguous() -> None:
    assert SPACE.find("Chance") == (7, 22, 36)
    assert SPACE.find("comm") == (2, 17, 33)


def test_every_full_name_is_found() -> None:
    assert all(DEED.find(deed.name) == (deed.id,) for deed in ATLANTIC.deeds)
    assert all(space.id in SPACE.find(space.name) for space in ATLANTIC.spaces)


def test_a_name_in_doubt_is_explained() -> None:
    assert DEED.doubt("Boardwlak", ()) == "no deed is called `Boardwlak` (did you mean Boardwalk?)"
    assert SPACE.doubt("Chance", (7, 22)) == "`Chance` could be Chance (7) or Chance (22)"


def test_the_decks_have_thirty_one_card_names() -> None:
    names = ATLANTIC.card_names
    assert len(names) == len(set(names)) == 31
    assert {"chance/advance-go", "chest/bank-error", "chance/nearest-railroad"} < set(names)
