"""How it is told that something was taken back or done again: what it was, and whose cash it changed."""

from companion.rules.phrases import money
from companion.rules.state import Game


def taken_back(what: str, before: Game, after: Game) -> str:
    """`before` is the table with what is taken back, `after` without it."""
    return f"Taken back: {what}{_moved(before, after, 'gives back', 'gets back')}"


def done_again(what: str, before: Game, after: Game) -> str:
    return f"Done again: {what}{_moved(before, after, 'pays', 'gets')}"


def _moved(before: Game, after: Game, gives: str, gets: str) -> str:
    """Whose cash changed, and by how much; first those who have less of it now."""
    change = {old.name: new.cash - old.cash for old, new in zip(before.players, after.players, strict=True)}
    given = [f"{name} {gives} {money(-by)}" for name, by in change.items() if by < 0]
    got = [f"{name} {gets} {money(by)}" for name, by in change.items() if by > 0]
    return f" ({', '.join(given + got)})" if given or got else ""
