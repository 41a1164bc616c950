"""Builders for tests: the rules of a game, a table as it stands, and commands played on it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.boards import shipped_board, usual_board
from companion.boards.board_file import parse_board
from companion.rules import EDITIONS, Refusal, check, decide, evolve
from companion.rules import new_game as new_game_on
from companion.rules.board import Board
from companion.rules.cards import DECK_SIZE, Deck
from companion.rules.commands import AnyCommand
from companion.rules.deeds import GROUP_DEEDS, Group
from companion.rules.editions import Rules, variants_of, with_variant
from companion.rules.house_rules import Value, with_house_rule
from companion.rules.ids import DeedId, SpaceId
from companion.rules.pending_steps import AnyPendingStep
from companion.rules.position import (
    Decks,
    require_possible,
    set_bank_hotels,
    set_bank_houses,
    set_bankrupt,
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
from companion.rules.reasons import Reason
from companion.rules.state import Game
from companion.rules.words import REASONS

NAMES = ("Ann", "Ben", "Cy", "Di")
SORTED_DECKS = (tuple(range(DECK_SIZE)), tuple(range(DECK_SIZE)))
ANN, BEN, CY, DI = range(4)
ATLANTIC = shipped_board("atlantic-city")  # the board of tables that do not say another


# Reasons


def because(phrase: str) -> Reason:
    """The reason that reads like this: "Illinois Avenue, 2 houses"."""
    deeds = {one.name: one.id for one in ATLANTIC.deeds} | {
        ATLANTIC.group_name(group): ids[0] for group, ids in GROUP_DEEDS.items()
    }
    cards = {one.meaning: one.id for one in (*ATLANTIC.chance, *ATLANTIC.chest)}
    for code, template in REASONS.items():
        for place, name in ATLANTIC.names.items():
            template = template.replace(f"{{{place}}}", name)
        places = re.findall(r"\{(\w+)\}", template)
        pattern = re.escape(template)
        for place in dict.fromkeys(places):
            known = cards if place == "card" else deeds if place in ("deed", "group") else ()
            kind = "|".join(re.escape(one) for one in known) or r"\$?[\d,]+"
            pattern = pattern.replace(rf"\{{{place}\}}", f"(?P<{place}>{kind})", 1).replace(
                rf"\{{{place}\}}", f"(?P={place})"
            )
        if code and (found := re.fullmatch(pattern, phrase)):
            words = found.groupdict()
            sums = [
                int(words[one].lstrip("$").replace(",", "")) for one in words if one not in ("deed", "group", "card")
            ]
            deed = deeds.get(words.get("deed") or words.get("group") or "", -1)
            return Reason(code, deed, card=cards.get(words.get("card", ""), ""), sums=tuple(sums))
    raise ValueError(f"no reason reads like this: {phrase}")


# Rules


def rules_of(
    edition: str = "classic", variants: Iterable[str] = (), options: Mapping[str, Value] | None = None
) -> Rules:
    rules = EDITIONS[edition]
    for variant in variants:
        rules = with_variant(rules, variant)
    for name, value in (options or {}).items():
        rules = with_house_rule(rules, name, value)
    return rules


def every_game() -> list[Rules]:
    """Each book with each set of variants it has."""
    return [
        rules_of(key, chosen)
        for key, book in EDITIONS.items()
        for count in range(len(variants_of(book)) + 1)
        for chosen in combinations(variants_of(book), count)
    ]


def title_of(rules: Rules) -> str:
    return "+".join((rules.key, *rules.variants))


EVERY_GAME = every_game()
in_every_game = pytest.mark.parametrize("rules", EVERY_GAME, ids=title_of)


# Boards


@cache
def board_named(key: str) -> Board:
    """A shipped board, or the one with this key beside the tests of boards."""
    path = Path(__file__).parent / "boards" / f"{key}.toml"
    return parse_board(key, path.read_text("utf-8")) if path.exists() else shipped_board(key)


# A table as it stands


def new_game(rules: Rules, names: Sequence[str], decks: Decks | None = None, board: Board | None = None) -> Game:
    """On the board that comes with the edition, unless another is given."""
    return new_game_on(rules, board or usual_board(rules), names, decks)


def deed(name: str) -> DeedId:
    """A deed by any beginning of its name that is its alone."""
    found = [deed.id for deed in ATLANTIC.deeds if deed.name.startswith(name)]
    assert len(found) == 1, f"{name} names {len(found)} deeds"
    return found[0]


def deeds(*names: str) -> tuple[DeedId, ...]:
    """Deeds by their names, or by the names of their groups."""
    groups = {group.value: GROUP_DEEDS[group] for group in Group}
    return tuple(id for name in names for id in groups.get(name) or (deed(name),))


def card(name: str) -> tuple[Deck, int]:
    """A card's deck and its number there, by its name in records."""
    deck, _, id = name.partition("/")
    ids = [card.id for card in ATLANTIC.cards(Deck(deck))]
    return Deck(deck), ids.index(id)


