"""From single looks at a reader to a tag that is certain: it came anew, alone, and most of several reads agree. Pure.

One bad read names a tag that does not exist; nothing may come of that.
"""

from collections import Counter
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from hardware.signals import TagsRead, Uid

AGREE = 3  # reads of one tag
READS_MOST = 9  # then it cannot be said what lies there
EMPTY_LOOKS = 3  # in a row, and whatever comes then has come anew
RESTING_LOOKS = 20  # after which somebody has to be told to lift it


class Doubt(Enum):
    CROWDED = "several tags at once"
    UNCLEAR = "something answers, and the reads do not agree"
    RESTING = "it lies there still"


class Steady(Struct, frozen=True):
    """Of one reader. `found` and `doubt` are what the last look has brought, and told once."""

    found: Uid = ""
    doubt: Doubt | None = None
    is_fresh: bool = False  # was the reader empty before what lies there now
    empties: int = 0  # in a row
    resting: int = 0  # looks
    reads: tuple[Uid, ...] = ()  # an unreadable one is empty

    def look(self, read: TagsRead) -> "Steady":
        now = replace(self, found="", doubt=None)
        if not read.uids and not read.is_garbled:
            return now._see_nothing()
        if not self.is_fresh:
            return now._rest()
        if len(read.uids) > 1:
            return Steady(doubt=Doubt.CROWDED)
        return replace(now, empties=0, reads=(*self.reads, *(read.uids or ("",))))._decided()

    def _see_nothing(self) -> "Steady":
        empties = self.empties + 1
        if empties < EMPTY_LOOKS:
            return replace(self, empties=empties)
        return Steady(is_fresh=True, empties=empties)

    def _rest(self) -> "Steady":
        resting = self.resting + 1
        return Steady(doubt=Doubt.RESTING if resting == RESTING_LOOKS else None, resting=resting)

    def _decided(self) -> "Steady":
        ranked = Counter(uid for uid in self.reads if uid).most_common(2)
        if len(ranked) == 2 and ranked[1][1] > 1:
            return Steady(doubt=Doubt.CROWDED)  # two that were never seen in the same look
        if ranked and ranked[0][1] >= AGREE and 2 * ranked[0][1] > len(self.reads):
            return Steady(found=ranked[0][0])
        if len(self.reads) >= READS_MOST:
            return replace(self, doubt=Doubt.UNCLEAR, reads=())
        return self
