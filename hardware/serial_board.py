"""A token board on serial ports: one module, or several that are one board together. It is tried again for ever.

While one of its modules is missing the whole board counts as lost: half a board would tell half truths.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from threading import RLock

from hardware.board import BOARD, BoardKind
from hardware.clock import Clock
from hardware.errors import DeviceMissing
from hardware.frames import Corrupt, Frame
from hardware.health import Condition, DeviceHealth
from hardware.lookout import Lookout
from hardware.rig import Emit, emit_to_nobody
from hardware.serial_link import Link
from hardware.serial_module import Module
from hardware.signals import Signal, TokenLifted, TokenSeen, Uid
from hardware.spots import Spot, SpotMap, SpotSeen, Walk, reader_spot, walked_by_nobody

BAUD = 115_200
NAMED_MOST = 10  # readers that do not answer

Sight = tuple[int, Uid]  # a space and what is known of what stands there


class SerialBoard:
    """`spaces` says under which space each spot is, as somebody found out who walked the board.

    With `runs_itself` each port has a thread of its own; otherwise it does what is due when it is told to `look`.
    """

    def __init__(
        self,
        kind: BoardKind,
        ports: Sequence[str],
        clock: Clock,
        *,
        baud: int = BAUD,
        spaces: Mapping[Spot, int] | None = None,
        runs_itself: bool = True,
    ) -> None:
        self.kind = kind
        self._clock = clock
        self._runs_itself = runs_itself
        self._condition = Condition(BOARD)
        self._links = [Link(path, baud, kind, clock, self._count) for path in dict.fromkeys(ports)]
        self._lookouts: list[Lookout] = []
        self._spots = SpotMap(spaces)
        self._told: frozenset[Sight] = frozenset()
        self._walk: Walk = walked_by_nobody
        self._emit: Emit = emit_to_nobody
        self._lock = RLock()  # also around emit, so that signals keep their order; never around a port

    def open(self, emit: Emit) -> None:
        with self._lock:
            self._emit = emit
            self._told = frozenset()
            for link in self._links:
                link.module.forget(self._clock.now_ms())
            self._tell(self._condition.still_lost(self._clock.now_ms()))
        if self._runs_itself:
            self._lookouts = [Lookout(link.path, partial(self._look, link)) for link in self._links]
        for lookout in self._lookouts:
            lookout.start()

    def look(self) -> None:
        """Once at every port."""
        for link in self._links:
            self._look(link)

    def walk(self, walk: Walk | None) -> None:
        """From now on `walk` hears of whatever comes to any spot, whether the board is whole and mapped or not."""
        with self._lock:
            self._walk = walk or walked_by_nobody

    def remap(self, spaces: Mapping[Spot, int]) -> None:
        with self._lock:
            self._spots = SpotMap(spaces)
            if self._is_whole():
                self._tell_sights(self._told)

    def reports(self) -> bool:
        reported = [lookout.reports() for lookout in self._lookouts]  # each of them is asked
        return all(reported)

    def health(self) -> DeviceHealth:
        """A board whose readers do not all answer, or are not where they say, is present, and says which they are."""
        with self._lock:
            health, why = self._condition.health(), " ".join((*self._dead(), *self._overlaps()))
        return replace(health, why=why) if why and health.state == "present" else health

    def close(self) -> None:
        with self._lock:
            self._emit = emit_to_nobody
            self._walk = walked_by_nobody
        for lookout in self._lookouts:
            lookout.dismiss()
        stuck = [link for link, lookout in zip(self._links, self._lookouts, strict=False) if not lookout.stop()]
        self._lookouts = []
        for link in self._links:
            if link not in stuck:  # it is its thread's
                link.close()

    # One port

    def _look(self, link: Link) -> int:
        try:
            if link.is_open:
                self._hear(link, link.exchange(self._question(link)))
            else:
                self._meet(link)
        except DeviceMissing as missing:
            rest_ms = link.fail()
            self._lose(link, f"The token board {missing}")
            return rest_ms
        return 0

    def _meet(self, link: Link) -> None:
        link.open()
        with self._lock:
            link.module.forget(self._clock.now_ms())

    def _question(self, link: Link) -> bytes:
        with self._lock:
            return link.module.questions(self._clock.now_ms())

    def _hear(self, link: Link, frames: Iterable[Frame | Corrupt]) -> None:
        with self._lock:
            for frame in frames:
                self._take(link.module, frame)
            self._require_names(link)
            link.require_sense()

    def _lose(self, link: Link, why: str) -> None:
        with self._lock:
            link.module.is_known = False
            self._tell(self._condition.lose(why, self._clock.now_ms()))

    def _require_names(self, link: Link) -> None:
        others = [other for other in self._links if other is not link and other.module.is_known]
        if twin := next((other for other in others if other.module.name == link.module.name), None):
            why = f"at {link.path} calls itself {link.module.name}, and so does the one at {twin.path}"
            raise DeviceMissing(f"{why}: give each module a name of its own in its settings.py.")

    # All of them

    def _take(self, module: Module, frame: Frame | Corrupt) -> None:
        for reader, uid in module.take(frame, self._clock.now_ms()):
            self._felt(module, reader, uid)
        if self._is_whole():
            found = self._condition.find(self._clock.now_ms())
            self._tell(found)
            self._tell_sights(frozenset() if found else self._told)

    def _is_whole(self) -> bool:
        return all(link.module.is_known for link in self._links)

    def _felt(self, module: Module, reader: int, uid: Uid) -> None:
        is_tap = self.kind is BoardKind.TAP
        spot = uid if is_tap else reader_spot(module.name, reader)
        self._walk(SpotSeen(spot, "" if is_tap else uid, self._clock.now_ms()))
        space = self._spots.of_sticker(uid) if is_tap else self._space(module, reader)
        if space is None:
            self._count("unmapped")
        elif is_tap and self._is_whole():
            self._feel([TokenSeen(space, "", self._clock.now_ms())], "seen")

    def _space(self, module: Module, reader: int) -> int | None:
        return self._spots.of_reader(module.name, module.first, reader)

    def _sights(self) -> Iterator[Sight]:
        for link in self._links:
            for reader, uids in link.module.standing.items():
                space = self._space(link.module, reader)
                if space is not None:
                    yield from ((space, uid) for uid in uids)

    def _tell_sights(self, known: frozenset[Sight]) -> None:
        """Those that are not `known`, and what was told and is no more."""
        before, self._told = self._told, frozenset(self._sights())
        now_ms = self._clock.now_ms()
        self._feel([TokenLifted(space, uid, now_ms) for space, uid in sorted(before - self._told)], "lifted")
        self._feel([TokenSeen(space, uid, now_ms) for space, uid in sorted(self._told - known)], "seen")

    def _feel(self, signals: Iterable[Signal], what: str) -> None:
        for signal in signals:
            self._count(what)
            self._emit(signal)

    def _tell(self, signals: Iterable[Signal]) -> None:
        for signal in signals:
            self._emit(signal)

    def _count(self, what: str) -> None:
        self._condition.count(what, self._clock.now_ms())

    def _dead(self) -> Iterator[str]:
        for module in (link.module for link in self._links):
            if module.dead:
                yield _why_dead(module)

    def _overlaps(self) -> Iterator[str]:
        """Of modules that say nothing of where they are each begins at space 0."""
        if self._spots.is_walked or self.kind is BoardKind.TAP:
            return
        above: dict[int, str] = {}
        for module in (link.module for link in self._links):
            spaces = [self._space(module, reader) or 0 for reader in range(module.readers)]
            if taken := [space for space in spaces if space in above]:
                yield _why_overlapping(above[taken[0]], module.name, taken[0])
            above |= dict.fromkeys(spaces, module.name)


def _why_overlapping(one: str, other: str, space: int) -> str:
    return (
        f"{one} and {other} both say that they are under space {space}: walk the board, or set FIRST in the "
        "settings.py of each."
    )


def _why_dead(module: Module) -> str:
    """One by one, as long as there are few of them."""
    numbers = sorted(module.dead)
    why = module.dead[numbers[0]] or "it does not say why"
    if len(numbers) == 1:
        return f"Reader {numbers[0]} of {module.name} does not answer ({why})."
    which = f"Readers {', '.join(map(str, numbers))}" if len(numbers) <= NAMED_MOST else f"{len(numbers)} readers"
    return f"{which} of {module.name} do not answer ({why})."
