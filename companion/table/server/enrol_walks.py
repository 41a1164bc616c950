"""The walk under way in which tags are enrolled: what readers and board tell of it, and what is kept.

While tags are enrolled a tap is not a gesture, nor afterwards until the reader was empty for a while.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from companion.rules.board import Board
from companion.rules.lists import sentence
from companion.table.gestures import enrolment
from companion.table.gestures.enrol_reads import ReadDoubt, SteadySpot
from companion.table.gestures.enrolment import CannotEnrol, EnrolWalk, HeldItem, SpaceSpot, plan_walk
from companion.table.gestures.tags import Bindings
from companion.table.messages.requests import BeginWalk, StepWalk, WalkRequest
from companion.table.messages.views import WalkView
from companion.table.messages.wire import Reply
from companion.table.server.enrol_devices import BOARD, EnrolReaders, WalkedBoard, require_devices
from companion.table.server.ports import EnrolRig
from hardware.signals import (
    DeviceFound,
    DeviceLost,
    Signal,
    SpotCovered,
    TagPlaced,
    TagRemoved,
    TagsCrowded,
    TagsRead,
    TokenLifted,
    TokenSeen,
)

_DOUBTS = {
    ReadDoubt.CROWDED: "One at a time: several tags lie there. Lift them all, then hold one.",
    ReadDoubt.UNCLEAR: "Something is there but cannot be read. Lay it flat on the reader, and keep still.",
    ReadDoubt.RESTING: "Lift what lies on the reader first; then hold the next one.",
}
_ONE_TOKEN = "One at a time: several spaces were covered at once. Lift the token, then put it down in the middle."
_ASIDE = "The old file of tags could not be read; it is kept as {}."
_ONCE_MORE = "Tap it once more, to be sure."
_WHICH_READER = "This table has several readers: {}. Hold any tag to the one that you want to use."
_THIS_READER = "The reader {}. Lift that tag again."
CHOOSING = -1  # the step before the first, in which a reader is chosen
_NOT_SAVED = "It cannot be saved ({}), and was not enrolled. Make room, then hold it again."


class TagStore(Protocol):
    """`keep` returns when the bindings are on the disk and everybody uses them. It raises OSError."""

    @property
    def bindings(self) -> Bindings: ...

    @property
    def board(self) -> Board:
        """Of the game in play; without one, the household's usual board."""

    def keep(self, bindings: Bindings) -> str: ...

    def players(self) -> tuple[Sequence[str], Sequence[str]]:
        """Names and pieces in the game in play."""


class Walker(Protocol):
    """Whoever began the walk, known by identity."""

    @property
    def name(self) -> str: ...


class _UnderWay(NamedTuple):
    number: int
    by: Walker
    is_board: bool  # and has the board for itself until it is over


def walk_view(walk: EnrolWalk, bindings: Bindings, number: int, by: str, *, is_tapped: bool = False) -> WalkView:
    return WalkView(
        number,
        walk.step,
        walk.title,
        enrolment.walk_prompt(walk, bindings, is_tapped=is_tapped),
        len(walk.steps) - len(enrolment.still_to_do(walk, bindings)),
        len(walk.steps),
        walk.told,
        walk.is_trouble,
        enrolment.walk_question(walk),
        walk.target is None,
        by,
    )


