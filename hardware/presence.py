"""From polls of a reader to taps: one a visit, however long a tag rests and however badly it is read. Knows no clock.

Two tags crowd each other if one was seen again after the other had come, even where no poll saw both.
"""

from hardware.reader import Miss, Poll
from hardware.signals import TagPlaced, TagRemoved, TagsCrowded, Uid

QUIET_MS = 300
EMPTY_POLLS = 3

Tap = TagPlaced | TagRemoved | TagsCrowded


class Presence:
    """A tag is away once `empty_polls` or more in a row did not see it, and `quiet_ms` lie between their ends."""

    def __init__(self, reader: str, quiet_ms: int = QUIET_MS, empty_polls: int = EMPTY_POLLS) -> None:
        self._reader = reader
        self._quiet_ms = quiet_ms
        self._empty_polls = empty_polls
        self._lying: dict[Uid, _Lying] = {}
        self._looks = 0
        self._is_crowd_told = False
        self._is_resuming = False
        self._settled_ms = 0

    def resume(self, settled_ms: int = 0) -> None:
        """Nobody was looking until now. A tag that the next look finds has been resting and is no tap.

        Nor is one that comes to light before `settled_ms`: a first look may well miss what lies there.
        """
        self._is_resuming, self._settled_ms = True, settled_ms

    def poll(self, found: Poll, at_ms: int) -> tuple[Tap, ...]:
        if found is Miss.GARBLED:
            return ()
        seen = frozenset[Uid]() if isinstance(found, Miss) else found
        self._is_resuming = self._is_resuming or at_ms < self._settled_ms
        removed = self._miss(self._lying.keys() - seen, at_ms)
        self._see(seen)
        taps = (*removed, *self._crowd(at_ms), *self._place(seen, at_ms))
        self._is_resuming = False
        return taps

    def _miss(self, missing: set[Uid], at_ms: int) -> list[Tap]:
        for uid in missing:
            self._lying[uid].miss(at_ms)
        away = [uid for uid in sorted(missing) if self._lying[uid].is_away(self._quiet_ms, self._empty_polls, at_ms)]
        gone = [(uid, self._lying.pop(uid)) for uid in away]
        self._is_crowd_told = self._is_crowd_told and len(self._lying) > 1
        return [TagRemoved(self._reader, uid, at_ms) for uid, lay in gone if lay.is_told]

    def _see(self, seen: frozenset[Uid]) -> None:
        self._looks += 1
        for uid in seen:
            self._lying.setdefault(uid, _Lying(self._looks, self._is_resuming)).see(self._looks)

    def _crowd(self, at_ms: int) -> list[Tap]:
        crowd = {uid for uid, tag in self._lying.items() if self._is_beside(uid, tag)}
        for uid in crowd:
            self._lying[uid].is_silent = True
        is_news = bool(crowd) and not self._is_crowd_told and not self._is_resuming
        self._is_crowd_told = self._is_crowd_told or bool(crowd)
        return [TagsCrowded(self._reader, tuple(sorted(crowd)), at_ms)] if is_news else []

    def _is_beside(self, uid: Uid, tag: "_Lying") -> bool:
        return any(tag.overlaps(other) for name, other in self._lying.items() if name != uid)

    def _place(self, seen: frozenset[Uid], at_ms: int) -> list[Tap]:
        fresh = [uid for uid in sorted(seen) if not (self._lying[uid].is_silent or self._lying[uid].is_told)]
        for uid in fresh:
            self._lying[uid].is_told = True
        return [TagPlaced(self._reader, uid, at_ms) for uid in fresh]


class _Lying:
    """A tag on the reader, from the look that first saw it until it is away."""

    def __init__(self, came: int, is_silent: bool) -> None:
        self.is_told = False
        self.is_silent = is_silent  # until it was away, no tap of it is told
        self._came = self._seen = came
        self._missed_ms = 0
        self._misses = 0

    def see(self, look: int) -> None:
        self._seen, self._misses = look, 0

    def miss(self, at_ms: int) -> None:
        if not self._misses:
            self._missed_ms = at_ms
        self._misses += 1

    def is_away(self, quiet_ms: int, empty_polls: int, at_ms: int) -> bool:
        return self._misses >= empty_polls and at_ms - self._missed_ms >= quiet_ms

    def overlaps(self, other: "_Lying") -> bool:
        return self._came <= other._seen and other._came <= self._seen
