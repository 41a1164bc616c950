"""The wand as a reader of deeds and cards: whatever it taps that is no space of the board.

The board hands over such taps. Nothing tells when the wand leaves a tag, so a tap is told for a moment.
"""

from collections import deque
from collections.abc import Callable

from hardware.clock import Clock
from hardware.health import DeviceMissing
from hardware.readers import BriefTag, Poll, ReaderReach
from hardware.signals import Uid

WAND = "wand"
MAX_WAITING = 8


class WandReader:
    """`why_lost` is empty while its board answers."""

    name = WAND
    reach = ReaderReach(most_at_once=1, sees_lifting=False)

    def __init__(self, clock: Clock, why_lost: Callable[[], str]) -> None:
        self._clock, self._why_lost = clock, why_lost
        self._tapped = deque[Uid](maxlen=MAX_WAITING)
        self._brief = BriefTag()

    def tap(self, uid: Uid) -> None:
        """From the board's thread."""
        self._tapped.append(uid)

    def poll(self) -> Poll:
        if why := self._why_lost():
            self.close()
            raise DeviceMissing(why)
        now_ms = self._clock.now_ms()
        if self._tapped:
            self._brief.show(self._tapped.popleft(), now_ms)
        return self._brief.poll(now_ms)

    def renew(self) -> None:
        """The board is asked for a sign of life every second as it is."""

    def close(self) -> None:
        self._tapped.clear()
        self._brief = BriefTag()
