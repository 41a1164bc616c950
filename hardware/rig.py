"""Everything wired to a table, as one. Every device, real or simulated, may be absent, get lost and be found again."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from threading import Thread
from typing import NamedTuple

from hardware.board import BOARD, Spot, TokenBoard
from hardware.buttons import BUTTONS, ButtonInputs, ButtonWatch
from hardware.clock import Clock, DeviceTiming
from hardware.outputs import CUES, Cue, DiceDisplayDevice, LampDevice, OutputWatch, SpeakerDevice
from hardware.polling import PollingThread
from hardware.readers import KnowsTags, ReaderWatch, TagReader, TellsChanges
from hardware.signals import DeviceHealth, Emit, Signal, Uid, ignore_signal

ALL_BUTTONS = "all buttons"  # they share one thread; no reader has this name
LAMPS, SPEAKER, DICE_DISPLAY = "lamps", "speaker", "dice-display"
DEEDS = "deeds"  # the reader that every table is expected to have
NOT_FOR_READERS = (*BUTTONS, BOARD, LAMPS, SPEAKER, DICE_DISPLAY)
EXPECTED = ("dice", "confirm", "cancel", DEEDS, BOARD, LAMPS, SPEAKER, DICE_DISPLAY)
_ABSENT = {name: DeviceHealth(name, "absent") for name in EXPECTED}
MAX_FACES = 3
OPEN_S = 2.0  # for all devices to answer, so that we know what is there once the rig is open
CLOSE_S = 5.0  # for all devices together; stopping the table waits no longer


class RigDevices(NamedTuple):
    buttons: ButtonInputs | None = None
    readers: tuple[TagReader, ...] = ()
    board: TokenBoard | None = None
    lamps: LampDevice | None = None
    speaker: SpeakerDevice | None = None
    dice_display: DiceDisplayDevice | None = None


class AssembledRig:
    """With `has_threads` it runs by itself; otherwise it does what is due whenever `look` is called."""

    readers: Mapping[str, TagReader]

    def __init__(self, devices: RigDevices, clock: Clock, timing: DeviceTiming, *, has_threads: bool) -> None:
        if wrong := [name for name in (devices.buttons.names if devices.buttons else ()) if name not in BUTTONS]:
            raise ValueError(f"there is no button called {wrong[0]!r}")
        names = [reader.name for reader in devices.readers]
        if taken := [name for name in names if name in NOT_FOR_READERS or names.count(name) > 1]:
            raise ValueError(f"two devices would be called {taken[0]!r}")
        self.timing = timing
        self.readers = {reader.name: reader for reader in devices.readers}
        self._devices = devices
        self._emit: Emit = ignore_signal
        self.button_watch = ButtonWatch(devices.buttons, clock, timing) if devices.buttons else None
        self.reader_watches = {reader.name: ReaderWatch(reader, clock, timing) for reader in devices.readers}
        outputs = {LAMPS: devices.lamps, SPEAKER: devices.speaker, DICE_DISPLAY: devices.dice_display}
        self.output_watches = {name: OutputWatch(name, clock, device) for name, device in outputs.items() if device}
        watches: dict[str, ButtonWatch | ReaderWatch | OutputWatch] = {}
        if self.button_watch:
            watches[ALL_BUTTONS] = self.button_watch
        watches |= {**self.reader_watches, **self.output_watches}
        self._threads = {name: PollingThread(name, watch.look) for name, watch in watches.items() if has_threads}
        if self.button_watch and has_threads:
            self.button_watch.hurry = self._threads[ALL_BUTTONS].hurry
        for reader in devices.readers if has_threads else ():
            if isinstance(reader, TellsChanges):
                reader.changed = self._threads[reader.name].hurry

    def open(self, emit: Emit) -> None:
        """Once. `emit` is called from any thread, in order for each device. It must neither block nor raise."""
        self._emit = emit
        watches: tuple[OutputWatch | ReaderWatch, ...] = (*self.output_watches.values(), *self.reader_watches.values())
        for watch in watches:
            watch.open(self._pass_on)
            if not self._threads:  # a thread looks as soon as it starts
                watch.look()
        if self.button_watch:
            self.button_watch.open(self._pass_on)
        if self._devices.board:
            self._devices.board.open(self._pass_on)
        for thread in self._threads.values():
            thread.start()
        until_s = time.monotonic() + OPEN_S  # not by the rig's own clock, which may stand still
        for thread in self._threads.values():
            thread.await_look(max(0.0, until_s - time.monotonic()))

    def _pass_on(self, signal: Signal) -> None:
        self._emit(signal)

    def look(self) -> None:
        """Once at everything that must be polled."""
        if self.button_watch:
            self.button_watch.look()
        for reader in self.reader_watches.values():
            reader.look()
        for output in self.output_watches.values():
            output.look()

    def close(self) -> None:
        """For good. After this returns, nothing is emitted.

        A device that hangs in its driver is left until the process ends: the table must stop all the same.
        """
        if not self._threads:
            self._close_all()
        else:
            closing = Thread(target=self._close_all, name="closing the devices", daemon=True)
            closing.start()
            closing.join(CLOSE_S)
        self._emit = ignore_signal

    def _close_all(self) -> None:
        for thread in self._threads.values():
            thread.dismiss()
        stuck = {name for name, thread in self._threads.items() if not thread.stop()}
        if self.button_watch and ALL_BUTTONS not in stuck:
            self.button_watch.close()
        for name in self.reader_watches.keys() - stuck:
            self.reader_watches[name].close()
        for name in self.output_watches.keys() - stuck:
            self.output_watches[name].close()
        if self._devices.board:
            self._devices.board.close()

    def health(self) -> tuple[DeviceHealth, ...]:
        """First the devices that every table is expected to have, then the others."""
        found = [
            *(self.button_watch.health() if self.button_watch else ()),
            *(reader.health() for reader in self.reader_watches.values()),
            *([self._devices.board.health()] if self._devices.board else ()),
            *(output.health() for output in self.output_watches.values()),
        ]
        fitted = {device.name: device for device in found}
        devices = {**_ABSENT, **fitted}
        if self.reader_watches and DEEDS not in fitted:
            del devices[DEEDS]
        return tuple(devices.values())

    def has_looked(self) -> bool:
        """Has every thread looked at its device since this was last asked?

        Outputs do not count: nobody restarts the table for a lamp, and `health` shows one that hangs.
        """
        polled = [thread for name, thread in self._threads.items() if name not in self.output_watches]
        looked = [thread.has_looked() for thread in polled]  # a list, so that every one of them is asked
        if self._devices.board:
            looked.append(self._devices.board.has_looked())
        return all(looked)

    def emit_reads(self, wanted: bool) -> None:
        """Whether to emit a TagsRead for every poll of a reader, beside the taps."""
        for name, reader in self.reader_watches.items():
            reader.emits_reads = wanted
            if name in self._threads:
                self._threads[name].hurry()

    def emit_spots(self, wanted: bool) -> None:
        """Whether to emit a SpotCovered for everything that comes to a spot of the board."""
        if self._devices.board:
            self._devices.board.walk(self._pass_on if wanted else None)

    def map_board(self, spaces: Mapping[Spot, int]) -> None:
        """Sets which space each spot of the board is under."""
        if self._devices.board:
            self._devices.board.remap(spaces)

    def know_tags(self, uids: Collection[Uid]) -> None:
        """Sets which tags the household has: a reader that types tells a tag as they know it, in whatever form."""
        for reader in self.readers.values():
            if isinstance(reader, KnowsTags):
                reader.know_tags(uids)

    def show(self, cue: Cue) -> None:
        """Something happened at the table."""
        _require_cue(cue)
        for watch in self.reader_watches.values():
            watch.note_play()
        if lamps := self._devices.lamps:
            self._use(LAMPS, lambda: lamps.show(cue), "shown")

    def play(self, cue: Cue) -> None:
        _require_cue(cue)
        if speaker := self._devices.speaker:
            self._use(SPEAKER, lambda: speaker.play(cue), "played")

    def show_dice(self, faces: Sequence[int]) -> None:
        if len(faces) > MAX_FACES or not all(1 <= face <= 6 for face in faces):
            raise ValueError(f"these are not the faces of dice: {faces}")
        if display := self._devices.dice_display:
            self._use(DICE_DISPLAY, lambda: display.show(faces), "shown")

    def _use(self, output: str, work: Callable[[], None], count: str) -> None:
        """In the output's thread, so that nobody waits for a driver. Without threads, at once."""
        self.output_watches[output].use(work, count)
        if output in self._threads:
            self._threads[output].hurry()
        else:
            self.output_watches[output].look()


def _require_cue(cue: str) -> None:
    if cue not in CUES:
        raise ValueError(f"there is no cue called {cue!r}")
