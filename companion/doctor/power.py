"""The Pi's own word on its power supply."""

from collections.abc import Iterator

from companion.doctor.finding import Finding, bad, note, ok
from companion.doctor.machine import Machine

THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
LOW_NOW, LOW_BEFORE = 1 << 0, 1 << 16
SUPPLY = "Use the supply made for this Pi, and a short cable: a weak one loses what is written to the card."


def power(machine: Machine) -> Iterator[Finding]:
    """Nothing on a machine that is no Pi."""
    text = machine.text(THROTTLED)
    try:
        flags = int(text.strip(), 16) if text is not None else None
    except ValueError:
        flags = None
    if flags is None:
        return
    if flags & LOW_NOW:
        yield bad("power", "The voltage is too low now.", SUPPLY)
    elif flags & LOW_BEFORE:
        yield note("power", "The voltage was too low since the start.", SUPPLY)
    else:
        yield ok("power", "the voltage is good")
