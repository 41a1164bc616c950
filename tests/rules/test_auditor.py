"""A second set of books, kept as simply as can be: it adds up payments, and counts buildings and deeds.

It knows no rule and asks the engine nothing. Beside whole games of every book, both sets of books must agree.
"""

from collections import Counter
from random import Random

import pytest

from companion.rules.commands import EndGame
from companion.rules.editions import Rules
from companion.rules.events import BuildingsRemoved, Built, DeedConveyed, Event, Paid
from companion.rules.ids import BANK, POT, Account, DeedId
from companion.rules.state import Game
from tests.choices import Chooser
from tests.journeys import any_options, any_table, next_step
from tests.kit import ANN, BEN, because, game, in_every_game, play


class Auditor:
    """Keeps its books from the opening balance on, by the events alone."""

    def __init__(self, opening: Game) -> None:
        self.accounts: Counter[Account] = Counter(accounts(opening))
        self.standing: dict[DeedId, int] = standing(opening)
        self.owners: dict[DeedId, Account] = owners(opening)

    def hear(self, event: Event) -> None:
        if isinstance(event, Paid):
            self.accounts[event.payer] -= event.amount
            self.accounts[event.payee] += event.amount
        if isinstance(event, Built | BuildingsRemoved):
            self.standing[event.deed] = event.buildings
        if isinstance(event, DeedConveyed):
            self.owners[event.deed] = event.owner

    def differs_from(self, game: Game) -> list[str]:
        """In what the game's own books say something else."""
        books = {
            "accounts": (dict(self.accounts), accounts(game)),
            "buildings": (self.standing, standing(game)),
            "deeds": (self.owners, owners(game)),
            "houses": (
                sum(level for level in self.standing.values() if level < 5),
                32 - out_of_bank(game, houses=True),
            ),
            "hotels": (sum(level == 5 for level in self.standing.values()), 12 - out_of_bank(game, houses=False)),
        }
        return [book for book, (ours, theirs) in books.items() if ours != theirs]


def accounts(game: Game) -> dict[Account, int]:
    cash = {index: player.cash for index, player in enumerate(game.players)}
    return {**cash, BANK: game.bank, POT: game.pot}


def standing(game: Game) -> dict[DeedId, int]:
    return {deed: title.buildings for deed, title in enumerate(game.titles)}


def owners(game: Game) -> dict[DeedId, Account]:
    return {deed: title.owner for deed, title in enumerate(game.titles)}


def out_of_bank(game: Game, *, houses: bool) -> int:
    """What is left in the Bank, and what a test took out of play."""
    return game.houses_left() + game.houses_lost if houses else game.hotels_left() + game.hotels_lost


def seeded(seed: str) -> Chooser:
    drawn = Random(seed)
    return lambda count: int(drawn.random() * count)


def audit(now: Game, choose: Chooser, most: int) -> Game:
    """A whole game, ended by the Banker where it goes on for too long."""
    auditor = Auditor(now)
    for _ in range(most):
        if now.over:
            return now
        step = next_step(now, choose)
        for event in step.events:
            auditor.hear(event)
        now = step.after
        assert auditor.differs_from(now) == [], step.command
    return now if now.over else play(now, EndGame("bedtime"))


@in_every_game
@pytest.mark.parametrize("seed", ["Monday", "Tuesday"])
def test_the_auditor_agrees_with_the_game_after_every_command(rules: Rules, seed: str) -> None:
    choose = seeded(f"{seed} {rules.key} {rules.variants}")
    assert audit(any_table(any_options(rules, choose), choose), choose, 150).over


@pytest.mark.parametrize(
    ("event", "book"),
    [
        (Paid(("RENT-1",), ANN, BEN, 1, because("Oriental Avenue, no houses")), "accounts"),
        (DeedConveyed(("BUY-1",), 3, ANN), "deeds"),
        (Built(("BUILD-1",), 0, 3), "buildings"),
        (Built(("BUILD-1",), 0, 3), "houses"),
        (BuildingsRemoved(("SELL-1",), 1, 4), "hotels"),
    ],
)
def test_the_auditor_sees_an_event_the_game_missed(event: Event, book: str) -> None:
    table = game(owns={"Ann": ["brown"]}, buildings={"Med": 4, "Baltic": 5})
    auditor = Auditor(table)
    assert auditor.differs_from(table) == []
    auditor.hear(event)
    assert book in auditor.differs_from(table)
