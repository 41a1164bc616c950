"""No amount up to 99,999 is ever clipped: every screen is read, and no piece of an amount may be on it.

All amounts that are given here are of sevens, eights and nines, as nothing else on a screen is: a number on it that is
a piece of one of them was cut.
"""

import re
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from textual.content import Content
from textual.pilot import Pilot
from textual.theme import Theme
from textual.widgets import Static

from companion.console.app import ConsoleApp
from companion.console.colours import FELT, PAPER, SIXTEEN
from companion.console.console_screen import ValueList
from companion.console.deed_chips import deed_chips
from companion.console.large_type import large_amount
from companion.console.pads.choose import ChoosePad
from companion.console.plan import screen_plan
from companion.console.short_names import short_names
from companion.console.widgets import player_cards
from companion.console.widgets.move_buttons import MoveButton
from companion.console.widgets.player_cards import PlayerCard
from companion.console.widgets.ring import RingSizes
from companion.play.acts import Act, Undo
from companion.rules.commands import CorrectCash, EndGame, MoveMoney, OfferDeal, Roll
from companion.rules.deeds import Group
from companion.rules.pending_steps import Auction, Debt, Goods
from companion.rules.state import Game
from companion.table.messages.views import CurrencyPrint
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, shown, text_of, typed
from tests.console.tables import DiskTable, InMemoryTable, LibraryTable
from tests.journal.conftest import tmp_path
from tests.kit import ANN, ATLANTIC, BEN, because, deed, game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # in memory, where possible
DOLLARS = CurrencyPrint()
NAMES = tuple(f"{letter}aximiliane-Charlotte Wx" for letter in "MNOPQRST")  # as long as names may be
CASH = (99_999, 97_897, 98_798, 89_789, 87_978, 79_879, 78_987, 88_779)
DEBT, BID, POT_CASH, CHANGE, OFFERED, SALARY = 77_989, 87_799, 98_977, 79_798, 89_977, 97_779
AMOUNTS = (*CASH, DEBT, BID, POT_CASH, CHANGE, OFFERED, SALARY)
LARGER = ((120, 36), (160, 45), (200, 50))
COUNTS = pytest.mark.parametrize("count", [pytest.param(2, marks=pytest.mark.long_run), 8])  # the fewest have most room


def rich(names: Sequence[str], *pending: Auction | Debt, turn: int = ANN) -> Game:
    """Everybody is rich, and no deed shows a number that looks like one of our amounts."""
    made = game(
        players=names,
        options={"free-parking-pot": True, "salary": SALARY},
        cash=dict(zip(names, CASH, strict=False)),
        owns={names[0]: ["dark-blue", "railroad"], names[1]: ["green"]},
        buildings={"dark-blue": 2},
        turn=names[turn],
        thrown=bool(pending),
        pending=pending,
    )
    return replace(made, pot=POT_CASH, bank=made.bank - POT_CASH)


def in_debt(names: Sequence[str]) -> Game:
    """Ann lacks only the cash."""
    owing = Debt(ANN, BEN, DEBT, ("RENT-1",), because("as agreed in the deal"))
    made = rich(names, owing)
    poor = replace(made.players[ANN], cash=0)
    return replace(made, players=(poor, *made.players[1:]), bank=made.bank + CASH[ANN])


def under_the_hammer(names: Sequence[str]) -> Game:
    return rich(names, Auction(deed("Mediterranean"), high=BID, bidder=BEN))


FIRST = "the first"  # of each list: by its digit if there are few, else with the arrows


class RichScreen(NamedTuple):
    """`keys` are pressed one after the other, and the screen is read after each."""

    name: str
    table: Callable[[Sequence[str]], Game]
    acts: tuple[Act, ...] = ()
    keys: tuple[str, ...] = ()
    seen: tuple[int, ...] = ()  # other amounts that must be there
    has_cards: bool = True  # and with them everybody's cash


