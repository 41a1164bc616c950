"""Games nobody would play: any legal command at any moment, from any table, under the same watch."""

from collections import Counter
from random import Random

from companion.rules.commands import Roll
from companion.rules.events import Paid
from tests.choices import Script
from tests.journeys import any_options, any_table, journey
from tests.kit import EVERY_GAME
from tests.players.games import GameOutcome, Setting, examine

MAX_COMMANDS = 200


def wander(asked: Setting, most: int = MAX_COMMANDS) -> GameOutcome:
    """From any table of the setting's book, so many commands; Disagreement or InvariantBroken if any is wrong."""
    choose = Script(Random(f"{asked.seed}/{asked.number}/unruly").randbytes(40 * most))
    rules = any_options(EVERY_GAME[asked.number % len(EVERY_GAME)], choose)
    walked, paid = list(journey(any_table(rules, choose, asked.board), choose, most)), Counter[str]()
    for step in walked:
        examine(step)
        paid.update(event.clauses[0] for event in step.events if isinstance(event, Paid))
    last = walked[-1].after
    throws = sum(isinstance(step.command, Roll) for step in walked)
    events = sum(len(step.events) for step in walked)
    return GameOutcome(throws, len(walked), events, last.bankruptcies(), last.over, paid)
