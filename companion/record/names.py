"""The names people write for spaces, deeds, groups and cards, in full or by a beginning that leaves no doubt."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from companion.record.words import listed, nearest, quoted
from companion.rules.board import BOARD
from companion.rules.cards import CARDS
from companion.rules.deeds import DEEDS, Group

Found = tuple[int, ...]  # none: unknown; several: ambiguous
_NUMBER = re.compile(r"[0-9]{1,2}")


class Naming(Struct, frozen=True):
    """One kind of thing that has names. A place in `names` is what the rules call it by."""

    what: str
    names: tuple[str, ...]
    by_number: bool = False

    def find(self, written: str) -> Found:
        if self.by_number and _NUMBER.fullmatch(written):
            return (int(written),) if int(written) < len(self.names) else ()
        return _find(written, tuple(map(folded, self.names)))

    def doubt(self, written: str, found: Found) -> str:
        """A sentence about a name that is unknown, or could be several."""
        if not found:
            return f"no {self.what} is called {quoted(written)}{nearest(written, self.names)}"
        return f"{quoted(written)} could be {listed(map(self._shown, found))}"

    def _shown(self, index: int) -> str:
        return f"{self.names[index]} ({index})" if self.by_number else self.names[index]


GROUPS: tuple[Group, ...] = tuple(Group)
DEED = Naming("deed", tuple(deed.name for deed in DEEDS))
SPACE = Naming("space", tuple(space.name for space in BOARD), by_number=True)
GROUP = Naming("group", tuple(group.value for group in GROUPS))
CARD_NAMES: tuple[str, ...] = tuple(
    dict.fromkeys(f"{deck.value}/{card.id}" for deck, cards in CARDS.items() for card in cards)
)


@lru_cache(maxsize=256)
def folded(text: str) -> str:
    """Without accents, case and doubled spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in apart if not unicodedata.combining(char)).split())


def _find(written: str, names: Sequence[str]) -> Found:
    """The first way of reading that fits any name decides: in full before a beginning, as written before stripped."""
    wanted = folded(written)
    if not (bare := _bare(wanted)):
        return ()
    for fits in (
        lambda name: name == wanted,
        lambda name: _bare(name) == bare,
        lambda name: name.startswith(wanted),
        lambda name: _begins(name, wanted),
        lambda name: _bare(name).startswith(bare),
    ):
        if found := tuple(index for index, name in enumerate(names) if fits(name)):
            return found
    return ()


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _begins(name: str, wanted: str) -> bool:
    """Is `wanted` a beginning of `name` from which only dots, spaces and the like were left out (`B&O`)?"""
    at = 0
    for char in wanted:
        while at < len(name) and name[at] != char and not name[at].isalnum():
            at += 1
        if at == len(name) or name[at] != char:
            return False
        at += 1
    return True
