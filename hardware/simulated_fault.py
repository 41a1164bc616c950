"""What makes a simulated device fail."""

from hardware.errors import DeviceMissing

UNPLUGGED = "It was unplugged."


class Fault:
    def __init__(self) -> None:
        self._why = ""

    def lose(self, why: str = UNPLUGGED) -> None:
        self._why = why or UNPLUGGED

    def find(self) -> None:
        self._why = ""

    def check(self) -> None:
        if self._why:
            raise DeviceMissing(self._why)
