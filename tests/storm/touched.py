"""Signals and tags in the plain words of the laws of hands."""

from companion.table.tags.bindings import PlayerTag
from hardware.signals import ButtonHeld, ButtonPressed, Signal, TagPlaced
from tests.storm.furniture import Furniture
from tests.storm.touches import Felt, Tag


def known(furniture: Furniture) -> dict[str, Tag]:
    """The household's tags, as the laws need to know them."""
    return {
        uid: Tag("player", what.seat) if isinstance(what, PlayerTag) else Tag(type(what).__name__[:-3].lower())
        for uid, what in furniture.tags.items()
    }


def felt(signal: Signal) -> Felt | None:
    """None if nobody has touched a button or a reader."""
    match signal:
        case ButtonPressed(button):
            return Felt(button)
        case ButtonHeld(button):
            return Felt(button, is_hold=True)
        case TagPlaced(reader, uid):
            return Felt(uid, reader)
    return None
