"""Where a storm begins: any book, any board, any number of players, at the start or in the middle of a game."""

from contextlib import suppress

from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board
from companion.play.acts import Start
from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.players.seeded_random import SeededRandom
from companion.rules import EDITIONS, Refusal, new_game, unfold
from companion.rules.commands import CorrectCash
from companion.rules.editions import Rules, variants_of, with_variant
from companion.rules.house_rules import HOUSE_RULES, with_house_rule
from companion.rules.state import Game
from tests.storm.client_acts import NAMES, VALUES

PIECES = ("Car", "Cat", "Dog", "Hat", "Iron", "Ship", "Shoe", "Thimble")
MAX_PLAYED = 400  # commands before the storm
POOR = 0.15  # of all storms
MAX_POOR = 60


def opening(rng: SeededRandom, dice: RandomDice) -> Start:
    rules = _rules(rng)
    names = NAMES[: rng.randint(2, min(6, rules.players_max))]
    board = shipped_board(rng.choice(SHIPPED))
    game = _played(new_game(rules, board, names, dice.decks()), AutomaticTable(dice), rng)
    if rng.happens(POOR):
        game = _poor(game, rng)
    return Start(replace(game, electronic_decks=rng.happens(0.6)), "A storm", PIECES[: len(names)])


def _rules(rng: SeededRandom) -> Rules:
    rules = EDITIONS[rng.choice(sorted(EDITIONS))]
    for variant in variants_of(rules):
        if rng.happens(0.25):
            rules = with_variant(rules, variant)
    for name, rule in HOUSE_RULES.items():
        if rng.happens(0.1):
            rules = with_house_rule(rules, name, rng.choice(VALUES[rule.takes]))
    return rules


def _played(game: Game, table: AutomaticTable, rng: SeededRandom) -> Game:
    for _ in range(rng.below(MAX_PLAYED) if rng.happens(0.7) else 0):
        after = unfold(game, table.next_command(game)).game
        if after.over:
            return game
        game = after
    return game


def _poor(game: Game, rng: SeededRandom) -> Game:
    """Nobody has much left: debts and bankruptcies are near."""
    for seat in game.still_in():
        by = rng.below(MAX_POOR) - game.players[seat].cash
        with suppress(Refusal):
            game = unfold(game, CorrectCash(seat, by, "a bad day")).game
    return game
