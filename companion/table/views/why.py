"""Why: which clauses the open question rests on, and clauses in the words that were in force at a move."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.play.timeline import Timeline
from companion.rules.clauses import CLAUSES
from companion.rules.editions import Rules
from companion.rules.house_rules import house_rules_of
from companion.rules.opening import may_throw_to_start
from companion.rules.pending_steps import (
    AnyPendingStep,
    Auction,
    BusChoice,
    Buying,
    CardDue,
    Dealing,
    Debt,
    Interest,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
    UtilityThrowDue,
)
from companion.rules.phrases import and_list, setting
from companion.rules.state import Game
from companion.rules.turn_checks import open_steps
from companion.table.messages.requests import ExplainClauses
from companion.table.messages.views import ClauseView
from companion.table.messages.wire import Reply
from companion.table.views.log import how_owed

Clauses = tuple[str, ...]


class Reasons(NamedTuple):
    how: str
    clauses: Clauses


# The open question


def reasons(game: Game) -> Reasons:
    """For what the prompt says."""
    sums = (how_owed(game, step) for step in open_steps(game))
    return Reasons(" ".join(f"{one}." for one in sums if one), tuple(dict.fromkeys(_clauses(game))))


def _clauses(game: Game) -> Iterator[str]:
    if game.over:
        yield from ("WIN-1", *(("SHORT-6", "SHORT-7") if len(game.still_in()) > 1 else ()))
        return
    for step in open_steps(game):
        yield from _step_clauses(game, step)
    if game.offer is not None:
        yield from ("DEAL-1", "DEAL-5")
    if game.pending:
        return
    if may_throw_to_start(game):
        yield "SETUP-4"
    elif game.throw_due and game.players[game.turn].jail is not None:
        yield from ("JAIL-3", "JAIL-4", "JAIL-5")
    else:
        yield from ("TURN-2", "TURN-1") if game.throw_due and game.turn_throws else ("TURN-1",)


def _step_clauses(game: Game, step: AnyPendingStep) -> Clauses:
    match step:
        case Dealing():
            return ("SHORT-1",) if "short" in game.rules.variants else ("TIMED-2",)
        case Buying():
            return ("BUY-1", "BUY-2")
        case Auction(building=building):
            return ("STOCK-2" if building else "BUY-2", "AUCTION-1", "AUCTION-2", "AUCTION-3")
        case Debt(clauses=clauses):
            return (*clauses, "DEBT-1", "DEBT-2")
        case Interest(clauses=clauses) | UtilityThrowDue(clauses=clauses):
            return clauses
        case CardDue() | TaskDue():
            return ("CARD-1",)
        case TaxChoice():
            return ("TAX-1",)
        case BusChoice():
            return ("SPEED-4",)
        case Placing():
            return ("STOCK-2", "BUILD-2")
        case SpaceChoice():
            return ("SPEED-7",)
    raise ValueError(f"{step} waits for nobody")


# Clauses in words


def explain_clauses(id: str, timeline: Timeline | None, asked: ExplainClauses) -> Reply:
    if timeline is None:
        return Reply(id, done=False, message="No game is in play: there are no rules to explain.")
    unknown = [clause for clause in asked.clauses if clause not in CLAUSES]
    if unknown or not 0 <= asked.number <= timeline.number:
        what = f"clause {unknown[0][:20]!r}" if unknown else f"move {asked.number}"
        return Reply(id, done=False, message=f"There is no {what} in this game.")
    rules = (timeline.moves[asked.number - 1].before if asked.number else timeline.game).rules
    return Reply(id, done=True, message=describe_rules(rules), clauses=clause_views(rules, asked.clauses))


def clause_views(rules: Rules, clauses: Clauses) -> tuple[ClauseView, ...]:
    found = (CLAUSES[id] for id in dict.fromkeys(clauses))
    return tuple(ClauseView(clause.id, clause.title, clause.text(rules)) for clause in found)


def describe_rules(rules: Rules) -> str:
    """The book, with this table's variants and house rules."""
    variants = f", {and_list(rules.variants)} game" if rules.variants else ""
    options = [f"{name} {setting(value)}" for name, value in house_rules_of(rules).items()]
    return f"By {rules.title}{variants}{f'; house rules: {and_list(options)}' if options else ''}."
