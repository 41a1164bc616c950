"""Statements of play: what players do, deals, the clock, undo and redo. What the Bank does is in `bank_statements`."""

from collections.abc import Callable

from msgspec import Struct

from companion.play.acts import Redo, Undo
from companion.record.bank_statements import read_bank_act
from companion.record.header import StatementScanner
from companion.record.name_resolution import StatedAct, resolve, resolve_all
from companion.record.scanner import Word
from companion.rules import commands as c
from companion.rules.commands import SPEED_FACES, AnyCommand
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.naming import CARD_NAMES, DEED, GROUP, GROUPS, SPACE, nearest, quoted
from companion.rules.pending_steps import Goods

WHITE_FACES = ("1", "2", "3", "4", "5", "6")
SPECIAL_FACES = ("bus", "mr")
ALONE = ("deal", "time", "undo", "redo")  # statements without a subject
_JUST: dict[str, tuple[Callable[[PlayerId], AnyCommand], tuple[str, ...]]] = {  # and the fixed words behind the verb
    "ends": (c.EndTurn, ()),
    "buys": (c.BuyDeed, ()),
    "declines": (c.DeclineDeed, ()),
    "passes": (c.PassBid, ()),
    "uses": (c.UseJailCard, ("jail", "card")),
    "accepts": (c.AcceptDeal, ()),
    "rejects": (c.RejectDeal, ()),
    "withdraws": (c.WithdrawDeal, ()),
    "settles": (c.Settle, ()),
    "goes": (c.GoBankrupt, ("bankrupt",)),
}
_OF_DEED: dict[str, tuple[Callable[[PlayerId, DeedId], AnyCommand], str]] = {  # and the clause if its name is unclear
    "builds": (c.Build, "BUILD-1"),
    "sells": (c.SellBuilding, "SELL-1"),
    "mortgages": (c.Mortgage, "MORT-1"),
    "redeems": (c.Redeem, "MORT-3"),
    "keeps": (c.KeepMortgage, "DEAL-4"),
    "places": (c.PlaceBuilding, "STOCK-2"),
}
_OTHERS = ("rolls", "throws", "draws", "bids", "pays", "chooses", "moves", "claims", "offers")
PLAYER_VERBS = (*_OTHERS, *_JUST, *_OF_DEED)


def read_act(words: StatementScanner) -> StatedAct:
    if words.accept("bank"):
        act = read_bank_act(words)
    elif words.peek() in ALONE:
        act = _read_alone(words)
    elif words.peeks_player():
        seat = words.player()
        act = _read_verb(words, seat, words.choose_word(PLAYER_VERBS, "verb"))
    else:
        column = words.column
        raise words.unknown("word", words.take("a statement").text, (*words.header.names, "Bank", *ALONE), column)
    words.end()
    return act


def _read_alone(words: StatementScanner) -> StatedAct:
    match words.choose_word(ALONE, "statement"):
        case "undo":
            return Undo()
        case "redo":
            return Redo()
        case "time":
            words.expect("up")
            return c.CallTime()
    if _is_left_open(words):
        return c.DealDeeds(BANK, ())
    seat = words.player()
    words.expect(":")
    names = words.names("the name of a deed")
    return resolve_all(DEED, names, "SHORT-1", lambda deeds: c.DealDeeds(seat, deeds))


def _is_left_open(words: StatementScanner) -> bool:
    """Does the record leave this roll, draw or deal to its seed?"""
    if not words and words.header.seed is None:
        raise words.wrong("what fell or was drawn: only a record with `seed N` in its head leaves it to chance")
    return not words


def _read_verb(words: StatementScanner, seat: PlayerId, verb: str) -> StatedAct:
    match verb:
        case "rolls":
            return c.Roll(seat, *_dice(words))
        case "throws":
            return c.Throw(seat, *_dice(words))
        case "draws":
            return c.DrawCard(seat, _card(words))
        case "bids":
            return c.Bid(seat, words.number("an amount"))
        case "chooses":
            return c.ChooseSteps(seat, words.number("how many spaces"))
        case "pays":
            what = words.choose_word(("flat", "percent", "fine"), "payment")
            return c.PayFine(seat) if what == "fine" else c.PayTax(seat, percent=what == "percent")
        case "moves":
            words.expect("to")
            return resolve(SPACE, words.name("the name of a space"), "SPEED-7", lambda space: c.MoveTo(seat, space))
        case "claims":
            words.expect("rent")
            return c.ClaimRent(seat, words.player() if words.accept("from") else None)
        case "offers":
            return _offer(words, seat)
        case "sells" if words.accept("all"):
            return resolve(GROUP, words.name("a group"), "SELL-2", lambda group: c.SellGroup(seat, GROUPS[group]))
    if verb in _JUST:
        make_plain, rest = _JUST[verb]
        if rest:
            words.expect(*rest)
        return make_plain(seat)
    make, clause = _OF_DEED[verb]
    return resolve(DEED, words.name("the name of a deed"), clause, lambda deed: make(seat, deed))


# Rolls and draws


def _dice(words: StatementScanner) -> tuple[tuple[int, ...], str]:
    """The white dice, and the Speed Die's face: the third of three where it is played, `bus` or `mr` anywhere.

    How many dice the moment needs is for the engine to say.
    """
    if _is_left_open(words):
        return (), ""
    faces: list[Word] = []
    while words:
        column = words.column
        face = words.take("a face of a die").text.casefold()
        if face not in WHITE_FACES and face not in SPECIAL_FACES:
            raise words.wrong("a face of a die, 1 to 6 (bus or mr for the Speed Die)", column)
        faces.append(Word(face, column))
    speed = ""
    if faces and (faces[-1].text in SPECIAL_FACES or (words.header.rules.speed_die and len(faces) == 3)):
        last = faces.pop()
        if last.text not in SPEED_FACES:
            raise words.wrong(f"a face of the Speed Die: {', '.join(SPEED_FACES)}", last.column)
        speed = last.text
    for one in faces:
        if one.text in SPECIAL_FACES:
            raise words.error(f"{quoted(one.text)} is the Speed Die's: expected it behind the white dice", one.column)
    return tuple(int(face.text) for face in faces), speed


def _card(words: StatementScanner) -> str:
    if _is_left_open(words):
        return ""
    column = words.column
    card = words.take("a card").text
    if card.casefold() not in CARD_NAMES:
        raise words.error(f"no card is called {quoted(card)}{nearest(card, CARD_NAMES)}", column)
    return card.casefold()


# Deals


class _Side(Struct, frozen=True):
    deeds: tuple[Word, ...] = ()
    cash: int = 0
    jail_cards: int = 0

    def goods(self, deeds: tuple[DeedId, ...]) -> Goods:
        return Goods(deeds, self.cash, self.jail_cards)


def _offer(words: StatementScanner, seat: PlayerId) -> StatedAct:
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
