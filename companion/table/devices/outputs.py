"""What the table's lamps, speaker and dice display are told. Whatever they do, the game goes on."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from companion.play.acts import RecordedMove
from companion.rules.events import DiceRolled, DiceThrown, StartThrown
from companion.table.devices.cues import cues_after
from companion.table.gestures.meanings import Cue
from companion.table.messages import DeviceView
from companion.table.service import went_well


class Device(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def state(self) -> str: ...

    @property
    def last_seen_ms(self) -> int | None: ...

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
    """`cues` is how many there were, also while the sounds `are_muted`.

    `date_ms` is the time of day; devices are seen by a clock that never jumps.
    """

    def __init__(self, rig: Rig, date_ms: Callable[[], int], are_muted: Callable[[], bool] = lambda: False) -> None:
        self._rig = rig
        self.are_muted = are_muted
        self._date_ms = date_ms
        self._seen: dict[str, tuple[int, int]] = {}  # when each was last seen, by both clocks
        self.cues = 0

    def cue(self, cue: Cue) -> None:
        self.cues += 1
        went_well("showing a light", partial(self._rig.show, cue))
        if not self.are_muted():
            went_well("playing a sound", partial(self._rig.play, cue))

    def follow(self, taken: RecordedMove) -> None:
        """The dice that fell, then what the move brought."""
        for event in taken.events:
            if isinstance(event, DiceRolled | DiceThrown | StartThrown):
                went_well("showing the dice", partial(self._rig.show_dice, event.dice))
        for cue in cues_after(taken):
            self.cue(cue)

    def devices(self) -> tuple[DeviceView, ...]:
        return tuple(map(self._device, self._rig.health()))

    def _device(self, one: Device) -> DeviceView:
        return DeviceView(one.name, one.state, one.why, one.counters, self._seen_at_ms(one))

    def _seen_at_ms(self, one: Device) -> int:
        """The date when that was first noticed: it stays the same until the device is seen again."""
        if one.last_seen_ms is None:
            return 0
        seen, _ = self._seen.get(one.name, (None, 0))
        if seen != one.last_seen_ms:
            self._seen[one.name] = one.last_seen_ms, self._date_ms()
        return self._seen[one.name][1]
