"""What the tables of texts share: their shape, and a few words for numbers and moments."""

from collections.abc import Callable

from companion.rules.editions import Rules, When

Words = str | Callable[[Rules], str]
Row = tuple[str, str, Words]  # id, title, text

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_WHEN = {
    When.ANY_TIME: "at any time",
    When.OWN_TURN: "only in your own turn",
    When.OWN_OR_BETWEEN: "in your own turn or between turns",
}
_MEANS = {
    When.ANY_TIME: "That means whenever you may act: not in the middle of another player's debt, auction or choice.",
    When.OWN_TURN: "When another player has the turn you have to wait.",
    When.OWN_OR_BETWEEN: "Between turns means: one turn is over, and the next player has not rolled yet.",
}


def number(count: int) -> str:
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def ordinal(count: int) -> str:
    return _ORDINALS[count] if 0 < count < len(_ORDINALS) else f"{count}th"


def when(moment: When) -> str:
    return _WHEN[moment]


def what_that_means(moment: When) -> str:
    return _MEANS[moment]
