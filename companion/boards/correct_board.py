"""Corrections of a board: single names and numbers that a family's box prints otherwise, checked like a board file."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from companion.rules.board import KINDS, Board, Kind, make_spaces
from companion.rules.board_checks import BoardProblem, board_problems
from companion.rules.deeds import Deed
from companion.rules.ids import SpaceId
from companion.rules.lists import sentence
from companion.toml_document import show_value

MAX_KEY = 30  # characters of the board before, so that there is room for the word
MAX_TITLE = 28
CORRECTED = "corrected"
_FIELDS = {
    "name": "the name of {space}",
    "price": "the price of {space}",
    "mortgage": "the mortgage value of {space}",
    "house": "the price of {a_house} on {space}",
    "rent": "the rent of {space}",
}
_PLACES = {
    ("title",): "the name of the board",
    ("money", "sign"): "the sign for money",
    ("taxes", "income"): "the amount of {income_tax}",
    ("taxes", "luxury"): "the amount of {luxury_tax}",
    ("rents", "railroads"): "the rent of {railroads}",
    ("rents", "utilities"): "the multiplier of {utilities}",
}


class Correction(NamedTuple):
    """`at` is a key as in a board file: spaces.1.price, taxes.income, money.sign.

    In a list, such as the rents of a street, the place in it comes last, counted from 0: spaces.1.rent.5.
    """

    at: str
    value: int | str


class WrongCorrection(ValueError):
    """The message is a sentence for people that names the field."""


def correct_board(board: Board, corrections: Iterable[Correction]) -> Board:
    """With another key and title if anything is corrected: it is no longer the board of that name.

    The price of a house is that of its whole group, and the name of a deck that of its three spaces. Raises
    WrongCorrection.
    """
    corrected, made = board, tuple(corrections)
    for one in made:
        corrected = _with_correction(corrected, one)
    if corrected == board:
        return board
    if not board.key.endswith(CORRECTED):
        key, title = board.key[:MAX_KEY].rstrip("-"), board.title[:MAX_TITLE].rstrip()
        corrected = replace(corrected, key=f"{key}-{CORRECTED}", title=f"{title} ({CORRECTED})")
    for problem in board_problems(corrected):
        raise WrongCorrection(describe_problem(board, problem, made))
    return corrected


def describe_problem(board: Board, problem: BoardProblem, corrections: Iterable[Correction] = ()) -> str:
    """A sentence that calls fields and spaces as people know them, from the board before it was corrected."""
    words, key = board.names, ".".join(problem.at)
    match problem.at:
        case ("spaces", space, field) if field in _FIELDS:
            what = _FIELDS[field].format(space=board.spaces[int(space)].name, **words)
        case _:
            what = _PLACES[problem.at].format(**words) if problem.at in _PLACES else key
    found = {one.at: one.value for one in corrections}.get(key)
    cannot = f" cannot be {show_value(found)}" if found is not None else ""
    why = re.sub(r"spaces\.(\d+)", lambda number: board.spaces[int(number[1])].name, problem.why)
    return sentence(f"{what}{cannot}: {why}")


def _with_correction(board: Board, one: Correction) -> Board:
    match one.at.split("."):
        case ["money", "sign"] if isinstance(one.value, str):
            return replace(board, currency=replace(board.currency, sign=one.value))
        case ["taxes", "income" | "luxury" as tax] if isinstance(one.value, int):
            return replace(board, **{f"{tax}_tax": one.value})
        case ["rents", "railroads", place] if isinstance(one.value, int) and _is_below(place, 4):
            return replace(board, railroad_rents=_with_item(board.railroad_rents, place, one.value))
        case ["rents", "utilities", place] if isinstance(one.value, int) and _is_below(place, 2):
            return replace(board, utility_factors=_with_item(board.utility_factors, place, one.value))
        case ["spaces", space, "name"] if isinstance(one.value, str) and _is_below(space, len(KINDS)):
            return _with_name(board, int(space), one.value)
        case ["spaces", space, *field] if isinstance(one.value, int) and _is_below(space, len(KINDS)):
            if KINDS[int(space)] is Kind.DEED and (deeds := _deeds_with(board, int(space), field, one.value)):
                kept = {deed.id: deed for deed in deeds}
                return replace(board, deeds=tuple(kept.get(deed.id, deed) for deed in board.deeds))
    raise WrongCorrection(f"No board has {show_value(one.value)} as its {show_value(one.at)}.")


def _deeds_with(board: Board, space: SpaceId, field: list[str], value: int) -> list[Deed]:
    """The deeds that differ then; none if this deed has no such field."""
    deed = board.deeds[board.spaces[space].deed]
    match field:
        case ["price"]:
            return [replace(deed, price=value)]
        case ["mortgage"]:
            return [replace(deed, mortgage_value=value)]
        case ["house"] if deed.is_street:
            return [replace(board.deeds[sister], house_cost=value) for sister in deed.sisters]
        case ["rent", place] if deed.is_street and _is_below(place, 6):
            return [replace(deed, rents=_with_item(deed.rents, place, value))]
        case _:
            return []


def _with_name(board: Board, space: SpaceId, name: str) -> Board:
    kind = KINDS[space]
    named = [at for at in range(len(KINDS)) if KINDS[at] is kind] if kind in (Kind.CHANCE, Kind.CHEST) else [space]
    names = tuple(name if old.id in named else old.name for old in board.spaces)
    deeds = tuple(replace(deed, name=names[deed.space]) for deed in board.deeds)
    return replace(board, spaces=make_spaces(names), deeds=deeds)


def _is_below(number: str, count: int) -> bool:
    return re.fullmatch(r"0|[1-9][0-9]?", number) is not None and int(number) < count


def _with_item(items: tuple[int, ...], place: str, value: int) -> tuple[int, ...]:
    return (*items[: int(place)], value, *items[int(place) + 1 :])
