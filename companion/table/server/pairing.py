"""Which tablets and phones may connect over the home network, and whose they are: a code at the table lets one in.

A code is short-lived and good for one device. After a few wrong codes an address is barred until somebody at the table
asks for a new code; others are not. With all addresses of a home network a guest has one chance in a thousand. A wall
does it the other way round: it shows a code of its own and waits. A player's device belongs to a person, and has that
person's seat in the game in play, but only where it was told so. First the pure part, then `Pairings`, which keeps it.
"""

import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from companion.table.games.kept_file import KeptFile, KeptRecord, record_format
from companion.table.messages.message import RoleName
from companion.table.messages.requests import (
    AdmitScreen,
    AnnounceWeb,
    AssignDevice,
    ClosePairing,
    DeviceRequest,
    DeviceSeen,
    EnterAdmitted,
    Knock,
    ListDevices,
    OpenPairing,
    Pair,
    RenameDevice,
    RevokeDevice,
)
from companion.table.messages.views import DeviceLine, PairingView, WaitingScreen
from companion.table.messages.wire import Pairing, Reply
from companion.table.server.connection import why_no_seat

DIGITS = 6
CODE_MS = 120_000
OPEN_MS = 600_000  # how long the door stays open
GUESSES = 5  # for one address, since somebody opened the door
MAX_GUESSERS = 300  # addresses that are remembered
MAX_NAMED = 4  # of those that are barred
MAX_DEVICES = 32
MAX_NAME = 40
MAX_ADDRESS = 60
MAX_WAITING = 4  # screens that ask to be let in
WAIT_MS = 600_000
KINDS = ("A device", "iPad", "iPhone", "Android", "Windows", "Macintosh", "Linux")  # how browsers call themselves
CLOSED = "Nobody is let in just now: ask for a code at the table."
_ID = re.compile(r"[!-~]{1,64}")
WRONG = "That is not the code on the table's screen."
BARRED = "Too many wrong codes came from here. Ask for a new code at the table."


class PairedDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's belongs to a person, who was on this seat when that was said last. Older files name no person."""

    id: str
    name: str
    role: RoleName
    seat: int = -1
    paired_at_ms: int = 0
    person: str = ""
    address: str = ""  # in the network, where it was last

    def seat_among(self, names: tuple[str, ...]) -> int:
        """Where its person sits, if that is still true; -1 if it must ask."""
        is_there = bool(self.person) and 0 <= self.seat < len(names) and names[self.seat] == self.person
        return self.seat if self.role == "player" and is_there else -1


class Door(Struct, frozen=True):
    """Lets in one device, with this role."""

    role: RoleName
    seat: int
    code: str
    code_until_ms: int
    open_until_ms: int
    wrong: tuple[tuple[str, int], ...] = ()  # how many wrong codes came from an address
    failures: int = 0
    person: str = ""
    name: str = ""  # of the device


class KnockingScreen(Struct, frozen=True):
    code: str
    secret: str
    name: str
    until_ms: int
    is_let_in: bool = False


class PairingState(Struct, frozen=True):
    devices: tuple[PairedDevice, ...] = ()
    door: Door | None = None

    def device(self, id: str) -> PairedDevice | None:
        return next((device for device in self.devices if device.id == id), None)


class CannotPair(Exception):
    """The message is a sentence. `pairing` is what is left after the attempt."""

    def __init__(self, why: str, pairing: PairingState) -> None:
        super().__init__(why)
        self.pairing = pairing


def opened(pairing: PairingState, request: OpenPairing, person: str, code: str, now_ms: int) -> PairingState:
    """By somebody at the table; earlier wrong guesses are forgiven."""
    name = _tidy(request.name) if request.name.strip() else ""
    until = now_ms + CODE_MS, now_ms + OPEN_MS
    return PairingState(pairing.devices, Door(request.role, request.seat, code, *until, person=person, name=name))


def closed(pairing: PairingState) -> PairingState:
    return replace(pairing, door=None)


def at(pairing: PairingState, now_ms: int, code: str) -> PairingState:
    """The door as it is now: shut when its time is over, with the new `code` when the old one has expired."""
    door = pairing.door
    if door is None or now_ms < min(door.code_until_ms, door.open_until_ms):
        return pairing
    return closed(pairing) if now_ms >= door.open_until_ms else replace(pairing, door=_renewed(door, now_ms, code))


