"""A game as its journal holds it, read without opening it: nothing on the disk changes."""

from msgspec import Struct

from companion.journal.chain import HashChain
from companion.journal.codec import decode_body, decode_head
from companion.play.acts import Start
from companion.record.chance import Chance
from companion.rules.state import Game
from companion.table.course import Course, taken
from companion.table.games.export import Step
from companion.table.session import Session


class Reading(Struct, frozen=True):
    """How it began, every entry since, and where that led."""

    start: Start
    steps: tuple[Step, ...]
    end: Game


def reading_of(session: Session) -> Reading:
    return Reading(session.start, tuple((taken.act, taken.events) for taken in session.moves), session.game)


def read_chain(chain: HashChain, chance: Chance) -> Reading:
    """As far as it is proven. Raises JournalDamaged for what is proven and yet no game."""
    game = chain.head.game
    start = decode_head(chain.head.body, game)
    course, bodies = Course(start, chance), [decode_body(entry.body, game, entry.number) for entry in chain.entries]
    for number, body in enumerate(bodies, start=1):
        taken(course, game, number, body)
    return Reading(start, tuple((body.act, body.events) for body in bodies), course.game)
