"""A table where every player is automatic: given the game, it says what the next player does."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Protocol

from companion.players.judgement import completes, value
from companion.players.temperament import STEADY, Temperament
from companion.players.trading import answer_auction, answer_deal, answer_debt, idle_deeds, propose_deal, raise_cash
from companion.rules.board import Kind
from companion.rules.building import lots_for
from companion.rules.commands import (
    AnyCommand,
    Build,
    BuildSeveral,
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
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS, Deed
from companion.rules.dice import throws_speed_die
from companion.rules.ids import BANK, DeedId, PlayerId
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
from companion.rules.state import HOTEL_LEVEL, Game, Title
from companion.rules.worth import could_raise, tenth, total_worth

MAX_SEATS = 8
TIME_UP_AT = 400  # throws until the players of a timed game call time
MOST_ON_MORTGAGES = 3  # houses on a lot
MOST_HOUSES = 12  # on a group
_END_TURNS = PayFine, UseJailCard  # what the next player may do at once, like a roll
_DEAREST_FIRST = tuple((GROUP_DEEDS[group][0], GROUP_DEEDS[group][1:]) for group in reversed(STREET_GROUPS))


class Jail(Enum):
    """What an automatic player does in Jail."""

    LEAVE = "leave"  # by card or fine as soon as possible
    STAY = "stay"  # until doubles or the last throw


class RollsAndDeals(Protocol):
    """Where an automatic table gets its dice from."""

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]: ...

    def deal(self) -> tuple[int, ...]: ...


Wanted = dict[PlayerId, list[tuple[int, DeedId]]]


class Wishes:
    """What the players would build and pay off while no title changes, the most wanted first: the cost and the deed."""

    def __init__(self, titles: tuple[Title, ...], builds: Wanted) -> None:
        self.titles = titles
        self.builds = builds
        self.redeems: Wanted | None = None  # until somebody has the cash to ask


class AutomaticTable:
    """It remembers the turn of the last deal that was proposed, so that nobody asks twice, and what the players wish
    for until a title changes.
    """

    def __init__(
        self,
        dice: RollsAndDeals,
        jail: Jail = Jail.LEAVE,
        tempers: Sequence[Temperament] = (),
        time_up_at: int = TIME_UP_AT,
        few_commands: bool = False,
    ) -> None:
        """`tempers` are those of the seats; without them, everybody is steady.

        With few commands the same events come about by fewer of them: the next player's roll ends a turn if that is
        the first thing the next player wants to do, and houses are built several at once.
        """
        self._dice = dice
        self._jail = jail
        self._tempers = tempers or (STEADY,) * MAX_SEATS
        self._time_up_at = time_up_at
        self._few_commands = few_commands
        self._asked = 0
        self._wishes = Wishes((), {})

    def next_command(self, game: Game) -> AnyCommand:
        if game.pending:
            return self._answer(game, game.pending[0])
        if game.offer is not None:
            return answer_deal(game, game.offer, self._tempers[game.offer.to])
        if game.rents:
            for rent in game.rents:
                if not rent.lapsed:
                    return ClaimRent(rent.owner)
        if game.rules.timed and game.throws >= self._time_up_at:
            return CallTime()
        player, first = game.turn, None
        if not game.throw_due:
            if not self._few_commands:
                return EndTurn(player)
            player = game.next_player()
            first = self._before_throw(game, player, game.turn_number + 1)
            if first is not None and type(first) not in _END_TURNS:
                return EndTurn(game.turn)
        elif game.turn_throws == 0:
            first = self._before_throw(game, player, game.turn_number)
        if first is not None:
            return first
        speed = game.rules.speed_die and game.players[player].jail is None and throws_speed_die(game, player)
        dice, face = self._dice.dice(game.throws, 2, speed)
        return Roll(player, dice, face)

    def _before_throw(self, game: Game, player: PlayerId, turn_number: int) -> AnyCommand | None:
        """Leave Jail, build, pay off a mortgage or propose a deal, in this order; None if there is nothing to do.

        The turn may not have passed to the player yet.
        """
        person, temper = game.players[player], self._tempers[player]
        if person.jail is not None and self._jail is Jail.LEAVE:
            if person.jail_cards:
                return UseJailCard(player)
            if person.jail < game.rules.fine_turns and person.cash >= game.rules.fine:
                return PayFine(player)
        spare = person.cash - temper.reserve
        if spare <= 0 and not temper.mortgages_to_build:
            return None
        wishes = self._wishes
        if wishes.titles is not game.titles:
            wishes = self._wishes = Wishes(game.titles, _possible_builds(game))
        builds = wishes.builds.get(player, ())
        for cost, lot in builds:
            if cost <= spare:
                in_stock = _in_stock(game, lot)
                if in_stock > 0:
                    return self._build(game, player, lot, min(spare // cost, in_stock))
        if temper.mortgages_to_build:
            mortgage = _mortgage_to_build(game, player, spare, builds)
            if mortgage is not None:
                return mortgage
        if spare > temper.reserve:
            if wishes.redeems is None:
                wishes.redeems = _mortgages(game)
            for cost, deed in wishes.redeems.get(player, ()):
                if cost <= spare - temper.reserve:
                    return Redeem(player, deed)
        if turn_number // len(game.players) % temper.rounds_between_deals or self._asked == turn_number:
            return None
        if turn_number != game.turn_number:
            return EndTurn(game.turn)
        self._asked = turn_number
        return propose_deal(game, player, temper)

    def _build(self, game: Game, player: PlayerId, lot: DeedId, most: int) -> Build | BuildSeveral:
        """On this lot and, if several at once are fine, on its group, evenly: so many houses at most. A hotel is built
        alone: it brings back houses, which a dearer group may have waited for.
        """
        if not self._few_commands:
            return Build(player, lot)
        titles, sisters = game.titles, game.board.deeds[lot].sisters
        rounds = range(titles[lot].buildings, game.rules.houses_for_hotel)
        lots = [sister for level in rounds for sister in sisters if titles[sister].buildings <= level][:most]
        return BuildSeveral(player, tuple(lots)) if len(lots) > 1 else Build(player, lot)

    def _answer(self, game: Game, step: AnyPendingStep) -> AnyCommand:
        match step:  # the most frequent first
            case CardDue():
                return DrawCard(step.player)
            case Debt():
                return answer_debt(game, step)
            case Buying():
                return _buy_or_decline(game, step, self._tempers[step.player])
            case Auction():
                return answer_auction(game, step, self._tempers)
            case TaxChoice():
                percent = game.rules.income_tax_percent
                return PayTax(step.player, total_worth(game, step.player) * percent < 100 * game.board.income_tax)
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
                return ChooseSteps(step.player, _most_welcome(game, step.player, (one, other, one + other)))
            case SpaceChoice():
                steps = _most_welcome(game, step.player, range(1, 41))
                return MoveTo(step.player, (game.players[step.player].place + steps) % 40)
            case Placing():
                return PlaceBuilding(step.player, _dearest(lots_for(game, step.player, step.building)).id)
            case Dealing():
                count = game.rules.deal.count if game.rules.deal else 0
                free = [deed for deed in self._dice.deal() if game.titles[deed].owner == BANK]
                return DealDeeds(step.waiting[0], tuple(free[:count]))
        raise AssertionError(f"nobody is asked about {step}")


def _possible_builds(game: Game) -> Wanted:
    """The next lot of each group that its owner can build on, the dearest group first, and what a building costs."""
    titles = game.titles
    builds: Wanted = {}
    for lot, others in _DEAREST_FIRST:
        title = titles[lot]
        owner, level = title.owner, title.buildings
        if owner == BANK or title.mortgaged:
            continue
        for other in others:
            title = titles[other]
            if title.owner != owner or title.mortgaged:
                break
            if title.buildings < level:
                lot, level = other, title.buildings
        else:
            if level < HOTEL_LEVEL:
                builds.setdefault(owner, []).append((game.board.deeds[lot].house_cost, lot))
    return builds


def _mortgages(game: Game) -> Wanted:
    """Everybody's mortgaged deeds, and what paying off each costs."""
    mortgages: Wanted = {}
    for deed, title in enumerate(game.titles):
        if title.mortgaged:
            value = game.board.deeds[deed].mortgage_value
            mortgages.setdefault(title.owner, []).append((value + tenth(value), deed))
    return mortgages


