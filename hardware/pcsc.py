"""A PC/SC reader such as the ACR122U, by the system's card service. The only file that imports pyscard.

Only its plain layer is used, which starts no threads. The reader chooses one of several tags by itself.
"""

import re
from typing import Any

from hardware.health import DeviceMissing
from hardware.readers import Miss, Poll, ReaderReach

GET_UID = [0xFF, 0xCA, 0x00, 0x00, 0x00]
DONE = [0x90, 0x00]
NO_SERVICE, NO_READERS, REFUSED = 0x8010001D, 0x8010002E, 0x8010006A
GONE = (0x80100009, 0x80100017, NO_READERS)  # a reader that was there and is not any more
NOT_INSTALLED = (
    "The driver for PC/SC readers is not installed: run sudo apt install pcscd python3-pyscard, and make the "
    ".venv with --system-site-packages."
)
SERVICE_OFF = "The card service does not run: sudo apt install pcscd, then sudo systemctl enable --now pcscd.socket."
NOT_ALLOWED = "The card service refuses this user: copy systemd/companion-pcsc.rules to /etc/polkit-1/rules.d."
NOT_PLUGGED = (
    "The card service knows no reader{}. Plug it in, or unplug it and plug it in again. If that does not help, the "
    "kernel's own driver has it: write `blacklist pn533_usb`, `blacklist pn533` and `blacklist nfc` to "
    "/etc/modprobe.d/companion-nfc.conf and restart."
)
FAILS = "The card service does not answer ({})."


class PcscReader:
    """`at` is how the reader's name begins; empty for the first there is."""

    reach = ReaderReach(most_at_once=1, sees_lifting=True)

    def __init__(self, name: str, at: str = "") -> None:
        self.name = name
        self._at = at
        self._context: Any = None
        self._reader = ""
        self._event, self._uid = 0, ""

    def poll(self) -> Poll:
        scard = _scard()
        try:
            if self._context is None:
                self._open(scard)
            code, states = scard.SCardGetStatusChange(self._context, 0, [(self._reader, scard.SCARD_STATE_UNAWARE)])
            if code & 0xFFFFFFFF in GONE:
                raise DeviceMissing(NOT_PLUGGED.format(f" called {self._reader}"))
            self._require(scard, code)
            return self._told(scard, states[0][1])
        except Exception:
            self.close()
            raise

    def _open(self, scard: Any) -> None:
        """A new context: after the service was restarted, an old one is of no use."""
        code, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_USER)
        self._require(scard, code)
        self._context = context
        code, readers = scard.SCardListReaders(self._context, [])
        if code & 0xFFFFFFFF != NO_READERS:
            self._require(scard, code)
        found = [one for one in readers or () if one.startswith(self._at)]
        if not found:
            raise DeviceMissing(NOT_PLUGGED.format(f" called {self._at}" if self._at else ""))
        self._reader = found[0]

    def _told(self, scard: Any, event: int) -> Poll:
        if event & (scard.SCARD_STATE_UNKNOWN | scard.SCARD_STATE_UNAVAILABLE | scard.SCARD_STATE_IGNORE):
            raise DeviceMissing(NOT_PLUGGED.format(f" called {self._reader}"))
        if not event & scard.SCARD_STATE_PRESENT:
            return Miss.EMPTY
        if event & scard.SCARD_STATE_MUTE:
            return Miss.GARBLED
        if event != self._event or not self._uid:  # its upper bits count comings and goings
            self._event, self._uid = event, self._ask(scard)
        return frozenset({self._uid}) if self._uid else Miss.GARBLED

    def _ask(self, scard: Any) -> str:
        """Empty if the card does not tell."""
        protocols = scard.SCARD_PROTOCOL_T0 | scard.SCARD_PROTOCOL_T1
        code, card, protocol = scard.SCardConnect(self._context, self._reader, scard.SCARD_SHARE_SHARED, protocols)
        if code:
            return ""
        try:
            code, answer = scard.SCardTransmit(card, protocol, GET_UID)
        finally:
            scard.SCardDisconnect(card, scard.SCARD_LEAVE_CARD)
        is_number = not code and answer[-2:] == DONE and len(answer) in (6, 9, 12)
        return bytes(answer[:-2]).hex().upper() if is_number else ""

    @staticmethod
    def _require(scard: Any, code: int) -> None:
        code &= 0xFFFFFFFF
        if code:
            why = {NO_SERVICE: SERVICE_OFF, REFUSED: NOT_ALLOWED}.get(code)
            raise DeviceMissing(why or FAILS.format(scard.SCardGetErrorMessage(code)))

    def renew(self) -> None:
        self.close()
        self.poll()

    def close(self) -> None:
        context, self._context, self._uid = self._context, None, ""
        if context is not None:
            _scard().SCardReleaseContext(context)


def plugged_in() -> list[str]:
    """The names of the readers that the card service knows, without their numbers. Raises DeviceMissing."""
    scard = _scard()
    code, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_USER)
    PcscReader._require(scard, code)
    try:
        code, readers = scard.SCardListReaders(context, [])
        if code & 0xFFFFFFFF == NO_READERS:
            return []
        PcscReader._require(scard, code)
    finally:
        scard.SCardReleaseContext(context)
    return list(dict.fromkeys(re.sub(r"( \d\d)+$", "", reader) for reader in readers))


def _scard() -> Any:
    try:
        from smartcard import scard  # type: ignore[import-untyped]
    except ImportError:
        raise DeviceMissing(NOT_INSTALLED) from None
    return scard
