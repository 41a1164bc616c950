"""Which tablets and phones may connect over the home network: a code shown at the table lets one in.

A code is short-lived, good for one device and a few guesses; then a new one replaces it. After too many wrong guesses
nobody is let in until somebody at the table opens the door again. First the pure part, then `Pairings`, which keeps it.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from companion.table.games.kept_file import KeptFile, KeptRecord, record_format
from companion.table.messages.message import RoleName
from companion.table.messages.requests import (
    AnnounceWeb,
    ClosePairing,
    DeviceRequest,
    ListDevices,
    OpenPairing,
    Pair,
    RenameDevice,
    RevokeDevice,
)
from companion.table.messages.views import DeviceLine, PairingView
from companion.table.messages.wire import Pairing, Reply
from companion.table.server.connection import why_no_seat

DIGITS = 6
CODE_MS = 120_000
OPEN_MS = 600_000  # how long the door stays open
GUESSES = 5  # for one code
FAILURES = 20  # since somebody opened the door
MAX_DEVICES = 16
MAX_NAME = 40
CLOSED = "Nobody is let in just now: ask for a code at the table."
WRONG = "That is not the code on the table's screen."


class PairedDevice(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    role: RoleName
    seat: int = -1
    paired_at_ms: int = 0


class Door(Struct, frozen=True):
    """Lets in one device, with this role."""

    role: RoleName
    seat: int
    code: str
    code_until_ms: int
    open_until_ms: int
    guesses: int = GUESSES  # left at this code
    failures: int = 0


class PairingState(Struct, frozen=True):
    devices: tuple[PairedDevice, ...] = ()
    door: Door | None = None
    is_barred: bool = False  # too many wrong guesses

    def device(self, id: str) -> PairedDevice | None:
        return next((device for device in self.devices if device.id == id), None)


class CannotPair(Exception):
    """The message is a sentence. `pairing` is what is left after the attempt."""

    def __init__(self, why: str, pairing: PairingState) -> None:
        super().__init__(why)
        self.pairing = pairing


def opened(pairing: PairingState, role: RoleName, seat: int, code: str, now_ms: int) -> PairingState:
    """By somebody at the table; earlier wrong guesses are forgiven."""
    door = Door(role, seat, code, now_ms + CODE_MS, now_ms + OPEN_MS)
    return PairingState(pairing.devices, door)


def closed(pairing: PairingState) -> PairingState:
    return replace(pairing, door=None)


def at(pairing: PairingState, now_ms: int, code: str) -> PairingState:
    """The door as it is now: shut when its time is over, with the new `code` when the old one has expired."""
    door = pairing.door
    if door is None or now_ms < min(door.code_until_ms, door.open_until_ms):
        return pairing
    return closed(pairing) if now_ms >= door.open_until_ms else replace(pairing, door=_renewed(door, now_ms, code))


def _renewed(door: Door, now_ms: int, code: str) -> Door:
    return replace(door, code=code, code_until_ms=now_ms + CODE_MS, guesses=GUESSES)


def guessed(pairing: PairingState, guess: str, device: PairedDevice, now_ms: int, code: str) -> PairingState:
    """If the guess is right, the device is added with the role of the door. Raises CannotPair.

    `code` is the next one, in case this one is used up.
    """
    pairing = at(pairing, now_ms, code)
    if (door := pairing.door) is None:
        raise CannotPair(CLOSED, pairing)
    if guess != door.code:
        door = replace(door, guesses=door.guesses - 1, failures=door.failures + 1)
        if door.failures >= FAILURES:
            raise CannotPair(WRONG, PairingState(pairing.devices, is_barred=True))
        raise CannotPair(WRONG, replace(pairing, door=door if door.guesses else _renewed(door, now_ms, code)))
    if len(pairing.devices) >= MAX_DEVICES:
        raise CannotPair(f"{MAX_DEVICES} devices are paired already: remove one at the table.", pairing)
    return PairingState((*pairing.devices, replace(device, role=door.role, seat=door.seat)))


def renamed(pairing: PairingState, id: str, name: str) -> PairingState:
    devices = (replace(one, name=name) if one.id == id else one for one in pairing.devices)
    return replace(pairing, devices=tuple(devices))


def revoked(pairing: PairingState, id: str) -> PairingState:
    return replace(pairing, devices=tuple(one for one in pairing.devices if one.id != id))


FILE = "devices.json"
MAX_BYTES = 100_000
BARRED = "Too many wrong codes were tried. Nobody is let in until somebody at the table opens the door again."


class KeptDevices(KeptRecord, frozen=True, kw_only=True):
    devices: tuple[PairedDevice, ...] = ()


class Pairings:
    """`changed` is called when the door or the paired devices change. `now_ms` never runs backwards."""

    def __init__(self, data: Path, now_ms: Callable[[], int], date_ms: Callable[[], int]) -> None:
        self._file = KeptFile(data, record_format(FILE, MAX_BYTES, KeptDevices()))
        self._now_ms, self._date_ms = now_ms, date_ms
        self._pairing = PairingState(self._file.value.devices)
        self._last = OpenPairing()  # that was asked for
        self._urls: tuple[str, ...] = ()  # where the tablet's server listens
        self.changed: Callable[[], None] = lambda: None

    @property
    def trouble(self) -> str:
        if not (why := self._file.trouble):
            return ""
        return f"The paired devices in {self._file.path} cannot be read ({why}). Pair them again."

    def device(self, id: str) -> DeviceLine | None:
        return next((device for device in self._lines() if device.id == id), None)

    def message(self) -> Pairing:
        return Pairing(self.view(), self._lines())

    def view(self) -> PairingView:
        now, door = self._now_ms(), self._pairing.door
        if door is None:
            return PairingView(urls=self._urls, why=BARRED if self._pairing.is_barred else "")
        left = min(door.code_until_ms, door.open_until_ms) - now
        return PairingView(door.code, door.role, door.seat, max(0, left), door.failures, self._urls)

    def look(self) -> None:
        """Renews a code that has expired."""
        self._become(at(self._pairing, self._now_ms(), _new_code()))

    def open_again(self) -> str:
        """By a button at the table, for whom it was opened last (at first, the Banker). Does not say the code."""
        self.open(self._last)
        if self._last.role == "player":
            whom = f"player {self._last.seat + 1}"
        else:
            whom = "the Banker's tablet" if self._last.role == "banker" else "somebody who watches"
        return f"A code for {whom} is on the Banker's screen, under Tablets and phones."

    def open(self, request: OpenPairing) -> None:
        self._last = request
        self._become(opened(self._pairing, request.role, request.seat, _new_code(), self._now_ms()))

    def answer(self, id: str, request: DeviceRequest) -> Reply:
        self.look()
        message = ""
        try:
            match request:
                case OpenPairing(role, seat):
                    if (role == "player") != (seat >= 0):
                        return Reply(id, done=False, message="Only players have seats.")
                    if why := why_no_seat(seat, None):
                        return Reply(id, done=False, message=why)
                    self.open(request)
                case ClosePairing():
                    self._become(closed(self._pairing))
                case AnnounceWeb(urls):
                    self._urls = urls
                    self.changed()
                case Pair(code, name):
                    device = PairedDevice(secrets.token_hex(8), _tidy(name), "viewer", paired_at_ms=self._date_ms())
                    self._keep(guessed(self._pairing, code, device, self._now_ms(), _new_code()))
                    return Reply(id, done=True, message=f"{device.name} is paired.", devices=self._lines()[-1:])
                case ListDevices():
                    pass
                case RenameDevice(device_id) | RevokeDevice(device_id):
                    known = self._pairing.device(device_id)
                    if known is None:
                        gone = "There is no such device: it may have been removed already."
                        return Reply(id, done=False, message=gone)
                    if isinstance(request, RenameDevice):
                        self._keep(renamed(self._pairing, device_id, _tidy(request.name)))
                        message = f"{known.name} is called {_tidy(request.name)} now."
                    else:
                        self._keep(revoked(self._pairing, device_id))
                        message = f"{known.name} is removed."
        except CannotPair as error:
            self._become(error.pairing)
            return Reply(id, done=False, message=str(error))
        except OSError as error:
            return Reply(id, done=False, message=f"The devices cannot be saved: {error.strerror or error}.")
        return Reply(id, done=True, message=message, devices=self._lines(), pairing=self.view())

    def _lines(self) -> tuple[DeviceLine, ...]:
        devices = self._pairing.devices
        return tuple(DeviceLine(one.id, one.name, one.role, one.seat, one.paired_at_ms) for one in devices)

    def _keep(self, pairing: PairingState) -> None:
        self._file.keep(KeptDevices(devices=pairing.devices))
        self._become(pairing)

    def _become(self, pairing: PairingState) -> None:
        if pairing != self._pairing:
            self._pairing = pairing
            self.changed()


def _new_code() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def _tidy(name: str) -> str:
    """What a browser calls itself, without control characters."""
    with suppress(UnicodeError):
        name.encode()
        name = "".join(letter if letter.isprintable() else " " for letter in name)
        return " ".join(name.split())[:MAX_NAME] or "A device"
    return "A device"
