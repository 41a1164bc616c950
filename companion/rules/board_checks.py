"""Whether a board can be played on: names can be told apart, amounts can be paid, and no card leads on for ever."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from companion.rules.board import GROUPS, KINDS, Board, Kind, make_spaces
from companion.rules.cards import DECK_SIZE, TASK_NUMBERS, Card, Deck, Does
from companion.rules.deeds import DEED_SPACES, Group, make_deed
from companion.rules.ids import SpaceId
from companion.rules.naming import folded

MAX_AMOUNT = 1_000_000
MAX_NAME = 40
MAX_MEANING = 80
MAX_SEARCH = 120
MAX_SIGN = 4
THOUSANDS = ("", ",", ".", " ", "'")
NEAREST = (Group.RAILROAD, Group.UTILITY)
_KEY = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_IN_RECORDS = '#:?"`'  # a game record could not write them
_IN_AMOUNTS = " ,.'+-"
_WITH_AMOUNT = (Does.COLLECT, Does.PAY, Does.COLLECT_EACH, Does.PAY_EACH)
_SKELETON = "this does not fit the ring of forty spaces"


class BoardProblem(NamedTuple):
    """What is wrong, and where: the key as in a board file, such as spaces.1.price."""

    at: tuple[str, ...]
    why: str


class WrongBoard(ValueError):
    """Nobody can play on this board. The message says where and why."""


def check_board(board: Board) -> None:
    """Raises WrongBoard."""
    for problem in board_problems(board):
        where = ".".join(part if part.isprintable() else ascii(part) for part in problem.at)
        raise WrongBoard(f"{where[:MAX_MEANING]}: {problem.why}")


def is_board_key(text: str) -> bool:
    """A key is a safe file name too."""
    return _KEY.fullmatch(text) is not None


def board_problems(board: Board) -> Iterator[BoardProblem]:
    """All that is wrong; but what has no forty spaces, and cards that cannot be named, are not looked into further."""
    if not is_board_key(board.key):
        yield BoardProblem(("key",), "expected at most 40 small letters, digits and hyphens")
    if (len(board.spaces), len(board.deeds), len(board.groups)) != (len(KINDS), len(DEED_SPACES), len(GROUPS)):
        yield BoardProblem(("spaces",), _SKELETON)
        return
    yield from _name_problems(("title",), board.title)
    yield from _currency_problems(board)
    yield from _word_problems(board)
    yield from _space_problems(board)
    yield from _deed_problems(board)
    yield from _amount_problems(("taxes", "income"), board.income_tax, 0)
    yield from _amount_problems(("taxes", "luxury"), board.luxury_tax, 0)
    yield from _rising_problems(("rents", "railroads"), board.railroad_rents, 4)
    yield from _rising_problems(("rents", "utilities"), board.utility_factors, 2)
    if strange := [(deck.value, card.id) for deck in Deck for card in board.cards(deck) if not is_board_key(card.id)]:
        for at in strange:
            yield BoardProblem(at, "expected a card called by at most 40 small letters, digits and hyphens")
        return
    for deck in Deck:
        yield from _deck_problems(deck, board.cards(deck))
    yield from _card_pair_problems(board)
    yield from _circle_problems(board)


# Names and words


def _name_problems(at: tuple[str, ...], name: str, most: int = MAX_NAME) -> Iterator[BoardProblem]:
    if not name.isprintable():
        yield BoardProblem(at, "expected letters, digits and signs that can be printed on one line")
    elif name != " ".join(name.split()):
        yield BoardProblem(at, "expected a name without spaces around it, and with single spaces inside")
    elif len(name) > most:
        yield BoardProblem(at, f"expected at most {most} characters, and it has {len(name):,}")
    elif not any(map(str.isalpha, folded(name))):
        yield BoardProblem(at, "expected a name with at least one letter")
    elif name != unicodedata.normalize("NFC", name):
        yield BoardProblem(at, "expected accents joined to their letters (the Unicode form NFC)")


def _currency_problems(board: Board) -> Iterator[BoardProblem]:
    sign = board.currency.sign
    fits = sign.isprintable() and not any(
        char.isnumeric() or char in _IN_AMOUNTS or unicodedata.category(char).startswith("M") for char in sign
    )
    if not (fits and 1 <= len(sign) <= MAX_SIGN):
        why = f"expected 1 to {MAX_SIGN} characters without digits, spaces, dots, commas, apostrophes, plus and minus"
        yield BoardProblem(("money", "sign"), why)
    if board.currency.thousands not in THOUSANDS:
        yield BoardProblem(("money", "thousands"), """expected "", ",", ".", " " or "'\"""")
    yield from _amount_problems(("money", "factor"), board.currency.factor, 1)


