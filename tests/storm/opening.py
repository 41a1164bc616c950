"""Where a storm begins: any book, any number of players, at the start or in the middle of a game."""

from contextlib import suppress

from msgspec.structs import replace

from companion.journal.codec import Start
from companion.players.automatic import Table
from companion.players.fate import Fate
from companion.players.shaker import Shaker
from companion.rules import EDITIONS, Refusal, new_game, unfold
from companion.rules.commands import CorrectCash
from companion.rules.editions import Rules
from companion.rules.house_rules import HOUSE_RULES, with_house_rule
from companion.rules.state import Game
from companion.rules.variants import variants_of, with_variant
from tests.storm.wishes import NAMES, VALUES

PIECES = ("Car", "Cat", "Dog", "Hat", "Iron", "Ship", "Shoe", "Thimble")
PLAYED_MOST = 400  # commands before the storm
POOR = 0.15  # of all storms
POOR_MOST = 60


def opening(fate: Fate, shaker: Shaker) -> Start:
    rules = _rules(fate)
    names = NAMES[: fate.randint(2, min(6, rules.players_max))]
    game = _played(new_game(rules, names, shaker.decks()), Table(shaker), fate)
    if fate.happens(POOR):
        game = _poor(game, fate)
    return Start(replace(game, electronic_decks=fate.happens(0.6)), "A storm", PIECES[: len(names)])


def _rules(fate: Fate) -> Rules:
    rules = EDITIONS[fate.choice(sorted(EDITIONS))]
    for variant in variants_of(rules):
        if fate.happens(0.25):
            rules = with_variant(rules, variant)
    for name, rule in HOUSE_RULES.items():
        if fate.happens(0.1):
            rules = with_house_rule(rules, name, fate.choice(VALUES[rule.takes]))
    return rules


def _played(game: Game, table: Table, fate: Fate) -> Game:
    for _ in range(fate.below(PLAYED_MOST) if fate.happens(0.7) else 0):
        after = unfold(game, table.next_command(game)).game
        if after.over:
            return game
        game = after
    return game


def _poor(game: Game, fate: Fate) -> Game:
    """Nobody has much left: debts and bankruptcies are near."""
    for seat in game.still_in():
        by = fate.below(POOR_MOST) - game.players[seat].cash
        with suppress(Refusal):
            game = unfold(game, CorrectCash(seat, by, "a bad day")).game
    return game
