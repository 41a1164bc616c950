"""Looks at a reader, real or simulated, and emits the taps; tells when it is lost, and tries again for ever."""

from contextlib import suppress
from dataclasses import replace
from threading import RLock

from hardware.clock import Clock
from hardware.health import Condition, DeviceHealth, why_missing
from hardware.presence import Presence
from hardware.reader import Miss, Poll, TagReader
from hardware.rig import Emit, emit_to_nobody
from hardware.signals import Signal, TagPlaced, TagsCrowded, TagsRead
from hardware.timing import Timing

RETRY_MS = 1_000
UNREADABLE_MS = 5_000
UNREADABLE = (
    "It reads nothing but noise: is there a phone or a bank card on it, are tags on top of each other, is metal "
    "close by, or a wire loose?"
)


class ReaderWatch:
    def __init__(self, reader: TagReader, clock: Clock, timing: Timing) -> None:
        self._reader = reader
        self._clock = clock
        self._timing = timing
        self._presence = Presence(reader.name, timing.tag_quiet_ms)
        self._condition = Condition(reader.name)
        self._emit: Emit = emit_to_nobody
        self._garbled_ms: int | None = None  # since when nothing else was read
        self.tells_reads = False  # of every look, beside the taps that come of them
        self._lock = RLock()  # also around emit, so that signals keep their order

    def open(self, emit: Emit) -> None:
        with self._lock:
            self._emit = emit
            self._tell(self._condition.still_lost(self._clock.now_ms()))
            self._resume(self._clock.now_ms())

    def _resume(self, at_ms: int) -> None:
        self._presence.resume(at_ms + self._timing.settle_ms)

    def look(self) -> int:
        with self._lock:
            try:
                found = self._reader.poll()
            except Exception as error:  # a driver is not ours, and whatever it raises, the reader did not answer
                self._tell(self._condition.lose(why_missing(error), self._clock.now_ms()))
                return RETRY_MS
            self._take(found, self._clock.now_ms())
        return self._timing.poll_ms

    def _take(self, found: Poll, at_ms: int) -> None:
        back = self._condition.find(at_ms)
        if back:
            self._resume(at_ms)
        if found is Miss.GARBLED:
            self._condition.count("garbled", at_ms)
        self._garbled_ms = (self._garbled_ms or at_ms) if found is Miss.GARBLED else None
        taps = self._presence.poll(found, at_ms)
        self._count(taps, at_ms)
        self._tell((*back, *self._read(found, at_ms), *taps))

    def _read(self, found: Poll, at_ms: int) -> tuple[TagsRead, ...]:
        if not self.tells_reads:
            return ()
        uids = () if isinstance(found, Miss) else tuple(sorted(found))
        return (TagsRead(self._reader.name, uids, found is Miss.GARBLED, at_ms),)

    def _count(self, taps: tuple[Signal, ...], at_ms: int) -> None:
        for tap in taps:
            if isinstance(tap, TagPlaced | TagsCrowded):
                self._condition.count("taps" if isinstance(tap, TagPlaced) else "crowds", at_ms)

    def _tell(self, signals: tuple[Signal, ...]) -> None:
        for signal in signals:
            self._emit(signal)

    def health(self) -> DeviceHealth:
        """One that answers and cannot read what lies on it is present, and says so."""
        health, since_ms = self._condition.health(), self._garbled_ms
        is_unreadable = since_ms is not None and self._clock.now_ms() - since_ms >= UNREADABLE_MS
        return replace(health, why=UNREADABLE) if is_unreadable and health.state == "present" else health

    def close(self) -> None:
        with self._lock:
            self._emit = emit_to_nobody
            with suppress(Exception):  # a driver is not ours, and the others must be closed too
                self._reader.close()
