"""A whole table without any hardware. Its levers do with tags, tokens and buttons what hands would do.

Every lever goes the way of the real thing: raw edges are debounced, and taps are what polls of the reader make of them.
"""

from collections.abc import Mapping, Sequence

from hardware.assembled import DEEDS, DICE_DISPLAY, LAMPS, SPEAKER, AssembledRig, Devices
from hardware.board import BOARD, BoardKind
from hardware.buttons import BUTTONS
from hardware.clock import Clock, HandClock, SteadyClock
from hardware.cues import Cue
from hardware.errors import BadLever
from hardware.health import DeviceHealth
from hardware.lookout import Lookout
from hardware.rig import Emit
from hardware.signals import Uid
from hardware.simulated_board import SimulatedBoard
from hardware.simulated_buttons import SimulatedButtons
from hardware.simulated_fault import UNPLUGGED, Fault
from hardware.simulated_outputs import SimulatedDiceDisplay, SimulatedLamps, SimulatedSpeaker
from hardware.simulated_reader import SimulatedReader
from hardware.spots import Spot
from hardware.timing import Timing

FINGER_MS = 50


class SimulatedRig:
    """Levers are pulled by one thread at a time. With a clock set by hand nothing goes by itself: see `let_pass`."""

    def __init__(
        self,
        clock: Clock | None = None,
        *,
        buttons: Sequence[str] = BUTTONS,
        readers: Sequence[str] = (DEEDS,),
        board: BoardKind | None = BoardKind.IDENTIFYING,
        has_outputs: bool = True,
        timing: Timing | None = None,
    ) -> None:
        clock = clock or SteadyClock()
        self.buttons = SimulatedButtons(tuple(buttons), clock)
        self.readers = {name: SimulatedReader(name) for name in readers}
        self.board = SimulatedBoard(board, clock) if board else None
        self.lamps = SimulatedLamps() if has_outputs else None
        self.speaker = SimulatedSpeaker() if has_outputs else None
        self.dice_display = SimulatedDiceDisplay() if has_outputs else None
        runs_itself = not isinstance(clock, HandClock)
        self.timing = (timing or Timing())._replace(settle_ms=0)
        self._rig = AssembledRig(self._devices(), clock, self.timing, runs_itself=runs_itself)
        self._finger = Lookout("finger", self._move_finger) if runs_itself else None

    def _devices(self) -> Devices:
        readers = tuple(self.readers.values())
        return Devices(self.buttons, readers, self.board, self.lamps, self.speaker, self.dice_display)

    # As every rig

    def open(self, emit: Emit) -> None:
        self._rig.open(emit)
        for name in self.readers:
            self._notice(name)
        if self._finger:
            self._finger.start()

    def close(self) -> None:
        if self._finger:
            self._finger.stop()
        self._rig.close()

    def health(self) -> tuple[DeviceHealth, ...]:
        return self._rig.health()

    def reports(self) -> bool:
        return self._rig.reports()

    def tell_reads(self, wanted: bool) -> None:
        self._rig.tell_reads(wanted)

    def tell_spots(self, wanted: bool) -> None:
        self._rig.tell_spots(wanted)

    def map_board(self, spaces: Mapping[Spot, int]) -> None:
        self._rig.map_board(spaces)

    def show(self, cue: Cue) -> None:
        self._rig.show(cue)
        self._notice(LAMPS)

    def play(self, cue: Cue) -> None:
        self._rig.play(cue)
        self._notice(SPEAKER)

    def show_dice(self, faces: Sequence[int]) -> None:
        self._rig.show_dice(faces)
        self._notice(DICE_DISPLAY)

    def look(self) -> None:
        self.buttons.look()
        self._rig.look()

    def _move_finger(self) -> int:
        self.buttons.look()
        return FINGER_MS

    # Levers. Each raises BadLever for what cannot be done, and then nothing was.

    def press(self, button: str) -> None:
        self.buttons.press(button)

    def hold(self, button: str) -> None:
        self.buttons.hold(button)

    def edge(self, button: str, down: bool) -> None:
        self.buttons.edge(button, down)

    def place(self, reader: str, uid: Uid) -> None:
        """A tag is in one place: if it lies on another reader it slides over."""
        target = self._reader(reader)
        for other in self.readers.values():
            if other is not target and uid in other.lying:
                self.lift(other.name, uid)
        target.place(uid)
        self._rig.readers[reader].look()

    def lift(self, reader: str, uid: Uid) -> None:
        self._reader(reader).lift(uid)
        self._rig.readers[reader].look()

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
        if self._rig.buttons and device in self.buttons.names:
            self._rig.buttons.lose(device, why)
        elif device == BOARD:
            self._board().lose(why)
        else:
            self._fault(device).lose(why)
            self._notice(device)

    def find(self, device: str) -> None:
        if self._rig.buttons and device in self.buttons.names:
            self._rig.buttons.find(device)
        elif device == BOARD:
            self._board().find()
        else:
            self._fault(device).find()
            self._notice(device)

    def _reader(self, name: str) -> SimulatedReader:
        if name not in self.readers:
            raise self._no(name)
        return self.readers[name]

    def _board(self) -> SimulatedBoard:
        if self.board is None:
            raise self._no(BOARD)
        return self.board

    def _fault(self, device: str) -> Fault:
        outputs = {LAMPS: self.lamps, SPEAKER: self.speaker, DICE_DISPLAY: self.dice_display}
        twin = self.readers.get(device) or outputs.get(device)
        if twin is None:
            raise self._no(device)
        return twin.fault

    def _no(self, device: str) -> BadLever:
        fitted = ", ".join(one.name for one in self.health() if one.state != "absent")
        return BadLever(f"There is no {device} on this table. There are: {fitted or 'no devices'}.")

    def _notice(self, device: str) -> None:
        """At once, and not when its thread looks next: a twin never hangs."""
        if device in self.readers:
            self._rig.readers[device].look()
        elif device in self._rig.outlets:
            self._rig.outlets[device].look()


def let_pass(rig: SimulatedRig, clock: HandClock, ms: int) -> None:
    """As if the rig ran by itself for so long."""
    for left in range(ms, 0, -FINGER_MS):
        clock.pass_ms(min(left, FINGER_MS))
        rig.look()
