"""How a move gets what it still needs: one pad after the other, and then its act as JSON with everything filled in.

A new need takes a pad, a function here, and a line in `_ASK`. No rules are known here.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from companion.console.pads.choose import ChoosePad, PadChoice, SeveralPad
from companion.console.pads.deal import DealGoods, DealPad, DealParty
from companion.console.pads.numbers import AmountPad, DicePad
from companion.console.pads.text import TextPad
from companion.console.state import ConsoleState
from companion.console.words import JAIL, describe_buildings, describe_place, money
from companion.table.messages.setup import SetupChoices, Takes, Value
from companion.table.messages.views import MoveView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

HOTEL = 5  # as many buildings as one stands for
REASONS = ("Miscounted", "Forgotten", "Wrong key", "Agreed at the table")
REASONS_TO_LEAVE = ("Has to go home", "It is bedtime", "Gives up")
AN_AMOUNT = "an amount"


async def act_with_needs(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> bytes | None:
    """None if somebody changed their mind."""
    return await _ASK[move.needs](app, state, move)


def _act(move: MoveView) -> dict[str, Any]:
    return msgspec.json.decode(move.act, type=dict[str, Any])


def _filled(move: MoveView, **fields: object) -> bytes:
    return msgspec.json.encode(_act(move) | fields)


async def _nothing(_: "ConsoleApp", __: ConsoleState, move: MoveView) -> bytes | None:
    return bytes(move.act)


async def _dice(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> bytes | None:
    has_speed = "speed" in move.fills
    pad = DicePad(f"{state.name(move.seat)}: {move.label}", move.most - has_speed, move.choices)
    rolled = await app.show_pad(pad)
    if rolled is None:
        return None
    dice, speed = rolled
    return _filled(move, dice=dice, speed=speed) if has_speed else _filled(move, dice=dice)


async def _amount(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> bytes | None:
    name = state.name(_act(move)["player"])
    title = f"Sold to {name} for …" if move.banker else f"{name} bids …"
    amount = await app.show_pad(AmountPad(title, move.least, move.most, move.least, f"{name} has {money(move.most)}"))
    return None if amount is None else _filled(move, amount=amount)


async def _change(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> bytes | None:
    name = state.name(_act(move)["player"])
    hint = f"{name} has {money(-move.least)}. Use the ± key to take money away."
    by = await app.show_pad(AmountPad(f"Correct {name}'s cash by …", move.least, move.most, 0, hint))
    return None if by is None else await _with_reason(app, move, by=by)


async def _with_reason(app: "ConsoleApp", move: MoveView, **fields: object) -> bytes | None:
    reason = await app.show_pad(TextPad("Why?", REASONS, hint=f"{move.label}: the log keeps the reason."))
    return None if reason is None else _filled(move, reason=reason, **fields)


async def _reason(app: "ConsoleApp", _: ConsoleState, move: MoveView) -> bytes | None:
    reason = await app.show_pad(TextPad(move.label, REASONS_TO_LEAVE, hint="Why? The log keeps the reason."))
    return None if reason is None else _filled(move, reason=reason)


async def _deeds(app: "ConsoleApp", _: ConsoleState, move: MoveView) -> bytes | None:
    choices = [PadChoice(words, deed) for deed, words in move.choices]
    deeds = await app.show_pad(SeveralPad(move.label, choices, count=move.most))
    return None if deeds is None else _filled(move, deeds=deeds)


async def _place(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> bytes | None:
    spaces = state.board.spaces
    places = [PadChoice(describe_place(spaces, at), (at, False)) for at in range(40)]
    chosen = await app.show_pad(ChoosePad(move.label, [PadChoice("In Jail", (JAIL, True)), *places]))
    if chosen is None:
        return None
    space, in_jail = chosen
    return await _with_reason(app, move, space=space, in_jail=in_jail)


async def _title(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> bytes | None:
    """In each list, what is so now comes first."""
    deed = await app.show_pad(ChoosePad(move.label, [PadChoice(words, deed) for deed, words in move.choices]))
    if deed is None or state.view is None:
        return None
    printed, title = state.board.deeds[int(deed)], state.view.titles[int(deed)]
    seats = [-1, *(player.seat for player in state.view.players if not player.out)]
    seats.sort(key=lambda seat: seat != title.owner)
    owners = [PadChoice(f"{state.name(seat)}{_now(seat == title.owner)}", seat) for seat in seats]
    owner = await app.show_pad(ChoosePad(f"Who has {printed.name}?", owners))
    if owner is None:
        return None
    buildings: int | None = 0
    if printed.house_cost:
        counts = sorted(range(HOTEL + 1), key=lambda count: count != title.buildings)
        stands = [PadChoice(f"{describe_buildings(count)}{_now(count == title.buildings)}", count) for count in counts]
        buildings = await app.show_pad(ChoosePad(f"What stands on {printed.name}?", stands))
    if buildings is None:
        return None
    answers = (title.mortgaged, not title.mortgaged)
    yes_no = [PadChoice(f"{'yes' if one else 'no'}{_now(one is title.mortgaged)}", one) for one in answers]
    mortgaged = await app.show_pad(ChoosePad(f"Is {printed.name} mortgaged?", yes_no))
    if mortgaged is None:
        return None
    return await _with_reason(app, move, deed=deed, owner=owner, buildings=buildings, mortgaged=mortgaged)


def _now(is_so: bool) -> str:
    return " (now)" if is_so else ""


async def _goods(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> bytes | None:
    act, parties = _act(move), []
    for who, side in (("player", "gives"), ("to", "gets")):
        most = act[side]
        goods = DealGoods(tuple(most.get("deeds", ())), most.get("cash", 0), most.get("jail_cards", 0))
        deeds: list[PadChoice[int | str]] = []
        for deed in goods.deeds:
            is_mortgaged = state.view is not None and state.view.titles[deed].mortgaged
            deeds.append(PadChoice(state.board.deeds[deed].name + (" (mortgaged)" if is_mortgaged else ""), deed))
        parties.append(DealParty(state.name(act[who]), goods, tuple(deeds)))
    giver, taker = parties
    deal = await app.show_pad(DealPad(f"Deal between {giver.name} and {taker.name}", giver, taker))
    return None if deal is None else _filled(move, gives=deal[0]._asdict(), gets=deal[1]._asdict())


async def _value(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> bytes | None:
    name = await app.show_pad(ChoosePad(move.label, [PadChoice(words, name) for name, words in move.choices]))
    if name is None:
        return None
    value = await house_rule_value(app, state.setup, str(name))
    return None if value is None else await _with_reason(app, move, name=name, value=value)


async def house_rule_value(app: "ConsoleApp", setup: SetupChoices, name: str) -> Value | None:
    rule = setup.house_rule(name)
    if rule is None:
        return await app.show_pad(TextPad(name))
    value: Value | None = AN_AMOUNT
    if choices := _VALUES[rule.takes]:
        value = await app.show_pad(ChoosePad(rule.label, choices, rule.meaning))
    if value != AN_AMOUNT:
        return value
    return await app.show_pad(AmountPad(rule.label, 0, setup.max_amount, hint=rule.meaning, nought=True))


_SWITCH: tuple[PadChoice[Value], ...] = (PadChoice("On", True), PadChoice("Off", False))
_VALUES: dict[Takes, tuple[PadChoice[Value], ...]] = {
    "switch": _SWITCH,
    "switch-or-amount": (*_SWITCH, PadChoice("On, with an amount …", AN_AMOUNT)),
    "rent-mode": (PadChoice("Rent is paid automatically", "auto"), PadChoice("Rent must be asked for", "claim")),
    "amount": (),
}
_ASK: dict[str, Callable[["ConsoleApp", ConsoleState, MoveView], Awaitable[bytes | None]]] = {
    "": _nothing,
    "dice": _dice,
    "amount": _amount,
    "change": _change,
    "goods": _goods,
    "deeds": _deeds,
    "place": _place,
    "title": _title,
    "value": _value,
    "reason": _reason,
}
NEEDS = frozenset(_ASK)
