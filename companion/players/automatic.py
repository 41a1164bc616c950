"""A table where every player is automatic: given the game, it says what the next player does."""

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from companion.players.judgement import completes, value
from companion.players.temperament import STEADY, Temperament
from companion.players.trading import answer_auction, answer_deal, answer_debt, idle_deeds, propose_deal, raise_cash
from companion.rules.board import Kind, ahead
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
    Mortgage,
    MoveTo,
    PayFine,
    PayTax,
    PlaceBuilding,
    Redeem,
    Roll,
    Throw,
    UseJailCard,
)
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS
from companion.rules.dice import throws_speed_die
from companion.rules.ids import BANK, PlayerId
from companion.rules.pending_steps import (
    AnyPendingStep,
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
from companion.rules.state import Game
from companion.rules.worth import could_raise, tenth, total_worth

MAX_SEATS = 8
TIME_UP_AT = 400  # throws until the players of a timed game call time
MOST_ON_MORTGAGES = 3  # houses on a lot
_DEAREST_FIRST = tuple(GROUP_DEEDS[group] for group in reversed(STREET_GROUPS))


class Jail(Enum):
    """What an automatic player does in Jail."""

    LEAVE = "leave"  # by card or fine as soon as possible
    STAY = "stay"  # until doubles or the last throw


class RollsAndDeals(Protocol):
    """Where an automatic table gets its dice from."""

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]: ...

    def deal(self) -> tuple[int, ...]: ...


class AutomaticTable:
    """It remembers only the turn of the last deal that was proposed, so that nobody asks twice."""

    def __init__(
        self,
        dice: RollsAndDeals,
        jail: Jail = Jail.LEAVE,
        tempers: Sequence[Temperament] = (),
        time_up_at: int = TIME_UP_AT,
    ) -> None:
        """`tempers` are those of the seats; without them, everybody is steady."""
        self._dice = dice
        self._jail = jail
        self._tempers = tempers or (STEADY,) * MAX_SEATS
        self._time_up_at = time_up_at
        self._asked = 0

    def next_command(self, game: Game) -> AnyCommand:
        if game.pending:
            return self._answer(game, game.pending[0])
        if game.offer is not None:
            return answer_deal(game, game.offer, self._tempers[game.offer.to])
        for rent in game.rents:
            if not rent.lapsed:
                return ClaimRent(rent.owner)
        if game.rules.timed and game.throws >= self._time_up_at:
            return CallTime()
        player = game.turn
        if not game.throw_due:
            return EndTurn(player)
        first = self._before_throw(game) if game.turn_throws == 0 else None
        if first is not None:
            return first
        speed = game.rules.speed_die and game.players[player].jail is None and throws_speed_die(game, player)
        dice, face = self._dice.dice(game.throws, 2, speed)
        return Roll(player, dice, face)

    def _before_throw(self, game: Game) -> AnyCommand | None:
        """Leave Jail, build, pay off a mortgage or propose a deal, in this order; None if there is nothing to do."""
        player = game.turn
        person, temper = game.players[player], self._tempers[player]
        if person.jail is not None and self._jail is Jail.LEAVE:
            if person.jail_cards:
                return UseJailCard(player)
            if person.jail < game.rules.fine_turns and person.cash >= game.rules.fine:
                return PayFine(player)
        if person.cash <= temper.reserve and not temper.mortgages_to_build:
            return None
        building = _build(game, player, person.cash - temper.reserve)
        if building is not None:
            return building
        if temper.mortgages_to_build and (mortgage := _mortgage_to_build(game, player, temper)) is not None:
            return mortgage
        spare = person.cash - 2 * temper.reserve
        for deed, title in zip(game.board.deeds, game.titles, strict=True):
            if title.mortgaged and title.owner == player and deed.mortgage_value + tenth(deed.mortgage_value) <= spare:
                return Redeem(player, deed.id)
        rounds = game.turn_number // len(game.players)
        if self._asked == game.turn_number or rounds % temper.rounds_between_deals:
            return None
        self._asked = game.turn_number
        return propose_deal(game, player, temper)

    def _answer(self, game: Game, step: AnyPendingStep) -> AnyCommand:
        match step:  # the most frequent first
            case Buying():
                return _buy_or_decline(game, step, self._tempers[step.player])
            case Auction():
                return answer_auction(game, step, self._tempers)
            case CardDue(player):
                return DrawCard(player)
            case Debt():
                return answer_debt(game, step)
            case TaxChoice(player):
                percent = game.rules.income_tax_percent
                return PayTax(player, total_worth(game, player) * percent < 100 * game.board.income_tax)
            case UtilityThrowDue():
                speed = throws_speed_die(game, step.player)
                return Throw(step.player, *self._dice.dice(game.throws, 2, speed))
            case TaskDue():
                return Throw(step.player, *self._dice.dice(game.throws, 3, False))
            case Interest():
                player, deed = step.owed[0]
                whole = game.board.deeds[deed].mortgage_value + tenth(game.board.deeds[deed].mortgage_value)
                is_rich = game.players[player].cash >= whole + 4 * self._tempers[player].reserve
                return Redeem(player, deed) if is_rich else KeepMortgage(player, deed)
            case BusChoice():
                one, other = step.dice
                place = game.players[step.player].place
                ways = (one, other, one + other)
                best = max(ways, key=lambda steps: _welcome(game, step.player, (place + steps) % 40))
                return ChooseSteps(step.player, best)
            case SpaceChoice(player):
                place = game.players[player].place
                best = max(range(40), key=lambda space: (_welcome(game, player, space), -ahead(place, space)))
                return MoveTo(player, best)
            case Placing():
                lots = lots_for(game, step.player, step.building)
                return PlaceBuilding(step.player, max(lots, key=lambda lot: lot.price).id)
            case Dealing():
                count = game.rules.deal.count if game.rules.deal else 0
                free = [deed for deed in self._dice.deal() if game.titles[deed].owner == BANK]
                return DealDeeds(step.waiting[0], tuple(free[:count]))
        raise AssertionError(f"nobody is asked about {step}")


