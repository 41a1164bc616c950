"""`? open …`: what waits for somebody, written in the order of the check's words. What is left off is not checked."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.record.sentence import Sentence
from companion.record.statements import Check, Moment, unless
from companion.record.subjects import deed
from companion.rules.cards import Deck
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK
from companion.rules.pending_steps import (
    HOTEL,
    HOUSE,
    AnyMatter,
    Auction,
    BusChoice,
    Buying,
    CardDue,
    Debt,
    Interest,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
    UtilityThrowDue,
)
from companion.rules.state import Game

Value = int | str


class _Field(Struct, frozen=True):
    """One word of an open check: how it is read, and how it is shown again."""

    read: Callable[[Sentence], Value]
    show: Callable[[Game, Value], str]


def open_check(words: Sentence) -> Check:
    if words.accept("nothing"):
        return lambda moment: unless(not _waiting(moment.game), _shown(moment.game))
    kind = words.peek()
    fields = words.choose(_FIELDS, "thing that can be open")
    wanted: tuple[Value, ...] = (kind,)
    for field in fields:
        if words:
            wanted = (*wanted, field.read(words))

    def check(moment: Moment) -> str:
        found = (*_waiting(moment.game), *_rents(moment.game))
        return unless(any(each[: len(wanted)] == wanted for each in found), _shown(moment.game))

    return check


def _waiting(game: Game) -> tuple[tuple[Value, ...], ...]:
    """Everything open but unclaimed rents, each as the words of a check."""
    matters = tuple(words for matter in _reachable(game) for words in _words(game, matter))
    return matters if game.offer is None else (*matters, ("offer", game.offer.player, game.offer.to))


def _reachable(game: Game) -> Iterator[AnyMatter]:
    """The first matter, and those behind it with only debts and interest before them."""
    for matter in game.agenda:
        yield matter
        if not isinstance(matter, Debt | Interest):
            return


def _words(game: Game, matter: AnyMatter) -> tuple[tuple[Value, ...], ...]:
    match matter:
        case Debt():
            # Another debt of the same player waits for the first [DEBT-3].
            owed = ("debt", matter.debtor, matter.amount, max(matter.creditor, BANK))
            return (owed,) if game.debt_of(matter.debtor) is matter else ()
        case Interest():
            return tuple(("interest", owner, owed) for owner, owed in matter.owed)
        case Buying():
            return (("buy", matter.player, matter.deed),)
        case Auction():
            return (("auction", matter.building or matter.deed, matter.high, matter.bidder),)
        case CardDue():
            return (("card", matter.player, matter.deck.value),)
        case TaxChoice():
            return (("tax", matter.player),)
        case BusChoice() | SpaceChoice():
            return (("choice", matter.player),)
        case UtilityThrowDue() | TaskDue():
            return (("throw", matter.player),)
        case Placing():
            return (("place", matter.player),)
        case _:
            return ((type(matter).__name__.lower(),),)


def _rents(game: Game) -> tuple[tuple[Value, ...], ...]:
    return tuple(("rent", rent.payer, rent.amount, rent.owner) for rent in game.rents if not rent.lapsed)


def _shown(game: Game) -> str:
    found = (*_waiting(game), *_rents(game))
    return "open: " + "; ".join(_said(game, each) for each in found) if found else "nothing is open"


def _said(game: Game, found: tuple[Value, ...]) -> str:
    kind, *values = found
    fields = _FIELDS.get(str(kind), ())
    return " ".join((str(kind), *(field.show(game, value) for field, value in zip(fields, values, strict=True))))


def _lot(words: Sentence) -> Value:
    for building in (HOUSE, HOTEL):
        if words.accept(building):
            return building
    return deed(words, stops=("high",))


def _high(words: Sentence) -> int:
    words.expect("high")
    return words.number("the highest bid")


def _show_account(game: Game, value: Value) -> str:
    return game.players[int(value)].name if int(value) >= 0 else "Bank"


def _show_lot(_: Game, value: Value) -> str:
    return value if isinstance(value, str) else DEEDS[value].name


def _show(_: Game, value: Value) -> str:
    return str(value)


_DECKS = {deck.value: deck.value for deck in Deck}
_PLAYER = _Field(Sentence.player, _show_account)
_ACCOUNT = _Field(Sentence.account, _show_account)
_AMOUNT = _Field(lambda words: words.number("an amount"), _show)
_DEED = _Field(lambda words: deed(words), _show_lot)
_LOT = _Field(_lot, _show_lot)
_HIGH = _Field(_high, lambda _, value: f"high {value}")
_DECK = _Field(lambda words: words.choose(_DECKS, "deck"), _show)
_FIELDS: dict[str, tuple[_Field, ...]] = {
    "debt": (_PLAYER, _AMOUNT, _ACCOUNT),
    "buy": (_PLAYER, _DEED),
    "auction": (_LOT, _HIGH, _ACCOUNT),
    "card": (_PLAYER, _DECK),
    "tax": (_PLAYER,),
    "interest": (_PLAYER, _DEED),
    "rent": (_PLAYER, _AMOUNT, _PLAYER),
    "offer": (_PLAYER, _PLAYER),
    "choice": (_PLAYER,),
    "throw": (_PLAYER,),
    "place": (_PLAYER,),
}
