"""The readers and the board while somebody enrols tags: the game hears nothing of them meanwhile."""

from companion.table.gestures.enrol_reads import SteadyTag
from companion.table.gestures.enrolment import CannotEnrol
from companion.table.server.ports import EnrolRig
from hardware.signals import DeviceFound, DeviceLost, Signal, TagsRead, TokenLifted, TokenSeen, Uid

ABSENT_LOOKS = 10  # after a walk a reader must be empty for this long before a tap is a gesture again
BOARD = "board"  # its name among the devices
WHY = "The board is being enrolled."


def require_devices(rig: EnrolRig, *, is_board: bool) -> None:
    """Raises CannotEnrol."""
    states = {device.name: device.state for device in rig.health()}
    if is_board and states.get(BOARD, "absent") == "absent":
        raise CannotEnrol("This table has no board that senses tokens: nothing is to be learnt about its spaces.")
    if not is_board and not rig.readers:
        raise CannotEnrol("This table has no tag reader. Fit one, and name it in companion.toml.")


class EnrolReaders:
    """The readers in use while tags are enrolled, and afterwards until each was empty for a while."""

    def __init__(self, rig: EnrolRig) -> None:
        self._rig = rig
        self._steady: dict[str, SteadyTag] = {}

    def __contains__(self, reader: str) -> bool:
        return reader in self._steady

    def begin(self) -> None:
        """Takes all readers, whatever lies on them."""
        self._steady = {name: SteadyTag() for name in self._rig.readers}
        self._rig.emit_reads(True)

    def look(self, read: TagsRead) -> SteadyTag:
        """What is certain now. Only for a reader in use."""
        now = self._steady[read.reader] = self._steady[read.reader].look(read)
        return now

    def lift_others(self, reader: str) -> None:
        """What lies on other readers was there before the next thing was asked for, and must be lifted first."""
        self._steady = {name: now if name == reader else SteadyTag() for name, now in self._steady.items()}

    def forget(self, reader: str) -> None:
        """The reader was lost. What lies there when it is found again is not a tap."""
        if reader in self._steady:
            self._steady[reader] = SteadyTag()

    def let_go_if_empty(self, reader: str) -> None:
        if self._steady[reader].empties >= ABSENT_LOOKS:
            self.let_go(reader)

    def let_go(self, reader: str) -> None:
        if self._steady.pop(reader, None) is not None and not self._steady:
            self._rig.emit_reads(False)


class WalkedBoard:
    """Keeps the board's signals from the game during a walk; afterwards everything that stands there is told again.

    `feel` says whether the game should hear it.
    """

    def __init__(self, *, is_tapped: bool = False) -> None:
        self._standing: dict[tuple[int, Uid], None] = {}
        self._is_tapped = is_tapped  # with a wand, so nothing stands there
        self._is_lost = False
        self._is_walked = False

    def feel(self, signal: Signal) -> bool:
        match signal:
            case TokenSeen(space, uid):
                if not self._is_tapped:
                    self._standing[space, uid] = None
            case TokenLifted(space, uid):
                self._standing.pop((space, uid), None)
            case DeviceLost(device) | DeviceFound(device) if device == BOARD:
                self._is_lost = isinstance(signal, DeviceLost)
                self._standing.clear()  # a board that is found again tells what stands there
            case _:
                return True
        return not self._is_walked

    def begin(self, now_ms: int) -> Signal:
        self._is_walked = True
        return DeviceLost(BOARD, WHY, now_ms)

    def end(self, now_ms: int) -> tuple[Signal, ...]:
        """If the board was really lost meanwhile, it stays lost for the game."""
        self._is_walked = False
        if self._is_lost:
            return ()
        return (DeviceFound(BOARD, now_ms), *(TokenSeen(space, uid, now_ms) for space, uid in self._standing))