def _build(game: Game, player: PlayerId, spare: int) -> AnyCommand | None:
    """One more building in the dearest group possible, for what can be spared."""
    titles = game.titles
    for deeds in _DEAREST_FIRST:
        if titles[deeds[0]].owner != player or not game.holds_all(player, deeds):
            continue
        if game.board.deeds[deeds[0]].house_cost > spare:
            continue
        lot = min(deeds, key=game.steps)
        if any(game.titles[deed].mortgaged for deed in deeds) or game.steps(lot) > game.rules.houses_for_hotel:
            continue
        needs_hotel = game.titles[lot].buildings >= game.rules.houses_for_hotel
        left = game.hotels_left() if needs_hotel else game.houses_left()
        if left > 0 or game.rules.unlimited_buildings:
            return Build(player, lot)
    return None


def _mortgage_to_build(game: Game, player: PlayerId, temper: Temperament) -> AnyCommand | None:
    """A single deed that would pay for a house, up to three on each lot: there the rent rises most."""
    spare = game.players[player].cash - temper.reserve
    single = [deed for deed in idle_deeds(game, player) if not game.holds_group(player, deed.group)]
    wanted = _build(game, player, spare + sum(deed.mortgage_value for deed in single))
    if not single or not isinstance(wanted, Build) or game.steps(wanted.deed) >= MOST_ON_MORTGAGES:
        return None
    return Mortgage(player, min(single, key=lambda deed: deed.price).id)


def _buy_or_decline(game: Game, step: Buying, temper: Temperament) -> AnyCommand:
    """Whoever can complete a group raises cash for it."""
    deed, player = game.board.deeds[step.deed], step.player
    cash = game.players[player].cash
    if cash >= deed.price + temper.reserve // 2:
        return BuyDeed(player)
    if completes(game, player, deed) and could_raise(game, player) >= deed.price + temper.reserve:
        return BuyDeed(player) if cash >= deed.price else raise_cash(game, player)
    return DeclineDeed(player)


def _welcome(game: Game, player: PlayerId, space: int) -> int:
    """How good it is for the player to land on a space."""
    here = game.board.spaces[space]
    if here.kind is not Kind.DEED:
        return -100 if here.kind is Kind.GO_TO_JAIL else 0
    owner = game.titles[here.deed].owner
    if owner == BANK:
        return value(game, player, game.board.deeds[here.deed])
    return 0 if owner == player else -game.board.deeds[here.deed].price
