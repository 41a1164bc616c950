"""From what comes to the spots of a board to the one that was meant, for certain. Pure.

Under which space a spot is nobody knows yet: that is what is being found out.
"""

from msgspec import Struct
from msgspec.structs import replace

from hardware.signals import SpotCovered

STEADY_MS = 800  # in which no other spot may be covered: a token between two readers is seen by both


class Arrival(Struct, frozen=True):
    """`found` is told once. So is `is_crowded`: several were covered at once, and none of them counts."""

    is_tapped: bool = False  # by a wand, which reads a sticker in an instant: then twice the same is certain
    found: str = ""
    is_crowded: bool = False
    new: str = ""
    since_ms: int = 0
    crowded_ms: int | None = None

    def feel(self, covered: SpotCovered) -> "Arrival":
        now = replace(self, found="", is_crowded=False)
        if self.is_tapped:
            return Arrival(True, found=self.new) if covered.spot == self.new else replace(now, new=covered.spot)
        if covered.spot == self.new:
            return now
        if self.new or self._is_just_crowded(covered.at_ms):
            return replace(now, new="", is_crowded=True, crowded_ms=covered.at_ms)
        return replace(now, new=covered.spot, since_ms=covered.at_ms)

    def _is_just_crowded(self, at_ms: int) -> bool:
        return self.crowded_ms is not None and at_ms - self.crowded_ms < STEADY_MS

    def look(self, now_ms: int) -> "Arrival":
        now = replace(self, found="", is_crowded=False)
        if self.is_tapped or not self.new or now_ms - self.since_ms < STEADY_MS:
            return now
        return replace(now, found=self.new, new="")
