"""The readers that are listened to while tags are enrolled, and afterwards until each was empty for a while."""

from companion.table.enrolling.needs import Rig
from companion.table.enrolling.steady import Steady
from hardware.signals import TagsRead

ABSENT_LOOKS = 10  # for which a reader must be empty after a walk, before a tap there is a gesture again


class ListenedReaders:
    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._steady: dict[str, Steady] = {}

    def __contains__(self, reader: str) -> bool:
        return reader in self._steady

    def begin(self) -> None:
        """All there are, whatever lies there."""
        self._steady = {name: Steady() for name in self._rig.readers}
        self._rig.emit_reads(True)

    def look(self, read: TagsRead) -> Steady:
        """What is certain of it now. Only of one that is listened to."""
        now = self._steady[read.reader] = self._steady[read.reader].look(read)
        return now

    def lift_others(self, reader: str) -> None:
        """What lies on others came before the next thing was asked for, and has to be lifted first."""
        self._steady = {name: now if name == reader else Steady() for name, now in self._steady.items()}

    def forget(self, reader: str) -> None:
        """It does not answer. What lies there when it is found again is no tap."""
        if reader in self._steady:
            self._steady[reader] = Steady()

    def let_go_if_empty(self, reader: str) -> None:
        if self._steady[reader].empties >= ABSENT_LOOKS:
            self.let_go(reader)

    def let_go(self, reader: str) -> None:
        if self._steady.pop(reader, None) is not None and not self._steady:
            self._rig.emit_reads(False)
