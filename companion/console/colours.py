"""Each player's colour and letter: colours that colour-blind eyes tell apart, and a letter where there are none."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.theme import Theme

from companion.console.words import cells


class Shades(NamedTuple):
    """One colour as it is drawn on a dark ground, on paper, and by a terminal of sixteen colours."""

    on_dark: str
    on_light: str
    of_sixteen: str


# Chosen by search: clear of the background, and of each other as eyes with each kind of colour blindness see them.
# On paper white is ink.
# fmt: off
COLOURS = {
    "red":    Shades("#dd1144", "#dd5577", "ansi_bright_red"),
    "blue":   Shades("#6655ff", "#2200ff", "ansi_bright_blue"),
    "yellow": Shades("#ffcc00", "#554400", "ansi_bright_yellow"),
    "green":  Shades("#33ff99", "#336644", "ansi_bright_green"),
    "purple": Shades("#8866aa", "#bb00cc", "ansi_bright_magenta"),
    "orange": Shades("#cc7700", "#aa7711", "ansi_yellow"),
    "white":  Shades("#eeeeff", "#000000", "ansi_bright_white"),
    "teal":   Shades("#44aa99", "#0088aa", "ansi_bright_cyan"),
}
# fmt: on
ASIDE = Shades("#5c6b64", "#a09880", "ansi_bright_black")  # of whoever is not looked at


def aside(theme: Theme) -> str:
    return _on(theme, ASIDE)


def drawn(colour: str, seat: int, theme: Theme) -> str:
    """A colour by its name; for one that is not known here, that of the seat."""
    return _on(theme, COLOURS.get(colour) or list(COLOURS.values())[seat % len(COLOURS)])


def _on(theme: Theme, shades: Shades) -> str:
    return shades.of_sixteen if theme.ansi else shades.on_dark if theme.dark else shades.on_light


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """One for each player: of the name where that is possible, and never the same twice."""
    found: list[str] = []
    for seat, name in enumerate(names, 1):
        own = [letter for letter in name.upper() if letter.isalnum() and len(letter) == cells(letter) == 1]
        found.append(next(letter for letter in (*own, str(seat), *"ABCDEFGHI") if letter not in found))
    return tuple(found)
