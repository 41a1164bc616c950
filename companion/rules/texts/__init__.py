"""The rules in our own words, one table of clauses a topic. Here is what they share."""

from collections.abc import Callable

from companion.rules.editions import Rules, When

Words = str | Callable[[Rules], str]
Row = tuple[str, str, Words]  # id, title, text

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
WHEN = {
    When.ANY_TIME: "at any time",
    When.OWN_TURN: "only in your own turn",
    When.OWN_OR_BETWEEN: "in your own turn or between turns",
}
WHAT_THAT_MEANS = {
    When.ANY_TIME: "That means whenever you may act: not in the middle of another player's debt, auction or choice.",
    When.OWN_TURN: "When another player has the turn you have to wait.",
    When.OWN_OR_BETWEEN: "Between turns means: one turn is over, and the next player has not rolled yet.",
}


def number(count: int) -> str:
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def ordinal(count: int) -> str:
    return _ORDINALS[count] if 0 < count < len(_ORDINALS) else f"{count}th"
