"""Statements of the Bank: the hammer, scarce buildings, corrections, players who leave, and the end."""

from collections.abc import Callable

from companion.record.header import StatementScanner, read_option_value
from companion.record.name_resolution import StatedAct, not_about_deed, resolve
from companion.record.start_position import MAX_HOUSES
from companion.rules import commands as c
from companion.rules.board import JAIL
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.ids import Account, PlayerId
from companion.rules.naming import DEED, SPACE
from companion.rules.pending_steps import HOTEL, HOUSE
from companion.rules.phrases import or_list
from companion.rules.state import HOTEL_LEVEL


def _sells(words: StatementScanner) -> StatedAct:
    if not words.accept("to"):
        return c.CloseAuction()
    buyer = words.player()
    words.expect("for")
    return c.SellLotTo(buyer, words.number("an amount"))


def _auctions(words: StatementScanner) -> StatedAct:
    return c.AuctionBuilding(words.choose({HOUSE: HOUSE, HOTEL: HOTEL}, "building"))


def _retires(words: StatementScanner) -> StatedAct:
    seat = words.player()
    return c.RetirePlayer(seat, _reason(words) if words else "")


def _ends(words: StatementScanner) -> StatedAct:
    words.expect("game")
    return c.EndGame(_reason(words) if words else "")


def _sets(words: StatementScanner) -> StatedAct:
    rule = words.choose(HOUSE_RULES, "option")
    value = read_option_value(words, rule)
    return c.SetHouseRule(rule.name, value, _reason(words))


def _reason(words: StatementScanner) -> str:
    words.expect(":")
    if not words:
        raise words.wrong("the reason")
    return words.rest()


def _corrects(words: StatementScanner) -> StatedAct:
    if words.peek(1) not in _OF_PLAYER and (words.find(_DEED_WORDS) or not words.peeks_player()):
        return _corrects_deed(words)
    seat = words.player()
    if words.peek() not in _OF_PLAYER:
        raise words.wrong("cash, at or in jail")
    return words.choose(_OF_PLAYER, "correction")(words, seat)


def _corrects_cash(words: StatementScanner, seat: PlayerId) -> StatedAct:
    column = words.column
    signed = words.take("+ or - and an amount").text
    sign, amount = signed[:1], signed[1:]
    if sign not in "+-" or not amount.isascii() or not amount.isdigit() or len(amount) > 9:
        raise words.wrong("+ or - and an amount, such as +50", column)
    return c.CorrectCash(seat, int(signed), _reason(words))


def _corrects_place(words: StatementScanner, seat: PlayerId) -> StatedAct:
    written = words.name("the name of a space")
    reason = _reason(words)
    return resolve(SPACE, written, "CORRECT-1", lambda space: c.CorrectPlace(seat, space, reason))


def _corrects_jail(words: StatementScanner, seat: PlayerId) -> StatedAct:
    words.expect("jail")
    return c.CorrectPlace(seat, JAIL, _reason(words), in_jail=True)


_OF_PLAYER: dict[str, Callable[[StatementScanner, PlayerId], StatedAct]] = {
    "cash": _corrects_cash,
    "at": _corrects_place,
    "in": _corrects_jail,
}


def _corrects_deed(words: StatementScanner) -> StatedAct:
    """One deed, and what is to be corrected about it, separated by commas."""
    if not words.find(_DEED_WORDS) and (strange := not_about_deed(words, _DEED_EXPECTED)):
        raise strange
    written = words.name("a player or a deed, and what is to be corrected", stops=_DEED_WORDS)
    owner, level, mortgaged = _facts(words)
    reason = _reason(words)
    return resolve(DEED, written, "CORRECT-1", lambda deed: c.CorrectDeed(deed, reason, owner, level, mortgaged))


def _facts(words: StatementScanner) -> tuple[Account | None, int | None, bool | None]:
    owner, level, mortgaged = None, None, None
    while True:
        if words.peek() not in _DEED_WORDS:
            raise words.wrong(_DEED_EXPECTED)
        match words.choose(_DEED_WORDS, "correction"):
            case "owner":
                owner = words.account()
            case "houses":
                level = words.number("the number of houses", MAX_HOUSES)
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

BANK_VERBS: dict[str, Callable[[StatementScanner], StatedAct]] = {
    "sells": _sells,
    "auctions": _auctions,
    "corrects": _corrects,
    "retires": _retires,
    "ends": _ends,
    "sets": _sets,
}
