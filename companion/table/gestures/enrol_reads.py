"""Which tag or spot of the board was meant, for certain, while tags are enrolled. Pure.

One bad read names a tag that does not exist, and a token between two readers is seen by both: neither may count.
"""

from collections import Counter
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from hardware.signals import SpotCovered, TagsRead, Uid

AGREE = 3  # reads of one tag
READS_MAX = 9  # after that nobody can say what is there
EMPTY_LOOKS = 3  # in a row: whatever comes after them is new
RESTING_LOOKS = 20  # after that people are told to lift it
STEADY_MS = 800  # no other spot may be covered in this time


class ReadDoubt(Enum):
    CROWDED = "crowded"  # several tags at once
    UNCLEAR = "unclear"  # something answers, and the reads do not agree
    RESTING = "resting"  # it was there before


class SteadyTag(Struct, frozen=True):
    """The tag on one reader: it must be new, alone, and most of several reads must agree.

    `found` and `doubt` are what the last look has shown, and are told once.
    """

    found: Uid = ""
    doubt: ReadDoubt | None = None
    is_fresh: bool = False  # the reader was empty before this tag came
    empties: int = 0  # looks in a row
    resting: int = 0  # looks
    reads: tuple[Uid, ...] = ()  # an unreadable one is empty

    def look(self, read: TagsRead) -> "SteadyTag":
        now = replace(self, found="", doubt=None)
        if not read.uids and not read.is_garbled:
            empties = self.empties + 1
            return replace(now, empties=empties) if empties < EMPTY_LOOKS else SteadyTag(is_fresh=True, empties=empties)
        if not self.is_fresh:
            resting = self.resting + 1
            return SteadyTag(doubt=ReadDoubt.RESTING if resting == RESTING_LOOKS else None, resting=resting)
        if len(read.uids) > 1:
            return SteadyTag(doubt=ReadDoubt.CROWDED)
        reads = (*self.reads, *(read.uids or ("",)))
        ranked = Counter(uid for uid in reads if uid).most_common(2)
        if len(ranked) == 2 and ranked[1][1] > 1:
            return SteadyTag(doubt=ReadDoubt.CROWDED)  # two tags that were never seen in the same look
        if ranked and ranked[0][1] >= AGREE and 2 * ranked[0][1] > len(reads):
            return SteadyTag(found=ranked[0][0])
        if len(reads) >= READS_MAX:
            return replace(now, empties=0, doubt=ReadDoubt.UNCLEAR, reads=())
        return replace(now, empties=0, reads=reads)


class SteadySpot(Struct, frozen=True):
    """The spot of the board that was covered. Which space is above it is what is being found out.

    `found` is told once. So is `is_crowded`: several spots were covered at once, and none of them counts.
    """

    is_tapped: bool = False  # a wand reads a sticker in an instant, so the same spot twice is certain
    found: str = ""
    is_crowded: bool = False
    new: str = ""
    since_ms: int = 0
    crowded_ms: int | None = None

    def feel(self, covered: SpotCovered) -> "SteadySpot":
        now = replace(self, found="", is_crowded=False)
        if self.is_tapped:
            return SteadySpot(True, found=self.new) if covered.spot == self.new else replace(now, new=covered.spot)
        if covered.spot == self.new:
            return now
        is_just_crowded = self.crowded_ms is not None and covered.at_ms - self.crowded_ms < STEADY_MS
        if self.new or is_just_crowded:
            return replace(now, new="", is_crowded=True, crowded_ms=covered.at_ms)
        return replace(now, new=covered.spot, since_ms=covered.at_ms)

    def look(self, now_ms: int) -> "SteadySpot":
        now = replace(self, found="", is_crowded=False)
        if self.is_tapped or not self.new or now_ms - self.since_ms < STEADY_MS:
            return now
        return replace(now, found=self.new, new="")
