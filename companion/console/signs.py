"""A sign for each player's colour, for eyes and terminals that see none: a heart is red, a clover green."""

from textual.app import App
from textual.content import Content

from companion.console.colours import drawn

SIGNS = {
    "red": "♥",
    "blue": "■",
    "yellow": "●",
    "green": "♣",
    "purple": "◆",
    "orange": "☼",
    "white": "○",
    "teal": "♠",
}


def sign(colour: str, seat: int = 0) -> str:
    """For a colour that is not known here, that of the seat."""
    return SIGNS.get(colour) or list(SIGNS.values())[seat % len(SIGNS)]


def drawn_sign(app: App[object], colour: str, seat: int = 0) -> Content:
    return Content.styled(sign(colour, seat), drawn(colour, seat, app.current_theme))
