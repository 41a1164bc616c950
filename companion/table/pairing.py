"""Who may come in over the home network: a code that is shown at the table, and the devices that have used one. Pure.

A code is short-lived, good for one device and for few guesses; then another one takes its place. After too many wrong
guesses nobody comes in any more until somebody at the table opens the door again.
"""

from msgspec import Struct
from msgspec.structs import replace

from companion.table.messages import RoleName

DIGITS = 6
CODE_MS = 120_000
OPEN_MS = 600_000  # how long the door stays open if nobody comes
GUESSES = 5  # at one code
FAILURES = 20  # since somebody opened the door
DEVICES_MOST = 16
NAME_MOST = 40
CLOSED = "Nobody is let in just now: ask for a code at the table."
WRONG = "That is not the code on the table's screen."


class Device(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    role: RoleName
    seat: int = -1
    paired_at_ms: int = 0


class Door(Struct, frozen=True):
    """Open for one device of this role."""

    role: RoleName
    seat: int
    code: str
    code_until_ms: int
    open_until_ms: int
    guesses: int = GUESSES  # left at this code
    failures: int = 0


class Pairing(Struct, frozen=True):
    devices: tuple[Device, ...] = ()
    door: Door | None = None
    is_barred: bool = False  # too many wrong guesses

    def device(self, id: str) -> Device | None:
        return next((device for device in self.devices if device.id == id), None)


class CannotPair(Exception):
    """The message is a sentence. `pairing` is what is left after the attempt."""

    def __init__(self, why: str, pairing: Pairing) -> None:
        super().__init__(why)
        self.pairing = pairing


def opened(pairing: Pairing, role: RoleName, seat: int, code: str, now_ms: int) -> Pairing:
    """By somebody at the table, which also forgives whatever was guessed before."""
    door = Door(role, seat, code, now_ms + CODE_MS, now_ms + OPEN_MS)
    return Pairing(pairing.devices, door)


def closed(pairing: Pairing) -> Pairing:
    return replace(pairing, door=None)


def at(pairing: Pairing, now_ms: int, code: str) -> Pairing:
    """The door as it is now: shut when its time is over, and with the new `code` when that of the old one is."""
    door = pairing.door
    if door is None or now_ms < min(door.code_until_ms, door.open_until_ms):
        return pairing
    return closed(pairing) if now_ms >= door.open_until_ms else replace(pairing, door=_renewed(door, now_ms, code))


def _renewed(door: Door, now_ms: int, code: str) -> Door:
    return replace(door, code=code, code_until_ms=now_ms + CODE_MS, guesses=GUESSES)


def guessed(pairing: Pairing, guess: str, device: Device, now_ms: int, code: str) -> Pairing:
    """With the device, if the guess is right: it gets the role of the door. Raises CannotPair.

    `code` is the next one, should this one be used up.
    """
    pairing = at(pairing, now_ms, code)
    if (door := pairing.door) is None:
        raise CannotPair(CLOSED, pairing)
    if guess != door.code:
        raise CannotPair(WRONG, _failed(pairing, door, now_ms, code))
    if len(pairing.devices) >= DEVICES_MOST:
        raise CannotPair(f"{DEVICES_MOST} devices are paired already: remove one at the table.", pairing)
    return Pairing((*pairing.devices, replace(device, role=door.role, seat=door.seat)))


def _failed(pairing: Pairing, door: Door, now_ms: int, code: str) -> Pairing:
    door = replace(door, guesses=door.guesses - 1, failures=door.failures + 1)
    if door.failures >= FAILURES:
        return Pairing(pairing.devices, is_barred=True)
    return replace(pairing, door=door if door.guesses else _renewed(door, now_ms, code))


def renamed(pairing: Pairing, id: str, name: str) -> Pairing:
    devices = (replace(one, name=name) if one.id == id else one for one in pairing.devices)
    return replace(pairing, devices=tuple(devices))


def revoked(pairing: Pairing, id: str) -> Pairing:
    return replace(pairing, devices=tuple(one for one in pairing.devices if one.id != id))
