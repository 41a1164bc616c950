"""A screen as text, to read and to compare: its words, and then its colours in each theme."""

from collections.abc import Iterable
from itertools import groupby
from string import ascii_letters, digits

from rich.style import Style
from textual.strip import Strip

from companion.console.app import ConsoleApp
from companion.console.colours import FELT, PAPER
from tests.console.screen_pilot import painted_strips

THEMES = (FELT.name, PAPER.name)
MARKS = ascii_letters + digits


def words(app: ConsoleApp) -> list[str]:
    return ["".join(segment.text for segment in strip).rstrip() for strip in painted_strips(app)]


def colours(app: ConsoleApp) -> list[str]:
    """What each mark stands for, and then a line for every row: a mark, and for how many characters."""
    looks: dict[str, str] = {}
    rows = [_runs(strip, looks) for strip in painted_strips(app)]
    return [
        *(f"{mark} = {look}" for look, mark in looks.items()),
        *(f"{row:2} {runs}" for row, runs in enumerate(rows)),
    ]


def _runs(strip: Strip, looks: dict[str, str]) -> str:
    marks = [_mark(segment.style, looks) for segment in strip for _ in segment.text]
    return " ".join(f"{mark}{_count(run)}" for mark, run in groupby(marks))


def _mark(style: Style | None, looks: dict[str, str]) -> str:
    return looks.setdefault(_look(style), MARKS[len(looks)])


def _look(style: Style | None) -> str:
    """Only what can be seen: no links and no tap targets."""
    if style is None:
        return "plain"
    ink, ground = (colour.name if colour else "default" for colour in (style.color, style.bgcolor))
    ways = [way for way in ("bold", "dim", "italic", "underline", "reverse", "strike") if getattr(style, way)]
    return " ".join((ink, "on", ground, *ways))


def _count(run: Iterable[str]) -> int:
    return sum(1 for _ in run)
