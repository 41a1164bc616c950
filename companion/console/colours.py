"""The colours: of the themes, of players and of the colour groups, each with a sign that can be read without colour."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from textual.app import App
from textual.color import Color
from textual.content import Content
from textual.theme import Theme

from companion.console.words import cells
from companion.table.messages.views import GroupView, View

# Themes: green felt in the evening, paper by day. A terminal of sixteen colours keeps its own.

FELT = Theme(
    name="felt",
    dark=True,
    background="#0f1815",
    surface="#16221d",
    panel="#22332c",
    foreground="#e9ede6",
    primary="#4fa98a",
    secondary="#7fb7c9",
    accent="#e2b659",
    success="#6cc287",
    warning="#e2b659",
    error="#e8776b",
    variables={
        "border-blurred": "#3a5248",
        "input-selection-background": "#4fa98a 40%",
        "goal": "#e2b659",
        "goal-ink": "#221800",
    },
)
PAPER = Theme(
    name="paper",
    dark=False,
    background="#f6f2e7",
    surface="#ece6d6",
    panel="#ddd5c0",
    foreground="#22281f",
    primary="#1f6b52",
    secondary="#2b5f74",
    accent="#7a5200",
    success="#1a6434",
    warning="#7a5200",
    error="#a3271f",
    variables={"border-blurred": "#b5ab92", "goal": "#e9c15f", "goal-ink": "#221800"},
)
SIXTEEN = "ansi-dark"


def goal_style(theme: Theme) -> str:
    """Where a token or a coin goes. Few colours have no gold of their own."""
    return "reverse" if theme.ansi else "$goal-ink on $goal"


def first_theme(color_system: str | None) -> str:
    return FELT.name if color_system in ("truecolor", "256") else SIXTEEN


# Players


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
MUTED = Shades("#5c6b64", "#a09880", "ansi_bright_black")
COLOUR_SYMBOLS = dict(zip(COLOURS, "♥■●♣◆☼○♠", strict=True))


def muted_colour(theme: Theme) -> str:
    """For players who are not in focus."""
    return _shade(theme, MUTED)


def player_colour(colour: str, seat: int, theme: Theme) -> str:
    """A colour by its name; the seat's own if the name is not known here."""
    return _shade(theme, COLOURS.get(colour) or list(COLOURS.values())[seat % len(COLOURS)])


def _shade(theme: Theme, shades: Shades) -> str:
    return shades.of_sixteen if theme.ansi else shades.on_dark if theme.dark else shades.on_light


def colour_symbol(colour: str, seat: int = 0) -> str:
    """For eyes and terminals that see no colours: a heart is red, a clover green."""
    return COLOUR_SYMBOLS.get(colour) or list(COLOUR_SYMBOLS.values())[seat % len(COLOUR_SYMBOLS)]


def drawn_symbol(app: App[object], colour: str, seat: int = 0) -> Content:
    return Content.styled(colour_symbol(colour, seat), player_colour(colour, seat, app.current_theme))


class SeatMark(NamedTuple):
    """A player in one letter, the same on the board, on the cards and in the log."""

    letter: str
    fill: str
    ink: str

    def drawn(self, *, is_wide: bool = True) -> Content:
        return Content.styled(f" {self.letter} " if is_wide else self.letter, f"bold {self.ink} on {self.fill}")


def seat_marks(view: View, theme: Theme) -> tuple[SeatMark, ...]:
    letters = _letters_for(tuple(player.name for player in view.players))
    fills = (player_colour(player.colour, player.seat, theme) for player in view.players)
    return tuple(SeatMark(letter, fill, ink_on(fill)) for letter, fill in zip(letters, fills, strict=True))


@lru_cache(maxsize=64)
def ink_on(colour: str) -> str:
    """Black or white, whichever can be read better on it."""
    if colour.startswith("ansi_"):
        return "ansi_black"
    channels = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in Color.parse(colour).normalized
    )
    red, green, blue = channels
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"


@lru_cache(maxsize=4)
def _letters_for(names: tuple[str, ...]) -> tuple[str, ...]:
    return letters_for(names)


def letters_for(names: Sequence[str]) -> tuple[str, ...]:
    """One letter for each name, from the name itself where possible, and never the same twice."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        own = filter(_is_letter, name.upper())
        found.append(next(letter for letter in (*own, str(number), *"ABCDEFGHI") if letter not in found))
    return tuple(found)


def _is_letter(character: str) -> bool:
    """A letter or digit that takes one column."""
    return character.isalnum() and cells(character) == 1


# Colour groups


class GroupLook(NamedTuple):
    letters: str
    name: str
    style: str


@lru_cache(maxsize=4)
def group_looks(groups: tuple[GroupView, ...]) -> dict[str, GroupLook]:
    """By the groups' ids. The letters come from the names, `LB` for light blue, and are never the same twice."""
    looks: dict[str, GroupLook] = {}
    for number, group in enumerate(groups):
        words = ["".join(filter(_is_letter, word)) for word in group.name.upper().split()]
        first, *others = [word for word in words if word] or [f"G{number}"]
        ways = [first[0] + letter for letter in (*(word[0] for word in others), *first[1:], *"0123456789")]
        taken = {look.letters for look in looks.values()}
        letters = next(way for way in ways if way not in taken)
        looks[group.id] = GroupLook(letters, group.name, f"{group.ink} on {group.colour}")
    return looks
