"""A tag reader without a reader: tags are laid on it and lifted by hand, and it reads as badly as it is told to."""

from collections import deque

from hardware.errors import BadLever
from hardware.reader import Miss, Poll
from hardware.signals import Uid
from hardware.simulated_fault import Fault


class SimulatedReader:
    def __init__(self, name: str) -> None:
        self.name = name
        self.fault = Fault()
        self._lying: frozenset[Uid] = frozenset()
        self._noise = deque[Miss]()

    @property
    def lying(self) -> frozenset[Uid]:
        return self._lying

    def place(self, uid: Uid) -> None:
        self._lying |= {uid}

    def lift(self, uid: Uid) -> None:
        if uid not in self._lying:
            raise BadLever(f"The tag {uid} does not lie on {self.name}.")
        self._lying -= {uid}

    def garble(self, polls: int) -> None:
        """The next polls cannot be read."""
        self._noise.extend([Miss.GARBLED] * polls)

    def overlook(self, polls: int) -> None:
        """The next polls see nothing, whatever lies there."""
        self._noise.extend([Miss.EMPTY] * polls)

    def poll(self) -> Poll:
        self.fault.check()
        return self._noise.popleft() if self._noise else self._lying or Miss.EMPTY

    def close(self) -> None:
        pass
