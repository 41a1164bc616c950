"""From the open question to a command: the buttons under it, which move is meant, and whether the player is sure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, json
from msgspec.structs import replace

from companion.console.choose_buildings import choose_buildings
from companion.console.fill_in import act_with_needs, is_same_move
from companion.console.pads.choose import BUTTONS_MAX, ChoosePad, PadChoice
from companion.console.pads.pad import ConfirmPad
from companion.console.state import ConsoleState
from companion.table.messages.setup import MenuView
from companion.table.messages.views import MoveView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp


# What the digits are: the answers in the order shown, or the dice that were rolled, or the seats of those who bid.
DigitsAre = Literal["answers", "dice", "seats"]
COMPANIONS_ROLL = "throw"  # with real dice it has no digit
ANSWER = "answer"  # to an offer: its ways stand there, whatever else has no room then
ANOTHER_SUM = "Another sum …"


class MoveOffer(Struct, frozen=True):
    """One button. With several moves it opens a list of them."""

    label: str
    entry: MenuView
    moves: tuple[MoveView, ...]
    cap: str = ""  # its digit or letter
    why_not: str = ""  # it can be seen, and not be taken


def digits_are(state: ConsoleState) -> DigitsAre:
    """Never two of them at a time."""
    if state.view is not None and state.view.auction is not None:
        return "seats"
    return "dice" if roll_to_enter(state) is not None else "answers"


def roll_to_enter(state: ConsoleState) -> MoveView | None:
    """The roll that is asked for in a game with real dice, unless something else must be answered before it."""
    if state.view is None or not state.view.hand_dice:
        return None
    rolls = [move for move in state.moves if move.needs == "dice"]
    first = next((move for move in state.moves if move.menu != "rent"), None)
    return first if len(rolls) == 1 and first == rolls[0] else None


def move_offers(state: ConsoleState, room: int) -> tuple[MoveOffer, ...]:
    """The likeliest first, and no more than `room`, each with its cap. They stay visible while the link is down."""
    digits = digits_are(state)
    seats = _seat_offers(state) if digits == "seats" else ()
    letters_only = {COMPANIONS_ROLL} if state.view is not None and state.view.hand_dice else set[str]()
    offers, number = list(seats), 0
    for offer in _plain_offers(state, room - len(seats), letters_only, may_spread=digits == "answers"):
        has_digit = digits == "answers" and offer.entry.id not in letters_only
        number += has_digit
        offers.append(replace(offer, cap=str(number) if has_digit else offer.entry.key))
    return tuple(offers)


def offer_for_enter(state: ConsoleState, offers: Sequence[MoveOffer]) -> MoveOffer | None:
    """The likeliest answer. None where a wrong Enter would cost: in auctions, and for what asks again."""
    first = offers[0] if offers else None
    is_safe = first is not None and digits_are(state) == "answers" and not first.moves[0].tells
    return first if is_safe and first is not None and first.cap.isdecimal() else None


def is_bid_of_a_seat(state: ConsoleState, offer: MoveOffer) -> bool:
    """It can be given as it is: its act has the next sum."""
    return digits_are(state) == "seats" and offer.cap.isdecimal() and not offer.moves[0].short_by


def _seat_offers(state: ConsoleState) -> tuple[MoveOffer, ...]:
    """Everybody keeps the digit of the seat all evening, also who has passed."""
    if state.view is None or (auction := state.view.auction) is None:
        return ()
    entry = state.menu.get("bid") or MenuView("bid", "o", "Bid", "")
    offers = []
    for player in state.view.players:
        bids = tuple(move for move in state.known_moves if move.menu == "bid" and move.seat == player.seat)
        if player.out or (state.role == "player" and player.seat != state.seat):
            continue
        name, cap, sum = player.name, str(player.seat + 1), state.money(auction.least)
        if player.seat == auction.bidder:
            label, why_not = f"★ {name} {state.money(auction.high)}", f"{name} has the highest bid."
        elif player.seat in auction.passed:
            label, why_not = f"{name} passed", f"{name} has passed, and cannot bid again."
        elif not bids:
            label, why_not = f"{name} cannot bid", f"{name} cannot bid here."
        elif bids[0].short_by:
            label, why_not = f"{name} bids {sum}: {state.money(bids[0].short_by)} short", ""
        else:
            label, why_not = f"{name} bids {sum}", ""
        offers.append(MoveOffer(label, entry, bids, cap, why_not))
    return tuple(offers)


def _plain_offers(state: ConsoleState, room: int, letters_only: set[str], *, may_spread: bool) -> tuple[MoveOffer, ...]:
    """Rare moves stay in the menu, but when the time is up, everybody waits for that one. A move that only lacks cash
    has a button of its own if the table waits for it. With letters only, a letter has one button.
    """
    is_time_up = state.view is not None and state.view.clock is not None and state.view.clock.is_up
    asked = [one.move for one in state.raising if one.is_asked]
    groups: dict[str, tuple[MenuView, list[MoveView]]] = {}
    for move in state.known_moves:
        entry = state.menu_entry(move)
        is_usual = not entry.rare or (entry.id == "time" and is_time_up)
        if is_usual and (entry.id in groups or not move.short_by or move in asked):
            groups.setdefault(entry.id, (entry, []))[1].append(move)
    count = len(groups)
    offers: list[MoveOffer] = []
    short = {move.seat for move in asked}
    for number, (entry, all_moves) in enumerate(groups.values()):
        moves = [move for move in all_moves if move.needs != "buildings"] or all_moves
        is_asked = state.view is not None and all(move.seat == state.view.prompt_seat for move in moves)
        raises_what_is_missing = all(move.raises and move.change > 0 and move.seat in short for move in moves)
        spreads = (
            may_spread
            and entry.id not in letters_only
            and (not entry.folds or (number == 0 and is_asked) or raises_what_is_missing)
        )
        if entry.id == "bid":
            offers.append(MoveOffer(ANOTHER_SUM, entry, tuple(moves)))
        elif len(all_moves) == 1 or (spreads and (count + len(moves) - 1 <= room or entry.id == ANSWER)):
            count += len(moves) - 1
            offers += [MoveOffer(label_with_name(state, move), entry, (move,)) for move in moves]
        else:
            labels = {move.label for move in moves}
            text = labels.pop() if len(labels) == 1 else entry.name.removesuffix(" …")
            offers.append(MoveOffer(f"{text} …", entry, tuple(all_moves)))
    return tuple(offers[: max(room, 0)])


def label_with_name(state: ConsoleState, move: MoveView) -> str:
    """With the player's name where the question does not make clear whose move it is."""
    if state.view is None or move.seat in (-1, state.view.prompt_seat):
        return move.label
    return f"{state.name(move.seat)}: {move.label}"


