"""The rules in our own words: a function per topic gives the text of each clause. This file has what they share."""

from companion.rules.editions import SILENT, When
from companion.rules.lists import and_list

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
WHEN = {
    When.ANY_TIME: "at any time",
    When.OWN_TURN: "only on your own turn",
    When.OWN_OR_BETWEEN: "on your own turn or between turns",
}
WHAT_THAT_MEANS = {
    When.ANY_TIME: "That means whenever you may act: not in the middle of another player's debt, auction or choice.",
    When.OWN_TURN: "On another player's turn you have to wait.",
    When.OWN_OR_BETWEEN: "Between turns means that one turn is over and the next player has not rolled yet.",
}


def silent_books(clause: str) -> str:
    """The books that leave a clause open."""
    return and_list(rules.key for rules in SILENT[clause])


def unsaid(clause: str) -> str:
    return f"In {silent_books(clause)} this is our rule: the book does not say."


def number(count: int) -> str:
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def ordinal(count: int) -> str:
    return _ORDINALS[count] if 0 < count < len(_ORDINALS) else f"{count}th"
