"""Houses and hotels: where the next one may stand, what it costs, and what the Bank pays for it."""

from collections.abc import Iterator, Sequence

from companion.rules.commands import (
    Build,
    BuildSeveral,
    Legal,
    Needs,
    PlaceBuilding,
    SellBuilding,
    SellGroup,
    SellSeveral,
)
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS, Deed, Group
from companion.rules.events import BuildingsRemoved, Built, Decision, Noted, Paid, StepClosed
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.pending_steps import HOTEL, HOUSE, Auction, Placing
from companion.rules.phrases import has_too_little
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import HOTEL_LEVEL, Game
from companion.rules.turn_checks import (
    from_jail,
    is_when,
    may_raise,
    open_of_kind,
    require_may_act,
    require_may_raise,
    require_step,
    require_when,
    who_may_raise_cash,
)


def next_level(game: Game, deed: DeedId) -> int:
    level = game.titles[deed].buildings
    return HOTEL_LEVEL if level >= game.rules.houses_for_hotel else level + 1


def building_named(level: int) -> str:
    return HOTEL if level == HOTEL_LEVEL else HOUSE


def decide_build(decision: Decision, command: Build) -> None:
    game, player = decision.game, command.player
    deed = game.board.deeds[command.deed]
    _require_may_build(game, player)
    require_owner(game, player, deed, ("BUILD-1",))
    if game.players[player].cash < deed.house_cost:
        raise _too_dear(game, player, f"A building on {deed.name} costs", deed.house_cost)
    _build(decision, player, deed)


def _require_may_build(game: Game, player: PlayerId) -> None:
    require_when(game, player, game.rules.build_when, ("BUILD-6",))
    require_may_act(game, player, ("BUILD-6",))


def _build(decision: Decision, player: PlayerId, deed: Deed, *, is_stocked: bool = False) -> None:
    """On a lot of a player who may build now and can pay for it. `is_stocked`: the Bank is known to have enough."""
    game = decision.game
    _require_lot(game, player, deed)
    _require_clear_group(game, deed)
    level = next_level(game, deed.id)
    in_stock = is_stocked or _in_stock(game, level)
    if not in_stock and not game.rules.unlimited_buildings:
        code = Code.NO_HOTELS if level == HOTEL_LEVEL else Code.NO_HOUSES
        raise Refusal(code, "STOCK-1", f"The Bank has no {building_named(level)} left: wait until one comes back.")
    clauses = _build_clauses(game, level, in_stock) + from_jail(game, player)
    why = Reason("hotel", deed.id) if level == HOTEL_LEVEL else Reason("house", deed.id, sums=(level,))
    decision.emit(Paid(clauses, player, BANK, deed.house_cost, why))
    decision.emit(Built(clauses, deed.id, level))


def decide_build_several(decision: Decision, command: BuildSeveral) -> None:
    """Evenly: the lot with the fewest comes next. The price of all of them must be there first.  [BUILD-1, BUILD-2]"""
    game, player = decision.game, command.player
    _require_may_build(game, player)
    for deed in command.deeds:
        require_owner(game, player, game.board.deeds[deed], ("BUILD-1",))
    price = sum(game.board.deeds[deed].house_cost for deed in command.deeds)
    if game.players[player].cash < price:
        raise _too_dear(game, player, f"{len(command.deeds)} buildings cost", price)
    if not command.deeds:
        raise Refusal(Code.INCOMPLETE_GROUP, "BUILD-1", "No lot is named to build on.")
    is_stocked = _is_stocked(game, command.deeds)
    left, steps = list(command.deeds), {deed: game.steps(deed) for deed in command.deeds}
    while left:
        deed = min(left, key=steps.__getitem__)
        left.remove(deed)
        steps[deed] += 1
        try:
            _build(decision, player, game.board.deeds[deed], is_stocked=is_stocked)
        except Refusal as refusal:
            raise _not_all(refusal, "built", len(command.deeds) - len(left) - 1, len(command.deeds)) from None


def _not_all(refusal: Refusal, done: str, possible: int, wanted: int) -> Refusal:
    """Nothing happened, also to those before it."""
    message = f"Nothing was {done}: it would stop after {possible} of {wanted}. {refusal.message}"
    return Refusal(refusal.code, refusal.clauses, message if possible else refusal.message)


def _too_dear(game: Game, player: PlayerId, costs: str, price: int) -> Refusal:
    has = f"{game.name(player)} {has_too_little(game, game.players[player].cash, price)}"
    return Refusal(Code.NO_CASH, "BUILD-1", f"{costs} {game.money(price)} and {has}")