class EnrolWalks:
    """One walk at a time. `feel` gets every signal, and `mind` those that the game should hear; `show` every change."""

    def __init__(
        self,
        rig: EnrolRig,
        tags: TagStore,
        now_ms: Callable[[], int],
        show: Callable[[WalkView | None], None],
        mind: Callable[[Signal], None],
        *,
        is_tapped: bool = False,
    ) -> None:
        self._rig = rig
        self._tags = tags
        self._board = WalkedBoard(is_tapped=is_tapped)
        self._now_ms = now_ms
        self._show = show
        self._mind = mind
        self._is_tapped = is_tapped
        self._count = 0
        self._under_way: _UnderWay | None = None
        self._walk = EnrolWalk(tags.board, "", ())
        self._readers = EnrolReaders(rig)
        self._is_choosing = False  # which of several readers is used
        self._chosen = ""  # empty: any of them
        self._spot = SteadySpot(is_tapped)
        self._lost: dict[str, str] = {}

    # What people ask for

    def answer(self, id: str, request: WalkRequest, by: Walker) -> Reply:
        match request:
            case BeginWalk():
                try:
                    return self._begin(id, request, by)
                except CannotEnrol as error:
                    return Reply(id, done=False, message=str(error))
            case StepWalk():
                return self._step(id, request)

    def _begin(self, id: str, request: BeginWalk, by: Walker) -> Reply:
        if self._under_way is not None and self._walk.target is not None and not request.instead:
            view, name = self._view(self._under_way), self._under_way.by.name or "another screen"
            progress = f"{view.title} ({view.done} of {view.total})"
            raise CannotEnrol(f"{sentence(name).rstrip('.')} is enrolling {progress}. Stop that first.")
        bindings, (players, pieces) = self._tags.bindings, self._tags.players()
        walk = plan_walk(self._tags.board, request.what, bindings, players, pieces, again=request.again)
        is_board = isinstance(walk.steps[0], SpaceSpot)
        require_devices(self._rig, is_board=is_board)
        self._end()
        self._is_choosing, self._chosen = not is_board and len(self._answering()) > 1, ""
        self._count += 1
        self._under_way, self._walk = _UnderWay(self._count, by, is_board), enrolment.begun(walk, bindings)
        if self._walk.target is not None:
            self._lost = {device.name: device.why for device in self._rig.health() if device.state == "lost"}
            if is_board:
                self._spot = SteadySpot(self._is_tapped)
                self._rig.emit_spots(True)
                self._mind(self._board.begin(self._now_ms()))
            else:
                self._readers.begin()
            self._note_lost()
        self._tell()
        left = len(enrolment.still_to_do(walk, bindings))
        message = f"{left} of {len(walk.steps)} still to do." if left else "Everything here has its tag already."
        return Reply(id, done=True, message=message, walk=self._count)

    def _step(self, id: str, request: StepWalk) -> Reply:
        if self._under_way is None or self._under_way.number != request.walk:
            return Reply(id, done=False, message="This has ended. What was enrolled is kept.")
        if request.does == "stop":
            self._stop()
            return Reply(id, done=True, message="Stopped. What was enrolled is kept.")
        if self._is_choosing and request.step == CHOOSING:
            self._choose("")  # whatever was answered: any of them will do
            return Reply(id, done=True)
        if self._is_choosing or request.step != self._walk.step or self._walk.target is None:
            return Reply(id, done=False, message="It has gone on meanwhile: look at what it asks for now.")
        bindings = self._tags.bindings
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
        """Whoever began the walk has gone, so nobody would see what it asks for."""
        if self._under_way is not None and self._under_way.by is by:
            self._stop()

    def _stop(self) -> None:
        self._end()
        self._show(None)

    # How it goes

    def _end(self) -> None:
        """The readers stay in use until they were empty for long enough; see `_read`."""
        if self._under_way is not None and self._under_way.is_board:
            self._give_board_back()
        self._under_way = None

    def _give_board_back(self) -> None:
        self._rig.emit_spots(False)
        for signal in self._board.end(self._now_ms()):
            self._mind(signal)

    def _is_walking(self, *, is_board: bool) -> bool:
        under_way = self._under_way
        return under_way is not None and under_way.is_board == is_board and self._walk.target is not None

    def _change(self, walk: EnrolWalk) -> None:
        if walk == self._walk:
            return
        is_over = walk.target is None and self._walk.target is not None
        self._walk = walk
        if is_over and self._under_way is not None and self._under_way.is_board:
            self._give_board_back()
            self._under_way = self._under_way._replace(is_board=False)
        self._tell()

    def _tell(self) -> None:
        self._show(self._view(self._under_way) if self._under_way is not None else None)

    def _view(self, under_way: _UnderWay) -> WalkView:
        bindings, walk = self._tags.bindings, self._walk
        view = walk_view(walk, bindings, under_way.number, under_way.by.name, is_tapped=self._is_tapped)
        if not self._is_choosing or walk.target is None:
            return view
        return replace(view, step=CHOOSING, prompt=_WHICH_READER.format(", ".join(self._answering())))

    def _answering(self) -> list[str]:
        """The readers that are there."""
        return [one.name for one in self._rig.health() if one.name in self._rig.readers and one.state == "present"]

    def _choose(self, reader: str) -> None:
        self._is_choosing, self._chosen = False, reader
        if reader:
            self._walk = enrolment.well_again(self._walk, _THIS_READER.format(reader))
        self._tell()

    def _hold(self, held: HeldItem) -> None:
        walk, to_keep = enrolment.hold(self._walk, self._tags.bindings, held)
        self._change(walk)
        self._keep(to_keep)

    def _keep(self, bindings: Bindings | None) -> None:
        """Nobody hears that it is done before it is on the disk."""
        if bindings is None:
            return
        aside = ""
        try:
            if bindings != self._tags.bindings:
                aside = self._tags.keep(bindings)
        except OSError as error:
            self._change(enrolment.mishap(self._walk, _NOT_SAVED.format(error.strerror or error)))
            return
        walk = enrolment.done(self._walk, bindings)
        self._change(enrolment.well_again(walk, f"{walk.told} {_ASIDE.format(aside)}") if aside else walk)

    # What the devices tell

    def feel(self, signal: Signal) -> None:
        match signal:
            case TagsRead():
                self._read(signal)
                return
            case TagPlaced(reader) | TagRemoved(reader) | TagsCrowded(reader) if reader in self._readers:
                return
            case SpotCovered():
                if self._is_walking(is_board=True):
                    self._arrive(self._spot.feel(signal))
                    if self._is_tapped and self._spot.new:
                        self._change(enrolment.well_again(self._walk, _ONCE_MORE))
                return
            case DeviceLost(device, why):
                self._lose(device, why)
            case DeviceFound(device):
                if self._lost.pop(device, "") and self._is_concerned(device):
                    self._change(enrolment.well_again(self._walk, "It answers again."))
        is_boards = isinstance(signal, TokenSeen | TokenLifted | DeviceLost | DeviceFound)
        if not is_boards or self._board.feel(signal):
            self._mind(signal)

    def look(self) -> None:
        """Called now and then: a token must stand for a while."""
        if self._is_walking(is_board=True):
            self._arrive(self._spot.look(self._now_ms()))

    def _read(self, read: TagsRead) -> None:
        if read.reader not in self._readers:
            return
        now = self._readers.look(read)
        if not self._is_walking(is_board=False):
            self._readers.let_go_if_empty(read.reader)
        elif self._chosen not in ("", read.reader):
            return
        elif now.found and self._is_choosing:
            self._choose(read.reader)
        elif now.found:
            self._readers.lift_others(read.reader)
            self._hold(HeldItem(uid=now.found))
        elif now.doubt is not None:
            self._change(enrolment.mishap(self._walk, _DOUBTS[now.doubt]))

    def _arrive(self, spot: SteadySpot) -> None:
        self._spot = spot
        if spot.is_crowded:
            self._change(enrolment.mishap(self._walk, _ONE_TOKEN))
        elif spot.found:
            self._hold(HeldItem(spot=spot.found))

    def _lose(self, device: str, why: str) -> None:
        """What lay or stood there is not known any more. When the device is found again, it is not a tap."""
        self._lost[device] = why
        self._readers.forget(device)
        if not self._is_walking(is_board=False):
            self._readers.let_go(device)
        if device == BOARD:
            self._spot = SteadySpot(self._is_tapped)
        self._note_lost()

    def _note_lost(self) -> None:
        lost = [(name, why) for name, why in self._lost.items() if self._is_concerned(name)]
        for name, why in lost[:1]:
            what = "The board" if name == BOARD else f"The reader {name}"
            told = f"{what} does not answer: {why} What is enrolled is kept; it goes on when it answers."
            self._change(enrolment.mishap(self._walk, told))

    def _is_concerned(self, device: str) -> bool:
        if self._is_walking(is_board=True):
            return device == BOARD
        is_used = device in self._readers and self._chosen in ("", device)
        return self._is_walking(is_board=False) and is_used
