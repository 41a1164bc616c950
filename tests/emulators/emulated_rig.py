"""A rig of real drivers on emulated devices, with the levers of a simulated one.

Fingers move pins with chattering contacts, cards lie on an emulated chip, and the board talks over a pty. What is shown
and played is read from the pins. Nothing happens by itself: tests call `look` and move a hand clock.
"""

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.buttons import BUTTONS, HOLD_MS, PinButtons
from hardware.clock import DeviceTiming, HandClock
from hardware.dice_display import DigitDisplay
from hardware.lamps_and_speaker import LIGHTS, TUNES, PinLamps, PinSpeaker
from hardware.outputs import CUES, Cue
from hardware.rc522 import Rc522Reader
from hardware.rig import AssembledRig, RigDevices
from hardware.serial_board import SerialBoard
from hardware.signals import BoardKind, DeviceHealth, Emit
from tests.emulators.cards import EmulatedCard
from tests.emulators.ht16k33 import Ht16k33
from tests.emulators.mfrc522_chip import Mfrc522Chip
from tests.emulators.pi_header import PiHeader
from tests.emulators.pretend_board import PretendBoard
from tests.emulators.spi_bus import SpiBuses
from tests.emulators.virtual_time import VirtualTime

if TYPE_CHECKING:
    from tests.hardware.twins import ReaderBench

PINS = dict(zip(BUTTONS, (17, 27, 22, 5, 6, 12, 13, 16, 19, 20, 26), strict=True))
LAMP, BUZZER = (23, 24, 4), 18
POLL_MS = 100
FINGER_MS = 10  # a quick one
LOOKS = 4  # at the board, until everything it sent has arrived


class EmulatedRig:
    """`reading` is a reader of another kind than the RC522, with the levers to lay tags on it."""

    def __init__(self, clock: HandClock, folder: Path, reading: "ReaderBench | None" = None) -> None:
        self.clock = clock
        self._reading = reading
        self._time = VirtualTime()
        self._began_ms = self._due_ms = clock.now_ms()
        self._header = PiHeader(rest=lambda: clock.pass_ms(FINGER_MS))
        self.chip = Mfrc522Chip(self._time)
        self.buses = SpiBuses({(0, 0): self.chip})
        self._spidev = self.buses.as_spidev()
        self.module = PretendBoard(folder / "board", "caps=uid readers=40 module=board")
        self.board = SerialBoard(BoardKind.IDENTIFYING, [str(self.module.path)], clock, has_threads=False)
        self._segments = Ht16k33()
        self.lamps = _Shown(self._header)
        self.speaker = _Played(self._header)
        self.dice_display = _Faces(self._segments)
        self._standing: dict[str, int] = {}
        self._releases_ms: dict[str, int] = {}
        self._rig = AssembledRig(self._devices(), clock, DeviceTiming(), has_threads=False)

    def _devices(self) -> RigDevices:
        pins, later = self._header.pins, self._time.at
        return RigDevices(
            PinButtons(pins, PINS),
            (self._reading.reader if self._reading else Rc522Reader("deeds", pins, sleep=self._time.sleep),),
            self.board,
            PinLamps(pins, LAMP, later=later),
            PinSpeaker(pins, BUZZER, later=later),
            DigitDisplay(wire=self._segments.at),
        )

    def open(self, emit: Emit) -> None:
        self._spidev.__enter__()
        self.module.plug()
        self._rig.open(emit)
        self._hear_board()
        self._header.written(*LAMP, BUZZER)

    def close(self) -> None:
        self._rig.close()
        self.module.unplug()
        self._spidev.__exit__(None, None, None)

    def health(self) -> tuple[DeviceHealth, ...]:
        return self._rig.health()

    def has_looked(self) -> bool:
        return self._rig.has_looked()

    def show(self, cue: Cue) -> None:
        self._rig.show(cue)

    def play(self, cue: Cue) -> None:
        self._rig.play(cue)

    def show_dice(self, faces: Sequence[int]) -> None:
        self._rig.show_dice(faces)

    def look(self) -> None:
        self._time.sleep(max(0.0, (self.clock.now_ms() - self._began_ms) / 1_000 - self._time.now_s))
        for name in [name for name, due_ms in self._releases_ms.items() if due_ms <= self.clock.now_ms()]:
            del self._releases_ms[name]
            self._header.up(PINS[name])
        if self.clock.now_ms() >= self._due_ms:
            self._due_ms = self.clock.now_ms() + POLL_MS
            self._rig.look()
        self._look_at_board()

    def press(self, button: str) -> None:
        self._header.press(PINS[button])

    def hold(self, button: str) -> None:
        self._header.down(PINS[button])
        self.clock.pass_ms(FINGER_MS)
        self._rig.look()
        self._releases_ms[button] = self.clock.now_ms() + HOLD_MS + 200

    def place(self, reader: str, uid: str) -> None:
        assert reader == "deeds"
        if self._reading:
            self._reading.lay(uid)
        else:
            self.chip.place(EmulatedCard(uid))

    def lift(self, reader: str, uid: str) -> None:
        assert reader == "deeds"
        if not self._reading:
            self.chip.lift(uid)
        elif self._reading.reader.reach.sees_lifting:
            self._reading.lift(uid)

    def put(self, uid: str, space: int) -> None:
        before = self._standing.pop(uid, None)
        self._standing[uid] = space
        for changed in dict.fromkeys((before, space)):
            if changed is not None:
                self._tell(changed)
        self._hear_board()

    def pick_up(self, uid: str) -> None:
        self._tell(self._standing.pop(uid))
        self._hear_board()

    def _tell(self, space: int) -> None:
        uids = ",".join(uid for uid, at in self._standing.items() if at == space)
        self.module.standing.pop(space, None)
        if uids:
            self.module.standing[space] = uids
        self.module.say(f"POS {space} {uids or '-'}")

    def _hear_board(self) -> None:
        for _ in range(LOOKS):
            self._look_at_board()

    def _look_at_board(self) -> None:
        self.board.look()
        self.module.serve()


