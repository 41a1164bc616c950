"""`? open …`: what is waiting for somebody, in the order of the check's words. What is left off is not checked."""

from collections.abc import Callable

from msgspec import Struct

from companion.record.header import StatementScanner
from companion.record.name_resolution import read_deed
from companion.record.statements import Check, Moment, unless
from companion.rules.cards import Deck
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK
from companion.rules.pending_steps import (
    HOTEL,
    HOUSE,
    AnyPendingStep,
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


class OpenField(Struct, frozen=True):
    """One word of an open check: how it is read, and how it is shown again."""

    read: Callable[[StatementScanner], Value]
    show: Callable[[Game, Value], str]


def read_open_check(words: StatementScanner) -> Check:
    if words.accept("nothing"):
        return lambda moment: unless(not _waiting(moment.game), _describe_open(moment.game))
    kind = words.peek()
    fields = words.choose(_FIELDS, "thing that can be open")
    wanted: tuple[Value, ...] = (kind,)
    for field in fields:
        if words:
            wanted = (*wanted, field.read(words))

    def check(moment: Moment) -> str:
        found = (*_waiting(moment.game), *_rents(moment.game))
        return unless(any(each[: len(wanted)] == wanted for each in found), _describe_open(moment.game))

    return check


def _waiting(game: Game) -> tuple[tuple[Value, ...], ...]:
    """Everything open but unclaimed rents, each as the words of a check."""
    found: tuple[tuple[Value, ...], ...] = ()
    for step in game.pending:  # up to the first that is neither a debt nor interest
        found = (*found, *_words(game, step))
        if not isinstance(step, Debt | Interest):
            break
    return found if game.offer is None else (*found, ("offer", game.offer.player, game.offer.to))


def _words(game: Game, step: AnyPendingStep) -> tuple[tuple[Value, ...], ...]:
    match step:
        case Debt():
            # Another debt of the same player waits for the first [DEBT-3].
            owed = ("debt", step.debtor, step.amount, max(step.creditor, BANK))
            return (owed,) if game.debt_of(step.debtor) is step else ()
        case Interest():
            return tuple(("interest", owner, owed) for owner, owed in step.owed)
        case Buying():
            return (("buy", step.player, step.deed),)
        case Auction():
            return (("auction", step.building or step.deed, step.high, step.bidder),)
        case CardDue():
            return (("card", step.player, step.deck.value),)
        case TaxChoice():
            return (("tax", step.player),)
        case BusChoice() | SpaceChoice():
            return (("choice", step.player),)
        case UtilityThrowDue() | TaskDue():
            return (("throw", step.player),)
        case Placing():
            return (("place", step.player),)
        case _:
            return ((type(step).__name__.lower(),),)


def _rents(game: Game) -> tuple[tuple[Value, ...], ...]:
    return tuple(("rent", rent.payer, rent.amount, rent.owner) for rent in game.rents if not rent.lapsed)


def _describe_open(game: Game) -> str:
    shown = []
    for kind, *values in (*_waiting(game), *_rents(game)):
        fields = zip(_FIELDS.get(str(kind), ()), values, strict=True)
        shown.append(" ".join((str(kind), *(field.show(game, value) for field, value in fields))))
    return f"open: {'; '.join(shown)}" if shown else "nothing is open"


def _lot(words: StatementScanner) -> Value:
    for building in (HOUSE, HOTEL):
        if words.accept(building):
            return building
    return read_deed(words, stops=("high",))


def _high(words: StatementScanner) -> int:
    words.expect("high")
    return words.number("the highest bid")


def _show_account(game: Game, value: Value) -> str:
    return game.players[int(value)].name if int(value) >= 0 else "Bank"


def _show_lot(_: Game, value: Value) -> str:
    return value if isinstance(value, str) else DEEDS[value].name


def _show(_: Game, value: Value) -> str:
    return str(value)


_DECKS = {deck.value: deck.value for deck in Deck}
_PLAYER = OpenField(StatementScanner.player, _show_account)
_ACCOUNT = OpenField(StatementScanner.account, _show_account)
_AMOUNT = OpenField(lambda words: words.number("an amount"), _show)
_DEED = OpenField(lambda words: read_deed(words), _show_lot)
_LOT = OpenField(_lot, _show_lot)
_HIGH = OpenField(_high, lambda _, value: f"high {value}")
_DECK = OpenField(lambda words: words.choose(_DECKS, "deck"), _show)
_FIELDS: dict[str, tuple[OpenField, ...]] = {
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
