"""Tag readers: what one must do, and the way from its polls to taps.

A tag gives one tap per visit, however long it rests and however badly it is read. Two tags crowd each other if one was
seen again after the other had come, even if no single poll saw both.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from threading import RLock
from typing import NamedTuple, Protocol, runtime_checkable

from hardware.clock import TAG_QUIET_MS, Clock, DeviceTiming
from hardware.health import DeviceStatus, describe_error
from hardware.signals import DeviceHealth, Emit, TagPlaced, TagRemoved, TagsCrowded, TagsRead, Uid

EMPTY_POLLS = 3
RETRY_MS = 1_000
REST_MS = 1_000  # until the next poll of a reader that tells changes, while there are none
UNREADABLE_MS = 5_000
SHOWN_MS, SHOWN_POLLS = 400, 4  # for so long, and so often, a reader that sees no lifting tells a tag
DEAF_MS = 60_000  # without any tag, while people play, a reader is started afresh: it may have gone deaf
UNREADABLE = (
    "It reads nothing but noise. Is there a phone or a bank card on it, are tags stacked, is there metal nearby, or is "
    "a wire loose?"
)


class Miss(Enum):
    EMPTY = "empty"  # nothing answered
    GARBLED = "garbled"  # something answered, but unreadably


Poll = frozenset[Uid] | Miss
Tap = TagPlaced | TagRemoved | TagsCrowded


class ReaderReach(NamedTuple):
    """What a kind of reader can see. One that sees no lifting tells a tag for a moment and then EMPTY."""

    most_at_once: int  # of tags that it tells apart; with more, it tells some of them
    sees_lifting: bool


class BriefTag:
    """The tag that a reader without sight of lifting tells for a moment. Enrolment wants to hear it several times."""

    def __init__(self) -> None:
        self._uid: Uid | None = None
        self._until_ms = self._polls = 0

    def show(self, uid: Uid | None, at_ms: int) -> None:
        self._uid, self._until_ms, self._polls = uid, at_ms + SHOWN_MS, SHOWN_POLLS

    def poll(self, at_ms: int) -> Poll:
        if self._polls <= 0 and at_ms >= self._until_ms:
            self._uid = None
        self._polls -= 1
        return frozenset({self._uid}) if self._uid else Miss.EMPTY


class TagReader(Protocol):
    """`poll` returns what lies on the antenna right now, as far as its `reach` goes. It may block for at most 50 ms.

    It raises DeviceMissing if the reader does not answer. The next poll then tries to open it again.
    """

    @property
    def name(self) -> str: ...

    @property
    def reach(self) -> ReaderReach: ...

    def poll(self) -> Poll: ...

    def renew(self) -> None:
        """Resets it as thoroughly as it can be, and checks that it works. Raises DeviceMissing."""

    def close(self) -> None: ...


@runtime_checkable
class KnowsTags(Protocol):
    """A reader that may tell one number in several forms."""

    def know_tags(self, uids: Collection[Uid]) -> None: ...


@runtime_checkable
class TellsChanges(Protocol):
    """A reader that calls `changed` when a poll would show something new. Only a simulated one can know."""

    changed: Callable[[], None]

    def is_steady(self) -> bool:
        """Will each poll be like the last one until then?"""


@dataclass(slots=True)
class _RestingTag:
    """A tag on the reader. Polls are numbered: `came` is the first that saw it, `seen` the latest."""

    came: int
    seen: int
    is_silent: bool  # gives no tap until it has been away
    is_placed: bool = False  # its TagPlaced was sent
    misses: int = 0
    missed_ms: int = 0  # when the current row of misses began


class TagPresence:
    """A tag is away after at least EMPTY_POLLS polls in a row missed it, over at least `quiet_ms`. It has no clock."""

    def __init__(self, reader: str, quiet_ms: int = TAG_QUIET_MS) -> None:
        self._reader = reader
        self._quiet_ms = quiet_ms
        self._resting: dict[Uid, _RestingTag] = {}
        self._polls = 0
        self._is_crowd_known = False
        self._is_resuming = False
        self._settled_ms = 0

    def resume(self, settled_ms: int = 0) -> None:
        """Nobody was polling until now. A tag found by the next poll has been resting and is not a tap.

        Neither is a tag that shows up before `settled_ms`: the first polls may miss what lies there.
        """
        self._is_resuming, self._settled_ms = True, settled_ms

    def is_steady(self) -> bool:
        """Is no tag about to be away?"""
        return not any(tag.misses for tag in self._resting.values())

    def poll(self, found: Poll, at_ms: int) -> tuple[Tap, ...]:
        if found is Miss.GARBLED:
            return ()
        seen = frozenset[Uid]() if isinstance(found, Miss) else found
        self._is_resuming = self._is_resuming or at_ms < self._settled_ms
        taps = (*self._miss(self._resting.keys() - seen, at_ms), *self._see(seen, at_ms))
        self._is_resuming = False
        return taps

    def _miss(self, missing: set[Uid], at_ms: int) -> list[Tap]:
        removed: list[Tap] = []
        for uid in sorted(missing):
            tag = self._resting[uid]
            tag.missed_ms = tag.missed_ms if tag.misses else at_ms
            tag.misses += 1
            if tag.misses >= EMPTY_POLLS and at_ms - tag.missed_ms >= self._quiet_ms:
                del self._resting[uid]
                if tag.is_placed:
                    removed.append(TagRemoved(self._reader, uid, at_ms))
        self._is_crowd_known = self._is_crowd_known and len(self._resting) > 1
        return removed

    def _see(self, seen: frozenset[Uid], at_ms: int) -> list[Tap]:
        self._polls += 1
        for uid in seen:
            tag = self._resting.setdefault(uid, _RestingTag(self._polls, self._polls, self._is_resuming))
            tag.seen, tag.misses = self._polls, 0
        taps: list[Tap] = []
        crowd = sorted(uid for uid, tag in self._resting.items() if self._is_crowded(tag))
        for uid in crowd:
            self._resting[uid].is_silent = True
        if crowd and not self._is_crowd_known:
            self._is_crowd_known = True
            if not self._is_resuming:
                taps.append(TagsCrowded(self._reader, tuple(crowd), at_ms))
        for uid in sorted(seen):
            tag = self._resting[uid]
            if not tag.is_silent and not tag.is_placed:
                tag.is_placed = True
                taps.append(TagPlaced(self._reader, uid, at_ms))
        return taps

    def _is_crowded(self, tag: _RestingTag) -> bool:
        return any(
            other is not tag and tag.came <= other.seen and other.came <= tag.seen for other in self._resting.values()
        )


class ReaderWatch:
    """Polls a reader, real or simulated, and emits the taps; reports when it is lost, and tries again for ever."""

    def __init__(self, reader: TagReader, clock: Clock, timing: DeviceTiming) -> None:
        self._reader = reader
        self._tells_changes = reader if isinstance(reader, TellsChanges) else None
        self._clock = clock
        self._timing = timing
        self._presence = TagPresence(reader.name, timing.tag_quiet_ms)
        self._status = DeviceStatus(reader.name, clock)
        self._garbled_ms: int | None = None  # since when every poll was garbled
        self._empty_ms: int | None = None  # since when every poll was empty, or since it was started afresh
        self._played_ms: int | None = None
        self.emits_reads = False  # a TagsRead for every poll, beside the taps
        self._lock = RLock()  # also around emit, so that signals keep their order

    def open(self, emit: Emit) -> None:
        with self._lock:
            self._status.open(emit)
            self._presence.resume(self._clock.now_ms() + self._timing.settle_ms)

    def note_play(self) -> None:
        """People are at the table: a reader without tags may be deaf. Overnight it only has nothing to read."""
        self._played_ms = self._clock.now_ms()

    def look(self) -> int:
        with self._lock:
            try:
                found = self._reader.poll()
                at_ms = self._clock.now_ms()
                self._empty_ms = (at_ms if self._empty_ms is None else self._empty_ms) if found is Miss.EMPTY else None
                is_played = self._played_ms is not None and at_ms - self._played_ms < DEAF_MS
                if is_played and self._empty_ms is not None and at_ms - self._empty_ms >= DEAF_MS:
                    self._empty_ms = at_ms
                    self._reader.renew()
                    self._status.count("renewed")
            except Exception as error:  # the driver may raise anything; the reader did not answer then
                self._status.lose(describe_error(error))
                return RETRY_MS
            is_garbled = found is Miss.GARBLED
            if self._status.find():
                self._presence.resume(at_ms + self._timing.settle_ms)
            if is_garbled:
                self._status.count("garbled")
            self._garbled_ms = (self._garbled_ms or at_ms) if is_garbled else None
            if self.emits_reads:
                uids = () if isinstance(found, Miss) else tuple(sorted(found))
                self._status.emit(TagsRead(self._reader.name, uids, is_garbled, at_ms))
            for tap in self._presence.poll(found, at_ms):
                if isinstance(tap, TagRemoved):
                    self._status.emit(tap)
                else:
                    self._status.sense(tap, "taps" if isinstance(tap, TagPlaced) else "crowds")
            twin = self._tells_changes
            is_moving = is_garbled or self.emits_reads or not self._presence.is_steady()
        return self._timing.poll_ms if twin is None or is_moving or not twin.is_steady() else REST_MS

    def health(self) -> DeviceHealth:
        """A reader that answers but reads only noise is present, with the reason in `why`."""
        health, since_ms = self._status.health(), self._garbled_ms
        is_unreadable = since_ms is not None and self._clock.now_ms() - since_ms >= UNREADABLE_MS
        return replace(health, why=UNREADABLE) if is_unreadable and health.state == "present" else health

    def close(self) -> None:
        with self._lock:
            self._status.close()
            with suppress(Exception):  # the driver may raise anything, and the other devices must be closed too
                self._reader.close()
