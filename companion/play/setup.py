"""What a game can start with: how many players, what they may be called, their pieces and their colours."""

import unicodedata
from collections.abc import Sequence

from companion.play.acts import Start
from companion.play.look_alikes import has_unseen, is_like_the_bank, look_alike, mixes_alphabets
from companion.rules.ids import PlayerId
from companion.rules.refusal import Code, Refusal

MIN_PLAYERS = 2
MAX_NAME = 24  # characters
MAX_TITLE = 60
TOKENS = ("Car", "Dog", "Hat", "Ship", "Iron", "Boot", "Thimble", "Cannon")
UNSEEN = "A name needs a letter or a digit, and nothing that cannot be seen."
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
    if problem := text_problem(name):
        return problem
    if has_unseen(name):
        return UNSEEN
    if mixes_alphabets(name):
        return f"{name} mixes letters of different alphabets that look the same: write it in one of them."
    if is_like_the_bank(name):
        return f"{name} is not a player."
    for other in others:
        if name.casefold() == other.casefold():
            return f"Two players cannot both be called {name}."
        if look_alike(name, other):
            return f"{name} looks like {other}, and nobody could tell them apart: choose another name."
    return ""


def text_problem(name: str) -> str:
    """The same, whoever else plays."""
    if not name:
        return "A player needs a name."
    if len(name) > MAX_NAME:
        return f"A name has at most {MAX_NAME} characters; this one has {len(name):,}."
    if not name.isprintable() or not any(char.isalnum() for char in name):
        return UNSEEN
    return ""


def start_problem(start: Start) -> str:
    """Why a game cannot have begun with these texts, as a sentence; empty if it can."""
    for name in start.names:
        if problem := text_problem(name):
            return problem
    if len(start.title) > MAX_TITLE:
        return f"A title has at most {MAX_TITLE} characters; this one has {len(start.title):,}."
    if any(len(token) > MAX_NAME for token in start.tokens):
        return f"A token has a name of at most {MAX_NAME} characters."
    if any(colour not in COLOURS for colour in start.colours):
        return "A player has a colour that there is not."
    if max(len(start.tokens), len(start.colours)) > len(start.names):
        return "There are more tokens than players."
    return ""


def seat_colours(chosen: Sequence[str], seats: int) -> tuple[str, ...]:
    """The colour of each seat: those that were chosen, and the first free ones for the others."""
    free = iter([name for name in COLOURS if name not in chosen])
    return tuple(name or next(free) for name in (*chosen, *[""] * (seats - len(chosen))))
