"""How a move gets what it still needs: one pad after the other, and then the act with everything filled in.

To teach the console a new need: a pad, a function here, a line in `_ASK`.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

from companion.console.acts import act_of, filled
from companion.console.offers import titled
from companion.console.pads.amount import AmountPad
from companion.console.pads.choose import FEW, Choice, ChoosePad
from companion.console.pads.deal import DealPad, Goods, Party
from companion.console.pads.dice import DicePad
from companion.console.pads.pad import Pad
from companion.console.pads.several import SeveralPad
from companion.console.pads.text import TextPad
from companion.console.places import JAIL, place_name
from companion.console.state import State
from companion.console.words import money
from companion.table.messages.setup import Books, Takes, Value
from companion.table.messages.views import DeedPrint, MoveView, TitleView

T = TypeVar("T")
HOTEL = 5  # as many buildings as one stands for
REASONS = ("Miscounted", "Forgotten", "Wrong key", "Agreed at the table")
REASONS_TO_LEAVE = ("Has to go home", "It is bedtime", "Gives up")


class Shows(Protocol):
    """The app: shows a pad and waits for what it gives back."""

    async def show_pad(self, pad: Pad[T]) -> T | None: ...


Ask = Callable[[Shows, State, MoveView], Awaitable[bytes | None]]


async def act_for(app: Shows, state: State, move: MoveView) -> bytes | None:
    """None if somebody has thought better of it."""
    return await _ASK[move.needs](app, state, move)


async def one_of(app: Shows, state: State, title: str, moves: Sequence[MoveView]) -> MoveView | None:
    """With many of many players, first whose."""
    seats = {move.seat: [one for one in moves if one.seat == move.seat] for move in moves}
    if len(moves) > FEW and len(seats) > 1:
        whose = await app.show_pad(ChoosePad(title, [Choice(state.name(seat), own) for seat, own in seats.items()]))
        return None if whose is None else await one_of(app, state, title, whose)
    words = titled if len(seats) > 1 else lambda _, move: move.label
    return await app.show_pad(ChoosePad(title, [Choice(words(state, move), move) for move in moves]))


async def _nothing(_: Shows, __: State, move: MoveView) -> bytes | None:
    return bytes(move.act)


async def _dice(app: Shows, state: State, move: MoveView) -> bytes | None:
    has_speed = "speed" in move.fills
    white = move.most - has_speed
    thrown = await app.show_pad(DicePad(f"{state.name(move.seat)}: {move.label}", white, move.choices))
    if thrown is None:
        return None
    dice, speed = thrown
    return filled(move, dice=dice, speed=speed) if has_speed else filled(move, dice=dice)


# Amounts


async def _amount(app: Shows, state: State, move: MoveView) -> bytes | None:
    name = state.name(act_of(move)["player"])
    title = f"Sold to {name} for …" if move.banker else f"{name} bids …"
    amount = await app.show_pad(AmountPad(title, move.least, move.most, move.least, f"{name} has {money(move.most)}"))
    return None if amount is None else filled(move, amount=amount)


async def _correction(app: Shows, state: State, move: MoveView) -> bytes | None:
    name = state.name(act_of(move)["player"])
    hint = f"{name} has {money(-move.least)}. More, or less with the ± key."
    by = await app.show_pad(AmountPad(f"Correct {name}'s cash by …", move.least, move.most, 0, hint))
    if by is None:
        return None
    return await _with_reason(app, move, by=by)


async def _with_reason(app: Shows, move: MoveView, **fields: object) -> bytes | None:
    reason = await app.show_pad(TextPad("Why?", REASONS, hint=f"{move.label}: the log keeps the reason."))
    return None if reason is None else filled(move, reason=reason, **fields)


async def _reason(app: Shows, _: State, move: MoveView) -> bytes | None:
    reason = await app.show_pad(TextPad(move.label, REASONS_TO_LEAVE, hint="Why? The log keeps the reason."))
    return None if reason is None else filled(move, reason=reason)


# Deeds and places


async def _deeds(app: Shows, _: State, move: MoveView) -> bytes | None:
    choices = [Choice(words, deed) for deed, words in move.choices]
    deeds = await app.show_pad(SeveralPad(move.label, choices, count=move.most))
    return None if deeds is None else filled(move, deeds=deeds)


async def _place(app: Shows, state: State, move: MoveView) -> bytes | None:
    spaces = state.board.spaces
    choices = [Choice("In Jail", (JAIL, True)), *(Choice(place_name(spaces, at), (at, False)) for at in range(40))]
    chosen = await app.show_pad(ChoosePad(move.label, choices))
    if chosen is None:
        return None
    space, in_jail = chosen
    return await _with_reason(app, move, space=space, in_jail=in_jail)


async def _title(app: Shows, state: State, move: MoveView) -> bytes | None:
    deed = await app.show_pad(ChoosePad(move.label, [Choice(words, deed) for deed, words in move.choices]))
    if deed is None or state.view is None:
        return None
    printed, title = state.board.deeds[int(deed)], state.view.titles[int(deed)]
    owner = await app.show_pad(ChoosePad(f"Who has {printed.name}?", _owners(state, title)))
    if owner is None:
        return None
    buildings = await _buildings(app, printed, title)
    if buildings is None:
        return None
    mortgaged = await app.show_pad(ChoosePad(f"Is {printed.name} mortgaged?", _yes_no(title.mortgaged)))
    if mortgaged is None:
        return None
    return await _with_reason(app, move, deed=deed, owner=owner, buildings=buildings, mortgaged=mortgaged)


def _owners(state: State, title: TitleView) -> list[Choice[int]]:
    """As it is now comes first."""
    assert state.view is not None
    seats = [-1, *(player.seat for player in state.view.players if not player.out)]
    ordered = sorted(seats, key=lambda seat: seat != title.owner)
    return [Choice(f"{state.name(seat)}{_now(seat == title.owner)}", seat) for seat in ordered]


async def _buildings(app: Shows, deed: DeedPrint, title: TitleView) -> int | None:
    if not deed.house_cost:
        return 0
    ordered = sorted(range(HOTEL + 1), key=lambda count: count != title.buildings)
    choices = [Choice(f"{building_words(count)}{_now(count == title.buildings)}", count) for count in ordered]
    return await app.show_pad(ChoosePad(f"What stands on {deed.name}?", choices))


def building_words(count: int) -> str:
    return ("nothing", "1 house", "2 houses", "3 houses", "4 houses", "a hotel")[count]


def _yes_no(now: bool) -> list[Choice[bool]]:
    return [Choice(f"{'yes' if value else 'no'}{_now(value is now)}", value) for value in (now, not now)]


def _now(is_so: bool) -> str:
    return " (as it is)" if is_so else ""


async def _goods(app: Shows, state: State, move: MoveView) -> bytes | None:
    act = act_of(move)
    giver, taker = (_party(state, act[who], act[side]) for who, side in (("player", "gives"), ("to", "gets")))
    deal = await app.show_pad(DealPad(f"A deal of {giver.name} and {taker.name}", giver, taker))
    return None if deal is None else filled(move, gives=deal[0]._asdict(), gets=deal[1]._asdict())


def _party(state: State, seat: int, most: dict[str, Any]) -> Party:
    goods = Goods(tuple(most.get("deeds", ())), most.get("cash", 0), most.get("jail_cards", 0))
    deeds = tuple(Choice[int | str](_deed_words(state, deed), deed) for deed in goods.deeds)
    return Party(state.name(seat), goods, deeds)


def _deed_words(state: State, deed: int) -> str:
    mortgaged = state.view is not None and state.view.titles[deed].mortgaged
    return state.board.deeds[deed].name + (" (mortgaged)" if mortgaged else "")


# House rules


async def _value(app: Shows, state: State, move: MoveView) -> bytes | None:
    name = await app.show_pad(ChoosePad(move.label, [Choice(words, name) for name, words in move.choices]))
    if name is None:
        return None
    value = await house_rule_value(app, state.books, str(name))
    return None if value is None else await _with_reason(app, move, name=name, value=value)


async def house_rule_value(app: Shows, books: Books, name: str) -> Value | None:
    rule = books.house_rule(name)
    if rule is None:
        return await app.show_pad(TextPad(name))
    value: Value | None = AN_AMOUNT
    if choices := _VALUES[rule.takes]:
        value = await app.show_pad(ChoosePad(rule.label, choices, rule.meaning))
    if value != AN_AMOUNT:
        return value
    return await app.show_pad(AmountPad(rule.label, 0, books.amount_most, hint=rule.meaning, nought=True))


AN_AMOUNT = "an amount"
_SWITCH: tuple[Choice[Value], ...] = (Choice("On", True), Choice("Off", False))
_VALUES: dict[Takes, tuple[Choice[Value], ...]] = {
    "switch": _SWITCH,
    "switch or amount": (*_SWITCH, Choice("On, with an amount …", AN_AMOUNT)),
    "rent mode": (Choice("Rent moves by itself", "auto"), Choice("Rent must be asked for", "claim")),
    "amount": (),
}


_ASK: dict[str, Ask] = {
    "": _nothing,
    "dice": _dice,
    "amount": _amount,
    "change": _correction,
    "goods": _goods,
    "deeds": _deeds,
    "place": _place,
    "title": _title,
    "value": _value,
    "reason": _reason,
}
NEEDS = frozenset(_ASK)
