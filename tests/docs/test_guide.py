"""The Banker's guide says what the screen says: each situation is played, and its words in italics are looked for."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.console.console_keys import CONSOLE_KEYS, key_name
from companion.play.acts import Act
from companion.rules import EDITIONS, new_game
from companion.rules.catalogue import MENU
from companion.rules.commands import Roll
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.state import Game
from companion.table.messages.setup import MenuView
from tests.console.screen_pilot import LARGE, press, shown, text_of, typed
from tests.console.tables import DiskTable
from tests.docs.documents import ROOT, section
from tests.docs.pictures import in_debt, whole_evening
from tests.journal.conftest import tmp_path
from tests.kit import ANN, BEN, game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # in memory, where it can be
GUIDE = ROOT / "docs" / "guide.md"
FRAMES = re.compile(r"[▄▀▊▎▔▁▂▃▅▆▇─│╭╮╰╯•]")
ELSEWHERE = {"Ctrl-S", "2", "3", "4", "7"}  # keys of a screen or a pad, and not of the table


class Played(NamedTuple):
    """Keys that are pressed one after the other; words are typed and end with Enter. Every screen is read."""

    start: Game
    acts: tuple[Act, ...]
    keys: str


OPENING = game()
FIRST = new_game(EDITIONS["classic"], ("Ann", "Ben"))
BROKE = game(cash={"Ben": 30}, at={"Ben": 32}, turn="Ben", owns={"Ann": ["dark-blue"]}, buildings={"dark-blue": 4})
BOUGHT = (Roll(ANN, (2, 4)),)
ASKING = game(owns={"Ben": ["light-blue"]}, options={"rent": "claim"})
OWNING = game(owns={"Ann": ["Oriental"], "Ben": ["Vermont"]})
BUILT = game(owns={"Ann": ["light-blue", "Reading", "Boardwalk"]}, buildings={"light-blue": 1}, mortgaged=["Reading"])
SCARCE = game(owns={"Ann": ["light-blue"], "Ben": ["brown"]}, bank_houses=1)
PLAYED = {
    "Starting": [Played(FIRST, (), "G n"), Played(OPENING, (), "G n Ann enter Ben enter")],
    "Two of you make a deal": [Played(OWNING, (), "o 1")],
    "Houses and mortgages": [Played(BUILT, (), "h escape l escape m escape f"), Played(SCARCE, (), "x")],
    "Somebody is in Jail": [Played(game(jailed={"Ann": 0}, jail_cards={"Ann": 1}), (), "")],
    "Someone cannot pay": [Played(OPENING, (), "debt Y"), Played(BROKE, (Roll(BEN, (3, 4)),), "B")],
    "Rent was not claimed in time": [Played(ASKING, BOUGHT, "r"), Played(OPENING, BOUGHT, "$ 1 5 enter")],
    "The rules argument": [Played(OPENING, BOUGHT, "q escape w")],
    "We miscounted": [
        Played(OPENING, BOUGHT, "u y U"),
        Played(OPENING, BOUGHT, "$ 1 5 enter"),
        Played(OPENING, (), "@"),
    ],
    "A deed is lost": [Played(OPENING, (), "W"), Played(OPENING, (), "# oriental")],
    "She has to go to bed": [Played(OPENING, (), "L 2 y"), Played(OPENING, (), "E"), Played(OPENING, (), "a")],
    "Who was ahead": [Played(OPENING, (), "evening v 2 3 4")],
    "Taking over a paper-money game": [Played(OPENING, (), "G p Ann enter Ben enter ctrl+s")],
    "House rules": [Played(OPENING, (), "R"), Played(OPENING, (), "G n")],
    "A timed game": [Played(game(variants=["timed"]), (), "T"), Played(OPENING, (), "G n")],
}

STAGES = {"debt": in_debt, "evening": whole_evening}  # of the pictures, where they are the first word of the keys


async def read(played: Played, folder: Path) -> str:
    """Everything that was on the screen, from the first to the last."""
    keys = played.keys.split()
    table = STAGES.get(keys[0]) if keys else None
    kept = table(folder) if table else DiskTable(folder, played.start, *played.acts)
    async with shown(kept, LARGE) as (app, pilot):
        seen = [text_of(app)]
        for key in keys[table is not None :]:
            if len(key) > 1 and key.islower() and key.isalpha() and key not in ("enter", "escape"):
                await typed(pilot, key)
                await press(pilot, "enter")
            elif key[0].isupper() and len(key) > 1:
                await typed(pilot, key)
            else:
                await press(pilot, {"$": "dollar_sign", "#": "number_sign", "@": "at"}.get(key, key))
            seen.append(text_of(app))
    return squashed(" ".join(seen))


def squashed(text: str) -> str:
    return " ".join(FRAMES.sub(" ", text).split()).casefold()


def italics(heading: str) -> list[str]:
    """Words of the screen, as the guide has them."""
    text = re.sub(r"^```.*?^```|!\[.*?\]|`[^`]*`|\*\*.*?\*\*", "", section(GUIDE, f"## {heading}"), flags=re.M | re.S)
    return [squashed(words) for words in re.findall(r"\*([^*]+)\*", text)]


HEADINGS = re.findall(r"^## (.+)$", GUIDE.read_text("utf-8"), re.M)


@pytest.mark.parametrize("heading", PLAYED)
@in_loop
async def test_the_words_of_the_guide_are_those_of_the_screen(tmp_path: Path, heading: str) -> None:
    seen = ""
    for number, played in enumerate(PLAYED[heading]):
        (folder := tmp_path / str(number)).mkdir()
        seen += await read(played, folder)
    assert italics(heading)
    assert [words for words in italics(heading) if words not in seen] == []


@pytest.mark.parametrize("heading", [heading for heading in HEADINGS if heading not in PLAYED])
def test_other_words_of_the_guide_stand_in_the_program(heading: str) -> None:
    """For what needs a board, a network or a failing disk: numbers and names are filled in there."""
    program = squashed(" ".join(path.read_text("utf-8") for path in _sources()))
    parts = [part for words in italics(heading) for part in re.split(r"\d+ ", words)]
    assert [part for part in parts if part.strip() not in program] == []


def _sources() -> list[Path]:
    return [path for path in (ROOT / "companion").rglob("*") if path.suffix in (".py", ".html")]


def test_every_key_in_the_guide_is_one() -> None:
    text = re.sub(r"^```.*?^```", "", GUIDE.read_text("utf-8"), flags=re.M | re.S)
    keys = set(re.findall(r"`([^`\s]{1,6})`", text))
    known = {key_name(row) for row in CONSOLE_KEYS} | {key_name(MenuView(**entry._asdict())) for entry in MENU.values()}
    assert keys - known == ELSEWHERE


def test_every_house_rule_is_in_the_guide() -> None:
    told, by_other_words = section(GUIDE, "## House rules"), {"rent", "cash-at-start"}
    assert [rule for rule in HOUSE_RULES if f"*{rule}*" not in told and rule not in by_other_words] == []


def test_every_situation_is_in_the_list_at_the_top() -> None:
    head = GUIDE.read_text("utf-8").partition("\n## ")[0]
    anchors = {heading.casefold().replace(" ", "-") for heading in HEADINGS}
    assert set(re.findall(r"\(#([\w-]+)\)", head)) == anchors
