"""Why: what the question of the moment rests on, and clauses in the words that were in force when it happened."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from companion.rules.clauses import CLAUSES
from companion.rules.editions import Rules
from companion.rules.house_rules import house_rules_of
from companion.rules.opening import may_throw_to_start
from companion.rules.pending_steps import (
    AnyMatter,
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
from companion.rules.turn_checks import open_matters
from companion.table.games.session import Session
from companion.table.messages import ClauseView, Explain, Reply
from companion.table.shown.sums import how_owed

Clauses = tuple[str, ...]


class Reasons(NamedTuple):
    how: str
    clauses: Clauses


# The question of the moment


def reasons(game: Game) -> Reasons:
    """Of what the prompt says."""
    clauses = tuple(dict.fromkeys(_clauses(game)))
    sums = map(how_owed, open_matters(game))
    return Reasons(" ".join(f"{one}." for one in sums if one), clauses)


def _clauses(game: Game) -> Iterator[str]:
    if game.over:
        yield from ("WIN-1", *(("SHORT-6", "SHORT-7") if len(game.still_in()) > 1 else ()))
        return
    for matter in open_matters(game):
        yield from _MATTERS[type(matter)](game, matter)
    if game.offer is not None:
        yield from ("DEAL-1", "DEAL-5")
    if not game.agenda:
        yield from _turn(game)


def _turn(game: Game) -> Clauses:
    if may_throw_to_start(game):
        return ("SETUP-4",)
    if game.throw_due and game.players[game.turn].jail is not None:
        return ("JAIL-3", "JAIL-4", "JAIL-5")
    return ("TURN-2", "TURN-1") if game.throw_due and game.turn_throws else ("TURN-1",)


def _dealing(game: Game, _: Dealing) -> Clauses:
    return ("SHORT-1",) if "short" in game.rules.variants else ("TIMED-2",)


def _debt(_: Game, matter: Debt) -> Clauses:
    return (*matter.clauses, "DEBT-1", "DEBT-2")


def _own(_: Game, matter: Any) -> Clauses:
    clauses: Clauses = matter.clauses
    return clauses


def _named(*clauses: str) -> Callable[[Game, Any], Clauses]:
    return lambda _, __: clauses


_MATTERS: dict[type[AnyMatter], Callable[[Game, Any], Clauses]] = {
    Dealing: _dealing,
    Buying: _named("BUY-1", "BUY-2"),
    Auction: lambda _, matter: (
        *(("STOCK-2",) if matter.building else ("BUY-2",)),
        "AUCTION-1",
        "AUCTION-2",
        "AUCTION-3",
    ),
    Debt: _debt,
    Interest: _own,
    CardDue: _named("CARD-1"),
    TaskDue: _named("CARD-1"),
    UtilityThrowDue: _own,
    TaxChoice: _named("TAX-1"),
    BusChoice: _named("SPEED-4"),
    SpaceChoice: _named("SPEED-7"),
    Placing: _named("STOCK-2", "BUILD-2"),
}


# Clauses in words


def explained(id: str, session: Session | None, asked: Explain) -> Reply:
    if session is None:
        return Reply(id, done=False, message="No game is in play: there are no rules to explain.")
    unknown = [clause for clause in asked.clauses if clause not in CLAUSES]
    if unknown or not 0 <= asked.number <= session.number:
        what = f"clause {unknown[0][:20]!r}" if unknown else f"move {asked.number}"
        return Reply(id, done=False, message=f"There is no {what} in this game.")
    rules = (session.moves[asked.number - 1].before if asked.number else session.game).rules
    return Reply(id, done=True, message=by_rules(rules), clauses=clause_views(rules, asked.clauses))


def clause_views(rules: Rules, clauses: Clauses) -> tuple[ClauseView, ...]:
    found = (CLAUSES[id] for id in dict.fromkeys(clauses))
    return tuple(ClauseView(clause.id, clause.title, clause.text(rules)) for clause in found)


def by_rules(rules: Rules) -> str:
    """Which book it is, with everything that makes it this table's."""
    variants = f", {and_list(rules.variants)} game" if rules.variants else ""
    options = [f"{name} {setting(value)}" for name, value in house_rules_of(rules).items()]
    return f"By {rules.title}{variants}{f'; house rules: {and_list(options)}' if options else ''}."
