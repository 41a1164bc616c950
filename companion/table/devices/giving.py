"""Acts given to the game in play, each with an id of its own."""

from collections.abc import Sequence
from itertools import count

from companion.play.acts import Act
from companion.rules import Refusal
from companion.rules.refusal import Code
from companion.table.session import NotSaved, OurMistake, Session
from companion.table.staff import Host

_HALF_DONE = "A part of it was done: look at the last moves on the screen, and take back what should not be."


class Giving:
    """`name` begins every id: no act has that of one before a restart."""

    def __init__(self, host: Host, name: str) -> None:
        self._host = host
        self._ids = (f"{name}-{number}" for number in count(1))

    @property
    def session(self) -> Session:
        """Raises Refusal without one."""
        if self._host.session is None:
            raise not_now("No game is in play.")
        return self._host.session

    def give_all(self, acts: Sequence[Act]) -> int:
        """The number of the last. Raises Refusal, OurMistake or NotSaved, and says so if a part was done."""
        number = 0
        try:
            for act in acts:
                number = self._give(act)
        except (Refusal, OurMistake, NotSaved) as error:
            if not number:
                raise
            raise NotSaved(f"{_HALF_DONE} {error}", known=False) from error
        return number

    def _give(self, act: Act) -> int:
        return self.session.give(next(self._ids), act).number


def not_now(why: str) -> Refusal:
    return Refusal(Code.WRONG_MOMENT, (), why)
