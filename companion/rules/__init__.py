"""The rules of five books: pure, complete, and importing nothing but the standard library and msgspec."""

from companion.rules.clauses import differences
from companion.rules.commands import Legal, Needs
from companion.rules.editions import EDITIONS
from companion.rules.engine import decide, evolve, legal_commands, legal_decisions, unfold
from companion.rules.invariants import InvariantBroken, check
from companion.rules.position import new_game
from companion.rules.refusal import Code, Refusal

__all__ = [
    "EDITIONS",
    "Code",
    "InvariantBroken",
    "Legal",
    "Needs",
    "Refusal",
    "check",
    "decide",
    "differences",
    "evolve",
    "legal_commands",
    "legal_decisions",
    "new_game",
    "unfold",
]
