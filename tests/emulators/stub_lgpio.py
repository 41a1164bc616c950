"""A stand-in for the module lgpio, beneath the real gpiozero: chips with numbers and labels, and pins with owners.

No kernel here has pins, so this is as deep as it goes: what lgpio itself does with them is not shown.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

PI_5 = 0xC04170  # revision


class StubLgpioError(Exception):
    pass


class StubLgpio(ModuleType):
    """`labels` by the number of the chip; `owners` of pins that are taken."""

    def __init__(self, labels: Mapping[int, str], owners: Mapping[int, str]) -> None:
        super().__init__("lgpio")
        self.error = StubLgpioError
        self.labels, self.owners = labels, owners
        self.opened: list[int] = []  # numbers of chips, those closed again left out

    def __getattr__(self, name: str) -> int:
        """Its many constants, none of which matters here."""
        if name.isupper():
            return 0
        raise AttributeError(name)

    def gpiochip_open(self, number: int) -> int:
        if number not in self.labels:
            raise StubLgpioError("'can not open gpiochip'")
        self.opened.append(number)
        return number

    def gpiochip_close(self, handle: int) -> None:
        self.opened.remove(handle)

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        return [0, 54, f"gpiochip{handle}", self.labels[handle]]

    def gpio_get_line_info(self, _: int, pin: int) -> list[object]:
        return [0, pin, 0, f"GPIO{pin}", self.owners.get(pin, "")]

    def gpio_claim_output(self, _: int, pin: int, *__: object) -> int:
        if pin in self.owners:
            raise StubLgpioError("'GPIO busy'")
        return 0

    gpio_claim_input = gpio_claim_output


@contextmanager
def stubbed_lgpio(
    devices: Path, labels: Mapping[int, str], owners: Mapping[int, str] | None = None
) -> Iterator[StubLgpio]:
    """With a file in `devices` for each chip, on what claims to be a Pi 5."""
    for number in labels:
        (devices / f"gpiochip{number}").touch()
    stub = StubLgpio(labels, owners or {})
    revision = "gpiozero.pins.local.LocalPiFactory._get_revision"
    with patch.dict(sys.modules, {"lgpio": stub}), patch(revision, lambda _: PI_5):
        sys.modules.pop("gpiozero.pins.lgpio", None)
        yield stub
