"""A table with every device, emulated down to pins, SPI transfers and serial bytes, in real time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from tests.deadline import DEADLINE_S
from tests.emulators.cards import EmulatedCard
from tests.emulators.mfrc522_chip import Mfrc522Chip
from tests.emulators.pi_header import PiHeader
from tests.emulators.pretend_board import PretendBoard
from tests.emulators.spi_bus import SpiBuses
from tests.emulators.virtual_time import RealTime

SETTINGS = """
[rig]
kind = "real"
board = "identifying"
[dice-display]
kind = "pips"
[board]
ports = ["{port}"]
"""


class WiredTable:
    """The board has a reader under every space."""

    def __init__(self, folder: Path) -> None:
        self.header = PiHeader()
        self.chip = Mfrc522Chip(RealTime())
        self.buses = SpiBuses({(0, 0): self.chip})
        self.board = PretendBoard(folder / "board", "caps=uid readers=40 module=board")
        self.board.is_read_at_once = True
        self.settings = SETTINGS.format(port=self.board.path)
        self._errands: list[Callable[[], object]] = []
        self._stopping = Event()

    def lay(self, uid: str) -> None:
        self.chip.place(EmulatedCard(uid))

    def put(self, uid: str, space: int) -> None:
        """Moves it there from wherever it stood."""
        self.at_the_board(lambda: self._move(uid, space))

    def at_the_board(self, errand: Callable[[], object]) -> None:
        """Runs the errand in the board's thread and waits for it."""
        done = Event()
        self._errands += [errand, done.set]
        assert done.wait(DEADLINE_S), "nobody serves the board"

    def _move(self, uid: str, space: int) -> None:
        for before in [at for at, uids in self.board.standing.items() if uid in uids.split(",")]:
            left = [other for other in self.board.standing.pop(before).split(",") if other != uid]
            self._stand(before, left)
        self._stand(space, [*filter(None, self.board.standing.get(space, "").split(",")), uid])

    def _stand(self, space: int, uids: list[str]) -> None:
        if uids:
            self.board.standing[space] = ",".join(uids)
        else:
            self.board.standing.pop(space, None)
        self.board.say(f"POS {space} {','.join(uids) or '-'}")

    def _serve(self) -> None:
        while not self._stopping.is_set():
            while self._errands:
                self._errands.pop(0)()
            self.board.serve(0.005)

    @contextmanager
    def plugged_in(self) -> Iterator[None]:
        self.board.plug()
        serving = Thread(target=self._serve, name="the board itself")
        serving.start()
        try:
            with self.buses.as_spidev():
                yield
        finally:
            self._stopping.set()
            serving.join()
            self.board.unplug()
