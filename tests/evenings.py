"""A short evening of two automatic players on any board, with its own numbers: from where it stands to the last one."""

from collections.abc import Iterator
from random import Random

from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.rules import decide, evolve, legal_commands
from companion.rules.board import Board
from companion.rules.commands import DrawCard
from companion.rules.state import Game
from tests.journeys import Step
from tests.kit import ATLANTIC, board_named, game

NAMES = ("Ann", "Ben")
CASH = 650
SEEDS = {"london": 475, "gull-island": 34}  # of games with a dozen kinds of commands in about fifty moves
OWNED = {"Ann": ("light-blue", "St. Charles"), "Ben": ("orange", "Reading")}


def begun(key: str) -> Game:
    return game(
        players=NAMES,
        owns={name: list(owned) for name, owned in OWNED.items()},
        cash=dict.fromkeys(NAMES, CASH),
        board=board_named(key),
    )


def evening(key: str, seed: int) -> Iterator[Step]:
    return played(begun(key), seed)


def played(start: Game, seed: int) -> Iterator[Step]:
    """To the end of the game. Cards are drawn from real decks."""
    now, people, cards = start, AutomaticTable(RandomDice.from_seed(str(seed))), Random(seed)
    while not now.over:
        command = people.next_command(now)
        if isinstance(command, DrawCard):
            drawn = (legal.command for legal in legal_commands(now))
            command = cards.choice([one for one in drawn if isinstance(one, DrawCard) and one.card])
        events = decide(now, command)
        yield Step(now, command, events, evolve(now, events))
        now = evolve(now, events)


def foreign_words(board: Board, seen: str) -> list[str]:
    """What is printed in Atlantic City and not in this box."""
    own = " ".join(space.name for space in board.spaces)
    names = [space.name for space in ATLANTIC.spaces if space.name not in own]
    return [word for word in (*names, ATLANTIC.currency.sign) if word in seen]