def _renewed(door: Door, now_ms: int, code: str) -> Door:
    return replace(door, code=code, code_until_ms=now_ms + CODE_MS)


def guessed(
    pairing: PairingState, guess: str, device: PairedDevice, now_ms: int, code: str, address: str = ""
) -> PairingState:
    """If the guess is right, the device is added with the role of the door. Raises CannotPair.

    `code` is the next one, in case this one has expired.
    """
    pairing = at(pairing, now_ms, code)
    if (door := pairing.door) is None:
        raise CannotPair(CLOSED, pairing)
    tries = dict(door.wrong)
    if tries.get(address, 0) >= GUESSES:
        raise CannotPair(BARRED, pairing)
    if guess != door.code:
        tries[address] = tries.pop(address, 0) + 1
        wrong = tuple(tries.items())[-MAX_GUESSERS:]
        raise CannotPair(WRONG, replace(pairing, door=replace(door, wrong=wrong, failures=door.failures + 1)))
    whose = "Banker" if door.role == "banker" else door.person
    kind = "device" if device.name == KINDS[0] else device.name
    name = door.name or (f"{whose}'s {kind}" if whose and device.name in KINDS else device.name)
    return added(pairing, replace(device, name=name, role=door.role, seat=door.seat, person=door.person))


def added(pairing: PairingState, device: PairedDevice) -> PairingState:
    """Under a name that no other device has. Raises CannotPair."""
    if len(pairing.devices) >= MAX_DEVICES:
        raise CannotPair(f"{MAX_DEVICES} devices are paired already: remove one at the table.", pairing)
    name = _unused(device.name, {one.name for one in pairing.devices})
    return PairingState((*pairing.devices, replace(device, name=name)))


def _unused(name: str, names: set[str]) -> str:
    others = (f"{name[: MAX_NAME - 3]} {number}" for number in range(2, MAX_DEVICES + 2))
    return next(one for one in (name[:MAX_NAME], *others) if one not in names)


def assigned(pairing: PairingState, id: str, person: str, seat: int) -> PairingState:
    """A device that was called after its person is called after the new one."""

    def given(device: PairedDevice) -> PairedDevice:
        called, (before, _, kind) = device.name, device.name.partition("'s ")
        if kind and person and before == device.person:
            called = _unused(f"{person}'s {kind}", {one.name for one in pairing.devices if one.id != id})
        return replace(device, name=called, person=person or device.person, seat=seat)

    return replace(pairing, devices=tuple(given(one) if one.id == id else one for one in pairing.devices))


def renamed(pairing: PairingState, id: str, name: str) -> PairingState:
    name = _unused(name, {one.name for one in pairing.devices if one.id != id})
    devices = (replace(one, name=name) if one.id == id else one for one in pairing.devices)
    return replace(pairing, devices=tuple(devices))


def seen_at(pairing: PairingState, id: str, address: str) -> PairingState:
    devices = (replace(one, address=address) if one.id == id else one for one in pairing.devices)
    return replace(pairing, devices=tuple(devices))


def revoked(pairing: PairingState, id: str) -> PairingState:
    return replace(pairing, devices=tuple(one for one in pairing.devices if one.id != id))


FILE = "devices.json"
MAX_BYTES = 100_000


class KeptDevices(KeptRecord, frozen=True, kw_only=True):
    devices: tuple[PairedDevice, ...] = ()


def _out_of_range(kept: KeptDevices) -> str:
    """What no table would have written."""
    if len(kept.devices) > MAX_DEVICES:
        return f"it has {len(kept.devices)} devices, and there are at most {MAX_DEVICES}"
    if len({one.id for one in kept.devices}) < len(kept.devices):
        return "a device is there twice"
    for one in kept.devices:
        fits = 0 < len(one.name) <= MAX_NAME and len(one.person) <= MAX_NAME and len(one.address) <= MAX_ADDRESS
        if not (_ID.fullmatch(one.id) and fits):
            return f"{one.name[:MAX_NAME]!r} is no device that a table has paired"
        if one.seat < -1 or (one.role != "player" and one.seat >= 0) or why_no_seat(one.seat, None):
            return f"{one.name[:40]!r} is a {one.role} with seat {one.seat}"
    return ""


DEVICES = record_format(FILE, MAX_BYTES, KeptDevices(), _out_of_range)


