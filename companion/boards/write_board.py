"""A board as the text of a board file, with comments for whoever edits it."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from companion.rules.board import GROUPS, KINDS, Board, Kind, PieceWords, Space
from companion.rules.cards import Card, Deck, Does

MONEY_COMMENT = """\
# How amounts are written: the sign, before or after the number, and what stands between thousands.
# The factor is for boxes in thousands or millions. All amounts in this file are written without it:
# with a factor of 20, a price of 60 reads 1,200 on the screens."""
WORDS_COMMENT = """\
# What the pieces are called, one and several."""
TAXES_COMMENT = """\
# The flat income tax and the luxury tax. Whether 10% may be chosen is a matter of the rulebook."""
RENTS_COMMENT = """\
# The rent for one to four railroads in one hand. For one and two utilities: what the roll is multiplied by."""
GROUPS_COMMENT = """\
# The groups, and their colours on screens as #rrggbb. The word on the left stays as it is."""
SPACES_COMMENT = """\
# The forty spaces, clockwise, with what their title deeds print. A street has its price, its mortgage value,
# the price of one house, and its rents: with no houses, with one to four houses, and with a hotel."""
CARDS_COMMENT = """\
# The cards, sixteen in each deck. The name is for screens and lists; keep it short. Each card does one thing:
#   advance = "a space"          forward to that space; its number will do, too
#   nearest = "railroad"         forward to the nearest one, or to the nearest "utility"
#   back = 3                     so many spaces back
#   jail = true                  to Jail
#   jail-free = true             the card that lets you out of Jail; one in each deck
#   collect = 50                 from the Bank; or pay = 50
#   collect-each = 50            from every other player; or pay-each = 50
#   repairs = { house = 25, hotel = 100 }
# A line search = "some words" helps to find the card. The task is its number, from 3 to 18, in rulebooks that have
# lists of tasks in place of cards. With a list of numbers, such as [7, 12], the card is there more than once."""
KIND_COMMENTS = {
    Kind.GO: "where everybody starts, with a salary for passing",
    Kind.CHANCE: "draw from the deck [chance]",
    Kind.CHEST: "draw from the deck [chest]",
    Kind.INCOME_TAX: "pay the income tax",
    Kind.LUXURY_TAX: "pay the luxury tax",
    Kind.JAIL: "in Jail, or just visiting",
    Kind.FREE_PARKING: "nothing happens",
    Kind.GO_TO_JAIL: "go to Jail",
}


def write_board(board: Board, note: str = "") -> str:
    """The reader makes the same board of it. The note comes first, as a comment; each line of it begins with #."""
    return "\n".join((*note.splitlines(), *_lines(board))).strip() + "\n"


def note_of(text: str) -> str:
    """The comment that a board file begins with."""
    lines = text.splitlines()
    count = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return "\n".join(lines[:count])


def _lines(board: Board) -> Iterator[str]:
    money = board.currency
    yield f"title = {_text(board.title)}"
    yield ""
    yield MONEY_COMMENT
    yield "[money]"
    yield f"sign = {_text(money.sign)}"
    yield f"after = {'true' if money.after else 'false'}"
    yield f"thousands = {_text(money.thousands)}"
    yield f"factor = {money.factor}"
    yield ""
    yield WORDS_COMMENT
    yield "[words]"
    for word in PieceWords.__struct_fields__:
        yield f"{word} = {_text(getattr(board.words, word))}"
    yield ""
    yield TAXES_COMMENT
    yield "[taxes]"
    yield f"income = {board.income_tax}"
    yield f"luxury = {board.luxury_tax}"
    yield ""
    yield RENTS_COMMENT
    yield "[rents]"
    yield f"railroads = {_list(board.railroad_rents)}"
    yield f"utilities = {_list(board.utility_factors)}"
    yield ""
    yield GROUPS_COMMENT
    yield "[groups]"
    names = {group: f"{_text(printed.name)}," for group, printed in zip(GROUPS, board.groups, strict=True)}
    left, wide = max(len(group.value) for group in GROUPS), max(map(len, names.values()))
    for group, printed in zip(GROUPS, board.groups, strict=True):
        name = f"name = {names[group]:{wide}} colour = {_text(printed.colour)}"
        yield f"{group.value:{left}} = {{ {name} }}"
    yield ""
    yield SPACES_COMMENT
    for space in board.spaces:
        yield from _space(board, space)
    yield CARDS_COMMENT
    yield ""
    for deck in Deck:
        yield f"# {board.deck_name(deck)}"
        for _, copies in groupby(board.cards(deck), lambda card: card.id):
            yield from _card(board, deck, tuple(copies))


def _space(board: Board, space: Space) -> Iterator[str]:
    deed = board.deeds[space.deed] if space.kind is Kind.DEED else None
    yield f"[spaces.{space.id}]  # {board.group_name(deed.group) if deed else KIND_COMMENTS[space.kind]}"
    yield f"name = {_text(space.name)}"
    if deed:
        yield f"price = {deed.price}"
        yield f"mortgage = {deed.mortgage_value}"
        if deed.is_street:
            yield f"house = {deed.house_cost}"
            yield f"rent = {_list(deed.rents)}"
    yield ""


def _card(board: Board, deck: Deck, copies: tuple[Card, ...]) -> Iterator[str]:
    card, tasks = copies[0], [copy.task for copy in copies]
    yield f"[{deck.value}.{card.id}]"
    yield f"name = {_text(card.meaning)}"
    yield f"{card.does.value} = {_effect(board, card)}"
    yield f"task = {_list(tasks) if len(tasks) > 1 else tasks[0]}"
    if card.search:
        yield f"search = {_text(card.search)}"
    yield ""


def _effect(board: Board, card: Card) -> str:
    match card.does:
        case Does.ADVANCE:
            is_clear = KINDS[card.target] not in (Kind.CHANCE, Kind.CHEST)  # each of their names is there three times
            return _text(board.spaces[card.target].name) if is_clear else str(card.target)
        case Does.NEAREST:
            return _text(card.nearest.value if card.nearest else "")
        case Does.REPAIRS:
            return f"{{ house = {card.per_house}, hotel = {card.per_hotel} }}"
        case Does.JAIL | Does.JAIL_FREE:
            return "true"
        case _:
            return str(card.amount)


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _list(numbers: Iterable[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"
