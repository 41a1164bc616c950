"""Statements of play: what players do, what the Banker says, deals, the clock, undo and redo."""

from collections.abc import Callable

from companion.play.acts import Redo, Undo
from companion.record.banking import BANK_VERBS
from companion.record.bargains import offer
from companion.record.dice import dice
from companion.record.doubt import one, several
from companion.record.sentence import Sentence
from companion.record.statements import StatedAct
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    Bid,
    Build,
    BuyDeed,
    CallTime,
    ChooseSteps,
    ClaimRent,
    DealDeeds,
    DeclineDeed,
    DrawCard,
    EndTurn,
    GoBankrupt,
    KeepMortgage,
    Mortgage,
    MoveTo,
    PassBid,
    PayFine,
    PayTax,
    PlaceBuilding,
    Redeem,
    RejectDeal,
    Roll,
    SellBuilding,
    SellGroup,
    Settle,
    Throw,
    UseJailCard,
    WithdrawDeal,
)
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.naming import CARD_NAMES, DEED, GROUP, GROUPS, SPACE, nearest, quoted

Verb = Callable[[Sentence, PlayerId], StatedAct]


def read_act(words: Sentence) -> StatedAct:
    act = _act(words)
    words.end()
    return act


def _act(words: Sentence) -> StatedAct:
    if words.accept("bank"):
        return words.choose(BANK_VERBS, "verb of the Bank's")(words)
    if words.peek() in ALONE:
        return words.choose(ALONE, "statement")(words)
    if not words.peeks_player():
        column = words.column
        word = words.take("a statement")
        raise words.unknown("word", word.text, (*words.header.names, "Bank", *ALONE), column)
    seat = words.player()
    return words.choose(PLAYER_VERBS, "verb")(words, seat)


def _deal(words: Sentence) -> StatedAct:
    if not words:
        _require_seed(words)
        return DealDeeds(BANK, ())
    seat = words.player()
    words.expect(":")
    names = [words.name("the name of a deed")]
    while words.accept(","):
        names.append(words.name("the name of a deed"))
    return several(DEED, names, "SHORT-1", lambda deeds: DealDeeds(seat, deeds))


def _time(words: Sentence) -> StatedAct:
    words.expect("up")
    return CallTime()


ALONE: dict[str, Callable[[Sentence], StatedAct]] = {
    "deal": _deal,
    "time": _time,
    "undo": lambda _: Undo(),
    "redo": lambda _: Redo(),
}


def _require_seed(words: Sentence) -> None:
    if words.header.seed is None:
        raise words.wrong("what fell or was drawn: only a record with `seed N` in its head leaves it to chance")


def _rolls(words: Sentence, seat: PlayerId) -> StatedAct:
    if not words:
        _require_seed(words)
        return Roll(seat, ())
    return Roll(seat, *dice(words, words.header.rules.speed_die))


def _throws(words: Sentence, seat: PlayerId) -> StatedAct:
    if not words:
        _require_seed(words)
        return Throw(seat, ())
    return Throw(seat, *dice(words, words.header.rules.speed_die))


def _draws(words: Sentence, seat: PlayerId) -> StatedAct:
    if not words:
        _require_seed(words)
        return DrawCard(seat)
    column = words.column
    card = words.take("a card").text
    if card.casefold() not in CARD_NAMES:
        raise words.error(f"no card is called {quoted(card)}{nearest(card, CARD_NAMES)}", column)
    return DrawCard(seat, card.casefold())


def _moves(words: Sentence, seat: PlayerId) -> StatedAct:
    words.expect("to")
    return one(SPACE, words.name("the name of a space"), "SPEED-7", lambda space: MoveTo(seat, space))


def _claims(words: Sentence, seat: PlayerId) -> StatedAct:
    words.expect("rent")
    return ClaimRent(seat, words.player() if words.accept("from") else None)


def _sells(words: Sentence, seat: PlayerId) -> StatedAct:
    if not words.accept("all"):
        return _of_deed(SellBuilding, "SELL-1")(words, seat)
    return one(GROUP, words.name("a group"), "SELL-2", lambda group: SellGroup(seat, GROUPS[group]))


def _just(make: Callable[[PlayerId], AnyCommand], *phrase: str) -> Verb:
    """A verb with nothing behind it but, perhaps, fixed words."""

    def read(words: Sentence, seat: PlayerId) -> StatedAct:
        if phrase:
            words.expect(*phrase)
        return make(seat)

    return read


def _with_number(make: Callable[[PlayerId, int], AnyCommand], what: str) -> Verb:
    return lambda words, seat: make(seat, words.number(what))


def _of_deed(make: Callable[[PlayerId, DeedId], AnyCommand], clause: str) -> Verb:
    return lambda words, seat: one(DEED, words.name("the name of a deed"), clause, lambda deed: make(seat, deed))


def _pays(words: Sentence, seat: PlayerId) -> StatedAct:
    return words.choose(_PAYMENTS, "payment")(seat)


_PAYMENTS: dict[str, Callable[[PlayerId], AnyCommand]] = {
    "flat": lambda seat: PayTax(seat, percent=False),
    "percent": lambda seat: PayTax(seat, percent=True),
    "fine": PayFine,
}
PLAYER_VERBS: dict[str, Verb] = {
    "rolls": _rolls,
    "throws": _throws,
    "ends": _just(EndTurn),
    "buys": _just(BuyDeed),
    "declines": _just(DeclineDeed),
    "bids": _with_number(Bid, "an amount"),
    "passes": _just(PassBid),
    "draws": _draws,
    "pays": _pays,
    "uses": _just(UseJailCard, "jail", "card"),
    "chooses": _with_number(ChooseSteps, "how many spaces"),
    "moves": _moves,
    "claims": _claims,
    "builds": _of_deed(Build, "BUILD-1"),
    "sells": _sells,
    "mortgages": _of_deed(Mortgage, "MORT-1"),
    "redeems": _of_deed(Redeem, "MORT-3"),
    "keeps": _of_deed(KeepMortgage, "DEAL-4"),
    "places": _of_deed(PlaceBuilding, "STOCK-2"),
    "offers": offer,
    "accepts": _just(AcceptDeal),
    "rejects": _just(RejectDeal),
    "withdraws": _just(WithdrawDeal),
    "settles": _just(Settle),
    "goes": _just(GoBankrupt, "bankrupt"),
}
