"""The names people write for spaces, deeds, groups and cards, in full or shortened as far as they stay clear."""

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

from msgspec import Struct

from companion.rules.lists import or_list

Found = tuple[int, ...]  # none: unknown; several: ambiguous
MAX_QUOTED = 40  # characters of a strange word that are repeated
_NUMBER = re.compile(r"[0-9]{1,2}")


class Naming(Struct, frozen=True):
    """One kind of thing that has names. Its place in `names` is its id in the rules."""

    what: str
    names: tuple[str, ...]
    by_number: bool = False

    def find(self, written: str) -> Found:
        """The first way of reading that fits any name decides: in full before shortened, as written before stripped."""
        if self.by_number and _NUMBER.fullmatch(written):
            return (int(written),) if int(written) < len(self.names) else ()
        wanted = folded(written)
        if not (bare := _bare(wanted)):
            return ()
        readings: tuple[Callable[[str], bool], ...] = (
            lambda name: name == wanted,
            lambda name: _bare(name) == bare,
            lambda name: name.startswith(wanted),
            lambda name: _begins(name, wanted),
            lambda name: _bare(name).startswith(bare),
        )
        names = tuple(map(folded, self.names))
        for fits in readings:
            if found := tuple(index for index, name in enumerate(names) if fits(name)):
                return found
        return ()

    def doubt(self, written: str, found: Found) -> str:
        """What to say about a name that is unknown, or could mean several things."""
        if not found:
            return f"no {self.what} is called {quoted(written)}{nearest(written, self.names)}"
        meant = (f"{self.names[index]} ({index})" if self.by_number else self.names[index] for index in found)
        return f"{quoted(written)} could be {or_list(meant)}"


@lru_cache(maxsize=256)
def folded(text: str) -> str:
    """Without accents, case and doubled spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in apart if not unicodedata.combining(char)).split())


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _begins(name: str, wanted: str) -> bool:
    """Whether `name` starts with `wanted` if some of its dots, spaces and the like are left out (`B&O`)."""
    at = 0
    for char in wanted:
        while at < len(name) and name[at] != char and not name[at].isalnum():
            at += 1
        if at == len(name) or name[at] != char:
            return False
        at += 1
    return True


def quoted(word: str) -> str:
    return f"`{word}`" if len(word) <= MAX_QUOTED else f"`{word[:MAX_QUOTED]}…`"


def nearest(written: str, names: Iterable[str]) -> str:
    """A question for a slip of the keys; empty if no name is near."""
    by_fold = {name.casefold(): name for name in names}
    close = difflib.get_close_matches(written[:MAX_QUOTED].casefold(), by_fold, n=1)
    return f" (did you mean {by_fold[close[0]]}?)" if close else ""