def shows_its_move(entry: MenuView, moves: Sequence[MoveView]) -> bool:
    """Is it clear what will happen? Then the key alone will do; otherwise even a single move is shown first."""
    return not entry.folds or any(move.tells or move.needs for move in moves)


async def chosen_act(app: "ConsoleApp", entry: MenuView, moves: Sequence[MoveView], *, is_named: bool) -> bytes | None:
    """None if somebody changed their mind, or must raise cash first."""
    state = app.state
    move: MoveView | None
    if any(move.needs == "buildings" for move in moves):
        chosen = await choose_buildings(app, state, entry.name, moves)
        if not isinstance(chosen, MoveView):
            return chosen
        move = chosen
    else:
        move = moves[0] if is_named and len(moves) == 1 else await _one_of(app, state, entry.name, moves)
    if move is None:
        return None
    app.asked_about = (move,)
    if move.short_by:
        app.open_screen("raise_cash:RaiseCashScreen", move)
        return None
    if move.tells:
        label = move.label.removesuffix(f" ({state.money(move.change, plus=True)})")
        question = f"{app.state.name(move.seat)}: {label}?" if move.seat >= 0 else f"{label}?"
        text = "\n".join((question, "", *(f"• {line}" for line in move.tells)))
        if not await app.show_pad(ConfirmPad(entry.name, text, entry.name, is_careful=True)):
            return None
    return await act_with_needs(app, state, move)


async def _one_of(app: "ConsoleApp", state: ConsoleState, title: str, moves: Sequence[MoveView]) -> MoveView | None:
    """With many moves of several players, or for them, it asks for the player first."""
    seats = {move.seat: [one for one in moves if one.seat == move.seat] for move in moves}
    players_of: dict[int, list[MoveView]] = {}
    for move in moves:
        seat = move.seat if move.seat >= 0 else json.decode(move.act, type=dict[str, Any]).get("player", -1)
        players_of.setdefault(seat, []).append(move)
    if len(moves) > BUTTONS_MAX and len(players_of) > 1 and min(players_of) >= 0:
        players = [PadChoice(state.name(seat), own, digit=seat + 1) for seat, own in sorted(players_of.items())]
        whose = await app.show_pad(ChoosePad(title, players))
        return None if whose is None else await _one_of(app, state, title, whose)
    words = label_with_name if len(seats) > 1 else lambda _, move: move.label
    is_about_seats = len(seats) == len(moves) > 1 and min(seats) >= 0  # then each keeps the digit of the seat
    digits = [move.seat + 1 if is_about_seats else number for number, move in enumerate(moves, 1)]
    if len(seats) == 1 and all(move.needs == "goods" for move in moves):  # to whom: as each of them is numbered before
        digits = [json.decode(move.act, type=dict[str, Any])["to"] + 1 for move in moves]
    choices = [
        PadChoice(words(state, move), move, digit=digit, search=move.search)
        for digit, move in zip(digits, moves, strict=True)
    ]
    return await app.show_pad(ChoosePad(title, choices))


def still_asked(asked_about: Sequence[MoveView], before: ConsoleState, now: ConsoleState) -> bool:
    """Does the question of an open pad still stand?

    A deal or a correction takes its time. Others may play on meanwhile, as long as the move itself stays the same.
    For the rest the prompt must be the same, and the dice too: two rolls in a row look alike otherwise.
    """
    was, view = before.view, now.view
    if was is None or view is None:
        return False
    if view.auction is not None and was.auction is not None and view.auction.lot == was.auction.lot:
        sums = [move for move in now.known_moves if move.needs == "amount" and not move.short_by]
        if all(any(is_same_move(one, move) for one in sums) for move in asked_about):
            return True  # another bid changes how much is needed, which the pad follows
    if not all(move in now.known_moves for move in asked_about):
        return False
    deals = [json.decode(move.act, type=dict[str, Any]) for move in asked_about if move.needs == "goods"]
    if any(before.goods(seat) != now.goods(seat) for deal in deals for seat in (deal["player"], deal["to"])):
        return False
    takes_its_time = all(now.menu_entry(move).rare or move.needs == "goods" for move in asked_about)
    return takes_its_time or (was.prompt, was.dice) == (view.prompt, view.dice)
