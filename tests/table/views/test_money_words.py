"""Money is read with its thousands apart wherever people read it: in a long game of rich automatic players."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

import pytest

from companion.play.acts import Start, Undo
from companion.play.leaving_preview import leaving_preview
from companion.play.whose_turn import prompt
from companion.play.words import statement
from companion.players.simulate import Plan, play_game
from companion.rules import Refusal, decide
from companion.rules.commands import (
    AnyCommand,
    Bid,
    BuyDeed,
    CorrectCash,
    GoBankrupt,
    OfferDeal,
    RetirePlayer,
    Roll,
    SellLotTo,
    SetHouseRule,
    Settle,
)
from companion.rules.editions import CLASSIC
from companion.rules.house_rules import MAX_AMOUNT, with_house_rule
from companion.rules.pending_steps import Goods
from companion.rules.state import Game
from companion.table.games.words import describe_setup
from companion.table.gestures.sheet import deed_sheet
from companion.table.views.log import log_lines
from companion.table.views.moves import move_views, raising
from companion.table.views.setup_sheet import setup_sheet
from companion.table.views.why import clause_views, describe_rules
from tests.kit import ANN, ATLANTIC, BEN, deed
from tests.table.positions import made

RUN_TOGETHER = re.compile(r"(?<![a-z]-)\d{4}")  # but not the year of an edition, keys-2010
APART = re.compile(r"\$\d+,\d{3}")
POT = "free-parking-pot"
RICH = with_house_rule(with_house_rule(CLASSIC, "cash-at-start", 9_000), POT, 2_500)
TOO_MUCH = MAX_AMOUNT // 2


class PlayedStep(NamedTuple):
    before: Game
    command: AnyCommand


@lru_cache(maxsize=1)
def played() -> tuple[PlayedStep, ...]:
    steps = list[PlayedStep]()
    plan = Plan(RICH, ATLANTIC, players=4, games=1, seed=7)
    play_game(plan, 0, lambda before, command, _: steps.append(PlayedStep(before, command)))
    return tuple(steps)


def log() -> Iterator[str]:
    """Every third move, and that it was taken back."""
    for before, command in played()[::3]:
        moves = made(before, command, Undo())
        lines = [line for taken in moves for line in log_lines(taken, moves)]
        yield from (f"{line.text} {line.how}" for line in lines)


def prompts() -> Iterator[str]:
    return (prompt(before).text for before, _ in played())


def labels() -> Iterator[str]:
    return (move.label for before, _ in played()[::40] for move in move_views(before))


def missing_cash() -> Iterator[str]:
    short = (one for before, _ in played()[::5] for one in raising(before))
    return (f"{one.move.label} {one.text} {one.not_bankrupt}" for one in short)


def sheets() -> Iterator[str]:
    return (deed_sheet(before, one.id).text for before, _ in played()[::500] for one in ATLANTIC.deeds)


def leaving() -> Iterator[str]:
    free = (before for before, command in played() if isinstance(command, Roll) and not before.pending)
    return (line for before in list(free)[1::20] for line in leaving_preview(before, RetirePlayer(before.turn, "")))


def set_up() -> Iterator[str]:
    return (line for before, _ in played()[::50] for part in setup_sheet(before, Start(before)) for line in part.lines)


def rules() -> Iterator[str]:
    start = played()[0].before
    yield from (view.text for view in clause_views(start, ("SETUP-2", "FREE-1", "GO-1")))
    yield describe_rules(start)
    yield from describe_setup(Start(start))


def refusals() -> Iterator[str]:
    for before, given in played()[::10]:
        if isinstance(given, GoBankrupt):  # then it is not refused
            continue
        for command in _refused(before):
            with pytest.raises(Refusal) as refused:
                decide(before, command)
            yield refused.value.message


def _refused(before: Game) -> Iterator[AnyCommand]:
    seat = before.turn
    yield from (CorrectCash(seat, by, "miscounted") for by in (-TOO_MUCH, 2 * TOO_MUCH))
    yield Bid(seat, TOO_MUCH)
    yield OfferDeal(seat, before.next_player(), Goods((), TOO_MUCH), Goods((0,)))
    yield GoBankrupt(seat)


TELLERS: list[Callable[[], Iterator[str]]] = [
    log, prompts, labels, missing_cash, sheets, leaving, set_up, rules, refusals
]  # fmt: skip


@pytest.mark.parametrize("tell", TELLERS)
def test_no_amount_of_a_long_game_is_run_together(tell: Callable[[], Iterator[str]]) -> None:
    texts = list(tell())
    assert [text for text in texts if RUN_TOGETHER.search(text)] == []
    assert any(map(APART.search, texts)), "nothing here was a thousand or more"


SPOKEN: list[tuple[AnyCommand, str, str]] = [
    (Bid(ANN, 1_200), "Ann bids 1200", "Ann bids $1,200"),
    (SellLotTo(ANN, 1_200), "Bank sells to Ann for 1200", "Bank sells to Ann for $1,200"),
    (CorrectCash(ANN, -1_200, "1999"), "Bank corrects Ann cash -1200: 1999", "Bank corrects Ann cash -$1,200: 1999"),
    (CorrectCash(ANN, 1_200, "x"), "Bank corrects Ann cash +1200: x", "Bank corrects Ann cash +$1,200: x"),
    (SetHouseRule(POT, 1_500, "x"), f"Bank sets {POT} 1500: x", f"Bank sets {POT} $1,500: x"),
    (SetHouseRule(POT, True, "x"), f"Bank sets {POT} on: x", f"Bank sets {POT} on: x"),
    (
        OfferDeal(ANN, BEN, Goods((deed("Reading"),), 1_000), Goods((), 2_000)),
        "Ann offers Ben: Reading Railroad, 1000 for 2000",
        "Ann offers Ben: Reading Railroad, $1,000 for $2,000",
    ),
    (Settle(ANN), "Ann settles", "Ann settles"),
    (BuyDeed(ANN), "Ann buys", "Ann buys"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "written", "said"), SPOKEN, ids=[said for *_, said in SPOKEN])
def test_a_record_writes_digits_and_people_read_thousands(command: AnyCommand, written: str, said: str) -> None:
    assert statement(ATLANTIC, command, ("Ann", "Ben")) == written
    assert statement(ATLANTIC, command, ("Ann", "Ben"), ATLANTIC.money) == said
