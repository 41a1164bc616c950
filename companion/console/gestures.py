"""What hands can do at a simulated table, a row each: its key, its words, and how it is done with the levers."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from msgspec import json

from companion.console.pads.choose import Choice, ChoosePad
from companion.console.tags import KINDS, UNKNOWN, Tag
from companion.table.messages.views import DeviceView, RigView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

T = TypeVar("T")
TAP_S = 0.35  # that a card lies on the reader in a tap
SEATS_MOST = 8


class Fingers(Protocol):
    """The screen whose hands these are."""

    @property
    def console(self) -> "ConsoleApp": ...

    @property
    def tags(self) -> tuple[Tag, ...]: ...


class Gesture(NamedTuple):
    key: str
    label: str
    does: Callable[[Fingers], Awaitable[None]]
    is_board: bool = False  # only where tokens are sensed


def lever(name: str, **values: str | int) -> bytes:
    return json.encode({"lever": name, **values})


def rig_of(fingers: Fingers) -> RigView:
    return fingers.console.state.prompts.rig or RigView()


# Buttons


def _press(button: str) -> Callable[[Fingers], Awaitable[None]]:
    async def press(fingers: Fingers) -> None:
        await fingers.console.pull(lever("press", button=button))

    return press


async def _hold_cancel(fingers: Fingers) -> None:
    await fingers.console.pull(lever("hold", button="cancel"))


async def press_seat(fingers: Fingers, number: int) -> None:
    await fingers.console.pull(lever("press", button=f"seat-{number}"))


# Cards on the reader


async def _tap(fingers: Fingers) -> None:
    tag = await _choose(fingers, "Tap which card?", _cards(fingers))
    if tag is not None:
        await tap(fingers, tag.uid)


async def tap(fingers: Fingers, *uids: str) -> None:
    """Put there, and taken away again."""
    reader = await _reader(fingers)
    if reader is None:
        return
    placed = [uid for uid in uids if await fingers.console.pull(lever("place", reader=reader, uid=uid))]
    await asyncio.sleep(TAP_S)
    for uid in placed:
        await fingers.console.pull(lever("lift", reader=reader, uid=uid))


async def _rest(fingers: Fingers) -> None:
    tag = await _choose(fingers, "Leave which card on the reader?", _cards(fingers))
    reader = await _reader(fingers) if tag is not None else None
    if tag is not None and reader is not None:
        await fingers.console.pull(lever("place", reader=reader, uid=tag.uid))


async def _lift(fingers: Fingers) -> None:
    lying = [(reader, uid) for reader, uids in rig_of(fingers).readers for uid in uids]
    words = [Choice(f"{words_of(fingers.tags, uid)} from {reader}", (reader, uid)) for reader, uid in lying]
    chosen = await _one(fingers, "Take which card away?", words)
    if chosen is not None:
        reader, uid = chosen
        await fingers.console.pull(lever("lift", reader=reader, uid=uid))


async def _two(fingers: Fingers) -> None:
    one = await _choose(fingers, "Two at once: the first card", _cards(fingers))
    if one is None:
        return
    others = [tag for tag in _cards(fingers) if tag.uid != one.uid]
    other = await _choose(fingers, "Two at once: the second card", others)
    if other is not None:
        await tap(fingers, one.uid, other.uid)


async def _unknown(fingers: Fingers) -> None:
    """The first that nobody has said anything about."""
    known = {tag.uid for tag in fingers.tags}
    await tap(fingers, next((uid for uid in UNKNOWN if uid not in known), UNKNOWN[-1]))


async def _reader(fingers: Fingers) -> str | None:
    names = [name for name, _ in rig_of(fingers).readers]
    return names[0] if len(names) == 1 else await _one(fingers, "On which reader?", [Choice(n, n) for n in names])


# Tokens on the board


async def _move(fingers: Fingers) -> None:
    token = await _choose(fingers, "Move which token?", tokens(fingers))
    if token is None:
        return
    spaces = fingers.console.state.board.spaces
    places = [Choice(f"{at}  {name}", at) for at, name in enumerate(spaces)]
    off = Choice("off the board, into the hand", -1)
    space = await _one(fingers, f"{token.title}: to where?", [*places, off])
    if space is not None:
        await put(fingers, token.uid, space)


async def put(fingers: Fingers, uid: str, space: int) -> None:
    """Lifted first, as a hand does it. No space is into the hand."""
    if uid in dict(rig_of(fingers).tokens):
        await fingers.console.pull(lever("pick-up", uid=uid))
    if space >= 0:
        await fingers.console.pull(lever("put", uid=uid, space=space))


async def _all_in_place(fingers: Fingers) -> None:
    """Every token where the game says, and off the board who is out of it."""
    view = fingers.console.state.view
    if view is None:
        return
    stands, by_name = dict(rig_of(fingers).tokens), {str(tag.value).casefold(): tag.uid for tag in tokens(fingers)}
    for player, piece in zip(view.players, view.tokens, strict=False):
        uid, space = by_name.get(piece.casefold(), ""), -1 if player.out else player.space
        if uid and stands.get(uid, -1) != space:
            await put(fingers, uid, space)


async def _knock_over(fingers: Fingers) -> None:
    ways = [
        Choice("Everything slides a space on", 1),
        Choice("Everything slides three spaces on", 3),
        Choice("Everything falls off", 0),
    ]
    shift = await _one(fingers, "Knock against the board", ways)
    if shift is not None:
        await fingers.console.pull(lever("knock-over", shift=shift))


# Devices


async def _plug(fingers: Fingers) -> None:
    fitted = [device for device in fingers.console.state.prompts.devices if device.state != "absent"]
    device = await _one(fingers, "Unplug or plug in what?", [Choice(_plug_words(one), one) for one in fitted])
    if device is not None:
        await fingers.console.pull(lever("find" if device.state == "lost" else "lose", device=device.name))


def _plug_words(device: DeviceView) -> str:
    return f"plug in {device.name}" if device.state == "lost" else f"unplug {device.name}"


# What there is to choose from


def tokens(fingers: Fingers) -> list[Tag]:
    """Those of this game first."""
    pieces = [piece.casefold() for piece in fingers.console.state.view.tokens] if fingers.console.state.view else []
    found = [tag for tag in fingers.tags if tag.kind == "token"]
    return sorted(found, key=lambda tag: (str(tag.value).casefold() not in pieces, tag.words))


def standing_on(fingers: Fingers, space: int) -> list[str]:
    """The tags of the tokens there: first whose turn it is, then in the order of the seats."""
    view = fingers.console.state.view
    named = {tag.uid: str(tag.value).casefold() for tag in fingers.tags if tag.kind == "token"}
    pieces = [piece.casefold() for piece in view.tokens] if view is not None else []
    order = [*pieces[view.turn :], *pieces[: view.turn]] if view is not None else []
    here = [uid for uid, at in rig_of(fingers).tokens if at == space]
    return sorted(here, key=lambda uid: order.index(named[uid]) if named.get(uid) in order else len(order))


def _cards(fingers: Fingers) -> list[Tag]:
    """Deeds first, in the order of the board, then players' cards, and the rest."""
    spaces = fingers.console.state.board.spaces
    order = {name: at for at, name in enumerate(spaces)}
    kinds = {kind: at for at, kind in enumerate(("deed", "player", "jail", "card", "token"))}
    assert set(kinds) == set(KINDS)
    return sorted(fingers.tags, key=lambda tag: (kinds.get(tag.kind, 9), order.get(str(tag.value), 0), tag.words))


