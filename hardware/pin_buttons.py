"""Buttons on pins, each to ground. Their edges come as the contacts give them, and whoever watches sorts them out.

A pin that cannot be had, because another program has it perhaps, takes no other button with it.
"""

from collections.abc import Callable, Mapping
from functools import partial

from hardware.errors import DeviceMissing
from hardware.health import why_missing
from hardware.pins import Contact, Pins


class PinButtons:
    def __init__(self, pins: Pins, wired: Mapping[str, int]) -> None:
        self.names = tuple(wired)
        self.missing: dict[str, str] = {}
        self._pins = pins
        self._wired = dict(wired)
        self._contacts: dict[str, Contact] = {}

    def open(self, edge: Callable[[str, bool], None]) -> None:
        self.missing = {}
        for name in [one for one in self._wired if one not in self._contacts]:
            try:
                self._contacts[name] = self._pins.contact(self._wired[name], partial(edge, name))
            except Exception as error:  # a driver is not ours
                self.missing[name] = why_missing(error)
        if not self._contacts:
            raise DeviceMissing(next(iter(self.missing.values())))

    def is_down(self, name: str) -> bool:
        return self._contacts[name].is_down()

    def close(self) -> None:
        contacts, self._contacts = self._contacts, {}
        for contact in contacts.values():
            contact.close()
