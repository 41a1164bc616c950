"""What reads tags: the seam between a reader and whoever watches it."""

from enum import Enum
from typing import Protocol

from hardware.signals import Uid


class Miss(Enum):
    """Two kinds, because they mean different things."""

    EMPTY = "nothing answered"
    GARBLED = "something answered, unreadably"


Poll = frozenset[Uid] | Miss


class TagReader(Protocol):
    """`poll` says what lies on the antenna at this instant. It may block for 50 ms at most.

    It raises DeviceMissing if the reader does not answer; being polled again, it tries to open it anew.
    """

    @property
    def name(self) -> str: ...

    def poll(self) -> Poll: ...

    def close(self) -> None: ...
