"""Each command as the statement that a record writes for it, and as people read it."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.record.names import SPACE
from companion.rules import commands as said
from companion.rules.board import BOARD
from companion.rules.commands import AnyCommand, Command
from companion.rules.deeds import DEEDS, Group
from companion.rules.house_rules import Value
from companion.rules.ids import BANK, SpaceId
from companion.rules.pending_steps import Goods
from companion.rules.phrases import money
from companion.rules.state import HOTEL_LEVEL

Names = Sequence[str]
Digits = Callable[[int], str]  # how an amount is written
REASON_MOST = 200
NO_REASON = "no reason given"


def phrase(command: AnyCommand, names: Names, digits: Digits = str) -> str:
    if template := _TEMPLATES.get(type(command)):
        return template.format_map(_words(command, names, digits)).rstrip()
    if isinstance(command, said.OfferDeal):
        return _offer(command, names, digits)
    return _OTHERS[type(command)](command, names)


def spoken(command: AnyCommand, names: Names) -> str:
    """The same for people: with thousands apart."""
    return phrase(command, names, money)


def space_name(space: SpaceId) -> str:
    """Its name, or its number where several have that name."""
    return BOARD[space].name if len(SPACE.find(BOARD[space].name)) == 1 else str(space)


def option_value(value: Value, digits: Digits = str) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return digits(value) if isinstance(value, int) else value


def _words(command: Command, names: Names, digits: Digits) -> dict[str, str]:
    return {field: _word(field, getattr(command, field), names, digits) for field in command.__struct_fields__}


def _word(field: str, value: Any, names: Names, digits: Digits) -> str:
    match field:
        case "player" | "to":
            return names[int(value)]
        case "deed":
            return DEEDS[int(value)].name
        case "deeds":
            return ", ".join(DEEDS[deed].name for deed in value)
        case "space":
            return space_name(value)
        case "dice":
            return " ".join(map(str, value))
        case "reason":
            return _reason(value)
        case "by":
            return f"{'-' if value < 0 else '+'}{digits(abs(value))}"
        case "amount":
            return digits(value)
        case "value":
            return option_value(value, digits)
        case _:
            return value.value if isinstance(value, Group) else str(value)


def _reason(text: str) -> str:
    """On one line, and with nothing in it that would start a comment."""
    plain = "".join(char if char.isprintable() and char != "#" else " " for char in text)
    return " ".join(plain.split())[:REASON_MOST] or NO_REASON


def _because(reason: str) -> str:
    """Where no reason need be given."""
    return f": {_reason(reason)}" if reason else ""


def _pay_tax(command: said.PayTax, names: Names) -> str:
    return f"{names[command.player]} pays {'percent' if command.percent else 'flat'}"


def _claim(command: said.ClaimRent, names: Names) -> str:
    of_whom = "" if command.payer is None else f" from {names[command.payer]}"
    return f"{names[command.player]} claims rent{of_whom}"


def _offer(command: said.OfferDeal, names: Names, digits: Digits) -> str:
    sides = f"{_goods(command.gives, digits)} for {_goods(command.gets, digits)}"
    return f"{names[command.player]} offers {names[command.to]}: {sides}"


def _goods(goods: Goods, digits: Digits) -> str:
    deeds = [DEEDS[deed].name for deed in goods.deeds]
    cash = [digits(goods.cash)] if goods.cash else []
    return ", ".join((*deeds, *cash, *["jail card"] * goods.jail_cards)) or "nothing"


def _correct_place(command: said.CorrectPlace, names: Names) -> str:
    where = "in jail" if command.in_jail else f"at {space_name(command.space)}"
    return f"Bank corrects {names[command.player]} {where}: {_reason(command.reason)}"


def _correct_deed(command: said.CorrectDeed, names: Names) -> str:
    facts = []
    if command.owner is not None:
        facts.append(f"owner {'Bank' if command.owner == BANK else names[command.owner]}")
    if command.buildings is not None:
        facts.append("hotel" if command.buildings == HOTEL_LEVEL else f"houses {command.buildings}")
    if command.mortgaged is not None:
        facts.append("mortgaged" if command.mortgaged else "clear")
    return f"Bank corrects {DEEDS[command.deed].name} {', '.join(facts) or 'nothing'}: {_reason(command.reason)}"


_TEMPLATES: dict[type[Command], str] = {
    said.Roll: "{player} rolls {dice} {speed}",
    said.Throw: "{player} throws {dice} {speed}",
    said.EndTurn: "{player} ends",
    said.BuyDeed: "{player} buys",
    said.DeclineDeed: "{player} declines",
    said.Bid: "{player} bids {amount}",
    said.PassBid: "{player} passes",
    said.CloseAuction: "Bank sells",
    said.SellLotTo: "Bank sells to {player} for {amount}",
    said.DrawCard: "{player} draws {card}",
    said.PayFine: "{player} pays fine",
    said.UseJailCard: "{player} uses jail card",
    said.ChooseSteps: "{player} chooses {steps}",
    said.MoveTo: "{player} moves to {space}",
    said.Build: "{player} builds {deed}",
    said.SellBuilding: "{player} sells {deed}",
    said.SellGroup: "{player} sells all {group}",
    said.Mortgage: "{player} mortgages {deed}",
    said.Redeem: "{player} redeems {deed}",
    said.KeepMortgage: "{player} keeps {deed}",
    said.AcceptDeal: "{player} accepts",
    said.RejectDeal: "{player} rejects",
    said.WithdrawDeal: "{player} withdraws",
    said.Settle: "{player} settles",
    said.GoBankrupt: "{player} goes bankrupt",
    said.AuctionBuilding: "Bank auctions {building}",
    said.PlaceBuilding: "{player} places {deed}",
    said.DealDeeds: "deal {player}: {deeds}",
    said.CallTime: "time up",
    said.CorrectCash: "Bank corrects {player} cash {by}: {reason}",
    said.SetHouseRule: "Bank sets {name} {value}: {reason}",
}
_OTHERS: dict[type[Command], Callable[[Any, Names], str]] = {
    said.PayTax: _pay_tax,
    said.ClaimRent: _claim,
    said.RetirePlayer: lambda command, names: f"Bank retires {names[command.player]}{_because(command.reason)}",
    said.EndGame: lambda command, _: f"Bank ends game{_because(command.reason)}",
    said.CorrectPlace: _correct_place,
    said.CorrectDeed: _correct_deed,
}
