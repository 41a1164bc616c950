"""Names: nearly anything that can be read, tidied, and no two the same."""

import pytest

from companion.play.setup import name_problem, require_name, tidied
from companion.rules import Refusal

NAMES = ("Ann", "Ben", "Zoë")


@pytest.mark.parametrize("name", ["[red]", "Grandma Jo", "7", "李", "O'Neil", "Ann-Kathrin", "Zoe", "x" * 24, "🎩 Hat"])
def test_what_people_are_called(name: str) -> None:
    assert name_problem(name, NAMES) == ""


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "A player needs a name."),
        ("x" * 25, "A name has at most 24 characters; this one has 25."),
        ("\x1b[2J", "A name needs a letter or a digit, and nothing that cannot be seen."),
        ("\u202eAnn", "A name needs a letter or a digit, and nothing that cannot be seen."),
        ("!?", "A name needs a letter or a digit, and nothing that cannot be seen."),
        ("the bank", "the bank is not a player."),
        ("Pot", "Pot is not a player."),
        ("aNN", "Two players cannot both be called aNN."),
    ],
)
def test_what_nobody_is_called(name: str, problem: str) -> None:
    assert name_problem(name, NAMES) == problem


def test_a_name_is_tidied() -> None:
    assert tidied("  Lou \n\t Ann ") == "Lou Ann"
    assert tidied("Zoe\u0308") == "Zoë"


def test_a_player_may_keep_the_name() -> None:
    assert require_name("ann", 0, NAMES) == "ann"
    with pytest.raises(Refusal, match="Two players cannot both be called Ann"):
        require_name("Ann", 1, NAMES)
    with pytest.raises(Refusal, match="There is no such player"):
        require_name("Lou", 3, NAMES)
    with pytest.raises(Refusal, match="There is no such player"):
        require_name("Lou", -1, NAMES)
