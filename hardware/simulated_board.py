"""A token board without a board: tokens are put on its spaces by hand, and it senses what its kind can sense."""

from collections.abc import Iterable, Mapping
from threading import RLock

from hardware.board import BOARD, SPACES, BoardKind
from hardware.clock import Clock
from hardware.errors import BadLever
from hardware.health import Condition, DeviceHealth
from hardware.rig import Emit, emit_to_nobody
from hardware.signals import Signal, TokenLifted, TokenSeen, Uid
from hardware.spots import Spot, SpotMap, SpotSeen, Walk, reader_spot, walked_by_nobody

MODULE = "simulated"  # all of it
Sight = tuple[int, Uid]  # a space and what is known of what stands there


class SimulatedBoard:
    """While it is lost tokens can be moved all the same: it is then found with what has become of them."""

    def __init__(self, kind: BoardKind, clock: Clock) -> None:
        self.kind = kind
        self._clock = clock
        self._condition = Condition(BOARD)
        self._standing: dict[Uid, int] = {}
        self._told: frozenset[Sight] = frozenset()
        self._spots = SpotMap()
        self._walk: Walk = walked_by_nobody
        self._emit: Emit = emit_to_nobody
        self._is_open = False
        self._lock = RLock()

    @property
    def standing(self) -> dict[Uid, int]:
        """Where each token really is."""
        return dict(self._standing)

    def open(self, emit: Emit) -> None:
        with self._lock:
            self._emit, self._is_open = emit, True
            self._tell(self._condition.still_lost(self._clock.now_ms()))
            self._tell_everything()

    def put(self, uid: Uid, space: int) -> None:
        with self._lock:
            self._standing[uid] = space
            if self._is_felt():
                self._walk(SpotSeen(reader_spot(MODULE, space), self._known(uid), self._clock.now_ms()))
            self._tell_changes()
            if self.kind is BoardKind.TAP and self._is_felt():
                self._see(self._mapped([(space, "")]))

    def walk(self, walk: Walk | None) -> None:
        with self._lock:
            self._walk = walk or walked_by_nobody

    def remap(self, spaces: Mapping[Spot, int]) -> None:
        with self._lock:
            self._spots = SpotMap(spaces)
            self._tell_changes()

    def _known(self, uid: Uid) -> Uid:
        return uid if self.kind is BoardKind.IDENTIFYING else ""

    def _mapped(self, sights: Iterable[Sight]) -> frozenset[Sight]:
        spaces = ((self._spots.of_reader(MODULE, 0, spot), uid) for spot, uid in sights)
        return frozenset((space, uid) for space, uid in spaces if space is not None)

    def pick_up(self, uid: Uid) -> None:
        with self._lock:
            if uid not in self._standing:
                raise BadLever(f"The token {uid} stands nowhere on the board.")
            del self._standing[uid]
            self._tell_changes()

    def knock_over(self, shift: int = 0) -> None:
        """Every token at once: off the board, or so many spaces on."""
        with self._lock:
            moved = {uid: (space + shift) % SPACES for uid, space in self._standing.items()}
            self._standing = moved if shift else {}
            self._tell_changes()

    def lose(self, why: str) -> None:
        with self._lock:
            self._tell(self._condition.lose(why, self._clock.now_ms()))

    def find(self) -> None:
        with self._lock:
            found = self._condition.find(self._clock.now_ms())
            self._tell(found)
            if found:
                self._tell_everything()

    def _sights(self) -> frozenset[Sight]:
        if self.kind is BoardKind.TAP:
            return frozenset()
        return self._mapped((spot, self._known(uid)) for uid, spot in self._standing.items())

    def _tell_changes(self) -> None:
        if self._is_felt():
            before, self._told = self._told, self._sights()
            self._lift(sorted(before - self._told))
            self._see(sorted(self._told - before))

    def _tell_everything(self) -> None:
        if self._is_felt():
            before, self._told = self._told, self._sights()
            self._lift(sorted(before - self._told))
            self._see(sorted(self._told))

    def _is_felt(self) -> bool:
        return self._is_open and not self._condition.is_lost

    def _see(self, sights: Iterable[Sight]) -> None:
        self._feel([TokenSeen(space, uid, self._clock.now_ms()) for space, uid in sights], "seen")

    def _lift(self, sights: Iterable[Sight]) -> None:
        self._feel([TokenLifted(space, uid, self._clock.now_ms()) for space, uid in sights], "lifted")

    def _feel(self, signals: Iterable[Signal], what: str) -> None:
        for signal in signals:
            self._condition.count(what, self._clock.now_ms())
            self._emit(signal)

    def _tell(self, signals: Iterable[Signal]) -> None:
        for signal in signals:
            self._emit(signal)

    def health(self) -> DeviceHealth:
        return self._condition.health()

    def reports(self) -> bool:
        return True  # it has no thread

    def close(self) -> None:
        with self._lock:
            self._emit, self._is_open = emit_to_nobody, False
