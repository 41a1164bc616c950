"""The devices of a rig tried one after the other, each step said before it is done; then what is felt is told.

It works with any rig. Who sits before it compares what is said with what lights up, sounds and was pressed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from queue import Empty, SimpleQueue

from hardware.cues import CUES
from hardware.health import DeviceHealth
from hardware.rig import Rig
from hardware.signals import (
    ButtonHeld,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    Signal,
    SpotCovered,
    TagPlaced,
    TagRemoved,
    TagsCrowded,
    TagsRead,
    TokenLifted,
    TokenSeen,
)

SHOWN_S = 1.0
TICK_S = 0.1
OUTPUTS = ("lamps", "speaker", "dice-display")


class Bench:
    """`felt` counts what came from each device."""

    def __init__(self, rig: Rig, say: Callable[[str], None], sleep: Callable[[float], None]) -> None:
        self._rig = rig
        self._say = say
        self._sleep = sleep
        self._signals = SimpleQueue[Signal]()
        self.felt = Counter[str]()

    def open(self) -> None:
        self._rig.open(self._signals.put)
        self._rig.tell_spots(True)

    def close(self) -> None:
        self._rig.close()

    # In turn

    def show_outputs(self) -> None:
        self._try_all("lamps", {cue: partial(self._rig.show, cue) for cue in CUES})
        self._try_all("speaker", {cue: partial(self._rig.play, cue) for cue in CUES})
        faces = {f"{face} {face}": partial(self._rig.show_dice, (face, face)) for face in range(1, 7)}
        self._try_all("dice-display", faces)
        self._rig.show_dice(())

    def _try_all(self, device: str, works: Mapping[str, Callable[[], None]]) -> None:
        """Until it turns out that it does not answer."""
        for words, work in works.items():
            if self._state(device) == "present":
                self._say(f"{device}: {words}")
                work()
                self._sleep(SHOWN_S)
                self.tell()

    def _state(self, name: str) -> str:
        return next((device.state for device in self._rig.health() if device.name == name), "absent")

    def listen(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / TICK_S))):
            self._sleep(TICK_S)
            self.tell()

    def tell(self) -> None:
        """Of everything that was felt since."""
        while True:
            try:
                signal = self._signals.get_nowait()
            except Empty:
                return
            device, words = said(signal)
            if words:
                self.felt[device] += 1
                self._say(f"  {device}: {words}")

    # In the end

    def verdict(self) -> bool:
        """Does everything answer that is fitted?"""
        devices = self._rig.health()
        for line in self._lines(devices):
            self._say(line)
        return not any(device.state == "lost" for device in devices)

    def _lines(self, devices: tuple[DeviceHealth, ...]) -> Iterator[str]:
        for device in devices:
            match device.state:
                case "lost":
                    yield f"{device.name:<13} LOST: {device.why}"
                case "absent":
                    yield f"{device.name:<13} not fitted"
                case "present":
                    yield f"{device.name:<13} answers{self._noted(device)}"

    def _noted(self, device: DeviceHealth) -> str:
        counters = "".join(f", {what} {count:,}" for what, count in device.counters)
        why = f" ({device.why})" if device.why else ""
        is_silent = device.name not in OUTPUTS and not self.felt[device.name]
        return counters + why + ("; nothing was felt of it: press it, or hold a tag to it" if is_silent else "")


def said(signal: Signal) -> tuple[str, str]:
    """Of which device, and in words; no words for what is not worth any."""
    match signal:
        case ButtonPressed(button):
            return button, "pressed"
        case ButtonHeld(button):
            return button, "held for two seconds"
        case TagPlaced(reader, uid):
            return reader, f"tag {uid} came"
        case TagRemoved(reader, uid):
            return reader, f"tag {uid} went"
        case TagsCrowded(reader, uids):
            return reader, f"several tags at once: {', '.join(uids)}"
        case TagsRead(reader):
            return reader, ""
        case TokenSeen(space, uid):
            return "board", f"{_piece(uid)} on space {space}"
        case TokenLifted(space, uid):
            return "board", f"{_piece(uid)} left space {space}"
        case SpotCovered(spot, uid):
            return "board", f"{_piece(uid)} at its spot {spot}"
        case DeviceLost(device, why):
            return device, f"LOST: {why}"
        case DeviceFound(device):
            return device, "answers again"


def _piece(uid: str) -> str:
    return f"token {uid}" if uid else "something"
