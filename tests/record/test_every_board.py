"""Every record of a clause, on every shipped board, and in `make test` on one of them by turns: with the names of that
board and the numbers of the record's own it ends in the same position; with the numbers of that board, too, nothing
breaks.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board
from companion.players.dice import seeded_dice
from companion.record.parser import Record, load, parse
from companion.record.runner import Failed, Runner
from companion.record.scanner import Scanner, Word
from companion.record.writer import clearly
from companion.rules.board import Board
from companion.rules.cards import Deck
from companion.rules.deeds import make_deed
from companion.rules.naming import Naming
from companion.rules.state import Game

GAMES = sorted(Path(__file__).parents[1].glob("games/**/*.game"))


class NamedHere(NamedTuple):
    """A name as it stands in a record."""

    line: int
    column: int
    text: str


@pytest.fixture
def names_read(monkeypatch: pytest.MonkeyPatch) -> list[NamedHere]:
    """Every name that is read from now on."""
    found: list[NamedHere] = []
    read_name = Scanner.name

    def name(self: Scanner, *args: Any, **options: Any) -> Word:
        word = read_name(self, *args, **options)
        found.append(NamedHere(self.line.number, word.column, word.text))
        return word

    monkeypatch.setattr(Scanner, "name", name)
    return found


def translated(text: str, names: list[NamedHere], here: Board, there: Board) -> str:
    """The record in the words of another board."""
    lines = text.splitlines()
    for line, column, name in sorted(set(names), reverse=True):
        old = lines[line - 1]
        lines[line - 1] = old[:column] + _there(name, here, there) + old[column + len(name) :]
    return "\n".join(("board there", *lines))


def _there(name: str, here: Board, there: Board) -> str:
    pairs = (
        (here.deed_naming, there.deed_naming),
        (here.space_naming, there.space_naming),
        (here.group_naming, there.group_naming),
    )
    for ours, theirs in pairs:
        if len(meant := ours.find(name)) == 1:
            return clearly(theirs, meant[0])
    is_known = any(ours.find(name) for ours, _ in pairs)
    return _ambiguous(there.deed_naming) if is_known else name


def _ambiguous(naming: Naming) -> str:
    beginnings = (name[:length] for length in range(1, 9) for name in naming.names)
    return next(beginning for beginning in beginnings if len(naming.find(beginning)) > 1)


def with_numbers(there: Board, numbers: Board) -> Board:
    """The names of one board with the numbers of another."""
    meanings = {card.id: card.meaning for deck in Deck for card in there.cards(deck)}
    deeds = (
        make_deed(deed.id, there.deeds[deed.id].name, deed.price, deed.mortgage_value, deed.house_cost, deed.rents)
        for deed in numbers.deeds
    )
    return replace(
        there,
        deeds=tuple(deeds),
        chance=tuple(replace(card, meaning=meanings[card.id]) for card in numbers.chance),
        chest=tuple(replace(card, meaning=meanings[card.id]) for card in numbers.chest),
        railroad_rents=numbers.railroad_rents,
        utility_factors=numbers.utility_factors,
        income_tax=numbers.income_tax,
        luxury_tax=numbers.luxury_tax,
    )


def on(board: Board, text: str, path: str) -> Record:
    return parse(text, path, lambda _: board)


class MayDiffer(Exception):
    """A line that does not hold, for no mistake of ours."""


def end_of(record: Record) -> Game:
    runner = Runner(record, seeded_dice(record.header.seed))
    try:
        list(runner.play())
    except Failed as failed:
        if "our mistake" in failed.holds:
            raise
        raise MayDiffer(f"line {failed.line.number}: expected {failed.expected}, not {failed.holds}") from failed
    return runner.game


@pytest.mark.parametrize("only_one", [True, pytest.param(False, marks=pytest.mark.long_run)], ids=["one", "all"])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_record_holds_on_every_board(path: Path, only_one: bool, names_read: list[NamedHere]) -> None:
    record, text = load(path), path.read_text("utf-8")
    names, here, end = tuple(names_read), record.header.board, end_of(record)
    others = [key for key in SHIPPED if key != here.key]
    for key in [others[GAMES.index(path) % len(others)]] if only_one else others:
        there = shipped_board(key)
        mapped = with_numbers(there, here)
        said = translated(text, list(names), here, there)
        assert replace(end_of(on(mapped, said, f"{path.name} on {key}")), board=here) == end
        with suppress(MayDiffer):
            end_of(on(there, said, f"{path.name} on {key}"))
