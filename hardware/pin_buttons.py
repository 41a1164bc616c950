"""Buttons on pins, each to ground. Their edges come as the contacts give them, and whoever watches sorts them out."""

from collections.abc import Callable, Mapping
from functools import partial

from hardware.pins import Contact, Pins


class PinButtons:
    def __init__(self, pins: Pins, wired: Mapping[str, int]) -> None:
        self.names = tuple(wired)
        self._pins = pins
        self._wired = dict(wired)
        self._contacts: dict[str, Contact] = {}

    def open(self, edge: Callable[[str, bool], None]) -> None:
        try:
            for name, pin in self._wired.items():
                self._contacts[name] = self._pins.contact(pin, partial(edge, name))
        except Exception:
            self.close()
            raise

    def is_down(self, name: str) -> bool:
        return self._contacts[name].is_down()

    def close(self) -> None:
        contacts, self._contacts = self._contacts, {}
        for contact in contacts.values():
            contact.close()
