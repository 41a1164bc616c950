"""Who walks: the one walk that may be under way, what readers and board tell of it, and what is kept of it.

While tags are enrolled a tap is no gesture, and neither is it afterwards until the reader was empty for a while.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.rules.phrases import sentence
from companion.table.enrolling import enrolment
from companion.table.enrolling.arrival import Arrival
from companion.table.enrolling.enrolment import Held, UnderSpace, Walk
from companion.table.enrolling.listened import ListenedReaders
from companion.table.enrolling.needs import Household, Rig, Walker, require_devices
from companion.table.enrolling.steady import Doubt
from companion.table.enrolling.walk_plan import NoWalk, plan
from companion.table.enrolling.walked_board import BOARD, WalkedBoard
from companion.table.messages import AboutWalks, BeginWalk, Reply, StepWalk, WalkView
from companion.table.tags.bindings import Bindings
from hardware.signals import (
    DeviceFound,
    DeviceLost,
    Signal,
    SpotCovered,
    TagPlaced,
    TagRemoved,
    TagsCrowded,
    TagsRead,
)

_DOUBTS = {
    Doubt.CROWDED: "One at a time: several tags lie there. Lift them all, then hold one.",
    Doubt.UNCLEAR: "Something is there but cannot be read. Lay it flat on the reader, and keep still.",
    Doubt.RESTING: "Lift what lies on the reader first; then hold the next one.",
}
_ONE_TOKEN = "One at a time: several spaces were covered at once. Lift the token, then put it down in the middle."
_ASIDE = "The old file of tags could not be read; it is kept as {}."
_ONCE_MORE = "Tap it once more, to be sure."


class _UnderWay(NamedTuple):
    number: int
    by: Walker
    is_board: bool  # and has the board for itself, until it is over


class Walks:
    """`feel` every signal: it says what the others are to mind of it. `show` is called with every change."""

    def __init__(
        self,
        rig: Rig,
        household: Household,
        board: WalkedBoard,
        now_ms: Callable[[], int],
        show: Callable[[WalkView | None], None],
        mind: Callable[[Signal], None],
        *,
        is_tapped: bool = False,
    ) -> None:
        self._rig = rig
        self._household = household
        self._board = board
        self._now_ms = now_ms
        self._show = show
        self._mind = mind
        self._is_tapped = is_tapped
        self._count = 0
        self._under_way: _UnderWay | None = None
        self._walk = Walk("", ())
        self._readers = ListenedReaders(rig)
        self._arrival = Arrival(is_tapped)
        self._lost: dict[str, str] = {}

    # What is asked

    def answer(self, id: str, request: AboutWalks, by: Walker) -> Reply:
        match request:
            case BeginWalk():
                try:
                    return self._begin(id, request, by)
                except NoWalk as error:
                    return Reply(id, done=False, message=str(error))
            case StepWalk():
                return self._step(id, request)

    def _begin(self, id: str, request: BeginWalk, by: Walker) -> Reply:
        if self._under_way is not None and self._walk.target is not None and not request.instead:
            raise NoWalk(self._busy(self._under_way))
        bindings, (players, pieces) = self._household.bindings, self._household.players()
        walk = plan(request.what, bindings, players, pieces, again=request.again)
        is_board = isinstance(walk.steps[0], UnderSpace)
        require_devices(self._rig, is_board=is_board)
        self._end()
        self._count += 1
        self._under_way, self._walk = _UnderWay(self._count, by, is_board), enrolment.begun(walk, bindings)
        if self._walk.target is not None:
            self._listen()
        self._tell()
        left = len(enrolment.still_to_do(walk, bindings))
        said = f"{left} of {len(walk.steps)} still to do." if left else "Everything here has its tag already."
        return Reply(id, done=True, message=said, walk=self._count)

    def _busy(self, under_way: _UnderWay) -> str:
        view = self._view()
        by = under_way.by.name or "another screen"
        return f"{sentence(by).rstrip('.')} is enrolling {view.title} ({view.done} of {view.total}). Stop that first."

    def _step(self, id: str, request: StepWalk) -> Reply:
        if self._under_way is None or self._under_way.number != request.walk:
            return Reply(id, done=False, message="This walk is over. What was enrolled is kept.")
        if request.does == "stop":
            self._stop()
            return Reply(id, done=True, message="Stopped. What was enrolled is kept.")
        if request.step != self._walk.step or self._walk.target is None:
            return Reply(id, done=False, message="The walk has gone on meanwhile: look at what it asks for now.")
        return self._said(id, request)

    def _said(self, id: str, request: StepWalk) -> Reply:
        bindings = self._household.bindings
        match request.does:
            case "skip":
                self._change(enrolment.skip(self._walk, bindings))
            case "back":
                self._change(enrolment.back(self._walk))
            case _ if self._walk.held is None:
                return Reply(id, done=False, message="Nothing was asked.")
            case "no":
                self._change(enrolment.decline(self._walk))
            case "yes":
                self._keep(enrolment.agree(self._walk, bindings))
                return Reply(id, done=not self._walk.is_trouble, message=self._walk.told)
        return Reply(id, done=True)

    def leave(self, by: object) -> None:
        """Whoever began a walk has gone, and nobody would see what it asks for."""
        if self._under_way is not None and self._under_way.by is by:
            self._stop()

    def _stop(self) -> None:
        self._end()
        self._show(None)

    # How it goes

    def _listen(self) -> None:
        assert self._under_way is not None
        self._lost = {device.name: device.why for device in self._rig.health() if device.state == "lost"}
        if self._under_way.is_board:
            self._arrival = Arrival(self._is_tapped)
            self._rig.emit_spots(True)
            self._mind_all(self._board.begin(self._now_ms()))
        else:
            self._readers.begin()
        self._note_lost()

    def _end(self) -> None:
        """Readers that are listened to are so until they were empty for long enough: see `feel`."""
        if self._under_way is not None and self._under_way.is_board:
            self._give_board_back()
        self._under_way = None

    def _give_board_back(self) -> None:
        self._rig.emit_spots(False)
        self._mind_all(self._board.end(self._now_ms()))

    def _is_walking(self, *, is_board: bool) -> bool:
        under_way = self._under_way
        return under_way is not None and under_way.is_board == is_board and self._walk.target is not None

    def _change(self, walk: Walk) -> None:
        if walk == self._walk:
            return
        is_over = walk.target is None and self._walk.target is not None
        self._walk = walk
        if is_over and self._under_way is not None and self._under_way.is_board:
            self._give_board_back()
            self._under_way = self._under_way._replace(is_board=False)
        self._tell()

    def _tell(self) -> None:
        self._show(self._view() if self._under_way is not None else None)

    def _view(self) -> WalkView:
        assert self._under_way is not None
        number, by, _ = self._under_way
        return enrolment.walk_view(self._walk, self._household.bindings, number, by.name, is_tapped=self._is_tapped)

    def _hold(self, held: Held) -> None:
        walk, to_keep = enrolment.hold(self._walk, self._household.bindings, held)
        self._change(walk)
        if to_keep is not None:
            self._keep(to_keep)

    def _keep(self, bindings: Bindings | None) -> None:
        """Nobody hears that it is done before it is on the disk."""
        if bindings is None:
            return
        aside = ""
        try:
            if bindings != self._household.bindings:
                aside = self._household.keep(bindings)
        except OSError as error:
            why = (
                f"It cannot be saved ({error.strerror or error}), and was not enrolled. Make room, then hold it again."
            )
            self._change(enrolment.mishap(self._walk, why))
            return
        walk = enrolment.done(self._walk, bindings)
        self._change(enrolment.well_again(walk, f"{walk.told} {_ASIDE.format(aside)}") if aside else walk)

    # What is felt

    def feel(self, signal: Signal) -> tuple[Signal, ...]:
        """What the game is to mind of it."""
        match signal:
            case TagsRead(reader):
                self._read(reader, signal)
                return ()
            case TagPlaced(reader) | TagRemoved(reader) | TagsCrowded(reader):
                return () if reader in self._readers else (signal,)
            case DeviceLost(device) | DeviceFound(device):
                self._follow_device(device, signal)
            case SpotCovered():
                self._cover(signal)
                return ()
        return self._board.feel(signal)

    def look(self) -> None:
        """Now and then: a token must stand for a while."""
        if self._is_walking(is_board=True):
            self._arrive(self._arrival.look(self._now_ms()))

    def _read(self, reader: str, read: TagsRead) -> None:
        if reader not in self._readers:
            return
        now = self._readers.look(read)
        if not self._is_walking(is_board=False):
            self._readers.let_go_if_empty(reader)
        elif now.found:
            self._readers.lift_others(reader)
            self._hold(Held(uid=now.found))
        elif now.doubt is not None:
            self._change(enrolment.mishap(self._walk, _DOUBTS[now.doubt]))

    def _cover(self, covered: SpotCovered) -> None:
        if self._is_walking(is_board=True):
            self._arrive(self._arrival.feel(covered))
            if self._is_tapped and self._arrival.new:
                self._change(enrolment.well_again(self._walk, _ONCE_MORE))

    def _arrive(self, arrival: Arrival) -> None:
        self._arrival = arrival
        if arrival.is_crowded:
            self._change(enrolment.mishap(self._walk, _ONE_TOKEN))
        elif arrival.found:
            self._hold(Held(spot=arrival.found))

    def _follow_device(self, device: str, signal: DeviceLost | DeviceFound) -> None:
        if isinstance(signal, DeviceLost):
            self._lost[device] = signal.why
            self._forget(device)
            self._note_lost()
        elif self._lost.pop(device, "") and self._is_concerned(device):
            self._change(enrolment.well_again(self._walk, "It answers again."))

    def _forget(self, device: str) -> None:
        """What lay or stood there is not known any more; found again, it is no tap."""
        self._readers.forget(device)
        if not self._is_walking(is_board=False):
            self._readers.let_go(device)
        if device == BOARD:
            self._arrival = Arrival(self._is_tapped)

    def _note_lost(self) -> None:
        lost = [(name, why) for name, why in self._lost.items() if self._is_concerned(name)]
        for name, why in lost[:1]:
            what = "The board" if name == BOARD else f"The reader {name}"
            told = f"{what} does not answer: {why} What is enrolled is kept; it goes on when it answers."
            self._change(enrolment.mishap(self._walk, told))

    def _is_concerned(self, device: str) -> bool:
        if self._is_walking(is_board=True):
            return device == BOARD
        return self._is_walking(is_board=False) and device in self._readers

    def _mind_all(self, signals: Sequence[Signal]) -> None:
        for signal in signals:
            self._mind(signal)
