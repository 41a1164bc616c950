"""Everybody can read the colours of the pages, in the light and in the dark theme."""

import re

import pytest

from companion.web.page_files import PAGE_FOLDER
from tests.console.colour_vision import contrast

TEXT, EDGE = 4.5, 3.0  # contrast of text, and of outlines and marks
GROUNDS = {"bg", "surface", "raised", "tile", "lane", "now-tint"}
TEXTS, EDGES = {"ink", "quiet", "up", "down", "now-ink"}, {"edge", "focus", "go"}
PAIRS = (("go", "on-go"), ("now", "on-now"), ("bad", "on-bad"))
LINES = {"line"}  # they only set things apart
CSS = (PAGE_FOLDER / "look.css").read_text()

DAY, NIGHT = (
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", rule))
    for rule in re.findall(r":root(?:\[data-theme=\"dark\"\])? \{.*?\}", CSS, re.DOTALL)[:2]
)
PEOPLE = dict(re.findall(r"--fill: (#[0-9a-f]{6}); --on: (#[0-9a-f]{3,6});", CSS))


@pytest.mark.parametrize("shown", [DAY, NIGHT], ids=["day", "night"])
def test_text_and_edges_have_enough_contrast(shown: dict[str, str]) -> None:
    for ground in GROUNDS:
        for name in TEXTS:
            assert contrast(shown[name], shown[ground]) >= TEXT, (name, ground)
        for name in EDGES:
            assert contrast(shown[name], shown[ground]) >= EDGE, (name, ground)
    for ground, on in PAIRS:
        assert contrast(shown[ground], shown[on]) >= TEXT, on


def test_initials_can_be_read_on_everybodys_mark() -> None:
    assert len(PEOPLE) == 8
    for fill, on in PEOPLE.items():
        whole = on if len(on) == 7 else "#" + "".join(2 * digit for digit in on[1:])
        assert contrast(fill, whole) >= TEXT, fill


def test_day_and_night_define_the_same_colours() -> None:
    pairs = {name for pair in PAIRS for name in pair}
    assert DAY.keys() == NIGHT.keys() == GROUNDS | TEXTS | EDGES | LINES | pairs
