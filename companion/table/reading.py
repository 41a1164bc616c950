"""A game as its journal holds it, read without opening it: nothing on the disk changes."""

from msgspec import Struct

from companion.journal import JournalDamaged
from companion.journal.chain import Chain
from companion.journal.codec import Start, decode_body, decode_head
from companion.journal.errors import what_is_saved
from companion.record.chance import Chance
from companion.rules.state import Game
from companion.table.course import Course
from companion.table.export import Step
from companion.table.session import Session


class Reading(Struct, frozen=True):
    """How it began, every entry since, and where that led."""

    start: Start
    steps: tuple[Step, ...]
    end: Game


def reading_of(session: Session) -> Reading:
    return Reading(session.start, tuple((taken.act, taken.events) for taken in session.moves), session.game)


def read_chain(chain: Chain, chance: Chance) -> Reading:
    """As far as it is proven. Raises JournalDamaged for what is proven and yet no game."""
    game = chain.head.game
    start = decode_head(chain.head.body, game)
    bodies = [decode_body(entry.body, game, entry.number) for entry in chain.entries]
    steps = tuple((body.act, body.events) for body in bodies)
    return Reading(start, steps, _end(start, steps, chance, game))


def _end(start: Start, steps: tuple[Step, ...], chance: Chance, game: str) -> Game:
    course = Course(start, chance)
    for number, (act, events) in enumerate(steps, start=1):
        try:
            course.take(number, act, events)
        except Exception as error:  # Whatever events that do not belong here bring the rules to raise.
            raise JournalDamaged(game, number, what_is_saved(number - 1), f"It does not fit ({error}).") from error
    return course.game
