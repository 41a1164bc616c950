"""The house of one process: the session of the game on the disk, the desk for clients, and hands at the table."""

from collections.abc import Callable
from typing import NamedTuple

from companion.play.acts import Act, RecordedMove, Start
from companion.table.games.session import Session, SessionDeps
from companion.table.messages import Ask, Reply
from companion.table.server.dispatcher import Dispatcher
from companion.table.server.signal_controller import SignalController
from hardware.signals import BoardKind
from tests.storm.furniture import Furniture
from tests.storm.torn_disk import TornDisk

APP = "storm"
Attend = Callable[[str, Act], None]


class Table(NamedTuple):
    """What is wired to the house, and who hears of every act before it is tried. `name` is that of the hands."""

    furniture: Furniture
    attend: Attend
    name: str


class House:
    """Opens the game, or begins it. Raises as Session does."""

    def __init__(
        self, disk: TornDisk, means: SessionDeps, start: Start | None = None, table: Table | None = None
    ) -> None:
        self._desk: Dispatcher | None = None
        self.hands: SignalController | None = None
        self._session = _opened(disk, means, self._hear, start)
        self._desk = Dispatcher(self, APP)
        if table is not None:
            self._session.attend = table.attend
            self.hands = self._desk.hands = self._minded(self._desk, table)

    def _minded(self, desk: Dispatcher, table: Table) -> SignalController:
        furniture = table.furniture
        return SignalController(
            self,
            furniture.renew(),
            furniture.bindings,
            now_ms=furniture.clock.now_ms,
            tell=desk.tell_at_hand,
            name=table.name,
            board=furniture.board or BoardKind.IDENTIFYING,
            hand_dice=furniture.hand_dice,
        )

    @property
    def session(self) -> Session:
        return self._session

    def probe(self) -> None:
        self._session.probe()

    @property
    def desk(self) -> Dispatcher:
        assert self._desk is not None
        return self._desk

    @property
    def trouble(self) -> str:
        return ""

    def answer(self, ask: Ask) -> Reply:
        return Reply(ask.id, done=False, message="In a storm nothing is asked but moves.")

    def _hear(self, taken: RecordedMove) -> None:
        if self._desk is not None:
            self._desk.news(taken)
        if self.hands is not None:
            self.hands.news(taken)


class _Attended(Session):
    """Says of every act that it is given, before it is tried."""

    attend: Attend | None = None

    def give(self, id: str, act: Act, held: str = "") -> RecordedMove:
        if self.attend is not None:
            self.attend(id, act)
        return super().give(id, act, held)


def _opened(disk: TornDisk, means: SessionDeps, hear: Callable[[RecordedMove], None], start: Start | None) -> _Attended:
    if start is None:
        return _Attended(disk, means, hear)
    begun = _Attended.create(disk, start, means, hear)
    assert isinstance(begun, _Attended)
    return begun
