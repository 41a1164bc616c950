"""The oracle objects to every planted fault, and to nothing in whole games of every book."""

from collections.abc import Sequence
from itertools import accumulate

import pytest
from msgspec.structs import replace

from companion.rules import Refusal, decide, evolve
from companion.rules.commands import AnyCommand, Build, Mortgage, OfferDeal, Redeem
from companion.rules.events import Built, DeedMortgaged, Event, Events, MortgageLifted, OfferMade, Paid
from companion.rules.ids import BANK
from companion.rules.pending_steps import Goods, Offer
from companion.rules.state import Game
from tests.kit import ANN, BEN, EVERY_GAME, because, deed, game, title_of
from tests.oracle import Disagreement, agree
from tests.oracle.ledger import conserve
from tests.players.faults import FAULTS, Bug, falsified
from tests.players.games import PERIOD, GameOutcome, require_legal, setting, steps, watch
from tests.players.unruly import wander

# Planted faults


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.title.replace(" ", "-"))
def test_the_oracle_objects_to_a_planted_fault(fault: Bug) -> None:
    before, command = fault.before, fault.command
    told = decide(before, command)
    agree(before, command, told, evolve(before, told))
    false = fault.falsify(before, command, told)
    assert false != told
    with pytest.raises(Disagreement, match=r"expected .*; found "):
        agree(before, command, false, evolve(before, false))


def test_no_event_of_a_whole_game_can_be_changed_or_left_out() -> None:
    """Five games, one of each book, every event that moves something."""
    tried = 0
    for number in (36, 41, 46, 49, 53):
        for step in steps(setting(number, seed=2)):
            for false in falsified(step.events):
                tried += 1
                with pytest.raises(Disagreement):
                    agree(step.before, step.command, false, step.after)
    assert tried > 5_000


UNEVEN = game(owns={"Ann": ["orange"]}, buildings={"New York": 1})
BESIDE_MORTGAGE = game(owns={"Ann": ["orange"]}, mortgaged=["Tennessee"])
SOLD_OUT = game(owns={"Ann": ["orange"]}, bank_houses=0)
BUILT_ON = game(owns={"Ann": ["orange"]}, buildings={"orange": 1})
NEW_YORK = deed("New York")
SWAP = Offer(ANN, BEN, Goods(deeds=(NEW_YORK,)), Goods(cash=50))
A_HOUSE = (Paid(("BUILD-1",), ANN, BANK, 100, because("New York Avenue, house 1")), Built(("BUILD-1",), NEW_YORK, 1))
REFUSED: list[tuple[Game, AnyCommand, tuple[Event, ...]]] = [
    (UNEVEN, Build(ANN, NEW_YORK), (A_HOUSE[0], Built(("BUILD-1",), NEW_YORK, 2))),
    (BESIDE_MORTGAGE, Build(ANN, NEW_YORK), A_HOUSE),
    (SOLD_OUT, Build(ANN, NEW_YORK), A_HOUSE),
    (
        BUILT_ON,
        Mortgage(ANN, NEW_YORK),
        (
            DeedMortgaged(("MORT-2",), NEW_YORK),
            Paid(("MORT-2",), BANK, ANN, 100, because("New York Avenue, mortgage value")),
        ),
    ),
    (
        BESIDE_MORTGAGE,
        Redeem(BEN, deed("Tennessee")),
        (
            Paid(("MORT-3",), BEN, BANK, 99, because("Tennessee Avenue, mortgage 90 and 10%: 90 + 9")),
            MortgageLifted(("MORT-3",), deed("Tennessee")),
        ),
    ),
    (
        BUILT_ON,
        OfferDeal(*SWAP.__struct_fields__ and (ANN, BEN, SWAP.gives, SWAP.gets)),
        (OfferMade(("DEAL-1",), SWAP),),
    ),
]


@pytest.mark.parametrize(("before", "command", "events"), REFUSED)
def test_what_the_rules_refuse_the_oracle_refuses_too(before: Game, command: AnyCommand, events: Events) -> None:
    with pytest.raises(Refusal):
        decide(before, command)
    with pytest.raises(Disagreement, match="refused by"):
        agree(before, command, events, evolve(before, events))


def test_the_oracle_keeps_its_own_books() -> None:
    """An event applied wrongly is seen as well as an event told wrongly."""
    before, command = game(thrown=True), FAULTS[-1].command
    told = decide(before, command)
    after = evolve(before, told)
    robbed = replace(after, players=(replace(after.players[0], cash=1499), *after.players[1:]), bank=after.bank + 1)
    with pytest.raises(Disagreement, match="cash: expected"):
        agree(before, command, told, robbed)


@pytest.mark.parametrize(
    "broken",
    [
        replace(UNEVEN, bank=UNEVEN.bank + 1),
        replace(UNEVEN, titles=UNEVEN.titles[1:]),
        replace(UNEVEN, houses_lost=32),
    ],
)
def test_what_is_made_or_lost_is_seen(broken: Game) -> None:
    conserve(UNEVEN)
    with pytest.raises(Disagreement):
        conserve(broken)


def test_a_command_that_is_not_legal_is_seen() -> None:
    with pytest.raises(Disagreement, match="among the legal commands"):
        require_legal(UNEVEN, Build(ANN, NEW_YORK))


# Whole games

# Leaving Jail or staying, house rules or none, rent by itself or asked for: each with each of the others once.
TABLES = (0, 3), (5, 6)
each_game = pytest.mark.parametrize("book", range(len(EVERY_GAME)), ids=[title_of(rules) for rules in EVERY_GAME])


def numbers(book: int, tables: Sequence[int]) -> list[int]:
    """Games of one book and its variants, the number of players different each time."""
    return [book + len(EVERY_GAME) * (5 * table + (book + table) % 5) for table in tables]


@pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.long_run)])
@each_game
def test_whole_games_agree_with_the_oracle(book: int, turn: int) -> None:
    outcomes = [watch(setting(number, seed=7), legal_every=60) for number in numbers(book, TABLES[(book + turn) % 2])]
    assert sum(outcome.ended for outcome in outcomes) >= len(outcomes) - 1
    assert covers_the_rules(outcomes)


def covers_the_rules(outcomes: list[GameOutcome]) -> bool:
    """Rent, salary, cards, tax, Jail, buildings and mortgages came up, so that agreeing meant something."""
    seen = set().union(*(outcome.paid for outcome in outcomes))
    return {"RENT-1", "RENT-4", "RENT-5", "GO-1", "CARD-1", "CARD-3", "TAX-1", "BUY-1", "BUILD-1", "MORT-2"} <= seen


def test_the_numbers_of_games_reach_every_table() -> None:
    asked = {(title_of(one.rules), one.players, one.jail) for one in (setting(number, 1) for number in range(PERIOD))}
    assert len(asked) == 18 * 5 * 2
    claimed = sum(setting(number, 1).rules.rent_claimed for number in range(PERIOD))
    assert claimed == PERIOD // 2


@each_game
def test_games_of_any_legal_commands_agree_with_the_oracle(book: int) -> None:
    """Some end at once, by the Banker's word; so many games as it takes."""
    games = (wander(setting(book + len(EVERY_GAME) * again, seed=5), most=80) for again in range(30))
    assert any(commands > 120 for commands in accumulate(outcome.commands for outcome in games))
