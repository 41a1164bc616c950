"""The house of one process: the session of the game on the disk, and the desk at which clients are served."""

from companion.journal.codec import Start
from companion.storm.torn_disk import TornDisk
from companion.table.course import Taken
from companion.table.desk import Desk
from companion.table.messages import Ask, Reply
from companion.table.session import Means, Session

APP = "storm"


class House:
    """Opens the game, or begins it. Raises as Session does."""

    def __init__(self, disk: TornDisk, means: Means, start: Start | None = None) -> None:
        self._desk: Desk | None = None
        self._session = Session.create(disk, start, means, self._hear) if start else Session(disk, means, self._hear)
        self._desk = Desk(self, APP)

    @property
    def session(self) -> Session:
        return self._session

    @property
    def desk(self) -> Desk:
        assert self._desk is not None
        return self._desk

    @property
    def trouble(self) -> str:
        return ""

    def answer(self, ask: Ask) -> Reply:
        return Reply(ask.id, done=False, message="In a storm nothing is asked but moves.")

    def _hear(self, taken: Taken) -> None:
        if self._desk is not None:
            self._desk.news(taken)
