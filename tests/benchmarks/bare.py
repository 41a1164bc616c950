"""The bare loop: the same throws, spaces, cards and rents as the engine plays in `engine`, on plain lists.

No commands, no events, no refusals, no history: what a plain program for the same game costs. Everybody buys
everything and has cash without end; nobody builds or mortgages; out of Jail by throwing.
"""

from collections.abc import Iterable, Iterator

from companion.rules.board import KINDS, Kind
from companion.rules.cards import Card, Deck, Does
from companion.rules.deeds import DEED_SPACES, GROUP_DEEDS, Group
from tests.kit import ATLANTIC

CASH = 100_000_000
PLAYERS = 4
Dice = tuple[int, int]

DEEDS, BOARD = ATLANTIC.deeds, ATLANTIC.spaces
CARDS = {deck: ATLANTIC.cards(deck) for deck in Deck}
RAILROAD_RENTS, UTILITY_FACTORS = ATLANTIC.railroad_rents, ATLANTIC.utility_factors
NEAREST = {group: [DEED_SPACES[deed] for deed in GROUP_DEEDS[group]] for group in (Group.RAILROAD, Group.UTILITY)}
TAXES = [{Kind.INCOME_TAX: ATLANTIC.income_tax, Kind.LUXURY_TAX: ATLANTIC.luxury_tax}.get(kind, 0) for kind in KINDS]
GROUPS = [DEEDS[space.deed].group if space.deed >= 0 else None for space in BOARD]
SISTERS = [[DEEDS[deed].space for deed in GROUP_DEEDS[group]] if group else [] for group in GROUPS]
PRICES = [DEEDS[space.deed].price if space.deed >= 0 else 0 for space in BOARD]
RENTS = [DEEDS[space.deed].rents if space.deed >= 0 else () for space in BOARD]
BANK = PLAYERS  # the last account


class Bare:
    """A table of plain lists. In `jail` stand the failed throws, -1 for a free player."""

    def __init__(self) -> None:
        self.cash = [*[CASH] * PLAYERS, -CASH * PLAYERS]
        self.places = [0] * PLAYERS
        self.jail = [-1] * PLAYERS
        self.owners = [BANK] * 40
        self.buildings = [0] * 40
        self.mortgaged = [False] * 40
        self.decks = {deck: list(range(16)) for deck in Deck}
        self.turn = 0
        self.doubles = 0
        self.dice: Iterator[Dice] = iter(())

    def play(self, dice: Iterable[Dice]) -> None:
        """Until the dice run out."""
        self.dice = iter(dice)
        for one, other in self.dice:
            if self.jail[self.turn] >= 0:
                again = self.throw_in_jail(one, other)
            else:
                again = self.throw(one, other)
            if not again:
                self.doubles = 0
                self.turn = (self.turn + 1) % PLAYERS

    def pay(self, payer: int, payee: int, amount: int) -> None:
        if payer != BANK and self.cash[payer] < amount:
            raise ValueError(f"{payer} is bankrupt")
        self.cash[payer] -= amount
        self.cash[payee] += amount

    def throw(self, one: int, other: int) -> bool:
        """Says whether the same player throws again."""
        if one == other:
            self.doubles += 1
            if self.doubles == 3:
                self.send_to_jail()
                return False
        self.walk(one + other)
        return one == other and self.jail[self.turn] < 0

    def throw_in_jail(self, one: int, other: int) -> bool:
        player = self.turn
        if one != other:
            self.jail[player] += 1
            if self.jail[player] < 3:
                return False
            self.pay(player, BANK, 50)
        self.jail[player] = -1
        self.walk(one + other)
        return False

    def walk(self, steps: int) -> None:
        player = self.turn
        place = self.places[player] + steps
        if place >= 40:
            place -= 40
            self.pay(BANK, player, 200)
        self.places[player] = place
        self.land(steps)

    def land(self, steps: int, times: int = 1) -> None:
        place = self.places[self.turn]
        kind = KINDS[place]
        if kind is Kind.DEED:
            self.land_on_deed(place, steps, times)
        elif kind is Kind.CHANCE:
            self.draw(Deck.CHANCE)
        elif kind is Kind.CHEST:
            self.draw(Deck.CHEST)
        elif kind is Kind.GO_TO_JAIL:
            self.send_to_jail()
        elif TAXES[place]:
            self.pay(self.turn, BANK, TAXES[place])

    def land_on_deed(self, place: int, steps: int, times: int) -> None:
        player, owner = self.turn, self.owners[place]
        if owner == BANK:
            if self.cash[player] >= PRICES[place]:
                self.pay(player, BANK, PRICES[place])
                self.owners[place] = player
        elif owner != player and not self.mortgaged[place]:
            self.pay(player, owner, self.rent(place, owner, steps, times))

    def rent(self, place: int, owner: int, steps: int, times: int) -> int:
        """`times` is 2 where a card led here: double rent, or ten times a new throw."""
        sisters = SISTERS[place]
        held = sum([self.owners[sister] == owner for sister in sisters])
        group = GROUPS[place]
        if group is Group.RAILROAD:
            return times * RAILROAD_RENTS[held - 1]
        if group is Group.UTILITY:
            return 10 * sum(next(self.dice)) if times == 2 else UTILITY_FACTORS[held - 1] * steps
        level = self.buildings[place]
        rent = RENTS[place][level]
        return 2 * rent if not level and held == len(sisters) else rent

    def send_to_jail(self) -> None:
        self.places[self.turn] = 10
        self.jail[self.turn] = 0

    def draw(self, deck: Deck) -> None:
        cards = self.decks[deck]
        index = cards.pop(0)
        card = CARDS[deck][index]
        if card.does is not Does.JAIL_FREE:
            cards.append(index)
        self.obey(card)

    def obey(self, card: Card) -> None:
        player = self.turn
        match card.does:
            case Does.ADVANCE:
                self.walk((card.target - self.places[player] - 1) % 40 + 1)
            case Does.NEAREST:
                self.go_to_nearest(card)
            case Does.BACK:
                self.places[player] -= card.amount
                self.land(card.amount)
            case Does.JAIL:
                self.send_to_jail()
            case Does.COLLECT:
                self.pay(BANK, player, card.amount)
            case Does.PAY:
                self.pay(player, BANK, card.amount)
            case Does.COLLECT_EACH:
                for other in self.others():
                    self.pay(other, player, card.amount)
            case Does.PAY_EACH:
                for other in self.others():
                    self.pay(player, other, card.amount)

    def go_to_nearest(self, card: Card) -> None:
        player, start = self.turn, self.places[self.turn]
        assert card.nearest is not None
        steps = min((space - start - 1) % 40 + 1 for space in NEAREST[card.nearest])
        if start + steps >= 40:
            self.pay(BANK, player, 200)
        self.places[player] = (start + steps) % 40
        self.land(steps, times=2)

    def others(self) -> list[int]:
        return [player for player in range(PLAYERS) if player != self.turn]
