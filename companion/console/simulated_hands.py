"""What hands can do at a simulated table: a row each with its key and label, and how it is done with the levers."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec import json

from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.tag_list import KINDS, UNKNOWN, ListedTag
from companion.table.messages.views import RigView

if TYPE_CHECKING:
    from companion.console.screens.simulated import SimulatedScreen

T = TypeVar("T")
TAP_S = 0.35  # how long a tapped card lies on the reader


class HandAction(NamedTuple):
    key: str
    label: str
    does: Callable[["SimulatedScreen"], Coroutine[Any, Any, object]]
    is_board: bool = False  # only where tokens are sensed


async def pull(screen: "SimulatedScreen", lever: str, **values: str | int) -> bool:
    return await screen.console.pull(json.encode({"lever": lever, **values}))


def rig_of(screen: "SimulatedScreen") -> RigView:
    return screen.console.state.prompts.rig or RigView()


async def _tap(screen: "SimulatedScreen") -> None:
    tag = await _choose_tag(screen, "Tap which card?", _cards(screen))
    if tag is not None:
        await tap(screen, tag.uid)


async def tap(screen: "SimulatedScreen", *uids: str) -> None:
    """Puts the cards down and takes them away again."""
    reader = await _reader(screen)
    if reader is None:
        return
    placed = [uid for uid in uids if await pull(screen, "place", reader=reader, uid=uid)]
    await asyncio.sleep(TAP_S)
    for uid in placed:
        await pull(screen, "lift", reader=reader, uid=uid)


async def _rest(screen: "SimulatedScreen") -> None:
    tag = await _choose_tag(screen, "Leave which card on the reader?", _cards(screen))
    reader = await _reader(screen) if tag is not None else None
    if tag is not None and reader is not None:
        await pull(screen, "place", reader=reader, uid=tag.uid)


async def _lift(screen: "SimulatedScreen") -> None:
    lying = [(reader, uid) for reader, uids in rig_of(screen).readers for uid in uids]
    words = [PadChoice(f"{tag_title(screen.tags, uid)} from {reader}", (reader, uid)) for reader, uid in lying]
    chosen = await _choose(screen, "Take which card away?", words)
    if chosen is not None:
        reader, uid = chosen
        await pull(screen, "lift", reader=reader, uid=uid)


async def _two(screen: "SimulatedScreen") -> None:
    one = await _choose_tag(screen, "Two at once: the first card", _cards(screen))
    if one is None:
        return
    others = [tag for tag in _cards(screen) if tag.uid != one.uid]
    other = await _choose_tag(screen, "Two at once: the second card", others)
    if other is not None:
        await tap(screen, one.uid, other.uid)


async def _unknown(screen: "SimulatedScreen") -> None:
    """Taps the first tag that nobody has enrolled."""
    known = {tag.uid for tag in screen.tags}
    await tap(screen, next((uid for uid in UNKNOWN if uid not in known), UNKNOWN[-1]))


async def _reader(screen: "SimulatedScreen") -> str | None:
    names = [name for name, _ in rig_of(screen).readers]
    if len(names) == 1:
        return names[0]
    return await _choose(screen, "On which reader?", [PadChoice(name, name) for name in names])


async def _move(screen: "SimulatedScreen") -> None:
    """Offers the tokens of this game first."""
    view = screen.console.state.view
    pieces = [piece.casefold() for piece in view.tokens] if view else []
    tokens = sorted(_tokens(screen), key=lambda tag: (str(tag.value).casefold() not in pieces, tag.words))
    token = await _choose_tag(screen, "Move which token?", tokens)
    if token is None:
        return
    places = [PadChoice(f"{at}  {name}", at) for at, name in enumerate(screen.console.state.board.spaces)]
    off = PadChoice("off the board, into the hand", -1)
    space = await _choose(screen, f"{token.title}: to where?", [*places, off])
    if space is not None:
        await put(screen, token.uid, space)


async def put(screen: "SimulatedScreen", uid: str, space: int) -> None:
    """Lifts the token first, as a hand does. Space -1 is into the hand."""
    if uid in dict(rig_of(screen).tokens):
        await pull(screen, "pick-up", uid=uid)
    if space >= 0:
        await pull(screen, "put", uid=uid, space=space)


async def _all_in_place(screen: "SimulatedScreen") -> None:
    """Puts every token where the game says, and takes those of players who are out off the board."""
    view = screen.console.state.view
    if view is None:
        return
    stands = dict(rig_of(screen).tokens)
    by_name = {str(tag.value).casefold(): tag.uid for tag in _tokens(screen)}
    for player, piece in zip(view.players, view.tokens, strict=False):
        uid, space = by_name.get(piece.casefold(), ""), -1 if player.out else player.space
        if uid and stands.get(uid, -1) != space:
            await put(screen, uid, space)


async def _knock_over(screen: "SimulatedScreen") -> None:
    ways = [
        PadChoice("Everything slides a space on", 1),
        PadChoice("Everything slides three spaces on", 3),
        PadChoice("Everything falls off", 0),
    ]
    shift = await _choose(screen, "Knock against the board", ways)
    if shift is not None:
        await pull(screen, "knock-over", shift=shift)


def _tokens(screen: "SimulatedScreen") -> list[ListedTag]:
    return [tag for tag in screen.tags if tag.kind == "token"]


def standing_on(screen: "SimulatedScreen", space: int) -> list[str]:
    """The tags of the tokens on a space, beginning with the player whose turn it is."""
    view = screen.console.state.view
    pieces = [piece.casefold() for piece in view.tokens] if view is not None else []
    order = [*pieces[view.turn :], *pieces[: view.turn]] if view is not None else []
    named = {tag.uid: str(tag.value).casefold() for tag in _tokens(screen)}
    here = [uid for uid, at in rig_of(screen).tokens if at == space]
    return sorted(here, key=lambda uid: order.index(named[uid]) if named.get(uid) in order else len(order))


async def _plug(screen: "SimulatedScreen") -> None:
    devices = [device for device in screen.console.state.prompts.devices if device.state != "absent"]
    choices = []
    for device in devices:
        words = f"plug in {device.name}" if device.state == "lost" else f"unplug {device.name}"
        choices.append(PadChoice(words, device))
    chosen = await _choose(screen, "Unplug or plug in what?", choices)
    if chosen is not None:
        await pull(screen, "find" if chosen.state == "lost" else "lose", device=chosen.name)


def _cards(screen: "SimulatedScreen") -> list[ListedTag]:
    """Deeds first, in the order of the board, then players' cards, and then the rest."""
    kinds = {kind: at for at, kind in enumerate(("deed", "player", "jail", "card", "token"))}
    assert set(kinds) == set(KINDS)
    spaces = {tag.uid: int(tag.value) for tag in screen.tags if tag.kind == "deed"}
    return sorted(screen.tags, key=lambda tag: (kinds.get(tag.kind, 9), spaces.get(tag.uid, 0), tag.words))