def _in_stock(game: Game, lot: DeedId) -> int:
    """How many of what comes next on this lot the Bank has."""
    rules = game.rules
    if rules.unlimited_buildings:
        return MOST_HOUSES
    return game.hotels_left() if game.titles[lot].buildings >= rules.houses_for_hotel else game.houses_left()


def _mortgage_to_build(
    game: Game, player: PlayerId, spare: int, builds: Iterable[tuple[int, DeedId]]
) -> Mortgage | None:
    """A single deed that would pay for a house, up to three on each lot: there the rent rises most."""
    single = [deed for deed in idle_deeds(game, game.deeds_of(player)) if not game.holds_group(player, deed.group)]
    could_spare = spare + sum([deed.mortgage_value for deed in single])
    wanted = next((lot for cost, lot in builds if cost <= could_spare and _in_stock(game, lot) > 0), None)
    if not single or wanted is None or game.steps(wanted) >= MOST_ON_MORTGAGES:
        return None
    return Mortgage(player, min(single, key=lambda deed: deed.price).id)


def _buy_or_decline(game: Game, step: Buying, temper: Temperament) -> AnyCommand:
    """Whoever can complete a group raises cash for it."""
    deed, player = game.board.deeds[step.deed], step.player
    cash = game.players[player].cash
    if cash >= deed.price + temper.reserve // 2:
        return BuyDeed(player)
    if completes(game, player, deed):
        held = game.deeds_of(player)
        if could_raise(game, player, held) >= deed.price + temper.reserve:
            return BuyDeed(player) if cash >= deed.price else raise_cash(game, player, held)
    return DeclineDeed(player)


def _dearest(lots: list[Deed]) -> Deed:
    return max(lots, key=lambda lot: lot.price)


def _most_welcome(game: Game, player: PlayerId, ways: Iterable[int]) -> int:
    """Of so many steps forward, those that lead to the best space."""
    place = game.players[player].place
    return max(ways, key=lambda steps: _welcome(game, player, (place + steps) % 40))


def _welcome(game: Game, player: PlayerId, space: int) -> int:
    """How good it is for the player to land on a space."""
    here = game.board.spaces[space]
    if here.kind is not Kind.DEED:
        return -100 if here.kind is Kind.GO_TO_JAIL else 0
    owner = game.titles[here.deed].owner
    if owner == BANK:
        return value(game, player, game.board.deeds[here.deed])
    return 0 if owner == player else -game.board.deeds[here.deed].price
