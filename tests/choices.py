"""Choices made for the players: one of the legal commands, and whatever it leaves open."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.rules import Legal, Needs, Refusal, decide
from companion.rules.commands import (
    SPEED_FACES,
    AnyCommand,
    BuildSeveral,
    CorrectDeed,
    CorrectJailCards,
    CorrectPlace,
    DealDeeds,
    EndGame,
    MoveMoney,
    OfferDeal,
    RetirePlayer,
    Roll,
    SellSeveral,
    SetCash,
    SetHouseRule,
    Throw,
    UseJailCard,
)
from companion.rules.correction import possible_holdings
from companion.rules.dice import throws_speed_die
from companion.rules.house_rules import HOUSE_RULES, Takes, Value
from companion.rules.ids import BANK, POT, DeedId
from companion.rules.pending_steps import Goods
from companion.rules.state import Game

Chooser = Callable[[int], int]  # given n, says one of 0 to n - 1

RESTS = (*range(30), *range(31, 40))  # where a token can rest: not on Go To Jail


class Script:
    """A chooser that reads its choices from bytes, two for each, and says when it has come to their end."""

    def __init__(self, choices: bytes) -> None:
        self._choices = choices
        self._at = 0

    @property
    def is_done(self) -> bool:
        return self._at >= len(self._choices)

    def __call__(self, count: int) -> int:
        read = self._choices[self._at : self._at + 2]
        self._at += 2
        return int.from_bytes(read, "big") % count


# How often each kind of command is chosen: play goes on, and now and then something unusual happens.
_USUAL = 40
_WEIGHTS = {
    "Roll": 200, "BuyDeed": 130, "Build": 130, "AuctionBuilding": 90, "GoBankrupt": 90, "Settle": 60, "AcceptDeal": 60,
    "ClaimRent": 60, "EndTurn": 20, "Mortgage": 10, "SellBuilding": 15, "SellGroup": 5, "OfferDeal": 20,
    "CorrectCash": 3, "SetCash": 2, "MoveMoney": 3, "CorrectJailCards": 3,
    "CorrectPlace": 3, "CorrectDeed": 2, "SetHouseRule": 3, "RetirePlayer": 1,
    "EndGame": 1, "CallTime": 1,
}  # fmt: skip


def pick(legals: Sequence[Legal], choose: Chooser) -> Legal:
    """First a kind of command, the usual ones more often, then one of that kind."""
    kinds: dict[str, list[Legal]] = {}
    for legal in legals:
        kinds.setdefault(type(legal.command).__name__, []).append(legal)
    at = choose(sum(_WEIGHTS.get(kind, _USUAL) for kind in kinds))
    for kind, of_kind in kinds.items():
        at -= _WEIGHTS.get(kind, _USUAL)
        if at < 0:
            return of_kind[choose(len(of_kind))]
    raise AssertionError("the weights do not add up")


def fill(before: Game, legal: Legal, choose: Chooser) -> AnyCommand:
    """The command of this family that the chooser fills in."""
    match legal.needs, legal.command:
        case Needs.DICE, Roll() | Throw() as throw:
            return _fill_dice(before, legal, throw, choose)
        case Needs.AMOUNT | Needs.CHANGE, _:
            return with_amount(legal, _amount(legal, choose))
        case Needs.CASH, SetCash(player) as counted:
            cash = choose(2000)
            return replace(counted, cash=cash + (cash == before.players[player].cash), reason="counted")
        case Needs.MONEY, MoveMoney() as move:
            return _fill_money(before, move, choose)
        case Needs.JAIL_CARDS, CorrectJailCards(player):
            ways = possible_holdings(before, player)
            return replace(ways[choose(len(ways))], reason="found")
        case Needs.GOODS, OfferDeal() as offer:
            return fill_offer(offer, choose)
        case Needs.BUILDINGS, BuildSeveral() | SellSeveral():
            return _fill_buildings(before, legal, choose)
        case Needs.DEEDS, DealDeeds() as deal:
            return replace(deal, deeds=_some(tuple(d.id for d in before.deeds_of(BANK)), legal.most, choose))
        case Needs.PLACE, CorrectPlace() as place:
            return replace(place, space=RESTS[choose(len(RESTS))], in_jail=choose(4) == 0, reason="slipped")
        case Needs.VALUE, SetHouseRule() as rule:
            values = values_of(rule.name)
            return replace(rule, value=values[choose(len(values))], reason="agreed")
        case (Needs.TITLE, CorrectDeed()) | (Needs.REASON, RetirePlayer()):
            return replace(legal.command, reason="as it is")
    assert legal.needs is Needs.NOTHING, legal
    return legal.command


def _fill_money(before: Game, move: MoveMoney, choose: Chooser) -> AnyCommand:
    """From any account that has something to any other."""
    pot = (POT,) if before.rules.pot is not None else ()
    accounts = (*before.still_in(), BANK, *pot)
    has = {account: before.players[account].cash for account in before.still_in()}
    has |= {BANK: 500} | dict.fromkeys(pot, before.pot)
    givers = [account for account in accounts if has[account]]
    giver = givers[choose(len(givers))]
    others = [account for account in accounts if account != giver]
    receiver = others[choose(len(others))]
    return replace(move, giver=giver, receiver=receiver, amount=1 + choose(min(has[giver], 500)), reason="agreed")


def _fill_buildings(before: Game, legal: Legal, choose: Chooser) -> AnyCommand:
    """Round by round over the group, as far as it is allowed; and mostly not that far."""
    lots = getattr(legal.command, "deeds")  # noqa: B009
    evenly = sorted(lots, key=before.steps, reverse=isinstance(legal.command, SellSeveral))
    wanted = replace(legal.example or legal.command, deeds=tuple(evenly * (1 + choose(5)))[: 1 + choose(15)])
    try:
        decide(before, wanted)
    except Refusal:
        return legal.example or legal.command
    return wanted


def with_amount(legal: Legal, amount: int) -> AnyCommand:
    return replace(legal.command, **{legal.needs.fills[0]: amount})


def _amount(legal: Legal, choose: Chooser) -> int:
    """Mostly a small step above the least, so that auctions last; a correction is never one of nothing."""
    least, most = legal.least, legal.most
    if legal.needs is Needs.CHANGE:
        return (choose(min(-least, 500) + 1) - min(-least, 500)) or 1
    return (least, most, least + choose(most - least + 1), min(most, least + choose(40)))[choose(4)]


def _fill_dice(before: Game, legal: Legal, throw: Roll | Throw, choose: Chooser) -> AnyCommand:
    white = legal.most - (legal.most == 3 and throws_speed_die(before, throw.player))
    dice = tuple(1 + choose(6) for _ in range(white))
    return replace(throw, dice=dice, speed=SPEED_FACES[choose(5)] if white < legal.most else "")


def fill_offer(offer: OfferDeal, choose: Chooser) -> AnyCommand:
    """Some of the goods of both, at least one deed or card of them."""
    gives, gets = _part(offer.gives, choose), _part(offer.gets, choose)
    while not (gives.deeds or gets.deeds or gives.jail_cards or gets.jail_cards):
        from_giver = bool(offer.gives.deeds or offer.gives.jail_cards)
        least = _one_thing(offer.gives if from_giver else offer.gets, choose)
        gives, gets = (least, gets) if from_giver else (gives, least)
    return replace(offer, gives=gives, gets=gets)


def _part(goods: Goods, choose: Chooser) -> Goods:
    chosen = tuple(deed for deed in goods.deeds if choose(4) == 0)
    cards = choose(goods.jail_cards + 1)
    decks = goods.decks[choose(2) :][:cards] if goods.decks and choose(2) else ()
    return Goods(chosen, choose(goods.cash + 1) if choose(2) else 0, cards, decks)


def _one_thing(goods: Goods, choose: Chooser) -> Goods:
    if goods.deeds:
        return Goods(deeds=(goods.deeds[choose(len(goods.deeds))],))
    return Goods(jail_cards=1)


def _some(ids: tuple[DeedId, ...], count: int, choose: Chooser) -> tuple[DeedId, ...]:
    left = list(ids)
    return tuple(left.pop(choose(len(left))) for _ in range(count))


def values_of(house_rule: str) -> tuple[Value, ...]:
    return {
        Takes.SWITCH: (False, True),
        Takes.AMOUNT: (0, 200, 1500),
        Takes.SWITCH_OR_AMOUNT: (False, True, 0, 500),
        Takes.RENT_MODE: ("auto", "claim"),
    }[HOUSE_RULES[house_rule].takes]


# Which family a command belongs to


def is_offered(legals: Sequence[Legal], command: AnyCommand) -> bool:
    """Is this command of one of these families? Each has the lots of one group; a command may name several groups."""
    if isinstance(command, BuildSeveral | SellSeveral) and len(command.deeds) > 1:
        return all(is_offered(legals, replace(command, deeds=(deed,))) for deed in command.deeds)
    return any(_covers(legal, command) for legal in legals)


def _covers(legal: Legal, command: AnyCommand) -> bool:
    if type(legal.command) is not type(command):
        return False
    if legal.needs in (Needs.AMOUNT, Needs.CHANGE):
        amount = getattr(command, legal.needs.fills[0])
        return _same(legal, command, "player") and legal.least <= amount <= legal.most
    match command:
        case Roll() | Throw():
            return _same(legal, command, "player") and _has_dice(legal, command)
        case OfferDeal():
            return _same(legal, command, "player", "to") and _is_part(legal, command)
        case BuildSeveral() | SellSeveral():
            assert isinstance(legal.command, BuildSeveral | SellSeveral)
            return _same(legal, command, "player") and set(command.deeds) <= set(legal.command.deeds)
        case DealDeeds():
            return _same(legal, command, "player") and legal.least <= len(command.deeds) <= legal.most
        case MoveMoney():
            return command.amount <= legal.most
        case CorrectPlace() | RetirePlayer() | UseJailCard() | SetCash() | CorrectJailCards():
            return _same(legal, command, "player")
        case CorrectDeed():
            return _same(legal, command, "deed")
        case SetHouseRule():
            return _same(legal, command, "name")
        case EndGame():
            return True
    return legal.command == command


def _same(legal: Legal, command: AnyCommand, *fields: str) -> bool:
    return all(getattr(legal.command, field) == getattr(command, field) for field in fields)


def _has_dice(legal: Legal, command: Roll | Throw) -> bool:
    return len(command.dice) + bool(command.speed) == legal.most


def _is_part(legal: Legal, command: OfferDeal) -> bool:
    assert isinstance(legal.command, OfferDeal)
    sides = ((command.gives, legal.command.gives), (command.gets, legal.command.gets))
    return all(
        set(part.deeds) <= set(whole.deeds) and part.cash <= whole.cash and part.jail_cards <= whole.jail_cards
        for part, whole in sides
    )