class Pairings:
    """`changed` is called when the door or the paired devices change. `now_ms` never runs backwards."""

    def __init__(self, data: Path, now_ms: Callable[[], int], date_ms: Callable[[], int]) -> None:
        self._file = KeptFile(data, DEVICES)
        self._now_ms, self._date_ms = now_ms, date_ms
        self._pairing = PairingState(self._file.value.devices)
        self._last = OpenPairing()  # that was asked for
        self._urls: tuple[str, ...] = ()  # where the tablet's server listens
        self._fingerprint = ""  # of its certificate
        self._knocking: tuple[KnockingScreen, ...] = ()
        self.changed: Callable[[], None] = lambda: None
        self.names: Callable[[], tuple[str, ...]] = tuple  # of the players in the game in play

    @property
    def trouble(self) -> str:
        return self._file.describe_trouble("The paired devices", "Pair them again.")

    def device(self, id: str) -> DeviceLine | None:
        return next((device for device in self._lines() if device.id == id), None)

    def message(self) -> Pairing:
        return Pairing(self.view(), self._lines())

    def view(self) -> PairingView:
        now, door = self._now_ms(), self._pairing.door
        waiting = tuple(
            WaitingScreen(one.code, one.name, max(0, one.until_ms - now)) for one in self._knocking if not one.is_let_in
        )
        if door is None:
            return PairingView(urls=self._urls, waiting=waiting, fingerprint=self._fingerprint)
        left = max(0, min(door.code_until_ms, door.open_until_ms) - now)
        why, barred = "", [address or "this machine" for address, count in door.wrong if count >= GUESSES]
        if barred:
            others = f" and {len(barred) - MAX_NAMED:,} more" if len(barred) > MAX_NAMED else ""
            why = f"Too many wrong codes came from {', '.join(barred[:MAX_NAMED])}{others}: not let in with this code."
        return PairingView(
            door.code,
            door.role,
            door.seat,
            left,
            door.failures,
            self._urls,
            why,
            door.person,
            waiting,
            self._fingerprint,
        )

    def look(self) -> None:
        """Renews a code that has expired, and forgets screens that nobody has let in."""
        self._become(at(self._pairing, self._now_ms(), _new_code()))
        self._wait(tuple(one for one in self._knocking if self._now_ms() < one.until_ms))

    def _wait(self, knocking: tuple[KnockingScreen, ...]) -> None:
        if knocking != self._knocking:
            self._knocking = knocking
            self.changed()

    def open_again(self) -> str:
        """By a button at the table, for whom it was opened last (at first, the Banker). Does not say the code."""
        self.open(self._last)
        if self._last.role == "player":
            whom = f"{self._person(self._last.seat)}'s phone" if self._person(self._last.seat) else "a player's phone"
        else:
            whom = "the Banker's tablet" if self._last.role == "banker" else "somebody who watches"
        return f"A code for {whom} is on the Banker's screen, under Tablets and phones."

    def open(self, request: OpenPairing) -> None:
        self._last = request
        person = self._person(request.seat)
        self._become(opened(self._pairing, request, person, _new_code(), self._now_ms()))

    def _person(self, seat: int) -> str:
        names = self.names()
        return names[seat] if 0 <= seat < len(names) else ""

    def seat_of(self, id: str) -> tuple[int, str]:
        """A device's seat in the game in play, -1 if it must ask, and the person it belongs to."""
        device = self._pairing.device(id)
        return (device.seat_among(self.names()), device.person) if device is not None else (-1, "")

    def claim(self, id: str, device: str, seat: int) -> Reply:
        """By the device itself; nobody's seat is taken from another device."""
        holder = next((one for one in self._lines() if one.seat == seat >= 0 and one.id != device), None)
        if holder is not None:
            why = f"{holder.name} is {holder.person}'s. Is that wrong? The Banker can change it."
            return Reply(id, done=False, message=why)
        return self.answer(id, AssignDevice(device, seat))

    def follow_rename(self, seat: int, before: str, name: str) -> None:
        """Raises OSError. A person who is called otherwise keeps their devices."""
        for device in self._pairing.devices:
            if (device.role, device.seat, device.person) == ("player", seat, before):
                self._keep(assigned(self._pairing, device.id, name, seat))

    def answer(self, id: str, request: DeviceRequest) -> Reply:
        self.look()
        message = ""
        try:
            match request:
                case OpenPairing(role, seat):
                    if role != "player" and seat >= 0:
                        return Reply(id, done=False, message="Only players have seats.")
                    if why := why_no_seat(seat, None):
                        return Reply(id, done=False, message=why)
                    self.open(request)
                case ClosePairing():
                    self._become(closed(self._pairing))
                case AnnounceWeb(urls, fingerprint):
                    self._urls, self._fingerprint = urls, fingerprint
                    self.changed()
                case Pair(code, name, address):
                    device = PairedDevice(secrets.token_hex(8), _tidy(name), "viewer", paired_at_ms=self._date_ms())
                    device = replace(device, address=address[:MAX_ADDRESS])
                    self._keep(guessed(self._pairing, code, device, self._now_ms(), _new_code(), address))
                    (paired,) = self._lines()[-1:]
                    return Reply(id, done=True, message=f"{paired.name} is paired.", devices=(paired,))
                case DeviceSeen(device_id, address):
                    if (seen := seen_at(self._pairing, device_id, address[:MAX_ADDRESS])) != self._pairing:
                        self._keep(seen)
                case ListDevices():
                    pass
                case Knock(name):
                    return self._knock(id, _tidy(name) if name.strip() else "Wall")
                case AdmitScreen(code, let_in):
                    found = next((one for one in self._knocking if one.code == code and not one.is_let_in), None)
                    if found is None:
                        return Reply(id, done=False, message="No screen waits with that code.")
                    changed = (replace(found, is_let_in=True),) if let_in else ()
                    self._wait((*(one for one in self._knocking if one is not found), *changed))
                    message = f"{found.name} is let in." if let_in else f"{found.name} is sent away."
                case EnterAdmitted(secret):
                    return self._enter(id, secret)
                case AssignDevice(device_id, seat):
                    device_line = self.device(device_id)
                    if device_line is None or device_line.role != "player":
                        return Reply(id, done=False, message="Only a player's device belongs to somebody.")
                    if seat >= 0 and not self._person(seat):
                        return Reply(id, done=False, message="Nobody has that seat in the game in play.")
                    self._keep(assigned(self._pairing, device_id, self._person(seat), seat))
                    owner = self._person(seat)
                    message = f"{device_line.name} is {owner}'s now." if owner else f"{device_line.name} is nobody's."
                case RenameDevice(device_id) | RevokeDevice(device_id):
                    known = self._pairing.device(device_id)
                    if known is None:
                        gone = "There is no such device: it may have been removed already."
                        return Reply(id, done=False, message=gone)
                    if isinstance(request, RenameDevice):
                        self._keep(renamed(self._pairing, device_id, _tidy(request.name)))
                        now = self._pairing.device(device_id) or known
                        message = f"{known.name} is called {now.name} now."
                    else:
                        self._keep(revoked(self._pairing, device_id))
                        message = f"{known.name} is removed."
        except CannotPair as error:
            self._become(error.pairing)
            return Reply(id, done=False, message=str(error))
        except OSError as error:
            return Reply(id, done=False, message=f"The devices cannot be saved: {error.strerror or error}.")
        return Reply(id, done=True, message=message, devices=self._lines(), pairing=self.view())

    def _knock(self, id: str, name: str) -> Reply:
        if len(self._knocking) >= MAX_WAITING:
            return Reply(id, done=False, message=f"{MAX_WAITING} screens wait to be let in already.")
        code = next(code for code in iter(_new_code, "") if code not in {one.code for one in self._knocking})
        screen = KnockingScreen(code, secrets.token_hex(16), name, self._now_ms() + WAIT_MS)
        self._wait((*self._knocking, screen))
        return Reply(id, done=True, text=screen.code, secret=screen.secret)

    def _enter(self, id: str, secret: str) -> Reply:
        """Raises CannotPair and OSError. Done when it was let in; unusable when it waits no more."""
        found = next((one for one in self._knocking if one.secret == secret), None)
        if found is None or not found.is_let_in:
            return Reply(id, done=False, unusable=found is None)
        device = PairedDevice(secrets.token_hex(8), found.name, "viewer", paired_at_ms=self._date_ms())
        self._keep(replace(added(self._pairing, device), door=self._pairing.door))
        self._wait(tuple(one for one in self._knocking if one is not found))
        return Reply(id, done=True, devices=self._lines()[-1:])

    def _lines(self) -> tuple[DeviceLine, ...]:
        names = self.names()
        return tuple(
            DeviceLine(one.id, one.name, one.role, one.seat_among(names), one.paired_at_ms, one.person, one.address)
            for one in self._pairing.devices
        )

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
