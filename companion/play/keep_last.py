"""Answers about a game that are kept for whoever asks next: presses and screens ask about the same game, many times."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Generic, ParamSpec, TypeVar

from companion.rules.board import Board
from companion.rules.editions import Rules
from companion.rules.state import Game

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K")
V = TypeVar("V")
_MOST = 5_000


def keep_last(answer: Callable[Concatenate[Game, P], R]) -> Callable[Concatenate[Game, P], R]:
    """By the game itself, not an equal one: comparing or hashing whole games takes long."""
    kept: tuple[Game, tuple[object, ...], R] | None = None

    @wraps(answer)
    def last(game: Game, /, *args: P.args, **kwargs: P.kwargs) -> R:
        nonlocal kept
        asked, known = (args, kwargs), kept
        if known is None or known[0] is not game or known[1] != asked:
            known = kept = game, asked, answer(game, *args, **kwargs)
        return known[2]

    return last


class SameTable(Generic[K, V]):
    """What stays true, whatever is played, as long as board, rules and players' names are the same."""

    def __init__(self) -> None:
        self._last: tuple[Board | None, Rules | None, tuple[str, ...], dict[K, V]] = None, None, (), {}

    def at(self, game: Game) -> dict[K, V]:
        """Another thread may ask about another game meanwhile, so all is looked at and changed at once."""
        board, rules, names, kept = self._last
        now = tuple([player.name for player in game.players])
        if board is not game.board or rules is not game.rules or names != now or len(kept) > _MOST:
            kept = {}
            self._last = game.board, game.rules, now, kept
        return kept
