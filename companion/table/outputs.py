"""What the table's lamps, speaker and dice display are told. Whatever they do, the game goes on."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from companion.rules.events import DiceRolled, DiceThrown, StartThrown
from companion.table.course import Taken
from companion.table.cues import cues_after
from companion.table.meanings import Cue
from companion.table.messages import DeviceView
from companion.table.service import went_well


class Device(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def state(self) -> str: ...

    @property
    def why(self) -> str: ...

    @property
    def counters(self) -> tuple[tuple[str, int], ...]: ...


class Rig(Protocol):
    """What shows and plays; what it feels comes as signals."""

    def health(self) -> Sequence[Device]: ...

    def show(self, cue: Cue) -> None: ...

    def play(self, cue: Cue) -> None: ...

    def show_dice(self, faces: Sequence[int]) -> None: ...


class Outputs:
    """`cues` is how many there were."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.cues = 0

    def cue(self, cue: Cue) -> None:
        self.cues += 1
        went_well("showing a light", partial(self._rig.show, cue))
        went_well("playing a sound", partial(self._rig.play, cue))

    def follow(self, taken: Taken) -> None:
        """The dice that fell, then what the move brought."""
        for event in taken.events:
            if isinstance(event, DiceRolled | DiceThrown | StartThrown):
                went_well("showing the dice", partial(self._rig.show_dice, event.dice))
        for cue in cues_after(taken):
            self.cue(cue)

    def devices(self) -> tuple[DeviceView, ...]:
        return tuple(DeviceView(one.name, one.state, one.why, one.counters) for one in self._rig.health())
