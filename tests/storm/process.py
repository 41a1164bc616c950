"""One life of the table's process: the session of the game on the disk, the desk for clients, hands at the table."""

from collections.abc import Callable
from typing import NamedTuple

from companion.play.acts import Act, RecordedMove, Start
from companion.rules.board import Board
from companion.table.games.session import Session, SessionDeps
from companion.table.messages.wire import Ask, Reply
from companion.table.server.dispatcher import Dispatcher
from companion.table.server.signal_controller import SignalController
from hardware.signals import BoardKind
from tests.storm.furniture import Furniture
from tests.storm.torn_disk import TornDisk

APP = "storm"
Attend = Callable[[str, Act], None]


class TableWiring(NamedTuple):
    """What is wired to the table. `attend` hears of every act before it is tried; `name` is that of the hands."""

    furniture: Furniture
    attend: Attend
    name: str


class TableProcess:
    """Opens the game, or begins one. Raises what Session raises."""

    def __init__(
        self, disk: TornDisk, deps: SessionDeps, start: Start | None = None, wiring: TableWiring | None = None
    ) -> None:
        self._dispatcher: Dispatcher | None = None
        self.controller: SignalController | None = None
        if start is None:
            self._session: Session = _AttendedSession(disk, deps, self._hear)
        else:
            self._session = _AttendedSession.create(disk, start, deps, self._hear)
        self._dispatcher = Dispatcher(self, APP)
        if wiring is not None:
            assert isinstance(self._session, _AttendedSession)
            self._session.attend = wiring.attend
            furniture = wiring.furniture
            self.controller = self._dispatcher.controller = SignalController(
                self,
                furniture.renew(),
                furniture.bindings,
                now_ms=furniture.clock.now_ms,
                send=self._dispatcher.send_prompts,
                name=wiring.name,
                board=furniture.board or BoardKind.IDENTIFYING,
                hand_dice=furniture.hand_dice,
            )

    @property
    def session(self) -> Session:
        return self._session

    @property
    def board(self) -> Board:
        return self._session.game.board

    def probe(self) -> None:
        self._session.probe()
        self._session.mind_past()
        self._session.do_upkeep()

    @property
    def dispatcher(self) -> Dispatcher:
        assert self._dispatcher is not None
        return self._dispatcher

    @property
    def trouble(self) -> str:
        return ""

    def prepare(self, _: Ask) -> None:
        return None

    def answer(self, ask: Ask) -> Reply:
        return Reply(ask.id, done=False, message="In a storm nothing is asked but moves.")

    def _hear(self, taken: RecordedMove) -> None:
        if self._dispatcher is not None:
            self._dispatcher.news(taken)
        if self.controller is not None:
            self.controller.news(taken)


class _AttendedSession(Session):
    """Reports every act before it is tried."""

    attend: Attend | None = None

    def give(self, id: str, act: Act, held: str = "") -> RecordedMove:
        if self.attend is not None:
            self.attend(id, act)
        return super().give(id, act, held)