def _build_clauses(game: Game, level: int, in_stock: bool) -> tuple[str, ...]:
    clauses = ("BUILD-1", "BUILD-2", "BUILD-6", *(() if in_stock else ("HOUSE-1",)))
    return ("BUILD-4", *clauses, *_short(game)) if level == HOTEL_LEVEL else clauses


def _in_stock(game: Game, level: int) -> bool:
    return (game.hotels_left() if level == HOTEL_LEVEL else game.houses_left()) > 0


def _short(game: Game) -> tuple[str, ...]:
    """The clause to cite where a hotel takes three houses.  [SHORT-2]"""
    return ("SHORT-2",) if game.rules.houses_for_hotel == 3 else ()


def require_owner(game: Game, player: PlayerId, deed: Deed, clauses: tuple[str, ...]) -> None:
    owner = game.titles[deed.id].owner
    if owner != player:
        raise Refusal(Code.NOT_OWNER, clauses, f"{deed.name} belongs to {game.name(owner)}, not {game.name(player)}.")


def _require_lot(game: Game, player: PlayerId, deed: Deed) -> None:
    """This lot may come next, apart from cash, mortgages and stock.  [BUILD-1, BUILD-2, BUILD-4, BUILD-5]"""
    if not deed.is_street:
        raise Refusal(Code.INCOMPLETE_GROUP, "BUILD-1", f"Nothing is built on {deed.name}: it is not a street.")
    if not game.holds_all(player, deed.sisters):
        held, all_of = game.held(player, deed.group), len(deed.sisters)
        raise Refusal(
            Code.INCOMPLETE_GROUP,
            "BUILD-1",
            f"{game.name(player)} holds {held} of the {all_of} {game.board.group_name(deed.group)} lots.",
        )
    titles = game.titles
    level = titles[deed.id].buildings
    if level == HOTEL_LEVEL:
        why = f"{deed.name} has its {game.board.words.hotel}: nothing goes above it."
        raise Refusal(Code.UNEVEN, ("BUILD-5", "BUILD-2"), why)
    for sister in deed.sisters:
        if titles[sister].buildings < level:
            is_for_hotel = next_level(game, deed.id) == HOTEL_LEVEL
            clauses = ("BUILD-2", "BUILD-4", *_short(game)) if is_for_hotel else ("BUILD-2",)
            raise Refusal(Code.UNEVEN, clauses, f"Build evenly: another lot of the group has fewer than {deed.name}.")


def _require_clear_group(game: Game, deed: Deed) -> None:
    if game.has_mortgage(deed.sisters):
        raise Refusal(Code.GROUP_MORTGAGED, "BUILD-3", f"A lot of {deed.name}'s group is mortgaged.")


def lots_for(game: Game, player: PlayerId, building: str) -> list[Deed]:
    """The lots on which this player could put just this building next."""
    found = []
    for deed in game.deeds_of(player):
        if building_named(next_level(game, deed.id)) == building:
            try:
                _require_lot(game, player, deed)
                _require_clear_group(game, deed)
            except Refusal:
                continue
            found.append(deed)
    return found


def lowest_price(game: Game, building: str) -> int:
    """The lowest building price on the deeds that want the scarce building.  [STOCK-2]"""
    return min(deed.house_cost for player in game.still_in() for deed in lots_for(game, player, building))


def decide_place(decision: Decision, command: PlaceBuilding) -> None:
    game = decision.game
    deed = game.board.deeds[command.deed]
    placing = require_step(game, command.player, Placing, ("STOCK-2",))
    require_owner(game, command.player, deed, ("STOCK-2",))
    _require_lot(game, command.player, deed)
    level = next_level(game, deed.id)
    if building_named(level) != placing.building:
        raise Refusal(
            Code.UNEVEN, ("STOCK-2", "BUILD-2"), f"The next building on {deed.name} is a {building_named(level)}."
        )
    _require_clear_group(game, deed)
    decision.emit(StepClosed(("STOCK-2",), placing))
    decision.emit(Built(("STOCK-2", *_build_clauses(game, level, _in_stock(game, level))), deed.id, level))


def give_up_placing(decision: Decision, placing: Placing) -> None:
    """A player who gave away the last lot to pay a debt has nowhere to put the building."""
    if not lots_for(decision.game, placing.player, placing.building):
        decision.emit(StepClosed(("STOCK-2",), placing))
        decision.emit(Noted(("STOCK-2",), placing.player, Reason(f"no-lot-for-{placing.building}")))


