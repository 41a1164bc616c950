"""Boards that no box has, all of which can be played on."""

import unicodedata

from hypothesis import strategies as st
from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board
from companion.rules.board import KINDS, Board, GroupPrint, Kind, PieceWords, make_spaces
from companion.rules.board_checks import MAX_AMOUNT, THOUSANDS
from companion.rules.cards import Card, Deck, Does
from companion.rules.currency import Currency
from companion.rules.deeds import DEED_SPACES, Deed, Group, make_deed
from companion.rules.naming import folded

LETTERS = "abcdeéfgßhijzZÄÖü漢字жд"
OTHERS = "0123456789 .,'&/-\\()!"


def _tidy(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))[:40].strip()


NAMES = st.builds(
    lambda first, rest: _tidy(first + rest), st.sampled_from(LETTERS), st.text(LETTERS + OTHERS, max_size=39)
)
KEYS = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?", fullmatch=True)


def different(count: int) -> st.SearchStrategy[list[str]]:
    return st.lists(NAMES, min_size=count, max_size=count, unique_by=folded)


@st.composite
def rents(draw: st.DrawFn, count: int, most: int) -> tuple[int, ...]:
    return tuple(sorted(draw(st.lists(st.integers(0, most), min_size=count, max_size=count))))


@st.composite
def spaces(draw: st.DrawFn) -> tuple[str, ...]:
    names = draw(different(len(KINDS)))
    decks = {kind: names[KINDS.index(kind)] for kind in (Kind.CHANCE, Kind.CHEST)}
    return tuple(decks.get(kind, name) for kind, name in zip(KINDS, names, strict=True))


@st.composite
def deeds(draw: st.DrawFn, names: tuple[str, ...], most: int) -> tuple[Deed, ...]:
    made = []
    houses = {group: 2 * draw(st.integers(1, most // 2)) for group in Group}
    for id, space in enumerate(DEED_SPACES):
        price = draw(st.integers(1, most))
        deed = make_deed(id, names[space], price, draw(st.integers(1, price)))
        made.append(
            replace(deed, house_cost=houses[deed.group], rents=draw(rents(6, most))) if deed.is_street else deed
        )
    return tuple(made)


@st.composite
def cards(draw: st.DrawFn, deck: Deck, most: int) -> tuple[Card, ...]:
    """Ids of one deck begin with its name, since a card that is in both decks says the same in both."""
    amounts = st.integers(0, most)
    tasks = draw(st.permutations(range(3, 19)))
    meanings = draw(different(16))
    plain = [space for space, kind in enumerate(KINDS) if kind not in (Kind.CHANCE, Kind.CHEST)]
    found = [Card(f"{deck.value}-free", tasks[0], Does.JAIL_FREE, meanings[0])]
    while len(found) < 16:
        at = len(found)
        does = draw(st.sampled_from([one for one in Does if one not in (Does.JAIL_FREE, Does.BACK)]))
        search = draw(st.just("") | NAMES)
        card = Card(f"{deck.value}-{at}", tasks[at], does, meanings[at], search=search)
        match does:
            case Does.ADVANCE:
                card = replace(card, target=draw(st.sampled_from(plain)))
            case Does.NEAREST:
                card = replace(card, nearest=draw(st.sampled_from((Group.RAILROAD, Group.UTILITY))))
            case Does.REPAIRS:
                card = replace(card, per_house=draw(amounts), per_hotel=draw(amounts))
            case Does.JAIL:
                pass
            case _:
                card = replace(card, amount=draw(amounts))
        copies = min(draw(st.sampled_from((1, 1, 1, 2, 3))), 16 - at)
        found += [replace(card, task=tasks[at + more]) for more in range(copies)]
    turned = draw(st.integers(0, 15))
    return tuple(found) if found[turned].id == found[turned - 1].id else tuple(found[turned:] + found[:turned])


@st.composite
def made_up_boards(draw: st.DrawFn, most: int = MAX_AMOUNT) -> Board:
    """No amount is above `most`."""
    names = draw(spaces())
    base = shipped_board(draw(st.sampled_from(SHIPPED)))
    sign = draw(st.text("$£€MFDkr¥₿", min_size=1, max_size=4))
    return Board(
        draw(KEYS),
        draw(NAMES),
        Currency(sign, draw(st.booleans()), draw(st.sampled_from(THOUSANDS)), draw(st.integers(1, MAX_AMOUNT))),
        PieceWords(*draw(different(8))),
        tuple(GroupPrint(name, f"#{draw(st.integers(0, 0xFFFFFF)):06x}") for name in draw(different(len(base.groups)))),
        make_spaces(names),
        draw(deeds(names, most)),
        draw(cards(Deck.CHANCE, most)),
        draw(cards(Deck.CHEST, most)),
        draw(rents(4, most)),
        draw(rents(2, most)),
        draw(st.integers(0, most)),
        draw(st.integers(0, most)),
    )
