"""Statements of play: what players do, deals, the clock, undo and redo. What the Bank does is in `bank_statements`."""

from collections.abc import Callable

from msgspec import Struct

from companion.play.acts import Redo, Undo
from companion.record.bank_statements import read_bank_act
from companion.record.header import StatementScanner
from companion.record.name_resolution import StatedAct, resolve, resolve_all
from companion.record.scanner import Scanner, Word
from companion.rules import commands as c
from companion.rules.commands import SPEED_FACES, AnyCommand
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.naming import CARD_NAMES, DEED, GROUP, GROUPS, SPACE, nearest, quoted
from companion.rules.pending_steps import Goods

Verb = Callable[[StatementScanner, PlayerId], StatedAct]
WHITE_FACES = ("1", "2", "3", "4", "5", "6")
SPECIAL_FACES = ("bus", "mr")


def read_act(words: StatementScanner) -> StatedAct:
    if words.accept("bank"):
        act = read_bank_act(words)
    elif words.peek() in ALONE:
        act = words.choose(ALONE, "statement")(words)
    elif words.peeks_player():
        seat = words.player()
        act = words.choose(PLAYER_VERBS, "verb")(words, seat)
    else:
        column = words.column
        raise words.unknown("word", words.take("a statement").text, (*words.header.names, "Bank", *ALONE), column)
    words.end()
    return act


def _deal(words: StatementScanner) -> StatedAct:
    if _is_left_open(words):
        return c.DealDeeds(BANK, ())
    seat = words.player()
    words.expect(":")
    names = words.names("the name of a deed")
    return resolve_all(DEED, names, "SHORT-1", lambda deeds: c.DealDeeds(seat, deeds))


def _time(words: StatementScanner) -> StatedAct:
    words.expect("up")
    return c.CallTime()


ALONE: dict[str, Callable[[StatementScanner], StatedAct]] = {
    "deal": _deal,
    "time": _time,
    "undo": lambda _: Undo(),
    "redo": lambda _: Redo(),
}


def _is_left_open(words: StatementScanner) -> bool:
    """Does the record leave this roll, draw or deal to its seed?"""
    if not words and words.header.seed is None:
        raise words.wrong("what fell or was drawn: only a record with `seed N` in its head leaves it to chance")
    return not words


# Rolls and draws


def _rolls(words: StatementScanner, seat: PlayerId) -> StatedAct:
    return c.Roll(seat, ()) if _is_left_open(words) else c.Roll(seat, *_dice(words, words.header.rules.speed_die))


def _throws(words: StatementScanner, seat: PlayerId) -> StatedAct:
    return c.Throw(seat, ()) if _is_left_open(words) else c.Throw(seat, *_dice(words, words.header.rules.speed_die))


def _dice(words: Scanner, speed_die: bool) -> tuple[tuple[int, ...], str]:
    """The white dice, and the Speed Die's face: the third of three where it is played, `bus` or `mr` anywhere.

    How many dice the moment needs is for the engine to say.
    """
    faces: list[Word] = []
    while words:
        column = words.column
        face = words.take("a face of a die").text.casefold()
        if face not in WHITE_FACES and face not in SPECIAL_FACES:
            raise words.wrong("a face of a die, 1 to 6 (bus or mr for the Speed Die)", column)
        faces.append(Word(face, column))
    speed = ""
    if faces and (faces[-1].text in SPECIAL_FACES or (speed_die and len(faces) == 3)):
        last = faces.pop()
        if last.text not in SPEED_FACES:
            raise words.wrong(f"a face of the Speed Die: {', '.join(SPEED_FACES)}", last.column)
        speed = last.text
    for one in faces:
        if one.text in SPECIAL_FACES:
            raise words.error(f"{quoted(one.text)} is the Speed Die's: expected it behind the white dice", one.column)
    return tuple(int(face.text) for face in faces), speed


def _draws(words: StatementScanner, seat: PlayerId) -> StatedAct:
    if _is_left_open(words):
        return c.DrawCard(seat)
    column = words.column
    card = words.take("a card").text
    if card.casefold() not in CARD_NAMES:
        raise words.error(f"no card is called {quoted(card)}{nearest(card, CARD_NAMES)}", column)
    return c.DrawCard(seat, card.casefold())


# Deals


