"""Lines are found by the beginnings of their words."""

import pytest

from companion.console.search_words import found_lines

LINES = ("Go back 3 spaces", "forward to GO", "the doctor's bill", "Rue de l'Église", "Straße der Post", "Postplatz")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", [0, 1, 2, 3, 4, 5]),
        ("  ", [0, 1, 2, 3, 4, 5]),
        ("go", [0, 1]),
        ("back go", [0]),
        ("GO BA", [0]),
        ("ack", []),
        ("doctor", [2]),
        ("doctors", [2]),
        ("doctor's", [2]),
        ("doctor’s b", [2]),
        ("eglise", [3]),
        ("l'eg", [3]),
        ("église", [3]),
        ("STRASSE", [4]),
        ("post", [4, 5]),
        ("postp", [5]),
        ("go xyzzy", []),
        ("go with your ba", [0]),  # small words count for nothing
        ("go yo", [0, 1]),  # may become your
        ("yo ", []),
        ("$3", [0]),
    ],
)
def test_lines_are_found(typed: str, found: list[int]) -> None:
    assert found_lines(LINES, typed) == found


def test_whole_words_come_first() -> None:
    assert found_lines(("Boardwalk", "chairman of the board"), "board") == [1, 0]


def test_words_as_they_stand_in_a_line_come_before_them_in_any_order() -> None:
    assert found_lines(("Chance: Get out of Jail card to keep", "Chance: to Jail"), "chance: to jail") == [1, 0]
