"""A simulated token board: tokens are put on its spaces, and it senses what a board of its kind can sense."""

from collections.abc import Iterable, Mapping
from threading import RLock

from hardware.board import BOARD, SPACES, Sight, Spot, SpotMap, Walk, reader_spot, send_sights
from hardware.clock import Clock
from hardware.health import DeviceStatus
from hardware.signals import BoardKind, DeviceHealth, Emit, SpotCovered, Uid, ignore_signal
from hardware.simulated_devices import BadLever

MODULE = "simulated"  # the board is a single module


class SimulatedBoard:
    """Tokens can be moved while it is lost: when found, it reports how they stand by then."""

    def __init__(self, kind: BoardKind, clock: Clock) -> None:
        self.kind = kind
        self._clock = clock
        self._status = DeviceStatus(BOARD, clock)
        self._standing: dict[Uid, int] = {}
        self._sent: frozenset[Sight] = frozenset()  # as TokenSeen, and not lifted since
        self._spots = SpotMap()
        self._walk: Walk = ignore_signal
        self._is_open = False
        self._lock = RLock()

    @property
    def standing(self) -> dict[Uid, int]:
        """Where each token really is."""
        return dict(self._standing)

    def open(self, emit: Emit) -> None:
        with self._lock:
            self._is_open = True
            self._status.open(emit)
            self._send_sights(frozenset())

    def put(self, uid: Uid, space: int) -> None:
        with self._lock:
            self._standing[uid] = space
            if self._can_sense():
                self._walk(SpotCovered(reader_spot(MODULE, space), self._known(uid), self._clock.now_ms()))
            self._send_sights(self._sent)
            if self.kind is BoardKind.TAP and self._can_sense():
                tapped = self._mapped([(space, "")])
                send_sights(self._status, frozenset(), tapped, frozenset(), self._clock.now_ms())

    def pick_up(self, uid: Uid) -> None:
        with self._lock:
            if uid not in self._standing:
                raise BadLever(f"The token {uid} is not on the board.")
            del self._standing[uid]
            self._send_sights(self._sent)

    def knock_over(self, shift: int = 0) -> None:
        """All tokens at once: off the board, or so many spaces on."""
        with self._lock:
            moved = {uid: (space + shift) % SPACES for uid, space in self._standing.items()}
            self._standing = moved if shift else {}
            self._send_sights(self._sent)

    def walk(self, walk: Walk | None) -> None:
        with self._lock:
            self._walk = walk or ignore_signal

    def remap(self, spaces: Mapping[Spot, int]) -> None:
        with self._lock:
            self._spots = SpotMap(spaces)
            self._send_sights(self._sent)

    def lose(self, why: str) -> None:
        with self._lock:
            self._status.lose(why)

    def find(self) -> None:
        with self._lock:
            if self._status.find():
                self._send_sights(frozenset())

    def _can_sense(self) -> bool:
        return self._is_open and not self._status.is_lost

    def _known(self, uid: Uid) -> Uid:
        return uid if self.kind is BoardKind.IDENTIFYING else ""

    def _mapped(self, sights: Iterable[Sight]) -> frozenset[Sight]:
        spaces = ((self._spots.of_reader(MODULE, 0, spot), uid) for spot, uid in sights)
        return frozenset((space, uid) for space, uid in spaces if space is not None)

    def _send_sights(self, known: frozenset[Sight]) -> None:
        if not self._can_sense():
            return
        standing = {} if self.kind is BoardKind.TAP else self._standing
        before = self._sent
        self._sent = self._mapped((spot, self._known(uid)) for uid, spot in standing.items())
        send_sights(self._status, before, self._sent, known, self._clock.now_ms())

    def health(self) -> DeviceHealth:
        return self._status.health()

    def has_looked(self) -> bool:
        return True  # it has no thread

    def close(self) -> None:
        with self._lock:
            self._is_open = False
            self._status.close()
