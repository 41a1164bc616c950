"""The date when devices were last seen."""

from collections.abc import Sequence

from companion.table.gestures.context import Cue
from companion.table.server.lamps_and_sounds import LampsAndSounds
from hardware.signals import DeviceHealth


class Rig:
    def __init__(self) -> None:
        self.device = DeviceHealth("board", "present")

    def health(self) -> Sequence[DeviceHealth]:
        return (self.device,)

    def show(self, cue: Cue) -> None: ...

    def play(self, cue: Cue) -> None: ...

    def show_dice(self, faces: Sequence[int]) -> None: ...


def test_a_device_was_seen_at_the_date_when_that_was_noticed_until_it_is_seen_again() -> None:
    rig, dates = Rig(), iter((5_000, 9_000))
    outputs = LampsAndSounds(rig, lambda: next(dates))
    assert outputs.devices()[0].seen_at_ms == 0
    rig.device = DeviceHealth("board", "present", 17)
    assert [outputs.devices()[0].seen_at_ms for _ in range(3)] == [5_000] * 3
    rig.device = DeviceHealth("board", "lost", 18, "It was unplugged.")
    assert outputs.devices()[0].seen_at_ms == 9_000
