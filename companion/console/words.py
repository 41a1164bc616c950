"""How money, times and long names are written. An amount is written whole or not at all: never clipped."""

import time

from textual.content import Content

UP, DOWN = "▲", "▼"


def money(amount: int) -> str:
    return f"{amount:,}".replace("-", "−")


def change_words(change: int) -> str:
    """What the last move did: an arrow and the amount; nothing if it did nothing."""
    return f"{UP if change > 0 else DOWN} {abs(change):,}" if change else ""


def first_that_fits(width: int, *ways: str) -> str:
    """The fullest way of saying it that has room; the last one if none has."""
    return next((way for way in ways if cells(way) <= width), ways[-1])


def cells(text: str) -> int:
    return Content(text).cell_length


def fitted(text: str, width: int) -> str:
    """Cut with an ellipsis. Only for names and places: an amount is never cut."""
    return Content(text).truncate(width, ellipsis=True).plain


def clock_time(at_ms: int) -> str:
    return time.strftime("%H:%M", time.localtime(at_ms / 1000))


def day_and_time(at_ms: int) -> str:
    return time.strftime("%d %b %Y, %H:%M", time.localtime(at_ms / 1000))


def and_list(names: tuple[str, ...]) -> str:
    *most, last = names or ("",)
    return f"{', '.join(most)} and {last}" if most else last
