"""The Banker's guide quotes the screen correctly: each situation is played, and the words in italics must appear."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.console.console_keys import CONSOLE_KEYS, key_name
from companion.play.acts import Act
from companion.rules import EDITIONS
from companion.rules.catalogue import MENU
from companion.rules.commands import OfferDeal, Roll
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.pending_steps import Goods
from companion.rules.state import Game
from companion.table.messages.setup import MenuView
from tests.console.screen_pilot import press, shown, text_of, typed
from tests.console.tables import DiskTable
from tests.docs.documents import ROOT, section
from tests.docs.pictures import in_debt, whole_evening
from tests.journal.conftest import tmp_path
from tests.kit import ANN, ATLANTIC, BEN, deed, game, new_game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # in memory, where it can be
GUIDE = ROOT / "docs" / "guide.md"
NO_RING = (109, 50)  # beside a ring, other columns would come between the words of a wrapped line
FRAMES = re.compile(r"[▄▀▊▎▔▁▂▃▅▆▇─│╭╮╰╯•]")
KEYS_OF_FORMS = {"Ctrl-B", "Ctrl-S", "Enter", "0", "1", "2", "3", "4", "5", "6", "7"}  # keys of a form or a pad


class GuidedGame(NamedTuple):
    """A game and the keys to press in it. A word in small letters is typed and followed by Enter."""

    start: Game
    acts: tuple[Act, ...]
    keys: str


OPENING = game()
FIRST = new_game(EDITIONS["classic"], ("Ann", "Ben"))
BROKE = game(cash={"Ben": 30}, at={"Ben": 32}, turn="Ben", owns={"Ann": ["dark-blue"]}, buildings={"dark-blue": 4})
BOUGHT = (Roll(ANN, (2, 4)),)
ASKING = game(owns={"Ben": ["light-blue"]}, options={"rent": "claim"})
OWNING = game(owns={"Ann": ["Oriental"], "Ben": ["Vermont"]})
OFFERED = OfferDeal(ANN, BEN, Goods((deed("Oriental"),)), Goods((), 100))
BUILT = game(owns={"Ann": ["light-blue", "Reading", "Boardwalk"]}, buildings={"light-blue": 1}, mortgaged=["Reading"])
SCARCE = game(owns={"Ann": ["light-blue"], "Ben": ["brown"]}, bank_houses=1)
GAMES_TO_PLAY = {
    "Starting": [
        GuidedGame(FIRST, (), "G n tab tab tab enter"),
        GuidedGame(OPENING, (), "G n Ann enter Ben enter"),
    ],
    "Two of you make a deal": [GuidedGame(OWNING, (), "o 1"), GuidedGame(OWNING, (OFFERED,), "3")],
    "Houses and mortgages": [GuidedGame(BUILT, (), "h escape l escape m escape f"), GuidedGame(SCARCE, (), "x")],
    "Somebody is in Jail": [GuidedGame(game(jailed={"Ann": 0}, jail_cards={"Ann": 1}), (), "")],
    "Someone cannot pay": [GuidedGame(OPENING, (), "debt Y"), GuidedGame(BROKE, (Roll(BEN, (3, 4)),), "B")],
    "Rent was not claimed in time": [GuidedGame(ASKING, BOUGHT, "r"), GuidedGame(OPENING, BOUGHT, "$ 1 5 enter")],
    "The rules argument": [GuidedGame(OPENING, BOUGHT, "q escape w")],
    "We miscounted": [
        GuidedGame(OPENING, BOUGHT, "u y U"),
        GuidedGame(OPENING, BOUGHT, "$ 1 5 enter"),
        GuidedGame(OPENING, (), "F"),
        GuidedGame(OPENING, (), "@"),
    ],
    "A deed is lost": [GuidedGame(OPENING, (), "W"), GuidedGame(OPENING, (), "# oriental")],
    "She has to go to bed": [
        GuidedGame(OPENING, (), "L 2 y"),
        GuidedGame(OPENING, (), "E"),
        GuidedGame(OPENING, (), "a"),
    ],
    "Who was ahead": [GuidedGame(OPENING, (), "evening v 2 3 4")],
    "Taking over a paper-money game": [GuidedGame(OPENING, (), "G p Ann enter Ben enter ctrl+s")],
    "House rules": [GuidedGame(OPENING, (), "R"), GuidedGame(OPENING, (), "G n")],
    "A timed game": [GuidedGame(game(variants=["timed"]), (), "T"), GuidedGame(OPENING, (), "G n")],
}

PICTURED_GAMES = {"debt": in_debt, "evening": whole_evening}  # if the keys begin with one of these words


async def play_and_read(played: GuidedGame, folder: Path) -> str:
    """Everything that was on the screen, in one line."""
    keys = played.keys.split()
    table = PICTURED_GAMES.get(keys[0]) if keys else None
    kept = table(folder) if table else DiskTable(folder, played.start, *played.acts)
    async with shown(kept, NO_RING) as (app, pilot):
        seen = [text_of(app)]
        for key in keys[table is not None :]:
            if len(key) > 1 and key.islower() and key.isalpha() and key not in ("enter", "escape", "tab"):
                await typed(pilot, key)
                await press(pilot, "enter")
            elif key[0].isupper() and len(key) > 1:
                await typed(pilot, key)
            else:
                await press(pilot, {"$": "dollar_sign", "#": "number_sign", "@": "at"}.get(key, key))
            seen.append(text_of(app))
    return one_line(" ".join(seen))


def one_line(text: str) -> str:
    return " ".join(FRAMES.sub(" ", text).split()).casefold()


def italics(heading: str) -> list[str]:
    """What the guide quotes from the screen."""
    text = re.sub(r"^```.*?^```|!\[.*?\]|`[^`]*`|\*\*.*?\*\*", "", section(GUIDE, f"## {heading}"), flags=re.M | re.S)
    return [one_line(words) for words in re.findall(r"\*([^*]+)\*", text)]


HEADINGS = re.findall(r"^## (.+)$", GUIDE.read_text("utf-8"), re.M)


@pytest.mark.parametrize("heading", GAMES_TO_PLAY)
@in_loop
async def test_the_screen_shows_what_the_guide_quotes(tmp_path: Path, heading: str) -> None:
    seen = ""
    for number, played in enumerate(GAMES_TO_PLAY[heading]):
        (folder := tmp_path / str(number)).mkdir()
        seen += await play_and_read(played, folder)
    assert italics(heading)
    assert [words for words in italics(heading) if words not in seen] == []


@pytest.mark.parametrize("heading", [heading for heading in HEADINGS if heading not in GAMES_TO_PLAY])
def test_other_quotes_of_the_guide_are_in_the_program(heading: str) -> None:
    """For situations that need a board, a network or a failing disk. Numbers and names are filled in later."""
    sources = [path for path in (ROOT / "companion").rglob("*") if path.suffix in (".py", ".html", ".js")]
    program = one_line(" ".join(path.read_text("utf-8") for path in sources))
    parts = [part for words in italics(heading) for part in re.split(r"\d+ ", words)]
    assert [part for part in parts if part.strip() not in program] == []


def test_every_key_in_the_guide_exists() -> None:
    text = re.sub(r"^```.*?^```", "", GUIDE.read_text("utf-8"), flags=re.M | re.S)
    keys = set(re.findall(r"`((?!/\w)[^`\s]{1,6})`", text))  # not the addresses of pages
    known = {key_name(row) for row in CONSOLE_KEYS} | {key_name(MenuView(**entry._asdict())) for entry in MENU.values()}
    assert keys - known == KEYS_OF_FORMS


def test_every_house_rule_is_in_the_guide() -> None:
    text, named_differently = section(GUIDE, "## House rules"), {"rent", "cash-at-start"}
    labels = [rule.texts(ATLANTIC).label for name, rule in HOUSE_RULES.items() if name not in named_differently]
    assert [label for label in labels if f"*{label}*" not in text] == []


def test_every_situation_is_in_the_contents() -> None:
    head = GUIDE.read_text("utf-8").partition("\n## ")[0]
    anchors = {heading.casefold().replace(" ", "-") for heading in HEADINGS}
    assert set(re.findall(r"\(#([\w-]+)\)", head)) == anchors