def tag_title(tags: Sequence[ListedTag], uid: str) -> str:
    return next((tag.title for tag in tags if tag.uid == uid), f"Unknown tag {uid[-4:]}")


async def _choose_tag(screen: "SimulatedScreen", title: str, tags: Sequence[ListedTag]) -> ListedTag | None:
    return await _choose(screen, title, [PadChoice(tag.title, tag) for tag in tags])


async def _choose(screen: "SimulatedScreen", title: str, choices: Sequence[PadChoice[T]]) -> T | None:
    if not choices:
        return None
    pad = ChoosePad(title, choices)
    return await screen.console.show_pad(pad)


# fmt: off
HAND_ACTIONS = (
    HandAction("t", "Dice", partial(pull, lever="press", button="dice")),
    HandAction("y", "Confirm", partial(pull, lever="press", button="confirm")),
    HandAction("n", "Cancel", partial(pull, lever="press", button="cancel")),
    HandAction("h", "Cancel 2 s", partial(pull, lever="hold", button="cancel")),
    HandAction("p", "Tap card", _tap),
    HandAction("r", "Rest card", _rest),
    HandAction("l", "Lift card", _lift),
    HandAction("b", "Two cards", _two),
    HandAction("o", "Unknown", _unknown),
    HandAction("m", "Move token", _move, is_board=True),
    HandAction("g", "In place", _all_in_place, is_board=True),
    HandAction("k", "Knock it", _knock_over, is_board=True),
    HandAction("x", "Un/plug", _plug),
)
# fmt: on
