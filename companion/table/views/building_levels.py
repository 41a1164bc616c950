"""What a player could build on whole groups, or sell from them: one on each lot, or up to a level, with the sum."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.play.keep_last import SameTable
from companion.rules import Refusal, unfold
from companion.rules.building import building_named, is_free_to_build, is_free_to_sell, next_level, sale_price
from companion.rules.commands import BuildSeveral, SellSeveral
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS, Group
from companion.rules.ids import DeedId
from companion.rules.phrases import buildings
from companion.rules.state import HOTEL_LEVEL, Game
from companion.table.messages.views import LevelView


def building_levels(game: Game, command: BuildSeveral | SellSeveral) -> tuple[LevelView, ...]:
    """Also what is refused now, with the reason: cash or houses may be missing."""
    groups = [group for group in STREET_GROUPS if game.holds_group(command.player, group)]
    if isinstance(command, SellSeveral):
        return tuple(view for group in groups for view in _sales(game, command, group))
    return tuple(_tried(game, command, view) for group in groups for view in _to_build(game, group))


_Stands = tuple[Group, tuple[int, ...]]  # what stands on each lot of a group
_sure_sales = SameTable[_Stands, tuple[LevelView, ...]]()
_known_to_build = SameTable[_Stands, tuple[LevelView, ...]]()


def _to_build(game: Game, group: Group) -> tuple[LevelView, ...]:
    same, stands = _known_to_build.at(game), _stands(game, group)
    if stands not in same:
        same[stands] = tuple(replace(view, change=-_price(game, view)) for view in _ways_to_build(game, group))
    return same[stands]


def _stands(game: Game, group: Group) -> _Stands:
    return group, tuple(map(game.steps, GROUP_DEEDS[group]))


def _price(game: Game, view: LevelView) -> int:
    return sum([game.board.deeds[deed].house_cost for deed in view.deeds])


def _sales(game: Game, command: SellSeveral, group: Group) -> tuple[LevelView, ...]:
    if not is_free_to_sell(game, group):
        return tuple(_tried(game, command, view) for view in _to_sell(game, group))
    same, stands = _sure_sales.at(game), _stands(game, group)
    if stands not in same:
        views = _to_sell(game, group)
        same[stands] = tuple(replace(view, change=sale_price(game, view.deeds)) for view in views)
    return same[stands]


def _ways_to_build(game: Game, group: Group) -> Iterator[LevelView]:
    name, hotel = game.board.group_name(group), game.rules.houses_for_hotel + 1
    room = {lot: hotel - game.steps(lot) for lot in GROUP_DEEDS[group]}
    open_lots = tuple(lot for lot, count in room.items() if count)
    kinds = {building_named(next_level(game, lot)) for lot in open_lots}
    if len(open_lots) > 1:
        what = game.board.names[f"a_{kinds.pop()}"] if len(kinds) == 1 else "one more"
        yield LevelView(name, f"{what[0].upper()}{what[1:]} on each {name} lot", open_lots, 0)
    for level in range(min(map(game.steps, room), default=0) + 1, hotel + 1):
        yield _to_level(game, group, level, {lot: level - game.steps(lot) for lot in room})


def _to_sell(game: Game, group: Group) -> Iterator[LevelView]:
    name = game.board.group_name(group)
    stand = {lot: game.steps(lot) for lot in GROUP_DEEDS[group]}
    built = tuple(lot for lot, count in stand.items() if count)
    if len(built) > 1:
        yield LevelView(name, f"One from each {name} lot", built, 0)
    for level in range(max(stand.values())):
        yield _to_level(game, group, level, {lot: count - level for lot, count in stand.items()})


def _to_level(game: Game, group: Group, level: int, changes: dict[DeedId, int]) -> LevelView:
    stands = HOTEL_LEVEL if level > game.rules.houses_for_hotel else level
    deeds = tuple(lot for lot, count in changes.items() for _ in range(count))
    return LevelView(game.board.group_name(group), buildings(game.board, stands), deeds, 0, str(level))


def _tried(game: Game, command: BuildSeveral | SellSeveral, view: LevelView) -> LevelView:
    player, builds = command.player, isinstance(command, BuildSeveral)
    if builds and -view.change <= game.players[player].cash and is_free_to_build(game, view.deeds):
        return view
    try:
        after = unfold(game, replace(command, deeds=view.deeds)).game
    except Refusal as refusal:
        change = view.change if builds else _price(game, view) // 2
        return replace(view, change=change, why_not=refusal.message)
    return replace(view, change=after.players[player].cash - game.players[player].cash)
