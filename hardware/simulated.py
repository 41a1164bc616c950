"""A whole table without hardware. Its levers do what hands would do with tags, tokens and buttons.

Every lever takes the way of the real thing: raw edges are debounced, and taps come from polls of the reader.
"""

from collections.abc import Callable, Sequence

from hardware.board import BOARD
from hardware.buttons import BUTTONS, LOOK_MS
from hardware.clock import Clock, DeviceTiming, HandClock, SteadyClock
from hardware.rig import DEEDS, DICE_DISPLAY, LAMPS, SPEAKER, AssembledRig, RigDevices
from hardware.signals import BoardKind, Emit, Uid
from hardware.simulated_board import SimulatedBoard
from hardware.simulated_devices import (
    UNPLUGGED,
    BadLever,
    SimulatedButtons,
    SimulatedDiceDisplay,
    SimulatedFault,
    SimulatedLamps,
    SimulatedReader,
    SimulatedSpeaker,
)


class SimulatedRig(AssembledRig):
    """Only one thread at a time may pull levers. With a HandClock nothing happens by itself: see `let_pass`.

    Each lever raises BadLever for what cannot be done, and then nothing was.
    """

    readers: dict[str, SimulatedReader]

    def __init__(
        self,
        clock: Clock | None = None,
        *,
        buttons: Sequence[str] = BUTTONS,
        readers: Sequence[str] = (DEEDS,),
        board: BoardKind | None = BoardKind.IDENTIFYING,
        has_outputs: bool = True,
        timing: DeviceTiming | None = None,
    ) -> None:
        clock = clock or SteadyClock()
        self.buttons = SimulatedButtons(tuple(buttons), clock)
        twins = tuple(SimulatedReader(name) for name in readers)
        self.board = SimulatedBoard(board, clock) if board else None
        self.lamps = SimulatedLamps() if has_outputs else None
        self.speaker = SimulatedSpeaker() if has_outputs else None
        self.dice_display = SimulatedDiceDisplay() if has_outputs else None
        devices = RigDevices(self.buttons, twins, self.board, self.lamps, self.speaker, self.dice_display)
        timing = (timing or DeviceTiming())._replace(settle_ms=0, press_ms=0)
        super().__init__(devices, clock, timing, has_threads=not isinstance(clock, HandClock))
        self.readers = {twin.name: twin for twin in twins}

    def open(self, emit: Emit) -> None:
        super().open(emit)
        for watch in self.reader_watches.values():
            watch.look()

    def _use(self, output: str, work: Callable[[], None], count: str) -> None:
        """At once, not in the output's thread: a simulated device never hangs."""
        self.output_watches[output].use(work, count)
        self.output_watches[output].look()

    def press(self, button: str) -> None:
        self.buttons.press(button)

    def hold(self, button: str) -> None:
        self.buttons.hold(button)

    def edge(self, button: str, down: bool) -> None:
        self.buttons.edge(button, down)

    def place(self, reader: str, uid: Uid) -> None:
        """A tag is in one place only: from another reader it slides over."""
        target = self._reader(reader)
        for other in self.readers.values():
            if other is not target and uid in other.lying:
                self.lift(other.name, uid)
        target.place(uid)
        self.reader_watches[reader].look()

    def lift(self, reader: str, uid: Uid) -> None:
        self._reader(reader).lift(uid)
        self.reader_watches[reader].look()

    def garble(self, reader: str, polls: int) -> None:
        self._reader(reader).garble(polls)

    def overlook(self, reader: str, polls: int) -> None:
        self._reader(reader).overlook(polls)

    def put(self, uid: Uid, space: int) -> None:
        self._board().put(uid, space)

    def pick_up(self, uid: Uid) -> None:
        self._board().pick_up(uid)

    def knock_over(self, shift: int = 0) -> None:
        self._board().knock_over(shift)

    def lose(self, device: str, why: str = UNPLUGGED) -> None:
        if self.button_watch and device in self.buttons.names:
            self.button_watch.lose(device, why)
        elif device == BOARD:
            self._board().lose(why)
        else:
            self._fault(device).lose(why)
            self._look_at(device)

    def find(self, device: str) -> None:
        if self.button_watch and device in self.buttons.names:
            self.button_watch.find(device)
        elif device == BOARD:
            self._board().find()
        else:
            self._fault(device).find()
            self._look_at(device)

    def _look_at(self, device: str) -> None:
        (self.reader_watches.get(device) or self.output_watches[device]).look()

    def _reader(self, name: str) -> SimulatedReader:
        if name not in self.readers:
            raise self._no_device(name)
        return self.readers[name]

    def _board(self) -> SimulatedBoard:
        if self.board is None:
            raise self._no_device(BOARD)
        return self.board

    def _fault(self, device: str) -> SimulatedFault:
        outputs = {LAMPS: self.lamps, SPEAKER: self.speaker, DICE_DISPLAY: self.dice_display}
        twin = self.readers.get(device) or outputs.get(device)
        if twin is None:
            raise self._no_device(device)
        return twin.fault

    def _no_device(self, name: str) -> BadLever:
        fitted = ", ".join(device.name for device in self.health() if device.state != "absent")
        return BadLever(f"This table has no {name}. It has: {fitted or 'no devices'}.")


def let_pass(rig: SimulatedRig, clock: HandClock, ms: int) -> None:
    """As if the rig ran by itself for so long."""
    for left in range(ms, 0, -LOOK_MS):
        clock.pass_ms(min(left, LOOK_MS))
        rig.look()
