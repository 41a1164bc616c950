"""What the Banker says: the hammer, scarce buildings, corrections, and the end."""

from collections.abc import Callable

from companion.record.doubt import one
from companion.record.given import HOUSES_MOST
from companion.record.header import option_value
from companion.record.sentence import Sentence
from companion.record.statements import StatedAct
from companion.record.subjects import not_of_deed
from companion.rules.board import JAIL
from companion.rules.commands import (
    AuctionBuilding,
    CloseAuction,
    CorrectCash,
    CorrectDeed,
    CorrectPlace,
    EndGame,
    RetirePlayer,
    SellLotTo,
    SetHouseRule,
)
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.ids import Account, PlayerId
from companion.rules.naming import DEED, SPACE
from companion.rules.pending_steps import HOTEL, HOUSE
from companion.rules.phrases import or_list
from companion.rules.state import HOTEL_LEVEL


def _sells(words: Sentence) -> StatedAct:
    if not words.accept("to"):
        return CloseAuction()
    buyer = words.player()
    words.expect("for")
    return SellLotTo(buyer, words.number("an amount"))


def _auctions(words: Sentence) -> StatedAct:
    return AuctionBuilding(words.choose({HOUSE: HOUSE, HOTEL: HOTEL}, "building"))


def _retires(words: Sentence) -> StatedAct:
    seat = words.player()
    return RetirePlayer(seat, _reason(words) if words else "")


def _ends(words: Sentence) -> StatedAct:
    words.expect("game")
    return EndGame(_reason(words) if words else "")


def _sets(words: Sentence) -> StatedAct:
    rule = words.choose(HOUSE_RULES, "option")
    value = option_value(words, rule)
    return SetHouseRule(rule.name, value, _reason(words))


def _reason(words: Sentence) -> str:
    words.expect(":")
    if not words:
        raise words.wrong("the reason")
    return words.rest()


def _corrects(words: Sentence) -> StatedAct:
    if words.peek(1) not in _OF_PLAYER and (words.find(_DEED_WORDS) or not words.peeks_player()):
        return _deed(words)
    seat = words.player()
    if words.peek() not in _OF_PLAYER:
        raise words.wrong("cash, at or in jail")
    return words.choose(_OF_PLAYER, "correction")(words, seat)


def _cash(words: Sentence, seat: PlayerId) -> StatedAct:
    column = words.column
    signed = words.take("+ or - and an amount").text
    sign, amount = signed[:1], signed[1:]
    if sign not in "+-" or not amount.isascii() or not amount.isdigit() or len(amount) > 9:
        raise words.wrong("+ or - and an amount, such as +50", column)
    return CorrectCash(seat, int(signed), _reason(words))


def _at(words: Sentence, seat: PlayerId) -> StatedAct:
    written = words.name("the name of a space")
    reason = _reason(words)
    return one(SPACE, written, "CORRECT-1", lambda space: CorrectPlace(seat, space, reason))


def _in(words: Sentence, seat: PlayerId) -> StatedAct:
    words.expect("jail")
    return CorrectPlace(seat, JAIL, _reason(words), in_jail=True)


_OF_PLAYER: dict[str, Callable[[Sentence, PlayerId], StatedAct]] = {"cash": _cash, "at": _at, "in": _in}


def _deed(words: Sentence) -> StatedAct:
    """One deed, and what is to be said of it, separated by commas."""
    if not words.find(_DEED_WORDS) and (strange := not_of_deed(words, _DEED_EXPECTED)):
        raise strange
    written = words.name("a player or a deed, and what is to be corrected", stops=_DEED_WORDS)
    owner, level, mortgaged = _facts(words)
    reason = _reason(words)
    return one(DEED, written, "CORRECT-1", lambda deed: CorrectDeed(deed, reason, owner, level, mortgaged))


def _facts(words: Sentence) -> tuple[Account | None, int | None, bool | None]:
    owner, level, mortgaged = None, None, None
    while True:
        if words.peek() not in _DEED_WORDS:
            raise words.wrong(_DEED_EXPECTED)
        match words.choose(_DEED_WORDS, "correction"):
            case "owner":
                owner = words.account()
            case "houses":
                level = words.number("the number of houses", HOUSES_MOST)
            case "hotel":
                level = HOTEL_LEVEL
            case "bare":
                level = 0
            case "nothing":
                return owner, level, mortgaged
            case clear_or_mortgaged:
                mortgaged = clear_or_mortgaged == "mortgaged"
        if not words.accept(","):
            return owner, level, mortgaged


_DEED_OFFERED = ("owner", "houses", "hotel", "bare", "mortgaged", "clear")
_DEED_EXPECTED = or_list(_DEED_OFFERED)
_DEED_WORDS = {word: word for word in (*_DEED_OFFERED, "nothing")}


BANK_VERBS: dict[str, Callable[[Sentence], StatedAct]] = {
    "sells": _sells,
    "auctions": _auctions,
    "corrects": _corrects,
    "retires": _retires,
    "ends": _ends,
    "sets": _sets,
}
