"""The game in play as it was when somebody asked: a snapshot that any thread may read."""

from companion.play.timeline import Timeline
from companion.table.games.session import Session


class InPlay:
    """The game in play as it is now, if there is one."""

    def __init__(self, session: Session | None, next_one: str = "") -> None:
        """`next_one` is what a table would resume, if none is running."""
        self.id = session.game_id if session is not None else ""
        self.next_one = next_one
        self._timeline = session.timeline.snapshot() if session is not None else None

    @property
    def timeline(self) -> Timeline | None:
        return self._timeline

    def timeline_of(self, id: str) -> Timeline | None:
        return self._timeline if id == self.id else None

    def has(self, id: str) -> bool:
        """Is this the game in play? With no table, in play is what the next table resumes."""
        return self.timeline_of(id) is not None or id == self.next_one
