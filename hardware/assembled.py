"""A rig put together from whatever devices there are, real or simulated, each of which may be absent."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Thread
from typing import NamedTuple

from hardware.board import BOARD, TokenBoard
from hardware.button_watch import ButtonWatch
from hardware.buttons import BUTTONS, Buttons
from hardware.clock import Clock
from hardware.cues import CUES, Cue, DiceDisplay, Lamps, Speaker
from hardware.health import DeviceHealth
from hardware.lookout import Lookout
from hardware.outlet import Outlet
from hardware.reader import TagReader
from hardware.reader_watch import ReaderWatch
from hardware.rig import Emit, emit_to_nobody
from hardware.signals import Signal, SpotCovered
from hardware.spots import Spot, SpotSeen
from hardware.timing import Timing

ALL_BUTTONS = "all buttons"  # by one thread; no reader is called so
LAMPS, SPEAKER, DICE_DISPLAY = "lamps", "speaker", "dice-display"
DEEDS = "deeds"  # the reader that every table is thought to have
NOT_FOR_READERS = (*BUTTONS, BOARD, LAMPS, SPEAKER, DICE_DISPLAY)
EXPECTED = ("dice", "confirm", "cancel", DEEDS, BOARD, LAMPS, SPEAKER, DICE_DISPLAY)
FACES_MOST = 3
OPEN_S = 2.0  # for all of them to answer, so that whoever opens a rig knows what is there
CLOSE_S = 5.0  # for all of them; whoever stops the table does not wait longer


class Devices(NamedTuple):
    buttons: Buttons | None = None
    readers: tuple[TagReader, ...] = ()
    board: TokenBoard | None = None
    lamps: Lamps | None = None
    speaker: Speaker | None = None
    dice_display: DiceDisplay | None = None


class AssembledRig:
    """With `runs_itself` it has threads of its own; otherwise it does what is due when it is told to `look`."""

    def __init__(self, devices: Devices, clock: Clock, timing: Timing, *, runs_itself: bool) -> None:
        _require_names(devices)
        self.timing = timing
        self._devices = devices
        self.buttons = ButtonWatch(devices.buttons, clock, timing) if devices.buttons else None
        self.readers = {reader.name: ReaderWatch(reader, clock, timing) for reader in devices.readers}
        fitted = {LAMPS: devices.lamps, SPEAKER: devices.speaker, DICE_DISPLAY: devices.dice_display}
        self.outlets = {name: Outlet(name, clock, device) for name, device in fitted.items() if device}
        self._emit: Emit = emit_to_nobody
        self._lookouts = dict(self._watchers()) if runs_itself else {}

    def _watchers(self) -> Iterator[tuple[str, Lookout]]:
        if self.buttons:
            yield ALL_BUTTONS, Lookout(ALL_BUTTONS, self.buttons.look)
        for name, reader in self.readers.items():
            yield name, Lookout(name, reader.look)
        for name, outlet in self.outlets.items():
            yield name, Lookout(name, outlet.look)

    def open(self, emit: Emit) -> None:
        self._emit = emit
        watches: tuple[Outlet | ReaderWatch, ...] = (*self.outlets.values(), *self.readers.values())
        for watched in watches:
            watched.open(self._pass_on)
            if not self._lookouts:  # with threads, each looks as it starts
                watched.look()
        if self.buttons:
            self.buttons.open(self._pass_on)
        if self._devices.board:
            self._devices.board.open(self._pass_on)
        for lookout in self._lookouts.values():
            lookout.start()
        self._await_looks()

    def _await_looks(self) -> None:
        """Not by the rig's own clock, which may stand still."""
        until_s = time.monotonic() + OPEN_S
        for lookout in self._lookouts.values():
            lookout.await_look(max(0.0, until_s - time.monotonic()))

    def _pass_on(self, signal: Signal) -> None:
        self._emit(signal)

    def look(self) -> None:
        """Once at everything that must be looked at."""
        if self.buttons:
            self.buttons.look()
        for reader in self.readers.values():
            reader.look()
        for outlet in self.outlets.values():
            outlet.look()

    def close(self) -> None:
        """Whatever hangs in its driver is left to the end of the process: the table must be stopped all the same."""
        if not self._lookouts:
            self._close_all(frozenset())
        else:
            closing = Thread(target=self._close_watched, name="closing the devices", daemon=True)
            closing.start()
            closing.join(CLOSE_S)
        self._emit = emit_to_nobody

    def _close_watched(self) -> None:
        for lookout in self._lookouts.values():
            lookout.dismiss()
        self._close_all(frozenset(name for name, lookout in self._lookouts.items() if not lookout.stop()))

    def _close_all(self, stuck: frozenset[str]) -> None:
        if self.buttons and ALL_BUTTONS not in stuck:
            self.buttons.close()
        for name in self.readers.keys() - stuck:
            self.readers[name].close()
        for name in self.outlets.keys() - stuck:
            self.outlets[name].close()
        if self._devices.board:
            self._devices.board.close()

    def health(self) -> tuple[DeviceHealth, ...]:
        """First what every table is thought to have, then the rest."""
        fitted = {one.name: one for one in self._fitted()}
        expected = (name for name in EXPECTED if name != DEEDS or DEEDS in fitted or not self.readers)
        return tuple(fitted.get(name, DeviceHealth(name, "absent")) for name in dict.fromkeys((*expected, *fitted)))

    def _fitted(self) -> Iterator[DeviceHealth]:
        if self.buttons:
            yield from self.buttons.health()
        yield from (reader.health() for reader in self.readers.values())
        if self._devices.board:
            yield self._devices.board.health()
        yield from (outlet.health() for outlet in self.outlets.values())

    def reports(self) -> bool:
        """Nobody starts the table anew for a lamp: `health` tells of one that hangs."""
        watched = (lookout for name, lookout in self._lookouts.items() if name not in self.outlets)
        reported = [lookout.reports() for lookout in watched]  # each of them is asked
        if self._devices.board:
            reported.append(self._devices.board.reports())
        return all(reported)

    def tell_reads(self, wanted: bool) -> None:
        for reader in self.readers.values():
            reader.tells_reads = wanted

    def tell_spots(self, wanted: bool) -> None:
        if self._devices.board:
            self._devices.board.walk(self._tell_spot if wanted else None)

    def _tell_spot(self, seen: SpotSeen) -> None:
        self._emit(SpotCovered(seen.spot, seen.uid, seen.at_ms))

    def map_board(self, spaces: Mapping[Spot, int]) -> None:
        if self._devices.board:
            self._devices.board.remap(spaces)

    def show(self, cue: Cue) -> None:
        _require_cue(cue)
        if lamps := self._devices.lamps:
            self._use(LAMPS, lambda: lamps.show(cue), "shown")

    def play(self, cue: Cue) -> None:
        _require_cue(cue)
        if speaker := self._devices.speaker:
            self._use(SPEAKER, lambda: speaker.play(cue), "played")

    def show_dice(self, faces: Sequence[int]) -> None:
        if len(faces) > FACES_MOST or not all(1 <= face <= 6 for face in faces):
            raise ValueError(f"no dice fall like this: {faces}")
        if display := self._devices.dice_display:
            self._use(DICE_DISPLAY, lambda: display.show(faces), "shown")

    def _use(self, outlet: str, work: Callable[[], None], count: str) -> None:
        self.outlets[outlet].use(work, count)
        self._look_soon(outlet)

    def _look_soon(self, outlet: str) -> None:
        """By its thread, so that nobody waits for a driver; where there is none, at once."""
        if outlet in self._lookouts:
            self._lookouts[outlet].hurry()
        else:
            self.outlets[outlet].look()


def _require_cue(cue: str) -> None:
    if cue not in CUES:
        raise ValueError(f"there is no cue {cue!r}")


def _require_names(devices: Devices) -> None:
    buttons = devices.buttons.names if devices.buttons else ()
    if strange := [name for name in buttons if name not in BUTTONS]:
        raise ValueError(f"there is no button {strange[0]!r}")
    readers = [reader.name for reader in devices.readers]
    if taken := [name for name in readers if name in NOT_FOR_READERS or readers.count(name) > 1]:
        raise ValueError(f"two devices would be called {taken[0]!r}")
