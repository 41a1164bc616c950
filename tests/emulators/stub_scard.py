"""A stand-in for pyscard's plain layer, with a service, a reader and a card that come and go."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from unittest.mock import patch

NO_SERVICE, NO_READERS, NO_CARD, REFUSED = 0x8010001D, 0x8010002E, 0x8010000C, 0x8010006A
UNKNOWN, PRESENT, MUTE = 0x4, 0x20, 0x200
NAME = "ACS ACR122U PICC Interface 00 00"
CONSTANTS = {
    "SCARD_SCOPE_USER": 0, "SCARD_STATE_UNAWARE": 0, "SCARD_STATE_UNKNOWN": UNKNOWN, "SCARD_STATE_UNAVAILABLE": 0x8,
    "SCARD_STATE_IGNORE": 0x1, "SCARD_STATE_PRESENT": PRESENT, "SCARD_STATE_MUTE": MUTE, "SCARD_PROTOCOL_T0": 1,
    "SCARD_PROTOCOL_T1": 2, "SCARD_SHARE_SHARED": 2, "SCARD_LEAVE_CARD": 0,
}  # fmt: skip


class StubScard(ModuleType):
    def __init__(self) -> None:
        super().__init__("smartcard.scard")
        self.__dict__.update(CONSTANTS)
        self.cards: list[str] = []
        self.is_running, self.is_plugged_in, self.is_refused = True, True, False
        self.mutes = 0  # so many of the next looks
        self.contexts: set[int] = set()
        self._visits = self._made = 0

    def lay(self, uid: str) -> None:
        self.cards.append(uid)
        self._visits += 1

    def lift(self, uid: str) -> None:
        self.cards.remove(uid)
        self._visits += 1

    def stop(self) -> None:
        """Whoever has a context must make a new one afterwards."""
        self.is_running = False
        self.contexts.clear()

    def SCardEstablishContext(self, _: int) -> tuple[int, int]:  # noqa: N802
        if not self.is_running:
            return NO_SERVICE, 0
        self._made += 1
        self.contexts.add(self._made)
        return (REFUSED if self.is_refused else 0), self._made

    def SCardReleaseContext(self, context: int) -> int:  # noqa: N802
        self.contexts.discard(context)
        return 0

    def SCardListReaders(self, context: int, _: list[str]) -> tuple[int, list[str]]:  # noqa: N802
        self._require(context)
        return (0, ["Virtual PCD 00 00", NAME]) if self.is_plugged_in else (NO_READERS, [])

    def SCardGetStatusChange(  # noqa: N802
        self, context: int, _: int, asked: list[tuple[str, int]]
    ) -> tuple[int, list[tuple[str, int, list[int]]]]:
        if context not in self.contexts:
            return NO_SERVICE, []
        event = UNKNOWN if not self.is_plugged_in else PRESENT if self.cards else 0
        if event == PRESENT and self.mutes:
            self.mutes -= 1
            event |= MUTE
        return 0, [(asked[0][0], event | self._visits << 16, [])]

    def SCardConnect(self, context: int, *_: object) -> tuple[int, int, int]:  # noqa: N802
        self._require(context)
        return (0, 1, 2) if self.cards else (NO_CARD, 0, 0)

    def SCardTransmit(self, _: int, __: int, asked: list[int]) -> tuple[int, list[int]]:  # noqa: N802
        assert asked == [0xFF, 0xCA, 0, 0, 0]
        return 0, [*bytes.fromhex(self.cards[0]), 0x90, 0x00]

    def SCardDisconnect(self, *_: object) -> int:  # noqa: N802
        return 0

    def SCardGetErrorMessage(self, code: int) -> str:  # noqa: N802
        return f"error {code:X}"

    def _require(self, context: int) -> None:
        assert context in self.contexts, "an old context was used"


@contextmanager
def stubbed_scard() -> Iterator[StubScard]:
    package, stub = ModuleType("smartcard"), StubScard()
    package.__dict__["scard"] = stub
    with patch.dict(sys.modules, {"smartcard": package, "smartcard.scard": stub}):
        yield stub