def game(
    edition: str = "classic",
    players: Sequence[str] = NAMES[:3],
    variants: Iterable[str] = (),
    options: Mapping[str, Value] | None = None,
    *,
    cash: Mapping[str, int] | None = None,
    at: Mapping[str, SpaceId] | None = None,
    owns: Mapping[str, Sequence[str]] | None = None,
    buildings: Mapping[str, int] | None = None,
    mortgaged: Sequence[str] = (),
    jailed: Mapping[str, int] | None = None,
    jail_cards: Mapping[str, int] | None = None,
    lapped: Sequence[str] = (),
    bankrupt: Sequence[str] = (),
    bank_houses: int | None = None,
    bank_hotels: int | None = None,
    turn: str = "Ann",
    thrown: bool = False,
    doubles: int = 0,
    pending: tuple[AnyPendingStep, ...] = (),
    electronic: bool = False,
    board: Board | None = None,
) -> Game:
    """A table taken over in the middle of a game, and found possible. `rolled`: the turn's roll was made."""
    made = new_game(rules_of(edition, variants, options), players, SORTED_DECKS if electronic else None, board)
    for name in bankrupt:
        made = set_bankrupt(made, players.index(name))
    made = _with_titles(made, players, owns or {}, buildings or {}, mortgaged)
    made = _with_people(made, players, cash or {}, at or {}, jailed or {}, jail_cards or {}, lapped)
    made = set_bank_houses(made, bank_houses) if bank_houses is not None else made
    made = set_bank_hotels(made, bank_hotels) if bank_hotels is not None else made
    made = set_up_done(set_turn(made, players.index(turn)))
    if thrown or doubles:
        made = replace(made, throw_due=doubles > 0, turn_throws=1, doubles=doubles)
    made = replace(made, pending=pending)
    require_possible(made)
    check(made)
    return made


def _with_titles(
    made: Game,
    players: Sequence[str],
    owns: Mapping[str, Sequence[str]],
    buildings: Mapping[str, int],
    mortgaged: Sequence[str],
) -> Game:
    for name, owned in owns.items():
        for id in deeds(*owned):
            made = set_owner(made, players.index(name), id)
    for lot, level in buildings.items():
        for id in deeds(lot):
            made = set_buildings(made, id, level)
    for id in deeds(*mortgaged):
        made = set_mortgaged(made, id)
    return made


def _with_people(
    made: Game,
    players: Sequence[str],
    cash: Mapping[str, int],
    at: Mapping[str, SpaceId],
    jailed: Mapping[str, int],
    jail_cards: Mapping[str, int],
    lapped: Sequence[str],
) -> Game:
    for name, amount in cash.items():
        made = set_cash(made, players.index(name), amount)
    for name, space in at.items():
        made = set_place(made, players.index(name), space)
    for name, failed in jailed.items():
        made = set_jailed(made, players.index(name), failed)
    for name, count in jail_cards.items():
        made = set_jail_cards(made, players.index(name), count)
    for name in lapped:
        made = set_lapped(made, players.index(name))
    return made


# Play


def play(before: Game, *commands: AnyCommand) -> Game:
    for command in commands:
        before = evolve(before, decide(before, command))
        check(before)
    return before


def refusal(before: Game, command: AnyCommand) -> Refusal:
    """The refusal this command must meet with."""
    with pytest.raises(Refusal) as caught:
        decide(before, command)
    return caught.value
