"""Answers about a game that are kept: never those of another game."""

from types import SimpleNamespace
from typing import Any, cast

from msgspec.structs import replace

from companion.play.keep_last import SameTable
from companion.rules.state import Game
from tests.kit import game


def test_what_another_thread_keeps_for_another_table_stays_apart() -> None:
    one = game()
    other = replace(one, players=(replace(one.players[0], name="Zoe"), *one.players[1:]))
    table = SameTable[str, str]()
    table.at(one)["whose"] = "one"

    class Interrupted(SimpleNamespace):
        """Another thread asks while the names are read."""

        @property
        def players(self) -> Any:
            table.at(other)["whose"] = "the other"
            return one.players

    kept = table.at(cast("Game", Interrupted(board=one.board, rules=one.rules)))
    assert kept.get("whose") != "the other"
    assert table.at(one).get("whose") != "the other"
