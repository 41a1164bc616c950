"""How a move gets what it still needs: one pad after the other, and then its act as JSON with everything filled in.

A new need takes a word in `NEEDS` and a case in `_ask_fields`. No rules are known here.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import json

from companion.console.pads.choose import ChoosePad, PadChoice, SeveralPad
from companion.console.pads.deal import DealGoods, DealPad, DealParty
from companion.console.pads.numbers import AmountPad, DicePad
from companion.console.pads.text import TextPad
from companion.console.state import ConsoleState
from companion.console.words import JAIL, describe_buildings, describe_place
from companion.table.messages.setup import COMMON_REASONS, REASONS_TO_LEAVE, SetupChoices, Takes, Value
from companion.table.messages.views import BoardPrint, GoodsView, MoveView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

T = TypeVar("T")
HOTEL = 5  # as many buildings as one stands for
NEEDS = (
    "",
    "dice",
    "amount",
    "change",
    "cash",
    "money",
    "jail-cards",
    "goods",
    "buildings",
    "deeds",
    "place",
    "title",
    "value",
    "reason",
)
CORRECTIONS = ("change", "cash", "money", "jail-cards", "place", "title", "value")  # for which the log keeps a reason
AN_AMOUNT = "an amount"


async def act_with_needs(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> bytes | None:
    """None if somebody changed their mind."""
    if not move.needs:
        return bytes(move.act)
    act = json.decode(move.act, type=dict[str, Any])
    fields = await _ask_fields(app, state, move, act)
    if fields is not None and move.needs in CORRECTIONS:
        hint = f"{move.label}: the log keeps the reason."
        reason = await app.show_pad(TextPad("Why?", COMMON_REASONS, hint=hint))
        fields = None if reason is None else fields | {"reason": reason}
    return None if fields is None else json.encode(act | fields)


async def _ask_fields(
    app: "ConsoleApp", state: ConsoleState, move: MoveView, act: dict[str, Any]
) -> dict[str, object] | None:
    """Asks for what the act lacks, by what the move needs."""
    name = state.name(act.get("player", -1))
    match move.needs:
        case "dice":
            has_speed = "speed" in move.fills
            pad = DicePad(f"{state.name(move.seat)}: {move.label}", move.most - has_speed, move.choices)
            rolled = await app.show_pad(pad)
            return rolled and dice_fields(move, *rolled)
        case "amount":
            title = f"Sold to {name} for …" if move.banker else f"{name} bids …"
            hint = f"{name} has {state.money(move.most)}"
            follow = partial(_bounds_now, move)
            bid = AmountPad(title, state.board.currency, move.least, move.most, move.least, hint, follow=follow)
            amount = await app.show_pad(bid)
            return None if amount is None else {"amount": amount}
        case "change":
            hint = f"{name} has {state.money(-move.least)}. Use the ± key to take money away."
            title = f"Correct {name}'s cash by …"
            by = await app.show_pad(AmountPad(title, state.board.currency, move.least, move.most, 0, hint))
            return None if by is None else {"by": by}
        case "cash":
            now = next((one.cash for one in state.view.players if one.seat == act["player"]), 0) if state.view else 0
            hint = f"{name} has {state.money(now)} now."
            title = f"How much cash does {name} have?"
            counted = AmountPad(title, state.board.currency, move.least, move.most, now, hint, nought=True)
            cash = await app.show_pad(counted)
            return None if cash is None else {"cash": cash}
        case "money":
            return await _ask_money(app, state, move)
        case "jail-cards":
            held = await app.show_pad(ChoosePad(move.label, [PadChoice(words, value) for value, words in move.choices]))
            if held is None:
                return None
            count, _, deck = str(held).partition(" ")
            return {"count": int(count), "deck": deck}
        case "goods":
            return await _ask_goods(app, state, act)
        case "deeds":
            choices = [PadChoice(words, deed) for deed, words in move.choices]
            deeds = await app.show_pad(SeveralPad(move.label, choices, count=move.most))
            return None if deeds is None else {"deeds": deeds}
        case "place":
            board = state.board
            places = [PadChoice(describe_place(board, at), (at, False)) for at in range(len(board.spaces))]
            in_jail = PadChoice(f"In {board.words.jail}", (JAIL, True))
            place = await app.show_pad(ChoosePad(move.label, [in_jail, *places]))
            return place and {"space": place[0], "in_jail": place[1]}
        case "title":
            return await _ask_title(app, state, move)
        case "value":
            rule = await app.show_pad(ChoosePad(move.label, [PadChoice(words, rule) for rule, words in move.choices]))
            value = None if rule is None else await house_rule_value(app, state.setup, state.board, str(rule))
            return None if value is None else {"name": rule, "value": value}
        case _:
            reason = await app.show_pad(TextPad(move.label, REASONS_TO_LEAVE, hint="Why? The log keeps the reason."))
            return None if reason is None else {"reason": reason}


async def _ask_money(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> dict[str, object] | None:
    """From whom, to whom, and how much."""
    seats = len(state.view.players) if state.view else 0  # everybody has the digit of the seat, the Bank the next
    digits = [int(account) + 1 if int(account) >= 0 else seats - int(account) for account, _ in move.choices]
    accounts = [
        PadChoice(words, int(account), digit=digit)
        for digit, (account, words) in zip(digits, move.choices, strict=True)
    ]
    giver = await app.show_pad(ChoosePad(f"{move.label}: from whom?", accounts))
    if giver is None:
        return None
    others = [one for one in accounts if one.value != giver]
    receiver = await app.show_pad(ChoosePad(f"{move.label}: to whom?", others))
    if receiver is None:
        return None
    names = {one.value: one.label for one in accounts}
    most, hint = move.most, ""
    for player in state.view.players if state.view else ():
        if player.seat == giver:
            most, hint = player.cash, f"{player.name} has {state.money(player.cash)}"
    title = f"From {names[giver]} to {names[receiver]}: how much?"
    amount = await app.show_pad(AmountPad(title, state.board.currency, move.least, most, 0, hint))
    return None if amount is None else {"giver": giver, "receiver": receiver, "amount": amount}


def dice_fields(move: MoveView, white: tuple[int, ...], speed: str) -> dict[str, object]:
    return {"dice": white} | ({"speed": speed} if "speed" in move.fills else {})


def _bounds_now(move: MoveView, state: ConsoleState) -> tuple[int, int] | None:
    """What may be bid for the same thing by now."""
    same = (one for one in state.known_moves if is_same_move(one, move) and not one.short_by)
    return next(((one.least, one.most) for one in same), None)


def is_same_move(one: MoveView, other: MoveView) -> bool:
    """Whatever is still to be filled in: the next bid of the same player is the same move."""
    return one.menu == other.menu and _without_fills(one) == _without_fills(other)


def _without_fills(move: MoveView) -> dict[str, Any]:
    act = json.decode(move.act, type=dict[str, Any])
    return {name: value for name, value in act.items() if name not in move.fills}


async def _ask_title(app: "ConsoleApp", state: ConsoleState, move: MoveView) -> dict[str, object] | None:
    """In each list, what is so now comes first."""
    deed = await app.show_pad(ChoosePad(move.label, [PadChoice(words, deed) for deed, words in move.choices]))
    if deed is None or state.view is None:
        return None
    printed, title = state.board.deeds[int(deed)], state.view.titles[int(deed)]
    owners = [(seat, state.name(seat)) for seat in (-1, *(one.seat for one in state.view.players if not one.out))]
    owner = await app.show_pad(_now_first(f"Who has {printed.name}?", owners, title.owner))
    if owner is None:
        return None
    buildings: int | None = 0
    if printed.house_cost:
        stands = [(count, describe_buildings(state.board.words, count)) for count in range(HOTEL + 1)]
        buildings = await app.show_pad(_now_first(f"What stands on {printed.name}?", stands, title.buildings))
    if buildings is None:
        return None
    yes_no = [(True, "yes"), (False, "no")]
    mortgaged = await app.show_pad(_now_first(f"Is {printed.name} mortgaged?", yes_no, title.mortgaged))
    if mortgaged is None:
        return None
    return {"deed": deed, "owner": owner, "buildings": buildings, "mortgaged": mortgaged}


def _now_first(title: str, values: Sequence[tuple[T, str]], now: T) -> ChoosePad[T]:
    ordered = sorted(values, key=lambda pair: pair[0] != now)
    return ChoosePad(title, [PadChoice(f"{words} (now)" if value == now else words, value) for value, words in ordered])


async def _ask_goods(app: "ConsoleApp", state: ConsoleState, act: dict[str, Any]) -> dict[str, object] | None:
    """A counter-offer starts from the offer on the table."""
    parties, offer = [], state.view.offer if state.view is not None else None
    is_counter = offer is not None and (offer.to, offer.player) == (act["player"], act["to"])
    starts = (offer.gets, offer.gives) if offer is not None and is_counter else (GoodsView(), GoodsView())
    for who, start in zip(("player", "to"), starts, strict=True):
        most = state.goods(act[who])
        decks = most.decks  # who holds both cards says which one it is
        goods = DealGoods(most.deeds, most.cash, 0 if decks else most.jail_cards, decks)
        deeds: list[PadChoice[int | str]] = []
        for deed in goods.deeds:
            is_mortgaged = state.view is not None and state.view.titles[deed].mortgaged
            deeds.append(PadChoice(state.board.deeds[deed].name + (" (mortgaged)" if is_mortgaged else ""), deed))
        words = state.board.words
        for deck in decks:
            deeds.append(PadChoice(f"{getattr(words, deck)} card to leave {words.jail}", deck))
        kept = tuple(deed for deed in start.deeds if deed in goods.deeds)
        begins = DealGoods(kept, min(start.cash, goods.cash), start.jail_cards, decks[: start.jail_cards])
        parties.append(DealParty(state.name(act[who]), goods, tuple(deeds), begins))
    giver, taker = parties
    pad = DealPad(f"Deal between {giver.name} and {taker.name}", state.board.currency, giver, taker)
    deal = await app.show_pad(pad)
    return None if deal is None else {"gives": deal[0]._asdict(), "gets": deal[1]._asdict()}


async def house_rule_value(app: "ConsoleApp", setup: SetupChoices, board: BoardPrint, name: str) -> Value | None:
    rule = setup.house_rule(name)
    if rule is None:
        return await app.show_pad(TextPad(name))
    value: Value | None = AN_AMOUNT
    if choices := _VALUES[rule.takes]:
        value = await app.show_pad(ChoosePad(rule.label, choices, rule.meaning))
    if value != AN_AMOUNT:
        return value
    pad = AmountPad(rule.label, board.currency, 0, setup.max_amount, hint=rule.meaning, nought=True)
    return await app.show_pad(pad)


_SWITCH: tuple[PadChoice[Value], ...] = (PadChoice("On", True), PadChoice("Off", False))
_VALUES: dict[Takes, tuple[PadChoice[Value], ...]] = {
    "switch": _SWITCH,
    "switch-or-amount": (*_SWITCH, PadChoice("On, with an amount …", AN_AMOUNT)),
    "rent-mode": (PadChoice("Rent is paid automatically", "auto"), PadChoice("Rent must be asked for", "claim")),
    "amount": (),
}
