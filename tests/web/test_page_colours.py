"""Everybody can read the colours of a player's page, in the light and in the dark theme."""

import re

import pytest

from companion.web.page_files import PAGE_FOLDER
from tests.console.colour_vision import contrast

TEXT, EDGE = 4.5, 3.0  # contrast of text, and of outlines
GROUNDS, EDGES, BARE = {"back", "card"}, {"edge", "ring"}, {"line", "on-strong"}
CSS = (PAGE_FOLDER / "page.css").read_text()


DAY, NIGHT = (
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+);", rule)) for rule in re.findall(r":root \{.*?\}", CSS, re.DOTALL)
)


@pytest.mark.parametrize("shown", [DAY, NIGHT], ids=["day", "night"])
def test_text_and_edges_have_enough_contrast(shown: dict[str, str]) -> None:
    for name in shown.keys() - GROUNDS - BARE:
        least = min(contrast(shown[name], shown[ground]) for ground in GROUNDS)
        assert least >= (EDGE if name in EDGES else TEXT), (name, least)
    assert contrast(shown["strong"], shown["on-strong"]) >= TEXT


def test_day_and_night_define_the_same_colours() -> None:
    assert DAY.keys() == NIGHT.keys() > GROUNDS | EDGES | BARE
