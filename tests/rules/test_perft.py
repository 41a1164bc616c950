"""Perft with money: how many futures a position has, and what is paid in all of them together.

Every number here was worked out by hand, and the comments show how. Two dice fall on a total of n in 6 - |n - 7| of
36 ways: 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1 for 2 to 12. The sum of all 36 totals is 36 × 7 = 252.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

import pytest

from companion.rules import unfold
from companion.rules.cards import Deck
from companion.rules.commands import (
    SPEED_FACES,
    AnyCommand,
    ChooseSteps,
    DrawCard,
    MoveTo,
    PayTax,
    Roll,
    Throw,
)
from companion.rules.events import Event, JailEntered, Paid
from companion.rules.ids import BANK, Account
from companion.rules.pending_steps import BusChoice, CardDue, SpaceChoice, TaskDue, TaxChoice, UtilityThrowDue
from companion.rules.state import Game
from tests.kit import ANN, ATLANTIC, BEN, CY, deed, game

Stage = Callable[[Game], Sequence[AnyCommand]]  # what is tried here; nothing: on to the next stage
Sums = Counter[tuple[Account, Account]]  # payer, payee
THROWS = tuple(product(range(1, 7), repeat=2))


class Perft(NamedTuple):
    """The futures of a position, what is paid in them, and how many of them go to Jail and by which clause."""

    futures: int
    paid: Sums
    jailed: Counter[str]

    def after(self, events: Sequence[Event]) -> "Perft":
        """These futures, with what happened before all of them."""
        paid, jailed = Counter(self.paid), Counter(self.jailed)
        for event in events:
            if isinstance(event, Paid):
                paid[event.payer, event.payee] += event.amount * self.futures
            if isinstance(event, JailEntered):
                jailed[event.clauses[0]] += self.futures
        return Perft(self.futures, paid, jailed)


def perft(start: Game, *stages: Stage) -> Perft:
    if not stages:
        return Perft(1, Counter(), Counter())
    first, *rest = stages
    commands = first(start)
    if not commands:
        return perft(start, *rest)
    total = Perft(0, Counter(), Counter())
    for command in commands:
        happened = unfold(start, command)
        more = perft(happened.game, *rest).after(happened.events)
        total = Perft(total.futures + more.futures, total.paid + more.paid, total.jailed + more.jailed)
    return total


# Stages


def throw(now: Game) -> Sequence[AnyCommand]:
    """Every roll of whoever is to roll next."""
    player = now.turn if now.throw_due else now.next_player()
    return [Roll(player, dice) for dice in THROWS]


def doubles(now: Game) -> Sequence[AnyCommand]:
    return [Roll(now.turn, (face, face)) for face in range(1, 7)]


def throw_again(now: Game) -> Sequence[AnyCommand]:
    return throw(now) if now.throw_due and now.turn_throws else ()


def throw_in_jail(now: Game) -> Sequence[AnyCommand]:
    return throw(now) if now.players[ANN].jail is not None else ()


def ben_strolls(now: Game) -> Sequence[AnyCommand]:
    """Ben's turn on the way to Ann's next, ten spaces on: from GO to visit the Jail, from there to Free Parking."""
    return [Roll(BEN, (4, 6))] if now.players[ANN].jail is not None else ()


def throw_for_utility(now: Game) -> Sequence[AnyCommand]:
    is_due = bool(now.pending) and isinstance(now.pending[0], UtilityThrowDue)
    return [Throw(ANN, dice) for dice in THROWS] if is_due else ()


def choose_move(now: Game) -> Sequence[AnyCommand]:
    match now.pending:
        case (BusChoice(dice=(one, other)), *_):
            return [ChooseSteps(ANN, steps) for steps in {one, other, one + other}]
        case (SpaceChoice(), *_):
            return [MoveTo(ANN, space) for space in range(40)]
    return ()


def answer(now: Game) -> Sequence[AnyCommand]:
    """The flat tax, and cards that cost nothing to a player without buildings."""
    match now.pending:
        case (TaxChoice(player), *_):
            return [PayTax(player, percent=False)]
        case (CardDue(player, Deck.CHANCE), *_):
            return [DrawCard(player, "chance/general-repairs")]
        case (CardDue(player, Deck.CHEST), *_):
            return [DrawCard(player, "chest/street-repairs")]
    return ()


def either_tax(now: Game) -> Sequence[AnyCommand]:
    is_due = bool(now.pending) and isinstance(now.pending[0], TaxChoice)
    return [PayTax(ANN, percent=False), PayTax(ANN, percent=True)] if is_due else ()


# One throw


def test_salary_for_reaching_and_for_passing_go() -> None:
    """From the third Community Chest, space 33.

    A total of 7 or more reaches GO: 6 + 5 + 4 + 3 + 2 + 1 = 21 rolls, 6 of them just there: 21 × 200 = 4200.
    A total of 5 is Luxury Tax, 4 rolls: 4 × 75 = 300. Nothing else is paid: 34, 35, 37, 39, 1, 3 are for sale,
    36 and 2 have cards, 4 (total 11, 2 rolls) has a choice of taxes, left open here.
    """
    result = perft(game(at={"Ann": 33}), throw)
    assert result == Perft(36, Counter({(BANK, ANN): 4200, (ANN, BANK): 300}), Counter())


def test_twice_the_salary_just_on_go_where_a_table_plays_so() -> None:
    """As above, and the 6 rolls of 7 bring 200 more: 4200 + 1200 = 5400."""
    result = perft(game(at={"Ann": 33}, options={"double-on-go": True}), throw)
    assert result.paid[BANK, ANN] == 5400


def test_rent_of_a_bare_group_a_railroad_and_a_utility() -> None:
    """From GO, with Ben's light blues, Reading and Electric Company, and both taxes tried.

    Oriental, total 6, 5 rolls at 2 × 6: 60. Vermont, 8, 5 rolls at 12: 60. Connecticut, 9, 4 rolls at 16: 64.
    Reading, 5, 4 rolls at 25: 100. Electric Company, 12, 1 roll at 4 × 12: 48. Together 332.
    Income Tax, 4, 3 rolls: 200, or 10% of 1500 = 150: 3 × 350 = 1050, and 3 futures more: 39.
    """
    owns = {"Ben": ["light-blue", "Reading", "Electric"]}
    result = perft(game(at={"Ann": 0}, owns=owns), throw, either_tax)
    assert result == Perft(39, Counter({(ANN, BEN): 332, (ANN, BANK): 1050}), Counter())


def test_rent_of_a_bare_group_beside_a_mortgage_differs_by_the_book() -> None:
    """As above, light blues only, with Vermont mortgaged: no rent there.

    By the classic book the others stay double: 60 + 64 = 124. By the platinum book they do not: 5 × 6 + 4 × 8 = 62.
    There Income Tax is 200 without a choice: 3 × 200 = 600.
    """
    classic = game(at={"Ann": 0}, owns={"Ben": ["light-blue"]}, mortgaged=["Vermont"])
    assert perft(classic, throw) == Perft(36, Counter({(ANN, BEN): 124}), Counter())
    platinum = game("platinum-2010", at={"Ann": 0}, owns={"Ben": ["light-blue"]}, mortgaged=["Vermont"])
    assert perft(platinum, throw) == Perft(36, Counter({(ANN, BEN): 62, (ANN, BANK): 600}), Counter())


def test_rent_of_houses_hotels_and_the_way_to_jail() -> None:
    """From Free Parking in the 2001 book, with Ben's yellows: Atlantic 4 houses, Ventnor and Marvin hotels.

    Atlantic, 26, total 6, 5 rolls at 975: 4875. Ventnor, 27, 7, 6 rolls at 1150: 6900. Marvin, 29, 9, 4 rolls at
    1200: 4800. Together 16575. Go To Jail, 30, total 10: 3 rolls, and no salary for it.
    """
    table = game(
        "parker-2001",
        at={"Ann": 20},
        owns={"Ben": ["yellow"]},
        buildings={"Atlantic": 4, "Ventnor": 5, "Marvin": 5},
    )
    assert perft(table, throw) == Perft(36, Counter({(ANN, BEN): 16575}), Counter({"JAIL-1": 3}))


# A throw and what it asks


def test_a_fresh_throw_for_a_utility() -> None:
    """Platinum, from Reading, space 5, with both utilities Ben's: Electric Company is a total of 7, 6 rolls.

    Each is followed by a fresh roll: 6 × 36 = 216 futures, with the other 30 rolls 246. The fresh rolls pay
    6 × 10 × 252 = 15120.
    """
    table = game("platinum-2010", at={"Ann": 5}, owns={"Ben": ["utility"]})
    assert perft(table, throw, throw_for_utility) == Perft(246, Counter({(ANN, BEN): 15120}), Counter())


def test_every_face_of_the_speed_die() -> None:
    """From Free Parking with the Speed Die: Short Line is Ben's and everything else is Ann's own.

    Futures. A number: 3 × 36 rolls, of which 3 are three of a kind with 40 spaces to choose from: 105 + 120.
    Bus: 6 doubles with 2 ways to move, 30 others with 3: 12 + 90. Mr. M: 36. Together 225 + 102 + 36 = 363.
    Salary. At most 15 spaces lead to 35; only the space chosen can lie at or past GO: 0 to 20, 21 of them (to 20 is
    a whole round), for each three of a kind: 3 × 21 × 200 = 12600.
    Taxes, by choice too: 3 × (200 + 100) = 900.
    Rent. Short Line is 15 ahead: 6, 6 and 3 once, chosen 3 times, and Mr. M leads there from wherever the white dice
    end, since nothing is unowned, but for a total of 2 (Chance comes first) and 10 (Jail, 3 rolls): 32. Together
    36 × 25 = 900.
    Jail. Space 30 is 10 ahead: with 1, 2, 3 white totals of 9, 8, 7: 4 + 5 + 6 rolls; chosen 3 times; by Bus both
    dice, 3 rolls (one die is never 10); by Mr. M 3. Together 24.
    """
    everything = ["brown", "light-blue", "pink", "orange", "red", "yellow", "green", "dark-blue", "utility"]
    owns = {"Ann": [*everything, "Reading", "Pennsylvania R", "B. & O."], "Ben": ["Short"]}
    table = game("platinum-2010", variants=["speed"], at={"Ann": 20}, owns=owns, lapped=["Ann"])

    def throw_three(now: Game) -> Sequence[AnyCommand]:
        return [Roll(now.turn, dice, face) for dice in THROWS for face in SPEED_FACES]

    result = perft(table, throw_three, choose_move)
    assert result.futures == 363
    assert result.paid == Counter({(BANK, ANN): 12600, (ANN, BANK): 900, (ANN, BEN): 900})
    assert result.jailed == Counter({"JAIL-1": 24})


# Several throws


def test_two_throws_from_go_at_four_railroads() -> None:
    """The rule book, Ann and Ben on GO; every deed is Cy's and mortgaged, but the railroads: rent 200 each.

    36 × 36 = 1296 futures. After doubles Ann rolls again, otherwise Ben rolls, from GO.
    Rent. First roll, total 5 (Reading): 4 × 36 × 200 = 28800, from Ann. Ben's rolls: 30 × 4 × 200 = 24000.
    Ann's second rolls: Reading from 2 by a 3 (2 ways); Pennsylvania, 15, from 4, 6, 8, 10, 12 by 11, 9, 7, 5, 3
    (2 + 4 + 6 + 4 + 2 ways): 20 × 200 = 4000. So Ann pays 32800, Ben 24000.
    Income Tax. First roll, total 4: 3 × 36 × 200 = 21600. Ben: 30 × 3 × 200 = 18000. Ann again, from 2 by 1, 1: 200.
    """
    others = ["brown", "light-blue", "pink", "orange", "red", "yellow", "green", "dark-blue", "utility"]
    table = game("rulebook", owns={"Cy": [*others, "railroad"]}, mortgaged=others)
    result = perft(table, throw, answer, throw, answer)
    assert result.futures == 1296
    assert result.paid == Counter({(ANN, CY): 32800, (BEN, CY): 24000, (ANN, BANK): 21800, (BEN, BANK): 18000})
    assert result.jailed == Counter()


def test_three_turns_in_jail() -> None:
    """Classic: 6 rolls lead out at the first turn, 30 do not; 30 × 6 at the second; 30 × 30 × 36 at the third.

    6 + 180 + 32400 = 32586 futures. The fine is paid in the third turn without doubles: 30 × 30 × 30 × 50 = 1350000.
    Ben's turns between cost nothing. Nothing Ann can reach from Jail, 12 to 22, costs anything.
    """
    table = game(players=("Ann", "Ben"), jailed={"Ann": 0})
    turn_of_two = (ben_strolls, throw_in_jail)
    result = perft(table, throw_in_jail, *turn_of_two, *turn_of_two)
    assert result == Perft(32586, Counter({(ANN, BANK): 1_350_000}), Counter())


@pytest.mark.parametrize("edition", ["classic", "parker-2001"])
def test_one_turn_in_jail_in_the_short_game(edition: str) -> None:
    """36 rolls, all of which lead out: 30 without doubles cost 50 each: 1500."""
    table = game(edition, variants=["short"], jailed={"Ann": 0})
    assert perft(table, throw) == Perft(36, Counter({(ANN, BANK): 1500}), Counter())


def test_a_turn_of_doubles_in_every_way() -> None:
    """From Kentucky, space 21, with every deed Ann's own, so that only taxes, cards and GO matter.

    30 turns end with the first roll, 6 × 30 with the second, 6 × 6 × 36 with the third: 1506 futures.
    6 × 6 × 6 = 216 of them go to Jail for the third doubles.
    """
    table = game(at={"Ann": 21}, owns={"Ann": EVERY_DEED})
    result = perft(table, throw, answer, throw_again, answer, throw_again, answer)
    assert result.futures == 1506
    assert result.jailed["TURN-3"] == 216


def test_three_doubles_pay_what_lies_on_the_way() -> None:
    """The 216 of the turn above. In steps of two, i and j, the tokens are on 21 + 2i and then on 21 + 2i + 2j.

    No odd space from 23 to 45 has a tax; 33 has a card, which costs nothing here. GO is passed where i + j is 10 or
    more: 4 + 6, 5 + 5, 5 + 6, 6 + 4, 6 + 5, 6 + 6; that is 6 of 36, each with 6 third doubles: 36 × 200 = 7200.
    The third doubles pay nothing.
    """
    table = game(at={"Ann": 21}, owns={"Ann": EVERY_DEED})
    result = perft(table, doubles, answer, doubles, answer, doubles)
    assert result == Perft(216, Counter({(BANK, ANN): 7200}), Counter({"TURN-3": 216}))


EVERY_DEED = [
    "brown", "light-blue", "pink", "orange", "red", "yellow", "green", "dark-blue", "railroad", "utility",
]  # fmt: skip


# Cards

OWNS = {"Ann": ["brown", "light-blue"], "Ben": ["Reading", "B. & O.", "New York"], "Cy": ["Illinois"]}
BUILT = {"brown": 5, "light-blue": 1}  # 2 hotels and 3 houses of Ann's


def each_card(deck: Deck) -> Stage:
    names = [f"{deck.value}/{card.id}" for card in ATLANTIC.cards(deck)]
    return lambda _: [DrawCard(ANN, name) for name in names]


@pytest.mark.parametrize("edition", ["classic", "rulebook", "parker-2001", "platinum-2010"])
def test_every_chance_card_from_the_second_chance(edition: str) -> None:
    """On space 22; the same sums in both printings.

    To Ann: GO 200, St. Charles past GO 200, dividend 50, Reading past GO 200, loan 150: 800.
    From Ann to the Bank: repairs 3 × 25 + 2 × 100 = 275, a fine of 15: 290.
    To Ben: B. & O. is the nearest railroad, 50 for two, doubled, by two cards: 200; Reading 50; three back is New
    York, 16; a present of 50: 316. To Cy: Illinois 20, a present of 50: 70. One card goes to Jail.
    """
    table = game(edition, at={"Ann": 15}, owns=OWNS, buildings=BUILT)
    result = perft(table, lambda _: [Roll(ANN, (3, 4))], each_card(Deck.CHANCE))
    sums = Counter({(BANK, ANN): 800, (ANN, BANK): 290, (ANN, BEN): 316, (ANN, CY): 70})
    assert result == Perft(16, sums, Counter({"CARD-1": 1}))


@pytest.mark.parametrize(
    ("edition", "from_bank", "from_each", "to_bank"),
    [
        # GO 200, the Bank's slip 200, shares 45, savings 100, tax back 20, policy 100, services 25, looks 10,
        # inheritance 100: 800. A show at 50 each. Doctor 50, hospital 100, school 150, works 3 × 40 + 2 × 115: 650.
        ("classic", 800, 50, 650),
        ("rulebook", 800, 50, 650),
        ("parker-2001", 800, 50, 650),
        # Shares at 50 and a show at 10 each; school at 50.
        ("platinum-2010", 805, 10, 550),
    ],
)
def test_every_chest_card_in_both_printings(edition: str, from_bank: int, from_each: int, to_bank: int) -> None:
    table = game(edition, at={"Ann": 26}, owns=OWNS, buildings=BUILT)
    result = perft(table, lambda _: [Roll(ANN, (3, 4))], each_card(Deck.CHEST))
    sums = {(BANK, ANN): from_bank, (BEN, ANN): from_each, (CY, ANN): from_each, (ANN, BANK): to_bank}
    assert result == Perft(16, Counter(sums), Counter({"CARD-1": 1}))


def test_every_chest_task_of_three_dice() -> None:
    """Three dice fall on 3 to 18 in 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1 of 216 ways.

    To Ann: 3 GO 200 × 1, 4 slip 200 × 3, 6 shares 50 × 10, 10 savings 100 × 27, 11 tax 20 × 27, 12 policy 100 × 25,
    15 services 25 × 10, 17 looks 10 × 3, 18 inheritance 100 × 1: 200 + 600 + 500 + 2700 + 540 + 2500 + 250 + 30
    + 100 = 7420. 9 the show, 10 × 25 = 250 from each.
    From Ann: 5 doctor 50 × 6, 13 hospital 100 × 21, 14 school 50 × 15, 16 works (120 + 230) × 6: 300 + 2100 + 750
    + 2100 = 5250. 8 is Jail: 21.
    """

    def three_dice(now: Game) -> Sequence[AnyCommand]:
        assert isinstance(now.pending[0], TaskDue)
        return [Throw(ANN, dice) for dice in product(range(1, 7), repeat=3)]

    table = game("keys-2010", at={"Ann": 26}, owns=OWNS, buildings=BUILT)
    result = perft(table, lambda _: [Roll(ANN, (3, 4))], three_dice)
    sums = {(BANK, ANN): 7420, (BEN, ANN): 250, (CY, ANN): 250, (ANN, BANK): 5250}
    assert result == Perft(216, Counter(sums), Counter({"CARD-1": 21}))


def test_the_deed_names_used_here_are_the_ones_meant() -> None:
    assert (deed("Pennsylvania R"), deed("B. & O."), deed("Short")) == (10, 17, 25)
