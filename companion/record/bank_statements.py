"""Statements of the Bank: the hammer, scarce buildings, corrections, players who leave, and the end."""

from companion.record.header import StatementScanner, read_option_value
from companion.record.name_resolution import StatedAct, not_about_deed, resolve
from companion.record.start_position import MAX_HOUSES
from companion.rules import commands as c
from companion.rules.board import JAIL
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.naming import DEED, SPACE
from companion.rules.pending_steps import HOTEL, HOUSE
from companion.rules.phrases import or_list
from companion.rules.state import HOTEL_LEVEL

BANK_VERBS = ("sells", "auctions", "corrects", "retires", "ends", "sets")
_OF_PLAYER = ("cash", "at", "in")
_OF_DEED = ("owner", "houses", "hotel", "bare", "mortgaged", "clear")
_DEED_WORDS = (*_OF_DEED, "nothing")


def read_bank_act(words: StatementScanner) -> StatedAct:
    """What follows `Bank`."""
    match words.choose_word(BANK_VERBS, "verb of the Bank's"):
        case "sells":
            if not words.accept("to"):
                return c.CloseAuction()
            buyer = words.player()
            words.expect("for")
            return c.SellLotTo(buyer, words.number("an amount"))
        case "auctions":
            return c.AuctionBuilding(words.choose_word((HOUSE, HOTEL), "building"))
        case "retires":
            seat = words.player()
            return c.RetirePlayer(seat, _reason(words) if words else "")
        case "ends":
            words.expect("game")
            return c.EndGame(_reason(words) if words else "")
        case "sets":
            rule = words.choose(HOUSE_RULES, "option")
            value = read_option_value(words, rule)
            return c.SetHouseRule(rule.name, value, _reason(words))
    if words.peek(1) not in _OF_PLAYER and (words.find(_DEED_WORDS) or not words.peeks_player()):
        return _correct_deed(words)
    return _correct_player(words)


def _reason(words: StatementScanner) -> str:
    words.expect(":")
    if not words:
        raise words.wrong("the reason")
    return words.rest()


def _correct_player(words: StatementScanner) -> StatedAct:
    seat = words.player()
    if words.peek() not in _OF_PLAYER:
        raise words.wrong("cash, at or in jail")
    if words.accept("in"):
        words.expect("jail")
        return c.CorrectPlace(seat, JAIL, _reason(words), in_jail=True)
    if words.accept("at"):
        written = words.name("the name of a space")
        reason = _reason(words)
        return resolve(SPACE, written, "CORRECT-1", lambda space: c.CorrectPlace(seat, space, reason))
    words.expect("cash")
    column = words.column
    signed = words.take("+ or - and an amount").text
    sign, amount = signed[:1], signed[1:]
    if sign not in "+-" or not amount.isascii() or not amount.isdigit() or len(amount) > 9:
        raise words.wrong("+ or - and an amount, such as +50", column)
    return c.CorrectCash(seat, int(signed), _reason(words))


def _correct_deed(words: StatementScanner) -> StatedAct:
    """One deed, and what is to be corrected about it, separated by commas."""
    if not words.find(_DEED_WORDS) and (strange := not_about_deed(words, or_list(_OF_DEED))):
        raise strange
    written = words.name("a player or a deed, and what is to be corrected", stops=_DEED_WORDS)
    owner, level, mortgaged = None, None, None
    while True:
        if words.peek() not in _DEED_WORDS:
            raise words.wrong(or_list(_OF_DEED))
        match words.choose_word(_DEED_WORDS, "correction"):
            case "owner":
                owner = words.account()
            case "houses":
                level = words.number("the number of houses", MAX_HOUSES)
            case "hotel":
                level = HOTEL_LEVEL
            case "bare":
                level = 0
            case "mortgaged":
                mortgaged = True
            case "clear":
                mortgaged = False
            case "nothing":
                break
        if not words.accept(","):
            break
    reason = _reason(words)
    return resolve(DEED, written, "CORRECT-1", lambda deed: c.CorrectDeed(deed, reason, owner, level, mortgaged))
