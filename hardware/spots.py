"""Under which space each spot of a board is: a reader of a module, or a sticker that a wand is held to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hardware.board import SPACES
from hardware.signals import Uid

Spot = str  # "north/3" is reader 3 of the module north; a sticker's is its tag's number


@dataclass(frozen=True, slots=True)
class SpotSeen:
    """Something came to a spot, wherever that may be. For who walks the board to find out."""

    spot: Spot
    uid: Uid
    at_ms: int


Walk = Callable[[SpotSeen], None]


def walked_by_nobody(seen: SpotSeen) -> None:
    del seen


def reader_spot(module: str, reader: int) -> Spot:
    return f"{module}/{reader}"


class SpotMap:
    """Without a map a reader is where its module says; with one, what it does not name is nowhere."""

    def __init__(self, spaces: Mapping[Spot, int] | None = None) -> None:
        self._spaces = dict(spaces or {})
        if strange := [spot for spot, space in self._spaces.items() if not 0 <= space < SPACES]:
            raise ValueError(f"the spot {strange[0]} is under no space of a board")

    @property
    def is_walked(self) -> bool:
        return bool(self._spaces)

    def of_sticker(self, uid: Uid) -> int | None:
        return self._spaces.get(uid)

    def of_reader(self, module: str, first: int, reader: int) -> int | None:
        if self._spaces:
            return self._spaces.get(reader_spot(module, reader))
        return (first + reader) % SPACES
