"""Enrolling at a simulated table, with tags saved on a disk."""

from collections.abc import Sequence
from pathlib import Path

from companion.rules.board import Board
from companion.table.games.tags_file import KeptTags
from companion.table.gestures.tags import Bindings, DeedTag
from companion.table.messages.requests import BeginWalk, StepAnswer, StepWalk
from companion.table.messages.views import WalkView
from companion.table.messages.wire import Reply
from companion.table.server.enrol_walks import EnrolWalks
from hardware.clock import HandClock
from hardware.signals import BoardKind, Signal, TagPlaced
from hardware.simulated import SimulatedRig, let_pass
from tests.kit import ATLANTIC, deed

ONE, TWO, GHOST = "04A2B3C4D5E680", "04A2B3C4D5E681", "04A2B3C4D5E6FF"
FIRST, SECOND = DeedTag(0), DeedTag(1)
ORIENTAL = DeedTag(deed("Oriental"))


class WalkScreen:
    def __init__(self, name: str) -> None:
        self.name = name


class TagHome:
    """Saves the tags, and tells the rig."""

    def __init__(self, data: Path, bindings: Bindings, rig: SimulatedRig, printed: Board) -> None:
        self._board = printed
        self._tags = KeptTags(data)
        if bindings.tags or bindings.spots:
            self._tags.keep(bindings)
        self._rig = rig
        rig.map_board(dict(bindings.spots))

    @property
    def bindings(self) -> Bindings:
        return self._tags.bindings

    @property
    def board(self) -> Board:
        return self._board

    def keep(self, bindings: Bindings) -> str:
        aside = self._tags.keep(bindings)
        self._rig.map_board(dict(bindings.spots))
        return aside

    def players(self) -> tuple[Sequence[str], Sequence[str]]:
        return ("Ann", "Ben"), ("Car", "Hat")


class EnrolEvening:
    """`minded` is what the game heard; `told` has every view of the walk."""

    def __init__(
        self,
        data: Path,
        bindings: Bindings | None = None,
        *,
        board: BoardKind | None = BoardKind.IDENTIFYING,
        readers: Sequence[str] = ("deeds",),
        printed: Board = ATLANTIC,
    ) -> None:
        self.data, self.clock = data, HandClock(1_000_000)
        self.rig = SimulatedRig(self.clock, board=board, readers=readers)
        is_tapped = board is BoardKind.TAP
        self.home = TagHome(data, bindings or Bindings(), self.rig, printed)
        self.minded: list[Signal] = []
        self.told: list[WalkView | None] = []
        self.screen = WalkScreen("console")
        self.walks = EnrolWalks(
            self.rig,
            self.home,
            self.clock.now_ms,
            show=self.told.append,
            mind=self.minded.append,
            is_tapped=is_tapped,
        )
        self.rig.open(self.walks.feel)

    def begin(self, what: str = "deeds", *, by: WalkScreen | None = None, instead: bool = False) -> Reply:
        return self.walks.answer("a", BeginWalk(what, instead=instead), by or self.screen)

    def begun(self, what: str = "deeds") -> "EnrolEvening":
        reply = self.begin(what)
        assert reply.done, reply.message
        self.wait(500)
        return self

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, 50):
            let_pass(self.rig, self.clock, 50)
            self.walks.look()

    def hold(self, uid: str, ms: int = 500) -> None:
        self.rig.place("deeds", uid)
        self.wait(ms)
        self.rig.lift("deeds", uid)
        self.wait(500)

    def say(self, does: StepAnswer) -> Reply:
        view = self.view
        return self.walks.answer("a", StepWalk(view.number, view.step, does), self.screen)

    @property
    def view(self) -> WalkView:
        view = self.told[-1]
        assert view is not None
        return view

    def kept(self) -> dict[str, object]:
        """On the disk."""
        return dict(KeptTags(self.data).bindings.tags)

    def taps(self) -> list[str]:
        return [signal.uid for signal in self.minded if isinstance(signal, TagPlaced)]
