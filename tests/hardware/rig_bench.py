"""A simulated rig with a clock set by hand, and everything it emitted."""

from collections.abc import Sequence

from hardware.buttons import BUTTONS
from hardware.clock import HandClock
from hardware.signals import BoardKind, Signal
from hardware.simulated import SimulatedRig, let_pass

CAR, HAT, SHIP = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF"


class RigBench:
    def __init__(
        self,
        board: BoardKind | None = BoardKind.IDENTIFYING,
        readers: Sequence[str] = ("deeds",),
        buttons: Sequence[str] = BUTTONS,
        *,
        has_outputs: bool = True,
    ) -> None:
        self.clock = HandClock(1_000)
        self.rig = SimulatedRig(self.clock, board=board, readers=readers, buttons=buttons, has_outputs=has_outputs)
        self.felt: list[Signal] = []

    def open(self) -> "RigBench":
        self.rig.open(self.felt.append)
        return self

    def let_pass(self, ms: int) -> None:
        let_pass(self.rig, self.clock, ms)

    def news(self) -> list[Signal]:
        """What was emitted since this was last asked."""
        told = list(self.felt)
        self.felt.clear()
        return told
