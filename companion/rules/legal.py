"""Everything anyone may do now. Each candidate is put to the engine itself, so this list cannot disagree with it."""

from companion.rules import (
    auction,
    bankruptcy,
    building,
    correction,
    debt,
    draw,
    ending,
    jail,
    mortgage,
    opening,
    purchase,
    rent,
    tax,
    trade,
    turn,
)
from companion.rules.commands import AnyCommand, Legal
from companion.rules.engine import unfold
from companion.rules.refusal import Refusal
from companion.rules.state import Game

_TOPICS = (
    opening, draw, tax, purchase, auction, debt, turn, jail, building, mortgage, trade, rent, bankruptcy, correction,
    ending,
)  # fmt: skip


def legal_commands(game: Game) -> tuple[Legal, ...]:
    """Everything anyone may do now; never empty before the end."""
    if game.over:
        return ()
    candidates = dict.fromkeys(legal for topic in _TOPICS for legal in topic.candidates(game))
    return tuple(legal for legal in candidates if _is_accepted(game, legal.example or legal.command))


def _is_accepted(game: Game, command: AnyCommand) -> bool:
    try:
        unfold(game, command)
    except Refusal:
        return False
    return True
