"""A token board on serial ports: one module, or several that form one board. It is tried again for ever.

While one of its modules is missing, the whole board counts as lost: half a board would mislead.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from threading import RLock

from hardware.board import BOARD, Sight, Spot, SpotMap, Walk, reader_spot, send_sights
from hardware.clock import Clock
from hardware.health import DeviceMissing, DeviceStatus
from hardware.polling import PollingThread
from hardware.serial_frames import Corrupt, Frame
from hardware.serial_module import BoardModule
from hardware.serial_port import ModuleLink
from hardware.signals import BoardKind, DeviceHealth, Emit, SpotCovered, TokenSeen, ignore_signal
from hardware.wand_reader import WandReader

BAUD = 115_200
MAX_LISTED = 10  # readers that do not answer, before they are only counted

SAME_NAME = (
    "The token board at {path} is called {name}, and so is the one at {other}: give each module its own name in its "
    "settings.py."
)
OVERLAP = (
    "{one} and {other} both say that they are under space {space}: walk the board, or set FIRST in the settings.py of "
    "each."
)
DEAD_READER = "Reader {numbers} of {module} does not answer ({why})."
DEAD_READERS = "Readers {numbers} of {module} do not answer ({why})."
MANY_DEAD_READERS = "{count} readers of {module} do not answer ({why})."
NO_REASON = "it does not say why"


class SerialBoard:
    """`spaces` says which space each spot is under, as found by walking the board.

    With `has_threads` each port has its own thread; otherwise the board does what is due whenever `look` is called.
    """

    def __init__(
        self,
        kind: BoardKind,
        ports: Sequence[str],
        clock: Clock,
        *,
        baud: int = BAUD,
        spaces: Mapping[Spot, int] | None = None,
        has_threads: bool = True,
    ) -> None:
        self.kind = kind
        self._clock = clock
        self._has_threads = has_threads
        self._status = DeviceStatus(BOARD, clock)
        self._links = [
            ModuleLink(BoardModule(kind, path, self._status.count), baud, clock) for path in dict.fromkeys(ports)
        ]
        self.wand = WandReader(clock, lambda: self._status.why)
        self._threads: list[PollingThread] = []
        self._spots = SpotMap(spaces)
        self._sent: frozenset[Sight] = frozenset()  # as TokenSeen, and not lifted since
        self._walk: Walk = ignore_signal
        self._lock = RLock()  # also around emit, so that signals keep their order; never around a port

    def open(self, emit: Emit) -> None:
        with self._lock:
            self._sent = frozenset()
            for link in self._links:
                link.module.forget(self._clock.now_ms())
            self._status.open(emit)
        if self._has_threads:
            self._threads = [PollingThread(link.module.path, partial(self._look, link)) for link in self._links]
        for thread in self._threads:
            thread.start()

    def look(self) -> None:
        """Once at every port."""
        for link in self._links:
            self._look(link)

    def _look(self, link: ModuleLink) -> int:
        try:
            if not link.is_open:
                link.open()
                with self._lock:
                    link.module.forget(self._clock.now_ms())
                return 0
            with self._lock:
                question = link.module.questions(self._clock.now_ms())
            frames = link.exchange(question)
            with self._lock:
                for frame in frames:
                    self._take(link.module, frame)
                for other in (one.module for one in self._links if one is not link):
                    if other.is_known and other.hello.module == link.module.hello.module:
                        name = other.hello.module
                        raise DeviceMissing(SAME_NAME.format(path=link.module.path, name=name, other=other.path))
                link.require_sense()
        except DeviceMissing as missing:
            rest_ms = link.fail()
            with self._lock:
                link.module.is_known = False
                self._status.lose(str(missing))
            return rest_ms
        return 0

    def _take(self, module: BoardModule, frame: Frame | Corrupt) -> None:
        is_tap = self.kind is BoardKind.TAP
        for reader, uid in module.take(frame, self._clock.now_ms()):
            spot = uid if is_tap else reader_spot(module.hello.module, reader)
            self._walk(SpotCovered(spot, "" if is_tap else uid, self._clock.now_ms()))
            space = self._spots.of_sticker(uid) if is_tap else self._space(module, reader)
            if space is None:
                self._status.count("unmapped")
                if is_tap and self._walk is ignore_signal:
                    self.wand.tap(uid)
            elif is_tap and self._is_whole():
                self._status.sense(TokenSeen(space, "", self._clock.now_ms()), "seen")
        if self._is_whole():
            self._send_sights(frozenset() if self._status.find() else self._sent)

    def _is_whole(self) -> bool:
        return all(link.module.is_known for link in self._links)

    def _space(self, module: BoardModule, reader: int) -> int | None:
        return self._spots.of_reader(module.hello.module, module.hello.first, reader)

    def _send_sights(self, known: frozenset[Sight]) -> None:
        standing = [
            (self._space(link.module, reader), uid)
            for link in self._links
            for reader, uids in link.module.standing.items()
            for uid in uids
        ]
        before, self._sent = self._sent, frozenset((space, uid) for space, uid in standing if space is not None)
        send_sights(self._status, before, self._sent, known, self._clock.now_ms())

    def walk(self, walk: Walk | None) -> None:
        with self._lock:
            self._walk = walk or ignore_signal

    def remap(self, spaces: Mapping[Spot, int]) -> None:
        with self._lock:
            self._spots = SpotMap(spaces)
            if self._is_whole():
                self._send_sights(self._sent)

    def has_looked(self) -> bool:
        looked = [thread.has_looked() for thread in self._threads]  # a list, so that every one of them is asked
        return all(looked)

    def health(self) -> DeviceHealth:
        """A board with dead or misplaced readers is present, and `why` says which they are."""
        with self._lock:
            health, why = self._status.health(), " ".join((*self._describe_dead(), *self._describe_overlaps()))
        return replace(health, why=why) if why and health.state == "present" else health

    def _describe_dead(self) -> Iterable[str]:
        for module in (link.module for link in self._links):
            if module.dead:
                numbers = sorted(module.dead)
                sentence = DEAD_READER if len(numbers) == 1 else DEAD_READERS
                yield (sentence if len(numbers) <= MAX_LISTED else MANY_DEAD_READERS).format(
                    numbers=", ".join(map(str, numbers)),
                    count=len(numbers),
                    module=module.hello.module,
                    why=module.dead[numbers[0]] or NO_REASON,
                )

    def _describe_overlaps(self) -> Iterable[str]:
        """Modules that do not say where they are all begin at space 0."""
        if self._spots.is_walked or self.kind is BoardKind.TAP:
            return
        above: dict[int, str] = {}
        for module in (link.module for link in self._links):
            name = module.hello.module
            spaces = [self._space(module, reader) or 0 for reader in range(module.hello.readers)]
            if taken := [space for space in spaces if space in above]:
                yield OVERLAP.format(one=above[taken[0]], other=name, space=taken[0])
            above |= dict.fromkeys(spaces, name)

    def close(self) -> None:
        with self._lock:
            self._status.close()
            self._walk = ignore_signal
        for thread in self._threads:
            thread.dismiss()
        stuck = [link for link, thread in zip(self._links, self._threads, strict=False) if not thread.stop()]
        self._threads = []
        for link in self._links:
            if link not in stuck:  # a stuck one belongs to its thread
                link.close()
