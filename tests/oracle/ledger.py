"""A second set of books: cash, titles and places recounted from the events alone."""

from companion.rules.events import (
    BuildingsRemoved,
    Built,
    DeedConveyed,
    DeedMortgaged,
    Event,
    Events,
    JailEntered,
    JailLeft,
    JailThrowFailed,
    MortgageLifted,
    Paid,
    PlayerLeft,
    TokenMoved,
)
from companion.rules.state import Game
from tests.oracle.case import Disagreement
from tests.oracle.sums import heights, stock
from tests.oracle.tables import BANK, GROUPS, LOTS, POT


class Books:
    """What is on the table, as plain lists."""

    def __init__(self, game: Game) -> None:
        self.cash = {BANK: game.bank, POT: game.pot} | {n: player.cash for n, player in enumerate(game.players)}
        self.owners = [title.owner for title in game.titles]
        self.buildings = [title.buildings for title in game.titles]
        self.mortgaged = [title.mortgaged for title in game.titles]
        self.places = [player.place for player in game.players]
        self.jail = [player.jail for player in game.players]

    def enter(self, event: Event) -> None:
        match event:
            case Paid():
                self.cash[event.payer] -= event.amount
                self.cash[event.payee] += event.amount
            case DeedConveyed():
                self.owners[event.deed] = event.owner
            case DeedMortgaged() | MortgageLifted():
                self.mortgaged[event.deed] = isinstance(event, DeedMortgaged)
            case Built() | BuildingsRemoved():
                self.buildings[event.deed] = event.buildings
            case TokenMoved():
                self.places[event.player] = event.to
            case JailEntered():
                self.jail[event.player] = 0
            case JailThrowFailed():
                self.jail[event.player] = (self.jail[event.player] or 0) + 1
            case JailLeft() | PlayerLeft():
                self.jail[event.player] = None


def conserve(game: Game) -> None:
    """Money, deeds and buildings, counted after any event: nothing is made, nothing lost."""
    cash = [player.cash for player in game.players]
    if sum(cash) + game.bank + game.pot or min(cash) < 0 or game.pot < 0:
        raise Disagreement(f"expected accounts that sum to 0, none below; found {cash}, {game.bank} and {game.pot}")
    owners = [title.owner for title in game.titles]
    if len(owners) != len(LOTS) or not all(BANK <= owner < len(cash) for owner in owners):
        raise Disagreement(f"expected 28 deeds with an owner each; found {owners}")
    if min(stock(game)) < 0 and not game.rules.unlimited_buildings:
        raise Disagreement(f"expected no more buildings than the box has; found {stock(game)} left")


def recount(before: Game, events: Events, after: Game) -> None:
    """Raises Disagreement unless the events turn the one set of books into the other."""
    ours, theirs = Books(before), Books(after)
    for event in events:
        ours.enter(event)
    for name, counted in vars(ours).items():
        if counted != getattr(theirs, name):
            raise Disagreement(f"{name}: expected {counted}; found {getattr(theirs, name)}")
    if not any(isinstance(event, Built | BuildingsRemoved) for event in events):
        return
    found, counted = (after.houses_left(), after.hotels_left()), stock(after)  # SETUP-3, STOCK-1
    if found != counted or (min(counted) < 0 and not after.rules.unlimited_buildings):
        raise Disagreement(f"houses and hotels left: expected {counted}; found {found}")
    for group, lots in GROUPS.items():  # BUILD-2
        steps = heights(after, lots[0])
        if max(steps) - min(steps) > 1:
            raise Disagreement(f"{group}: expected even building; found {steps}")
