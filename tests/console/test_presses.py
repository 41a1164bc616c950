"""How many presses common acts take. Each is played key by key, and the guide's table must say what was played.

`before` are the keys that the same act took at dd02f99, the last commit before keys became a queue; they were played
there with the same games and ended in the same ones.
"""

from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from companion.console.choose_move import roll_to_enter
from companion.console.screens.table import TableScreen
from companion.play.acts import Act
from companion.rules.commands import BuyDeed, DeclineDeed, EndTurn, OfferDeal, Roll
from companion.rules.pending_steps import Goods
from companion.rules.state import Game
from tests.console.screen_pilot import press, shown
from tests.console.tables import DiskTable
from tests.docs.documents import ROOT, section, table_rows
from tests.journal.conftest import tmp_path
from tests.kit import ANN, BEN, deed, game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # in memory, where possible
GUIDE = ROOT / "docs" / "guide.md"
BALTIC = deed("Baltic")
LIGHT_BLUE = tuple(map(deed, ("Oriental", "Vermont", "Connecticut")))
BUILDERS = game(owns={"Ann": ["light-blue"]}, cash={"Ann": 2000})
TRADERS = game(owns={"Ann": ["Baltic"], "Ben": ["Oriental"]})
OFFER = OfferDeal(ANN, BEN, Goods((BALTIC,)), Goods((), 120))


class PlayedAct(NamedTuple):
    name: str
    table: Game
    acts: tuple[Act, ...]
    before: str
    keys: str
    cash: tuple[int, int, int]
    levels: tuple[int, int, int] = (0, 0, 0)  # of the light blue lots
    baltic: int = -1  # its owner
    is_bid: bool = False  # which changes no cash yet


EVENING = (Roll(ANN, (2, 4)), BuyDeed(ANN), EndTurn(ANN), Roll(BEN, (2, 4)), EndTurn(BEN))
ONE, NINE, HOTELS = "h 1 h 1 h 1", " ".join(["h 1 h 1 h 1"] * 3), " ".join(["h 1 h 1 h 1"] * 5)
ACTS = (
    PlayedAct(
        "A turn with real dice: roll, rent is paid, the next player may roll",
        game(owns={"Ben": ["Oriental"]}),
        (),
        "d 2 4",
        "2 4",
        (1494, 1506, 1500),
    ),
    PlayedAct("Roll real dice and buy", game(), (), "d 2 4 b", "2 4 b", (1400, 1500, 1500)),
    PlayedAct(
        "Bid the next step in an auction",
        game(),
        (Roll(ANN, (2, 4)), DeclineDeed(ANN)),
        "2 enter",
        "2",
        (1500, 1500, 1500),
        is_bid=True,
    ),
    PlayedAct("A house on one lot", BUILDERS, (), "h 1", "h 1", (1950, 1500, 1500), (1, 0, 0)),
    PlayedAct("A house on each lot of a group", BUILDERS, (), ONE, "h a", (1850, 1500, 1500), (1, 1, 1)),
    PlayedAct("Nine houses on a group", BUILDERS, (), NINE, "h s 3 enter", (1550, 1500, 1500), (3, 3, 3)),
    PlayedAct("Three hotels on a group", BUILDERS, (), HOTELS, "h s 5 enter", (1250, 1500, 1500), (5, 5, 5)),
    PlayedAct(
        "A deal: a deed and $50 for another deed, accepted",
        TRADERS,
        (),
        "o 1 space tab enter 5 0 enter tab space ctrl+s 1",
        "o 1 a 5 0 b ctrl+s 1",
        (1450, 1550, 1500),
        baltic=BEN,
    ),
    PlayedAct(
        "Answer an offer with another sum, accepted",
        TRADERS,
        (OFFER,),
        "2 o 3 tab enter 1 0 0 enter tab space ctrl+s 1",
        "3 1 0 0 ctrl+s 1",
        (1600, 1400, 1500),
        baltic=BEN,
    ),
    PlayedAct("Take back five moves", game(), EVENING, "u y u y u y u y u y", "w 5 y", (1500, 1500, 1500)),
    PlayedAct(
        "Ann pays Ben $50, with a reason",
        game(),
        (),
        "$ 1 5 0 minus enter tab enter $ 2 5 0 enter tab enter",
        "F 1 2 5 0 enter 1",
        (1450, 1550, 1500),
    ),
    PlayedAct(
        "Ben has $60, with a reason",
        game(),
        (),
        "$ 2 1 4 4 0 minus enter tab enter",
        "$ 4 6 0 enter 1",
        (1500, 60, 1500),
    ),
)
NAMED = {"$": "dollar_sign"}


def keys_of(typed: str) -> list[str]:
    return [NAMED.get(key, key) for key in typed.split()]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
@in_loop
async def test_the_keys_do_it(tmp_path: Path, act: PlayedAct) -> None:
    table = DiskTable(tmp_path, act.table, *act.acts, dice="hand" if "real dice" in act.name else "")
    async with shown(table) as (app, pilot):
        for number, key in enumerate(keys_of(act.keys)):
            assert not is_done(table, act), f"{act.keys}: done after {number} presses already"
            await press(pilot, key)
        assert isinstance(app.screen, TableScreen)
        next_roll = roll_to_enter(app.state)
        assert act is not ACTS[0] or (next_roll is not None and next_roll.seat == BEN)
    assert is_done(table, act)
    if act.is_bid:
        assert [msgspec.json.decode(one) for one in table.given] == [{"type": "Bid", "player": BEN, "amount": 1}]


def is_done(table: DiskTable, act: PlayedAct) -> bool:
    assert table.host.session is not None
    now = table.host.session.game
    cash = tuple(player.cash for player in now.players)
    levels = tuple(now.titles[lot].buildings for lot in LIGHT_BLUE)
    done = (cash, levels) == (act.cash, act.levels) and act.baltic in (-1, now.titles[BALTIC].owner)
    return done and (not act.is_bid or bool(table.given))


def test_the_guide_has_the_table_of_what_was_played() -> None:
    """Prints the rows as they should be."""
    rows = [(act.name, as_shown(act.keys), count(act.before), count(act.keys)) for act in ACTS]
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))
    assert table_rows(section(GUIDE, "## How many presses")) == rows


def as_shown(typed: str) -> str:
    """Keys as the guide writes them."""
    names = {"enter": "Enter", "ctrl+s": "Ctrl-S"}
    return " ".join(f"`{names.get(key, key)}`" for key in typed.split())


def count(typed: str) -> str:
    return str(len(typed.split()))


def test_the_goals_are_met() -> None:
    goals = {ACTS[0]: 2, ACTS[2]: 1, ACTS[4]: 2, ACTS[7]: 8, ACTS[9]: 3}
    assert {act.name: len(act.keys.split()) for act in goals} == {act.name: most for act, most in goals.items()}
    assert len(ACTS) == 12
    assert all(len(act.keys.split()) <= len(act.before.split()) for act in ACTS)