class _Shown:
    """The cues shown, worked out from the colours that were lit."""

    def __init__(self, header: PiHeader) -> None:
        self._header = header
        self._cues = deque[Cue]()
        self._left: list[object] = []  # steps of the current cue

    @property
    def shown(self) -> deque[Cue]:
        levels = self._header.written(*LAMP)
        for colour in zip(levels[::3], levels[1::3], levels[2::3], strict=True):
            _follow(self._cues, self._left, colour, {cue: [step for step, _ in LIGHTS[cue]] for cue in CUES})
        return self._cues


class _Played:
    """The cues played, worked out from the frequencies. The levels only say how loud they were."""

    def __init__(self, header: PiHeader) -> None:
        self._header = header
        self._cues = deque[Cue]()
        self._left: list[object] = []

    @property
    def played(self) -> deque[Cue]:
        for hz in self._header.written(BUZZER):
            if hz is None or hz > 1:
                _follow(self._cues, self._left, hz or 0, {cue: [step for step, _ in TUNES[cue]] for cue in CUES})
        return self._cues


def _follow(cues: deque[Cue], left: list[object], step: object, known: dict[Cue, list[object]]) -> None:
    """The next step of the current cue, or the first of a new one."""
    if not left:
        cue = next(cue for cue, steps in known.items() if steps[0] == step)
        cues.append(cue)
        left += known[cue]
    assert left.pop(0) == step, "cues are performed step by step"


class _Faces:
    def __init__(self, segments: Ht16k33) -> None:
        self._segments = segments

    @property
    def shown(self) -> list[tuple[int, ...]]:
        """What can be read on it now."""
        return [tuple(map(int, self._segments.reads()))]