def words_of(tags: Sequence[Tag], uid: str) -> str:
    return next((tag.title for tag in tags if tag.uid == uid), f"Unknown tag {uid[-4:]}")


async def _choose(fingers: Fingers, title: str, tags: Sequence[Tag]) -> Tag | None:
    return await _one(fingers, title, [Choice(tag.title, tag) for tag in tags])


async def _one(fingers: Fingers, title: str, choices: "Sequence[Choice[T]]") -> "T | None":
    if not choices:
        return None
    pad = ChoosePad(title, choices)
    return await fingers.console.show_pad(pad)


# fmt: off
GESTURES = (
    Gesture("t", "Dice", _press("dice")),
    Gesture("y", "Confirm", _press("confirm")),
    Gesture("n", "Cancel", _press("cancel")),
    Gesture("h", "Cancel 2 s", _hold_cancel),
    Gesture("p", "Tap card", _tap),
    Gesture("r", "Rest card", _rest),
    Gesture("l", "Lift card", _lift),
    Gesture("b", "Two cards", _two),
    Gesture("o", "Unknown", _unknown),
    Gesture("m", "Move token", _move, is_board=True),
    Gesture("g", "In place", _all_in_place, is_board=True),
    Gesture("k", "Knock it", _knock_over, is_board=True),
    Gesture("x", "Un/plug", _plug),
)
# fmt: on
