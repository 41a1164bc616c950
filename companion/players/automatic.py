"""An automatic table: looks at what is open and says what the player it waits for does next."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Protocol

from companion.players.bidding import answer_auction
from companion.players.cash import answer_debt, raise_cash
from companion.players.dealing import answer, propose
from companion.players.judgement import RESERVE, completes, value
from companion.rules.board import BOARD, Kind, ahead
from companion.rules.building import lots_for
from companion.rules.commands import (
    AnyCommand,
    Build,
    BuyDeed,
    CallTime,
    ChooseSteps,
    ClaimRent,
    DealDeeds,
    DeclineDeed,
    DrawCard,
    EndTurn,
    KeepMortgage,
    MoveTo,
    PayFine,
    PayTax,
    PlaceBuilding,
    Redeem,
    Roll,
    Throw,
    UseJailCard,
)
from companion.rules.deeds import DEEDS, GROUP_DEEDS, STREET_GROUPS
from companion.rules.ids import BANK, PlayerId
from companion.rules.matters import (
    Auction,
    BusChoice,
    Buying,
    CardDue,
    Dealing,
    Debt,
    Interest,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
    UtilityThrowDue,
)
from companion.rules.speed import throws_speed_die
from companion.rules.state import Game
from companion.rules.worth import could_raise, tenth, total_worth

ROUNDS_BETWEEN_DEALS = 60  # seldom: games last about as long as an evening's
TIME_UP_AT = 400  # throws until the hour the players of a timed game agreed on


class Jail(Enum):
    """What an automatic player does in Jail."""

    LEAVE = "leave"  # by card or fine as soon as it may
    STAY = "stay"  # until doubles or the last throw


class Dice(Protocol):
    """Where throws and deals come from."""

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]: ...

    def deal(self) -> tuple[int, ...]: ...


class Table:
    """Remembers only in which turn the last deal was proposed, so that nobody asks twice."""

    def __init__(self, dice: Dice, jail: Jail = Jail.LEAVE) -> None:
        self._dice = dice
        self._jail = jail
        self._asked = 0

    def next_command(self, game: Game) -> AnyCommand:
        """What happens next at a table where everybody is automatic."""
        if game.agenda:
            matter = game.agenda[0]
            return _ANSWERS[type(matter)](self, game, matter)
        if game.offer is not None:
            return answer(game, game.offer)
        if game.rents:
            claim = _claim(game)
            if claim is not None:
                return claim
        if game.rules.timed and game.throws >= TIME_UP_AT:
            return CallTime()
        if not game.throw_due:
            return EndTurn(game.turn)
        return (self._before_throw(game) if game.turn_throws == 0 else None) or self._roll(game, game.turn)

    def _roll(self, game: Game, player: PlayerId) -> AnyCommand:
        speed = game.rules.speed_die and game.players[player].jail is None and throws_speed_die(game, player)
        dice, face = self._dice.dice(game.throws, 2, speed)
        return Roll(player, dice, face)

    def throw(self, game: Game, player: PlayerId, count: int = 2) -> AnyCommand:
        dice, face = self._dice.dice(game.throws, count, count == 2 and throws_speed_die(game, player))
        return Throw(player, dice, face)

    def deal(self, game: Game, player: PlayerId, count: int) -> AnyCommand:
        free = [deed for deed in self._dice.deal() if game.titles[deed].owner == BANK]
        return DealDeeds(player, tuple(free[:count]))

    def _before_throw(self, game: Game) -> AnyCommand | None:
        player = game.turn
        if game.players[player].jail is not None:
            leaving = self._leave_jail(game, player)
            if leaving is not None:
                return leaving
        if game.players[player].cash <= RESERVE:
            return None
        return _build(game, player) or _redeem(game, player) or self._propose(game, player)

    def _leave_jail(self, game: Game, player: PlayerId) -> AnyCommand | None:
        if self._jail is Jail.STAY:
            return None
        person = game.players[player]
        if person.jail_cards:
            return UseJailCard(player)
        may_pay = (person.jail or 0) < game.rules.fine_turns and person.cash >= game.rules.fine
        return PayFine(player) if may_pay else None

    def _propose(self, game: Game, player: PlayerId) -> AnyCommand | None:
        rounds = game.turn_number // len(game.players)
        if self._asked == game.turn_number or rounds % ROUNDS_BETWEEN_DEALS:
            return None
        self._asked = game.turn_number
        return propose(game, player)


def _claim(game: Game) -> AnyCommand | None:
    for rent in game.rents:
        if not rent.lapsed:
            return ClaimRent(rent.owner)
    return None


def _build(game: Game, player: PlayerId) -> AnyCommand | None:
    """One more building where it brings most, while the reserve stays."""
    spare = game.players[player].cash - RESERVE
    for group in reversed(STREET_GROUPS):
        first = DEEDS[GROUP_DEEDS[group][0]]
        if first.house_cost > spare or not game.holds_group(player, group):
            continue
        lot = _lot_to_build(game, group)
        if lot is not None:
            return Build(player, lot)
    return None


def _lot_to_build(game: Game, group: Any) -> int | None:
    deeds = GROUP_DEEDS[group]
    if any(game.titles[deed].mortgaged for deed in deeds):
        return None
    lot = min(deeds, key=game.steps)
    if game.steps(lot) > game.rules.houses_for_hotel:
        return None
    needs_hotel = game.titles[lot].buildings >= game.rules.houses_for_hotel
    left = game.hotels_left() if needs_hotel else game.houses_left()
    return lot if left > 0 or game.rules.unlimited_buildings else None


def _redeem(game: Game, player: PlayerId) -> AnyCommand | None:
    spare = game.players[player].cash - 2 * RESERVE
    for deed, title in zip(DEEDS, game.titles, strict=True):
        if title.mortgaged and title.owner == player and deed.mortgage_value + tenth(deed.mortgage_value) <= spare:
            return Redeem(player, deed.id)
    return None


def _buying(_: Table, game: Game, matter: Buying) -> AnyCommand:
    deed, player = DEEDS[matter.deed], matter.player
    cash = game.players[player].cash
    if cash >= deed.price + RESERVE // 2:
        return BuyDeed(player)
    if completes(game, player, deed) and could_raise(game, player) >= deed.price + RESERVE:
        return BuyDeed(player) if cash >= deed.price else raise_cash(game, player)
    return DeclineDeed(player)


def _auction(_: Table, game: Game, matter: Auction) -> AnyCommand:
    return answer_auction(game, matter)


def _debt(_: Table, game: Game, matter: Debt) -> AnyCommand:
    return answer_debt(game, matter)


def _interest(_: Table, game: Game, matter: Interest) -> AnyCommand:
    player, deed = matter.owed[0]
    whole = DEEDS[deed].mortgage_value + tenth(DEEDS[deed].mortgage_value)
    rich = game.players[player].cash >= whole + 4 * RESERVE
    return Redeem(player, deed) if rich else KeepMortgage(player, deed)


def _card(_: Table, __: Game, matter: CardDue) -> AnyCommand:
    return DrawCard(matter.player)


def _task(table: Table, game: Game, matter: TaskDue) -> AnyCommand:
    return table.throw(game, matter.player, 3)


def _utility(table: Table, game: Game, matter: UtilityThrowDue) -> AnyCommand:
    return table.throw(game, matter.player)


def _tax(_: Table, game: Game, matter: TaxChoice) -> AnyCommand:
    percent = game.rules.income_tax_percent
    return PayTax(matter.player, total_worth(game, matter.player) * percent < 100 * game.rules.income_tax)


def _bus(_: Table, game: Game, matter: BusChoice) -> AnyCommand:
    one, other = matter.dice
    place = game.players[matter.player].place
    best = max((one, other, one + other), key=lambda steps: _welcome(game, matter.player, (place + steps) % 40))
    return ChooseSteps(matter.player, best)


def _space(_: Table, game: Game, matter: SpaceChoice) -> AnyCommand:
    place = game.players[matter.player].place
    spaces = range(40)
    best = max(spaces, key=lambda space: (_welcome(game, matter.player, space), -ahead(place, space)))
    return MoveTo(matter.player, best)


def _welcome(game: Game, player: PlayerId, space: int) -> int:
    """How glad a player is to stand on a space."""
    here = BOARD[space]
    if here.kind is not Kind.DEED:
        return -100 if here.kind is Kind.GO_TO_JAIL else 0
    owner = game.titles[here.deed].owner
    if owner == BANK:
        return value(game, player, DEEDS[here.deed])
    return 0 if owner == player else -DEEDS[here.deed].price


def _placing(_: Table, game: Game, matter: Placing) -> AnyCommand:
    lots = lots_for(game, matter.player, matter.building)
    return PlaceBuilding(matter.player, max(lots, key=lambda lot: lot.price).id)


def _dealing(table: Table, game: Game, matter: Dealing) -> AnyCommand:
    count = game.rules.deal.count if game.rules.deal else 0
    return table.deal(game, matter.waiting[0], count)


_ANSWERS: dict[type, Callable[..., AnyCommand]] = {
    Buying: _buying,
    Auction: _auction,
    Debt: _debt,
    Interest: _interest,
    CardDue: _card,
    TaskDue: _task,
    UtilityThrowDue: _utility,
    TaxChoice: _tax,
    BusChoice: _bus,
    SpaceChoice: _space,
    Placing: _placing,
    Dealing: _dealing,
}