SCENES = (
    RichScreen("table", rich, seen=(POT_CASH,)),
    RichScreen("more", rich, (CorrectCash(BEN, CHANGE, "found"),), seen=(CASH[1] + CHANGE,), has_cards=False),
    RichScreen("less", rich, (CorrectCash(ANN, -CHANGE, "lost"),), seen=(CASH[0] - CHANGE,), has_cards=False),
    RichScreen("debt", in_debt, seen=(DEBT,), has_cards=False),
    RichScreen("raise cash", in_debt, keys=("Y",), seen=(DEBT,), has_cards=False),
    RichScreen("auction", under_the_hammer, seen=(BID, BID + 1)),
    RichScreen("bid", under_the_hammer, keys=("o", "1", *str(CASH[1])), seen=(CASH[1],), has_cards=False),
    RichScreen("offer", rich, (OfferDeal(ANN, BEN, Goods((deed("Short"),)), Goods(cash=OFFERED)),), seen=(OFFERED,)),
    RichScreen("correct cash", rich, keys=("$", FIRST, *str(CHANGE)), seen=(CHANGE,), has_cards=False),
    RichScreen("take back", rich, (CorrectCash(BEN, CHANGE, "found"),), ("u",), (CHANGE,), has_cards=False),
    RichScreen("everything", rich, keys=("a",), has_cards=False),
    RichScreen("log", rich, (CorrectCash(BEN, CHANGE, "found"),), ("w",), (CHANGE,), has_cards=False),
    RichScreen("why", rich, (CorrectCash(BEN, CHANGE, "found"),), ("q",), has_cards=False),
    RichScreen("why a button's price", in_debt, keys=("Y", "q"), seen=(DEBT,), has_cards=False),
    RichScreen("a player's sheet", rich, keys=("A", "1"), seen=(CASH[0],), has_cards=False),
    RichScreen("why so much cash", rich, keys=("A", "1", "enter"), seen=(CASH[0],), has_cards=False),
    RichScreen("laid out", rich, keys=("O",), has_cards=False),
    RichScreen("cash", rich, keys=("v",)),
    RichScreen("worth", rich, keys=("v", "2"), has_cards=False),
    RichScreen("turns", rich, keys=("v", "3")),
    RichScreen("ledger", rich, (CorrectCash(BEN, CHANGE, "found"),), ("v", "4"), (CHANGE,), has_cards=False),
    RichScreen("house rule", rich, keys=("R",), has_cards=False),
    RichScreen("end", rich, (EndGame(),)),
)


@COUNTS
@pytest.mark.parametrize(
    ("theme", "larger_ones"), [(FELT, LARGER[:1]), pytest.param(PAPER, LARGER[1:], marks=pytest.mark.long_run)]
)
@pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=["small", "narrow"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@in_loop
async def test_every_amount_is_shown_whole(
    tmp_path: Path,
    scene: RichScreen,
    size: tuple[int, int],
    theme: Theme,
    larger_ones: Sequence[tuple[int, int]],
    count: int,
) -> None:
    names = NAMES[:count]
    async with shown(DiskTable(tmp_path, scene.table(names), *scene.acts), size) as (app, pilot):
        for key in scene.keys:
            if key != FIRST:
                await press(pilot, key)
            while key == FIRST and isinstance(app.screen, ChoosePad):
                await press(pilot, *("1" if app.screen.query("#choice-1") else ("down", "enter")))
        app.theme = theme.name
        await settled(pilot)
        require_whole(app, (*scene.seen, *(CASH[:count] if scene.has_cards else ())))
        for larger in larger_ones if size == SMALL else ():
            await pilot.resize_terminal(*larger)
            await settled(pilot)
            require_whole(app, scene.seen if scene.keys else ())  # beside a ring, cash is in large digits


@COUNTS
@pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=["small", "narrow"])
@in_loop
async def test_a_players_sheet_and_a_deal_are_whole(tmp_path: Path, size: tuple[int, int], count: int) -> None:
    async with shown(DiskTable(tmp_path, rich(NAMES[:count])), size) as (app, pilot):
        app.open_screen("player:PlayerScreen", ANN)
        await settled(pilot)
        require_whole(app, (CASH[ANN],))
        await press(pilot, "escape", "o")
        await to_the_deal(pilot)
        await pilot.click("#cash-1")
        await press(pilot, *str(CASH[1]))
        require_whole(app, (CASH[1],))
        await press(pilot, "enter")
        require_whole(app, (CASH[1],))


@pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=["small", "narrow"])
@in_loop
async def test_paper_money_and_house_rules_are_whole(tmp_path: Path, size: tuple[int, int]) -> None:
    house = LibraryTable(tmp_path)
    async with shown(house, size) as (app, pilot):
        await press(pilot, "escape", "p")
        for name in NAMES[:2]:
            await typed(pilot, name)
            await press(pilot, "enter")
        await click(pilot, "#set-house")
        await press(pilot, *("1" if app.screen.query("#choice-1") else ("down", "enter")))
        await press(pilot, "3", *str(POT_CASH))  # the pot, with an amount
        require_whole(app, (POT_CASH,))
        await press(pilot, "enter")
        require_whole(app, (POT_CASH,))
        await press(pilot, "ctrl+s", *str(CASH[0]))
        require_whole(app, (CASH[0],))
        await press(pilot, "enter", "escape")
        require_whole(app, (CASH[0],))
    house.close()


async def to_the_deal(pilot: Pilot[None]) -> None:
    """By the player first, where there are many."""
    for _ in range(3):
        if not pilot.app.screen.query("#sides"):
            await press(pilot, "1" if pilot.app.screen.query("#choice-1") else "enter")


# In every size, with eight players, long names and much cash, whatever is asked

SIZES = (SMALL, (110, 34), *LARGER)
EVERY_THEME = (FELT.name, PAPER.name, SIXTEEN)
LONG = tuple(f"{letter}aximiliane-Charlott" for letter in "MNOPQRST")  # 20 letters


def in_jail(names: Sequence[str]) -> Game:
    made = rich(names)
    return replace(made, players=(replace(made.players[0], place=10, jail=2), *made.players[1:]))


ASKED: dict[str, tuple[Callable[[Sequence[str]], Game], tuple[Act, ...]]] = {
    "roll": (rich, ()),
    "buy": (rich, (Roll(ANN, (5, 6)),)),
    "paid": (rich, (MoveMoney(ANN, BEN, CASH[0] - CASH[1], "forgotten"),)),
    "debt": (in_debt, ()),
    "auction": (under_the_hammer, ()),
    "deal": (rich, (OfferDeal(ANN, BEN, Goods((deed("Short"),)), Goods(cash=OFFERED)),)),
    "jail": (in_jail, ()),
    "taken back": (rich, (Roll(ANN, (5, 6)), Undo())),
    "over": (rich, (EndGame(),)),
}


@pytest.mark.parametrize("themes", [(FELT.name,), pytest.param((PAPER.name, SIXTEEN), marks=pytest.mark.long_run)])
@pytest.mark.parametrize("count", [*(pytest.param(count, marks=pytest.mark.long_run) for count in (2, 4)), 8])
@in_loop
async def test_the_table_is_whole_in_every_size(count: int, themes: Sequence[str]) -> None:
    """On one console, where one game follows another. The smallest is tried in all colours."""
    table = InMemoryTable(None)
    async with shown(table) as (app, pilot):
        for at, (size, theme) in enumerate((*product(SIZES, themes), *((SMALL, theme) for theme in EVERY_THEME))):
            await pilot.resize_terminal(*size)
            app.theme = theme
            for asked, (start, acts) in ASKED.items():
                table.begin(start(LONG[:count]), *acts, title=asked, game=f"{at}-{asked}")
                table.tell()
                await settled(pilot)
                assert app.state.view is not None
                assert app.state.view.title == asked
                require_table(app, f"{asked} in {size}, {theme}")


