"""Lamps, a speaker and a dice display that remember what they were told, the newest last."""

from collections import deque
from collections.abc import Sequence

from hardware.cues import Cue
from hardware.simulated_fault import Fault

REMEMBERED = 100


class SimulatedLamps:
    def __init__(self) -> None:
        self.fault = Fault()
        self.shown = deque[Cue](maxlen=REMEMBERED)

    def show(self, cue: Cue) -> None:
        self.fault.check()
        self.shown.append(cue)

    def open(self) -> None:
        self.fault.check()

    def close(self) -> None:
        pass


class SimulatedSpeaker:
    def __init__(self) -> None:
        self.fault = Fault()
        self.played = deque[Cue](maxlen=REMEMBERED)

    def play(self, cue: Cue) -> None:
        self.fault.check()
        self.played.append(cue)

    def open(self) -> None:
        self.fault.check()

    def close(self) -> None:
        pass


class SimulatedDiceDisplay:
    def __init__(self) -> None:
        self.fault = Fault()
        self.shown = deque[tuple[int, ...]](maxlen=REMEMBERED)

    def show(self, faces: Sequence[int]) -> None:
        self.fault.check()
        self.shown.append(tuple(faces))

    def open(self) -> None:
        self.fault.check()

    def close(self) -> None:
        pass
