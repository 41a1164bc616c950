"""The names people write for spaces, deeds, groups and cards, in full or shortened as far as they stay clear."""

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

from msgspec import Struct

from companion.rules.ids import SpaceId
from companion.rules.lists import or_list

Found = tuple[int, ...]  # none: unknown; several: ambiguous
MAX_QUOTED = 40  # characters of a strange word that are repeated
_NUMBER = re.compile(r"@?([0-9]{1,2})")


class Naming(Struct, frozen=True):
    """One kind of thing that has names. Its place in `names` is its id in the rules."""

    what: str
    names: tuple[str, ...]
    spaces: tuple[tuple[SpaceId, ...], ...] = ()  # of each thing, if the number of one will do for its name
    codes: tuple[str, ...] = ()  # other names, which are the same on every board

    def find(self, written: str) -> Found:
        """The first way of reading that fits any name decides: in full before shortened, as written before stripped."""
        if self.spaces and (number := _NUMBER.fullmatch(written)):
            return tuple(index for index, spaces in enumerate(self.spaces) if int(number[1]) in spaces)
        wanted = folded(written)
        if not (bare := _bare(wanted)):
            return ()
        in_full: tuple[Callable[[str], bool], ...] = (lambda name: name == wanted, lambda name: _bare(name) == bare)
        begun: tuple[Callable[[str], bool], ...] = (
            lambda name: name.startswith(wanted),
            lambda name: _begins(name, wanted),
            lambda name: _bare(name).startswith(bare),
        )
        own, common = tuple(enumerate(map(folded, self.names))), tuple(enumerate(self.codes))
        readings = [(fits, those) for fits in in_full for those in (own, common)] + [
            (fits, own + common) for fits in begun
        ]
        for fits, those in readings:
            if found := tuple(dict.fromkeys(index for index, name in those if fits(name))):
                return found
        return ()

    def doubt(self, written: str, found: Found) -> str:
        """What to say about a name that is unknown, or could mean several things."""
        if not found:
            return f"no {self.what} is called {quoted(written)}{nearest(written, (*self.names, *self.codes))}"
        several = bool(self.spaces) and any(self.names.count(self.names[index]) > 1 for index in found)
        return f"{quoted(written)} could be {or_list(self._told_apart(index, several) for index in found)}"

    def _told_apart(self, index: int, several: bool) -> str:
        return f"{self.names[index]} ({self.spaces[index][0]})" if several else self.names[index]


# Letters with a stroke and the like, which are no letters with an accent to Unicode.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})


@lru_cache(maxsize=1024)
def folded(text: str) -> str:
    """Without accents, case and doubled spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN)
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