def decide_sell(decision: Decision, command: SellBuilding) -> None:
    """One building goes. A hotel goes back to houses, and needs them from the Bank.  [SELL-1, SELL-2, SHORT-8]"""
    game = decision.game
    deed = game.board.deeds[command.deed]
    _require_may_sell(game, command.player)
    require_owner(game, command.player, deed, ("SELL-1",))
    if max([game.titles[sister].buildings for sister in deed.sisters]) > game.titles[deed.id].buildings:
        raise Refusal(Code.UNEVEN, ("SELL-1", "BUILD-2"), f"Sell evenly: another lot has more than {deed.name}.")
    level, needed = game.titles[deed.id].buildings, game.rules.houses_for_hotel
    if level == 0:
        raise Refusal(Code.NOTHING_TO_SELL, "SELL-1", f"There is no building on {deed.name}.")
    left, clauses = level - 1, ("SELL-1", *from_jail(game, command.player))
    if level == HOTEL_LEVEL:
        short = ("SHORT-8",) if needed == 3 else ()
        stock = _houses_to_give(game)
        if stock < needed and not game.rules.unlimited_buildings:
            houses = f"{needed} {game.board.words.houses} {game.board.names['a_hotel']} goes back to"
            why = f"The Bank has {stock} of the {houses}: sell all buildings of the group."
            raise Refusal(Code.NO_HOUSES, ("SELL-3", "SELL-2", *short), why)
        left, clauses = needed, ("SELL-2", "SELL-1", *short, *from_jail(game, command.player))
    decision.emit(BuildingsRemoved(clauses, deed.id, left))
    reason = Reason("building-sold", deed.id, sums=(deed.house_cost,))
    decision.emit(Paid(clauses, BANK, command.player, deed.house_cost // 2, reason))


def _houses_to_give(game: Game) -> int:
    """A house that is being auctioned, or was won and is not yet placed, is no longer the Bank's to give."""
    taken = sum(isinstance(step, Auction | Placing) and step.building == HOUSE for step in game.pending)
    return game.houses_left() - taken


def _require_may_sell(game: Game, player: PlayerId) -> None:
    """To raise cash for something open a player may sell at any time, whatever the book says.  [SELL-1]"""
    if not game.pending or not may_raise(game, player):
        require_when(game, player, game.rules.sell_when, ("SELL-1",))
    require_may_raise(game, player, ("SELL-1",))


def decide_sell_group(decision: Decision, command: SellGroup) -> None:
    game, player, group = decision.game, command.player, command.group
    _require_may_sell(game, player)
    if not game.held(player, group):
        raise Refusal(Code.NOT_OWNER, "SELL-1", f"{game.name(player)} holds no {game.board.group_name(group)} lot.")
    lots = [deed for deed in GROUP_DEEDS[group] if game.titles[deed].buildings]
    if not lots:
        why = f"There is no building on the {game.board.group_name(group)} lots."
        raise Refusal(Code.NOTHING_TO_SELL, "SELL-1", why)
    too_few = game.houses_left() < game.rules.houses_for_hotel and not game.rules.unlimited_buildings
    stuck = too_few and any(game.titles[lot].buildings == HOTEL_LEVEL for lot in lots)
    clauses = ("SELL-2", "SELL-1", *(("SELL-3",) if stuck else ()), *from_jail(game, player))
    cost, count = game.board.deeds[lots[0]].house_cost, sum(game.steps(deed) for deed in lots)
    for deed in lots:
        decision.emit(BuildingsRemoved(clauses, deed, 0))
    decision.emit(Paid(clauses, BANK, player, count * cost // 2, Reason("group-sold", lots[0], sums=(count, cost))))


def decide_sell_several(decision: Decision, command: SellSeveral) -> None:
    """Evenly: the lot with the most comes next. A group that loses all goes at once.  [SELL-1, SELL-3]"""
    game, player = decision.game, command.player
    _require_may_sell(game, player)
    for deed in command.deeds:
        require_owner(game, player, game.board.deeds[deed], ("SELL-1",))
    if not command.deeds:
        raise Refusal(Code.NOTHING_TO_SELL, "SELL-1", "No lot is named to sell from.")
    left = list(command.deeds)
    for group in dict.fromkeys(game.board.deeds[deed].group for deed in command.deeds):
        lots = GROUP_DEEDS[group]
        if all(left.count(lot) == game.steps(lot) for lot in lots):
            decide_sell_group(decision, SellGroup(player, group))
            left = [deed for deed in left if deed not in lots]
    while left:
        deed = max(left, key=decision.game.steps)
        left.remove(deed)
        try:
            decide_sell(decision, SellBuilding(player, deed))
        except Refusal as refusal:
            raise _not_all(refusal, "sold", len(command.deeds) - len(left) - 1, len(command.deeds)) from None


def is_free_to_build(game: Game, deeds: Sequence[DeedId]) -> bool:
    """Whether all of these are built, evenly, by an owner who may build now and can pay for them.

    If not, the engine has to be asked: something may be open, or the Bank may lack houses or hotels.
    """
    return not game.pending and (game.rules.unlimited_buildings or _is_stocked(game, deeds))


def _is_stocked(game: Game, deeds: Sequence[DeedId]) -> bool:
    """Whether the Bank has the houses and hotels for all of these lots, in whatever order they are built."""
    hotel = game.rules.houses_for_hotel + 1
    hotels = sum([game.steps(lot) + deeds.count(lot) >= hotel for lot in set(deeds)])
    return game.houses_left() >= len(deeds) - hotels and (not hotels or game.hotels_left() >= hotels)


def is_free_to_sell(game: Game, group: Group) -> bool:
    """Whether whoever may sell now may sell any of this group's buildings, evenly.

    If not, the engine has to be asked: something open may need the lot, or the Bank may lack houses for a hotel.
    """
    hotels = [game.titles[lot].buildings for lot in GROUP_DEEDS[group]].count(HOTEL_LEVEL)
    is_stocked = game.rules.unlimited_buildings or game.houses_left() >= hotels * game.rules.houses_for_hotel
    return not game.pending and (not hotels or is_stocked)


def sale_price(game: Game, deeds: Sequence[DeedId]) -> int:
    """What these buildings of one group bring: half of their cost, rounded for each, or once if all of the group go."""
    lots, cost = GROUP_DEEDS[game.board.deeds[deeds[0]].group], game.board.deeds[deeds[0]].house_cost
    return len(deeds) * cost // 2 if len(deeds) == sum(map(game.steps, lots)) else len(deeds) * (cost // 2)


def candidates(game: Game) -> Iterator[Legal]:
    for placing in open_of_kind(game, Placing):
        yield from (Legal(PlaceBuilding(placing.player, deed.id)) for deed in game.deeds_of(placing.player))
    sellers = [
        player for player in who_may_raise_cash(game) if game.pending or is_when(game, player, game.rules.sell_when)
    ]
    for group in STREET_GROUPS:
        lots = GROUP_DEEDS[group]
        owner = game.titles[lots[0]].owner
        if owner == BANK or not game.holds_group(owner, group):
            continue
        steps = {lot: game.steps(lot) for lot in lots}
        if owner in sellers and any(steps.values()):
            yield from _sales(game, owner, group, steps)
        if game.players[owner].cash >= game.board.deeds[lots[0]].house_cost:
            yield from _builds(game, owner, steps)


def _sales(game: Game, owner: PlayerId, group: Group, steps: dict[DeedId, int]) -> Iterator[Legal]:
    most, every = max(steps.values()), [lot for lot, count in steps.items() for _ in range(count)]
    highest = [lot for lot, count in steps.items() if count == most]
    is_sure, price = is_free_to_sell(game, group), sale_price(game, highest[:1])
    yield from (Legal(SellBuilding(owner, lot), is_sure=is_sure, change=price) for lot in highest)
    yield Legal(SellGroup(owner, group), is_sure=not game.pending, change=sale_price(game, every))
    houses = game.rules.houses_for_hotel
    is_stuck = most > houses and not game.rules.unlimited_buildings and _houses_to_give(game) < houses
    example = SellSeveral(owner, tuple(every) if is_stuck else (highest[0],))  # all may go at once then  [SELL-3]
    yield Legal(SellSeveral(owner, tuple(steps)), Needs.BUILDINGS, example=example, is_sure=is_sure)


def _builds(game: Game, owner: PlayerId, steps: dict[DeedId, int]) -> Iterator[Legal]:
    fewest = min(steps.values())
    if fewest > game.rules.houses_for_hotel or game.has_mortgage(tuple(steps)):
        return
    lowest = [lot for lot, count in steps.items() if count == fewest]
    yield from (Legal(Build(owner, lot)) for lot in lowest)
    example = BuildSeveral(owner, (lowest[0],))
    yield Legal(BuildSeveral(owner, tuple(steps)), Needs.BUILDINGS, example=example)
