"""What a game can start with: how many players, what they may be called, their pieces and their colours."""

import unicodedata
from collections.abc import Sequence

from companion.rules.ids import PlayerId
from companion.rules.refusal import Code, Refusal

MIN_PLAYERS = 2
MAX_NAME = 24  # characters
MAX_TITLE = 60
TOKENS = ("Car", "Dog", "Hat", "Ship", "Iron", "Boot", "Thimble", "Cannon")
COLOURS = ("red", "blue", "yellow", "green", "purple", "orange", "white", "teal")


def require_name(name: str, seat: PlayerId, names: Sequence[str]) -> str:
    """The name, tidied. Raises Refusal if there is no such seat or the name will not do."""
    if not 0 <= seat < len(names):
        raise Refusal(Code.UNKNOWN_NAME, "SETUP-1", "There is no such player.")
    others = [other for index, other in enumerate(names) if index != seat]
    if problem := name_problem(tidied(name), others):
        raise Refusal(Code.UNKNOWN_NAME, "SETUP-1", problem)
    return tidied(name)


def tidied(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())


def name_problem(name: str, others: Sequence[str]) -> str:
    """Why this cannot be a player's name, as a sentence; empty if it can."""
    if not name:
        return "A player needs a name."
    if len(name) > MAX_NAME:
        return f"A name has at most {MAX_NAME} characters; this one has {len(name)}."
    if not name.isprintable() or not any(char.isalnum() for char in name):
        return "A name needs a letter or a digit, and nothing that cannot be seen."
    if name.casefold() in ("bank", "the bank", "pot", "the pot"):
        return f"{name} is not a player."
    if name.casefold() in [other.casefold() for other in others]:
        return f"Two players cannot both be called {name}."
    return ""


def seat_colours(chosen: Sequence[str], seats: int) -> tuple[str, ...]:
    """The colour of each seat: those that were chosen, and the first free ones for the others."""
    free = iter([name for name in COLOURS if name not in chosen])
    return tuple(name or next(free) for name in (*chosen, *[""] * (seats - len(chosen))))