class _Side(Struct, frozen=True):
    deeds: tuple[Word, ...] = ()
    cash: int = 0
    jail_cards: int = 0

    def goods(self, deeds: tuple[DeedId, ...]) -> Goods:
        return Goods(deeds, self.cash, self.jail_cards)


def _offers(words: StatementScanner, seat: PlayerId) -> StatedAct:
    """Deeds, cash and jail cards, separated by commas, `for` deeds, cash and jail cards."""
    to = words.player()
    words.expect(":")
    gives = _side(words)
    words.expect("for")
    gets = _side(words)
    mine = len(gives.deeds)
    return resolve_all(
        DEED,
        (*gives.deeds, *gets.deeds),
        "DEAL-1",
        lambda deeds: c.OfferDeal(seat, to, gives.goods(deeds[:mine]), gets.goods(deeds[mine:])),
    )


def _side(words: StatementScanner) -> _Side:
    deeds, cash, jail_cards = list[Word](), 0, 0
    if words.accept("nothing"):
        return _Side()
    while True:
        if words.is_number():
            cash += words.number("an amount")
        elif words.accept("jail", "card"):
            jail_cards += 1
        else:
            deeds.append(words.name("a deed, an amount, `jail card` or `nothing`", stops=("for",)))
        if not words.accept(","):
            return _Side(tuple(deeds), cash, jail_cards)


# Everything else


def _moves(words: StatementScanner, seat: PlayerId) -> StatedAct:
    words.expect("to")
    return resolve(SPACE, words.name("the name of a space"), "SPEED-7", lambda space: c.MoveTo(seat, space))


def _claims(words: StatementScanner, seat: PlayerId) -> StatedAct:
    words.expect("rent")
    return c.ClaimRent(seat, words.player() if words.accept("from") else None)


def _sells(words: StatementScanner, seat: PlayerId) -> StatedAct:
    if not words.accept("all"):
        return _of_deed(c.SellBuilding, "SELL-1")(words, seat)
    return resolve(GROUP, words.name("a group"), "SELL-2", lambda group: c.SellGroup(seat, GROUPS[group]))


def _pays(words: StatementScanner, seat: PlayerId) -> StatedAct:
    what = words.choose_word(("flat", "percent", "fine"), "payment")
    return c.PayFine(seat) if what == "fine" else c.PayTax(seat, percent=what == "percent")


def _just(make: Callable[[PlayerId], AnyCommand], *rest: str) -> Verb:
    """A verb with nothing behind it but, perhaps, fixed words."""

    def read(words: StatementScanner, seat: PlayerId) -> StatedAct:
        if rest:
            words.expect(*rest)
        return make(seat)

    return read


def _with_number(make: Callable[[PlayerId, int], AnyCommand], what: str) -> Verb:
    return lambda words, seat: make(seat, words.number(what))


def _of_deed(make: Callable[[PlayerId, DeedId], AnyCommand], clause: str) -> Verb:
    return lambda words, seat: resolve(DEED, words.name("the name of a deed"), clause, lambda deed: make(seat, deed))


PLAYER_VERBS: dict[str, Verb] = {
    "rolls": _rolls,
    "throws": _throws,
    "ends": _just(c.EndTurn),
    "buys": _just(c.BuyDeed),
    "declines": _just(c.DeclineDeed),
    "bids": _with_number(c.Bid, "an amount"),
    "passes": _just(c.PassBid),
    "draws": _draws,
    "pays": _pays,
    "uses": _just(c.UseJailCard, "jail", "card"),
    "chooses": _with_number(c.ChooseSteps, "how many spaces"),
    "moves": _moves,
    "claims": _claims,
    "builds": _of_deed(c.Build, "BUILD-1"),
    "sells": _sells,
    "mortgages": _of_deed(c.Mortgage, "MORT-1"),
    "redeems": _of_deed(c.Redeem, "MORT-3"),
    "keeps": _of_deed(c.KeepMortgage, "DEAL-4"),
    "places": _of_deed(c.PlaceBuilding, "STOCK-2"),
    "offers": _offers,
    "accepts": _just(c.AcceptDeal),
    "rejects": _just(c.RejectDeal),
    "withdraws": _just(c.WithdrawDeal),
    "settles": _just(c.Settle),
    "goes": _just(c.GoBankrupt, "bankrupt"),
}
