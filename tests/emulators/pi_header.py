"""A Pi's header without a Pi: gpiozero's own mock pins, all of them dimmable, and contacts that chatter."""

from collections.abc import Callable, Iterable
from threading import Lock, Thread
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]

from hardware.pins import GpioPins

CHATTER = 7  # times that a contact opens and closes again


class _MockPin(MockPWMPin):  # type: ignore[misc]
    """A closed contact is stronger than the pull-up resistor."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.info.name in self.factory.closed:
            self.drive_low()

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self.factory.note(self.info.name, value)

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self.factory.note(self.info.name, value)


class _MockFactory(MockFactory):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__(pin_class=_MockPin)
        self.broken: set[str] = set()
        self.closed: set[str] = set()  # contacts closed before their pins are opened
        self._written: list[tuple[str, float | None]] = []
        self._lock = Lock()

    def note(self, name: str, value: float | None) -> None:
        with self._lock:
            self._written.append((name, value))

    def take_written(self, names: set[str]) -> list[float | None]:
        with self._lock:
            taken = [value for name, value in self._written if name in names]
            self._written = [one for one in self._written if one[0] not in names]
        return taken

    def pin(self, name: object, *more: Any, **others: Any) -> Any:
        pin = super().pin(name, *more, **others)
        if pin.info.name in self.broken:
            raise OSError(16, "Device or resource busy")
        return pin


class PiHeader:
    """`between` is called between two edges of a chattering contact, `rest` while a finger is down."""

    def __init__(self, between: Callable[[], None] = lambda: None, rest: Callable[[], None] = lambda: None) -> None:
        self._factory = _MockFactory()
        self._between = between
        self._rest = rest
        self.pins = GpioPins(lambda: self._factory)

    def pin(self, number: int) -> Any:
        """gpiozero's mock pin, with its `function`, `state`, `frequency` and all its `states`."""
        return self._factory.pins[self._info(number)]

    def _info(self, number: int) -> Any:
        return next(info for _, info in self._factory.board_info.find_pin(number))

    def in_use(self) -> set[int]:
        """By their BCM numbers."""
        held = self._factory._reservations
        return {int(info.name.removeprefix("GPIO")) for info, users in held.items() if any(use() for use in users)}

    def written(self, *numbers: int) -> list[float | None]:
        """What was written to these pins since the last call: levels, and for a buzzer frequencies too."""
        return self._factory.take_written(set(map(_name, numbers)))

    def break_pins(self, numbers: Iterable[int]) -> None:
        """They cannot be opened until `mend_pins`."""
        self._factory.broken |= set(map(_name, numbers))

    def mend_pins(self) -> None:
        self._factory.broken.clear()

    def press(self, number: int) -> None:
        self.down(number)
        self._rest()
        self.up(number)

    def pulse(self, number: int) -> None:
        """What a long wire picks up: down for less than any clock here can tell."""
        self.pin(number).drive_low()
        self.pin(number).drive_high()

    def is_closed(self, number: int) -> None:
        """Closes its contact before the pin is opened."""
        self._factory.closed.add(_name(number))

    def down(self, number: int) -> None:
        self._chatter(number, is_down=True)

    def up(self, number: int) -> None:
        self._chatter(number, is_down=False)

    def _chatter(self, number: int, *, is_down: bool) -> None:
        """From another thread, like the edges of a real pin driver."""
        levels = [is_down, not is_down] * CHATTER + [is_down]
        thread = Thread(target=self._drive, args=(self.pin(number), levels), name="edges")
        thread.start()
        thread.join()

    def _drive(self, pin: Any, levels: Iterable[bool]) -> None:
        for is_down in levels:
            (pin.drive_low if is_down else pin.drive_high)()
            self._between()

    def set_unseen(self, number: int, *, is_down: bool) -> None:
        """Moves the contact while the driver misses the edge."""
        pin = self.pin(number)
        changed, pin.when_changed = pin.when_changed, None
        (pin.drive_low if is_down else pin.drive_high)()
        pin.when_changed = changed


def _name(number: int) -> str:
    return f"GPIO{number}"
