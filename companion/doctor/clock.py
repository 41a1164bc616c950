"""The clock: set by the network, kept by a battery, or wrong. Games are not harmed by it, but their dates are."""

from datetime import datetime

from companion.doctor.finding import Finding, bad, note, ok
from companion.doctor.machine import Machine

BORN_MS = 1_767_225_600_000  # 1 January 2026: no clock that is right says less
MINUTE_MS = 60_000
SYNCHRONIZED = "/run/systemd/timesync/synchronized"
CLOCKS = "/sys/class/rtc/rtc*"
SET = "Connect to the network for a moment, or set it: `sudo date --set '2026-11-16 20:41'`."


def clock(machine: Machine, now_ms: int, last_move_ms: int, is_synced: bool) -> Finding:
    """`is_synced` is the kernel's word. The last move is that of any game."""
    said = _said(now_ms)
    if now_ms < BORN_MS:
        return bad("clock", f"It says {said}, which cannot be.", SET)
    if now_ms < last_move_ms - MINUTE_MS:
        return bad("clock", f"It says {said}, but the last move was made on {_said(last_move_ms)}.", SET)
    if is_synced or machine.exists(SYNCHRONIZED):
        return ok("clock", f"{said}, set by the network")
    if any(machine.named(CLOCKS)):
        return ok("clock", f"{said}, kept by a battery")
    return note("clock", f"{said}; neither the network nor a battery vouches for it.", SET)


def _said(at_ms: int) -> str:
    try:
        return datetime.fromtimestamp(at_ms / 1_000).strftime("%d %B %Y, %H:%M").lstrip("0")
    except (OverflowError, OSError, ValueError):
        return "a date that is none"


def kernel_is_synced() -> bool:
    """As `adjtimex` has it; what does not know it says no."""
    import ctypes

    unsynced, error = 0x40, 5
    buffer = ctypes.create_string_buffer(512)  # modes = 0: it is only read
    try:
        state = ctypes.CDLL(None, use_errno=True).adjtimex(buffer)
    except (OSError, AttributeError):
        return False
    status = int.from_bytes(buffer.raw[40:44] if ctypes.sizeof(ctypes.c_long) == 8 else buffer.raw[20:24], "little")
    return state not in (-1, error) and not status & unsynced
