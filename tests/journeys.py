"""Whole games driven by the legal commands, from the start or from any table, as a chooser wills."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.rules import Needs, Refusal, decide, evolve, legal_commands
from companion.rules.board import Board
from companion.rules.commands import AnyCommand
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS, Group
from companion.rules.editions import Rules
from companion.rules.events import Events
from companion.rules.house_rules import HOUSE_RULES, with_house_rule
from companion.rules.ids import DeedId, PlayerId
from companion.rules.position import (
    set_bank_houses,
    set_buildings,
    set_cash,
    set_jail_cards,
    set_jailed,
    set_lapped,
    set_mortgaged,
    set_owner,
    set_place,
    set_turn,
    set_up_done,
)
from companion.rules.state import HOTEL_LEVEL, Game
from tests.choices import RESTS, Chooser, Script, fill, pick, values_of
from tests.kit import NAMES, new_game


class Step(NamedTuple):
    before: Game
    command: AnyCommand
    events: Events
    after: Game


def next_step(before: Game, choose: Chooser) -> Step:
    """One of the legal commands, filled in and carried out. In a family whose members differ another is tried."""
    legals = legal_commands(before)
    assert legals, f"nothing can be done, and the game is not over: {before}"
    while True:
        legal = pick(legals, choose)
        command = fill(before, legal, choose)
        try:
            events = decide(before, command)
        except Refusal:
            assert legal.needs in MEMBERS_DIFFER, (legal, command)
            continue
        return Step(before, command, events, evolve(before, events))


# A house rule cannot be taken back while the table needs it: more houses stand than the box has.
MEMBERS_DIFFER = (Needs.VALUE,)


def journey(start: Game, choose: Script, most: int) -> Iterator[Step]:
    """Commands chosen from the legal ones until the script, the game or `most` is at its end."""
    for _ in range(most):
        if start.over or choose.is_done:
            return
        step = next_step(start, choose)
        yield step
        start = step.after


# Any table


def any_options(rules: Rules, choose: Chooser) -> Rules:
    """Now and then a house rule or two."""
    for name in HOUSE_RULES:
        if choose(6) == 0:
            values = values_of(name)
            rules = with_house_rule(rules, name, values[choose(len(values))])
    return rules


def any_table(rules: Rules, choose: Chooser, board: Board | None = None) -> Game:
    """A game at its start, or a table taken over with deeds, buildings, mortgages and little cash."""
    names = NAMES[: 2 + choose(3)]
    electronic = choose(2) == 0
    decks = (tuple(range(16)), tuple(reversed(range(16)))) if electronic else None
    table = new_game(rules, names, decks, board)
    if choose(4) == 0:
        return table
    for group in Group:
        table = _scatter(table, group, choose)
    for player in range(len(names)):
        table = _seat(table, player, choose)
    if choose(3) == 0:
        table = set_bank_houses(table, min(choose(4), table.houses_left()))
    return set_up_done(set_turn(table, choose(len(names))))


def _scatter(table: Game, group: Group, choose: Chooser) -> Game:
    """The deeds of one group: all over the table, or in one hand, bare or built upon."""
    owners = len(table.players)
    if choose(2):
        for id in GROUP_DEEDS[group]:
            owner = choose(owners + 1)
            table = _own(table, id, owner, mortgaged=choose(4) == 0) if owner < owners else table
        return table
    owner, level = choose(owners), choose(table.rules.houses_for_hotel + 2)
    is_bare = level == 0 or group not in STREET_GROUPS
    for id in GROUP_DEEDS[group]:
        table = _own(table, id, owner, mortgaged=is_bare and choose(4) == 0)
    return table if is_bare else _build_up(table, group, level, choose)


def _own(table: Game, id: DeedId, owner: PlayerId, *, mortgaged: bool) -> Game:
    table = set_owner(table, owner, id)
    return set_mortgaged(table, id) if mortgaged else table


def _build_up(table: Game, group: Group, level: int, choose: Chooser) -> Game:
    """Evenly, every lot at the level or one below it; left bare where the box has too little."""
    built, full = table, table.rules.houses_for_hotel
    for id in GROUP_DEEDS[group]:
        steps = level - choose(2)
        built = set_buildings(built, id, HOTEL_LEVEL if steps > full else steps)
    return table if built.houses_left() < 0 or built.hotels_left() < 0 else built


def _seat(table: Game, player: PlayerId, choose: Chooser) -> Game:
    table = set_cash(table, player, choose((1, 60, 300, 2000)[choose(4)]))
    table = set_place(table, player, RESTS[choose(len(RESTS))])
    if choose(4) == 0:
        table = set_jailed(table, player, choose(table.rules.jail_turns))
    if choose(4) == 0 and player < 2:  # there are two cards
        table = set_jail_cards(table, player, 1)
    return set_lapped(table, player) if choose(2) else table
