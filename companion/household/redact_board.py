"""A household's own board without its words: what a shipped board prints may stay, and numbers always do."""

from collections.abc import Iterable, Iterator

from msgspec.structs import asdict, replace

from companion.boards import SHIPPED, is_shipped, shipped_board
from companion.rules.board import GROUPS, Board, GroupPrint, Kind, PieceWords, make_spaces
from companion.rules.board_checks import WrongBoard, check_board
from companion.rules.cards import Card, Deck
from companion.rules.currency import Currency
from companion.rules.deeds import make_deed
from companion.rules.naming import folded

MIN_NAME = 4  # letters; a shorter name gives nothing away
OWN = "own"


def own_names(boards: Iterable[Board]) -> dict[str, str]:
    """What replaces each name that only a board of the household has."""
    aliases: dict[str, str] = {}
    for board in boards:
        if is_shipped(board):
            continue
        known, bare = _known_names(), anonymous_board(board)
        for theirs, ours in zip(_names(board), _names(bare), strict=True):
            if len(theirs) >= MIN_NAME and folded(theirs) not in known:
                aliases[theirs] = ours
    return aliases


def _names(board: Board) -> Iterator[str]:
    yield from (board.key, board.title)
    yield from (space.name for space in board.spaces)
    for card in (*board.chance, *board.chest):
        yield from (card.id, card.meaning)
    yield from (printed.name for printed in board.groups)
    yield from asdict(board.words).values()


def _known_names() -> set[str]:
    return {folded(name) for key in SHIPPED for name in _names(shipped_board(key))}


def anonymous_board(board: Board) -> Board:
    """It plays exactly like the board that is given."""
    if is_shipped(board):
        return shipped_board(board.key)
    kept = _without_names(board, _known_names())
    try:
        check_board(kept)
    except WrongBoard:  # names of two shipped boards may be too alike, side by side
        kept = _without_names(board, set())
    return kept


def _without_names(board: Board, known: set[str]) -> Board:
    def keep(name: str, otherwise: str) -> str:
        return name if folded(name) in known else otherwise

    decks = {Kind.CHANCE: "Chance", Kind.CHEST: "Community Chest"}
    names = tuple(keep(space.name, decks.get(space.kind, f"Space {space.id}")) for space in board.spaces)
    ids = card_ids(board)
    numbers = {id: f"card {number}" for number, id in enumerate(ids, 1)}

    def bare(card: Card) -> Card:
        return replace(card, id=ids[card.id], meaning=keep(card.meaning, numbers[card.id]), search="")

    plain = PieceWords()
    return Board(
        board.key if board.key in SHIPPED else OWN,
        keep(board.title, "A board of their own"),
        replace(board.currency, sign=Currency().sign),
        PieceWords(*(keep(word, getattr(plain, field)) for field, word in asdict(board.words).items())),
        tuple(
            GroupPrint(keep(printed.name, group.value), printed.colour)
            for group, printed in zip(GROUPS, board.groups, strict=True)
        ),
        make_spaces(names),
        tuple(
            make_deed(deed.id, names[deed.space], deed.price, deed.mortgage_value, deed.house_cost, deed.rents)
            for deed in board.deeds
        ),
        tuple(map(bare, board.chance)),
        tuple(map(bare, board.chest)),
        board.railroad_rents,
        board.utility_factors,
        board.income_tax,
        board.luxury_tax,
    )


def card_ids(board: Board) -> dict[str, str]:
    """What replaces the id of each card."""
    if is_shipped(board):
        return {card.id: card.id for deck in Deck for card in board.cards(deck)}
    shipped = {card.id for key in SHIPPED for deck in Deck for card in shipped_board(key).cards(deck)}
    ids = dict.fromkeys(card.id for deck in Deck for card in board.cards(deck))
    return {id: id if id in shipped else f"card-{number}" for number, id in enumerate(ids, 1)}
