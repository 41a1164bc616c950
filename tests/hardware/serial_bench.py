"""A serial board that polls only when told to, with pretended modules on ptys."""

from contextlib import ExitStack
from pathlib import Path

from hardware.clock import HandClock
from hardware.serial_board import SerialBoard
from hardware.serial_module import ASK_AGAIN_MS
from hardware.signals import BoardKind, Signal, SpotCovered
from tests.emulators.pretend_board import PretendBoard

PRESENCE, WAND = "caps=presence readers=40 module=board", "caps=tap readers=1 module=wand"


class SerialBench:
    """A serial board without threads, and the modules at its ports."""

    def __init__(self, folder: Path, kind: BoardKind, *hellos: str, spaces: dict[str, int] | None = None) -> None:
        self.clock = HandClock(10_000)
        self.modules = [PretendBoard(folder / f"port-{number}", hello) for number, hello in enumerate(hellos)]
        ports = [str(module.path) for module in self.modules]
        self.board = SerialBoard(kind, ports, self.clock, spaces=spaces, has_threads=False)
        self.felt: list[Signal] = []
        self.spots: list[SpotCovered] = []

    @property
    def module(self) -> PretendBoard:
        return self.modules[0]

    def meet(self) -> list[Signal]:
        """Plugs in the modules, opens the board, and lets them ask and answer everything."""
        for module in self.modules:
            module.plug()
        self.board.open(self.felt.append)
        return self.exchange()

    def exchange(self, times: int = 7) -> list[Signal]:
        """By default long enough for a question, its answer, and another question."""
        for _ in range(times):
            self._take_turns()
        return self.news()

    def _take_turns(self) -> None:
        self.board.look()
        for module in self.modules:
            module.serve(0.003)

    def news(self) -> list[Signal]:
        told = list(self.felt)
        self.felt.clear()
        return told

    def counted(self, what: str) -> int:
        return dict(self.board.health().counters).get(what, 0)

    def wait(self, ms: int) -> None:
        """Lets time pass while the modules answer."""
        for _ in range(0, ms, ASK_AGAIN_MS):
            self.clock.pass_ms(ASK_AGAIN_MS)
            self._take_turns()


def closed_at_end(closing: ExitStack, bench: SerialBench) -> SerialBench:
    for module in bench.modules:
        closing.callback(module.unplug)
    closing.callback(bench.board.close)
    return bench