@pytest.mark.parametrize("asked", ["roll", "debt"])
@in_loop
async def test_the_table_is_whole_without_colours(monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    start, acts = ASKED[asked]
    async with shown(InMemoryTable(start(LONG), *acts)) as (app, pilot):
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            require_table(app, f"{asked} in {size}, no colours")


@in_loop
async def test_who_has_every_deed_loses_none_in_silence() -> None:
    """Those that have no room are counted, and stand on the player's own sheet."""
    start = game(players=LONG, owns={LONG[0]: [group.value for group in Group]}, cash={LONG[0]: CASH[0]}, turn=LONG[0])
    async with shown(InMemoryTable(start)) as (app, pilot):
        assert app.state.view is not None
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            card = app.screen.query_one("#player-0", PlayerCard)
            drawn = card.render().plain
            blocks = deed_chips(app.state.view, app.state.board, 0, card.look.level)
            missing = [block.plain for block in blocks if block.plain not in drawn]
            counted = re.search(r"\+(\d+)", drawn)
            assert len(missing) == (int(counted[1]) if counted else 0), f"{missing} in {size}\n{drawn}"
        await press(pilot, "A", "1")
        sheet = app.screen.query_one("#player-lines", ValueList)
        rows = [str(sheet.get_option_at_index(at).prompt) for at in range(sheet.option_count)]
        assert all(any(one.name in row for row in rows) for one in ATLANTIC.deeds)


def require_table(app: ConsoleApp, where: str) -> None:
    """Every name, all cash, the whole question, every answer, a row of the log and every space of a ring."""
    seen, view, screen = text_of(app), app.state.view, app.screen
    assert view is not None
    lines = seen.splitlines()
    assert max(map(len, lines)) <= app.size.width
    for player in view.players:
        assert player.name in seen, f"{player.name}: {where}\n{seen}"
        is_large = all(any(row.plain in line for line in lines) for row in large_amount(DOLLARS, player.cash))
        assert is_large or DOLLARS.show(player.cash) in seen, f"{player.cash}: {where}\n{seen}"
    prompt = screen.query_one("#prompt", Static)
    asks = [] if view.over else [prompt]
    if asks:
        assert len(Content(view.prompt).wrap(prompt.size.width)) <= prompt.size.height, f"{where}\n{seen}"
    shown_parts = [
        *asks,
        *(button for button in screen.query(MoveButton) if button.display),
        screen.query_one("#feed"),
    ]
    for part in shown_parts:
        assert screen.region.contains_region(part.region), f"{part}: {where}\n{seen}"
        assert part.region.height, f"{part}: {where}\n{seen}"
    plan = screen_plan(app, app.state)
    assert plan.has_ring == (app.size.width >= 110)
    if plan.has_ring:
        names = [
            short_names(app.state.board, RingSizes(plan.space, plan.corner).of(at).width - 1)[at] for at in range(40)
        ]
        assert [name for name in names if name not in seen] == []
    cut = sorted(numbers(seen) & PIECES)
    assert not cut, f"{cut} are pieces of amounts: {where}\n{seen}"


# The reading


def require_whole(app: ConsoleApp, seen: Sequence[int]) -> None:
    found = numbers(text_of(app))
    missing = [amount for amount in seen if not {f"{amount:,}", str(amount)} & found]
    assert not missing, f"{missing} not to be seen:\n{text_of(app)}"
    cut = sorted(found & PIECES)
    assert not cut, f"{cut} are pieces of amounts:\n{text_of(app)}"


def numbers(text: str) -> set[str]:
    return {token.strip(",.") for token in re.findall(r"\d[\d,.]*", text)}


def pieces(amount: int) -> set[str]:
    """Every part of it with two or more digits, except the whole."""
    parts: set[str] = set()
    for whole in (f"{amount:,}", str(amount)):
        cuts = [whole[start:end] for start in range(len(whole)) for end in range(start + 2, len(whole) + 1)]
        parts |= {cut.strip(",") for cut in cuts if cut != whole}
    return {part for part in parts if len(part) >= 2}


WHOLE = {form for amount in AMOUNTS for form in (f"{amount:,}", str(amount))}
PIECES = set().union(*map(pieces, AMOUNTS)) - WHOLE


def test_a_piece_of_an_amount_is_told_from_a_number_of_the_game() -> None:
    assert {"99,99", "9999", "9,999", "7,98", "987"} <= PIECES
    printed = {
        f"{rent:,}" for one in ATLANTIC.deeds for rent in (one.price, one.mortgage_value, one.house_cost, *one.rents)
    }
    assert not printed & PIECES
    assert numbers("│ 99,999 │▼ 7,98… 11:06") == {"99,999", "7,98", "11", "06"}


@pytest.mark.parametrize("width", [4, 5])
@in_loop
async def test_a_clipped_amount_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setattr(player_cards, "cash_words", lambda _, player: f"{player.cash:,}"[:width])
    async with shown(DiskTable(tmp_path, rich(NAMES))) as (app, _):
        with pytest.raises(AssertionError, match="not to be seen"):
            require_whole(app, CASH)
        with pytest.raises(AssertionError, match="are pieces of amounts"):
            require_whole(app, ())