def _word_problems(board: Board) -> Iterator[BoardProblem]:
    words = board.words
    for field in words.__struct_fields__:
        yield from _name_problems(("words", field), getattr(words, field))
    for one, other in (("house", "hotel"), ("houses", "hotels"), ("railroad", "utility"), ("railroads", "utilities")):
        if folded(getattr(words, one)) == folded(getattr(words, other)):
            yield BoardProblem(("words", other), f"expected another word than for {one}")
    for group, printed in zip(GROUPS, board.groups, strict=True):
        yield from _name_problems(("groups", group.value, "name"), printed.name)
        if not _COLOUR.fullmatch(printed.colour):
            yield BoardProblem(("groups", group.value, "colour"), "expected a colour such as #7b4a2b")
    for at, first in _alike(printed.name for printed in board.groups):
        why = f"groups.{GROUPS[first].value} has the same name: expected names that differ"
        yield BoardProblem(("groups", GROUPS[at].value, "name"), why)


def _alike(names: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The place of each name that reads like an earlier one, and the place of that one."""
    first: dict[str, int] = {}
    for at, name in enumerate(names):
        if first.setdefault(folded(name), at) != at:
            yield at, first[folded(name)]


def _space_problems(board: Board) -> Iterator[BoardProblem]:
    names = tuple(space.name for space in board.spaces)
    if board.spaces != make_spaces(names):
        yield BoardProblem(("spaces",), _SKELETON)
        return
    for id, name in enumerate(names):
        yield from _name_problems(("spaces", str(id), "name"), name)
        if used := [char for char in _IN_RECORDS if char in name]:
            yield BoardProblem(("spaces", str(id), "name"), f"expected a name without {' and '.join(used)}")
    decks = {kind: names[KINDS.index(kind)] for kind in (Kind.CHANCE, Kind.CHEST)}
    for id, (name, kind) in enumerate(zip(names, KINDS, strict=True)):
        if kind in decks and name != decks[kind]:
            why = f"expected the same name as spaces.{KINDS.index(kind)}: it is the same deck"
            yield BoardProblem(("spaces", str(id), "name"), why)
    for at, first in _alike(names):
        if KINDS[at] is not KINDS[first] or KINDS[at] not in decks:
            why = f"spaces.{first} has the same name, perhaps with other accents: expected names that differ"
            yield BoardProblem(("spaces", str(at), "name"), why)


# Amounts


def _amount_problems(at: tuple[str, ...], amount: int, least: int) -> Iterator[BoardProblem]:
    if not least <= amount <= MAX_AMOUNT:
        yield BoardProblem(at, f"expected a whole number from {least} to {MAX_AMOUNT:,}")


def _rising_problems(at: tuple[str, ...], amounts: tuple[int, ...], count: int) -> Iterator[BoardProblem]:
    if len(amounts) != count:
        yield BoardProblem(at, f"expected {count} amounts, and found {len(amounts)}")
    elif not all(0 <= amount <= MAX_AMOUNT for amount in amounts):
        yield BoardProblem(at, f"expected whole numbers from 0 to {MAX_AMOUNT:,}")
    elif fallen := next((pair for pair in pairwise(amounts) if pair[1] < pair[0]), None):
        yield BoardProblem(at, f"expected amounts that never fall, and {fallen[1]:,} comes after {fallen[0]:,}")


def _deed_problems(board: Board) -> Iterator[BoardProblem]:
    for id, deed in enumerate(board.deeds):
        at = ("spaces", str(DEED_SPACES[id]))
        name = board.spaces[DEED_SPACES[id]].name
        if deed != make_deed(id, name, deed.price, deed.mortgage_value, deed.house_cost, deed.rents):
            yield BoardProblem(at, _SKELETON)
            continue
        yield from _amount_problems((*at, "price"), deed.price, 1)
        if not 1 <= deed.mortgage_value <= deed.price:
            yield BoardProblem((*at, "mortgage"), "expected a whole number from 1 to the price of the deed")
        if deed.is_street:
            yield from _rising_problems((*at, "rent"), deed.rents, 6)
            if not 2 <= deed.house_cost <= MAX_AMOUNT or deed.house_cost % 2:
                why = f"expected an even number from 2 to {MAX_AMOUNT:,}: a house is sold back at half"
                yield BoardProblem((*at, "house"), why)
            elif deed.house_cost != (first := board.deeds[deed.sisters[0]]).house_cost:
                yield BoardProblem((*at, "house"), f"expected the same as in spaces.{first.space}: they are one group")
        elif deed.house_cost or deed.rents:
            yield BoardProblem(at, "expected no houses and no rents of its own: only streets have them")


# Cards


def _deck_problems(deck: Deck, cards: tuple[Card, ...]) -> Iterator[BoardProblem]:
    at = (deck.value,)
    if len(cards) != DECK_SIZE:
        yield BoardProblem(at, f"expected {DECK_SIZE} cards, and found {len(cards):,}")
        return
    free = sum(card.does is Does.JAIL_FREE for card in cards)
    if free != 1:
        yield BoardProblem(at, f"expected one card with jail-free, and found {free}")
    first: dict[int, str] = {}
    for card in cards:
        if card.task not in TASK_NUMBERS:
            numbers = f"from {TASK_NUMBERS[0]} to {TASK_NUMBERS[-1]}"
            yield BoardProblem((*at, card.id, "task"), f"expected a number {numbers}")
        elif card.task in first:
            why = f"{deck.value}.{first[card.task]} has the number {card.task} too: expected each number once"
            yield BoardProblem((*at, card.id, "task"), why)
        first.setdefault(card.task, card.id)
    alone = {card.id: card for card in cards}
    for id, card in alone.items():
        yield from _card_problems((*at, id), card)
    ids = [card.id for card in cards]
    if any(ids[index] in ids[:index] and ids[index] != ids[index - 1] for index in range(1, len(ids))):
        yield BoardProblem(at, "expected cards of one name next to each other")
    for index, other in _alike(card.meaning for card in alone.values()):
        keys = list(alone)
        why = f"{deck.value}.{keys[other]} has the same name: expected names that differ"
        yield BoardProblem((*at, keys[index], "name"), why)


def _card_problems(at: tuple[str, ...], card: Card) -> Iterator[BoardProblem]:
    yield from _name_problems((*at, "name"), card.meaning, MAX_MEANING)
    if card.search:
        yield from _name_problems((*at, "search"), card.search, MAX_SEARCH)
    blank = Card(card.id, card.task, card.does, card.meaning, search=card.search)
    match card.does:
        case Does.ADVANCE:
            used = replace(blank, target=card.target)
            if not 0 <= card.target < len(KINDS):
                yield BoardProblem((*at, "advance"), "expected the name or the number of a space")
        case Does.NEAREST:
            used = replace(blank, nearest=card.nearest)
            if card.nearest not in NEAREST:
                yield BoardProblem((*at, "nearest"), 'expected "railroad" or "utility"')
        case Does.BACK:
            used = replace(blank, amount=card.amount)
            if not 1 <= card.amount < len(KINDS):
                yield BoardProblem((*at, "back"), "expected a number of spaces from 1 to 39")
        case Does.REPAIRS:
            used = replace(blank, per_house=card.per_house, per_hotel=card.per_hotel)
            yield from _amount_problems((*at, "repairs", "house"), card.per_house, 0)
            yield from _amount_problems((*at, "repairs", "hotel"), card.per_hotel, 0)
        case Does.JAIL | Does.JAIL_FREE:
            used = blank
        case _:
            used = replace(blank, amount=card.amount)
            yield from _amount_problems((*at, card.does.value), card.amount, 0)
    if used != card:
        yield BoardProblem(at, f"expected nothing but {card.does.value} on this card")


def _card_pair_problems(board: Board) -> Iterator[BoardProblem]:
    """Cards of one id say the same, wherever they are: a tag or a record names no deck."""
    first: dict[str, tuple[Deck, Card]] = {}
    for deck in Deck:
        for card in board.cards(deck):
            other_deck, other = first.setdefault(card.id, (deck, card))
            if replace(card, task=0) != replace(other, task=0):
                why = f"expected the same as on {other_deck.value}.{card.id}, or another name for one of the two cards"
                yield BoardProblem((deck.value, card.id), why)


def _circle_problems(board: Board) -> Iterator[BoardProblem]:
    """Could cards lead from one card to the next and back again? Then a move might never end."""
    left = {space.id for space in board.spaces if space.deck}
    steps = [
        (space.id, card, target)
        for space in board.spaces
        if space.deck
        for card in board.cards(space.deck)
        if (target := _leads_to(space.id, card)) in left
    ]
    while True:
        onward = [(start, card, target) for start, card, target in steps if start in left and target in left]
        going_on = {start for start, _, _ in onward}
        if going_on == left:
            break
        left = going_on
    if onward:
        start, card, target = onward[0]
        deck = board.spaces[start].deck
        why = f"it leads from space {start} to {target}, and cards there could lead back: expected that a move ends"
        yield BoardProblem((deck.value if deck else "", card.id), why)


def _leads_to(start: SpaceId, card: Card) -> SpaceId:
    if card.does is Does.ADVANCE:
        return card.target
    return (start - card.amount) % len(KINDS) if card.does is Does.BACK else -1
