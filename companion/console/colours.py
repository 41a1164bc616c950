"""The colours: of the themes, of players and of the colour groups, each with a sign that can be read without colour."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from textual.app import App
from textual.content import Content
from textual.theme import Theme

from companion.console.words import cells
from companion.table.messages.views import BoardPrint, BoardWords, GroupView, View

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
    variables={"border-blurred": "#3a5248", "input-selection-background": "#4fa98a 40%"},
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
    variables={"border-blurred": "#b5ab92"},
)
SIXTEEN = "ansi-dark"


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


class GroupChip(NamedTuple):
    text: str
    style: str


BARE, HOTEL, MORTGAGED, OTHERS = "▪", "H", "m", "·"


def legend(words: BoardWords) -> str:
    """How to read the marks behind a group's letters."""
    pieces = f"1-4 {words.houses}   {HOTEL} {words.hotel}"
    return f"{BARE} a deed   {pieces}   {MORTGAGED} mortgaged   {OTHERS} not theirs"


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


def group_chips(view: View, board: BoardPrint, seat: int) -> tuple[GroupChip, ...]:
    """A chip for every group in which the player has a deed, with a mark for every lot of the group."""
    known = group_looks(board.groups)
    marks = dict.fromkeys(known, "")
    for at, deed in enumerate(board.deeds):
        title = view.titles[at]
        if title.owner != seat:
            marks[deed.group] += OTHERS
        elif title.mortgaged:
            marks[deed.group] += MORTGAGED
        else:
            marks[deed.group] += (BARE, "1", "2", "3", "4", HOTEL)[title.buildings]
    looks = ((known[group], lots) for group, lots in marks.items())
    return tuple(GroupChip(look.letters + lots, look.style) for look, lots in looks if lots.strip(OTHERS))


def chip_rows(chips: tuple[GroupChip, ...], width: int, rows: int) -> list[Content]:
    """As many chips as there is room for, and how many more there are."""
    for count in range(len(chips), 0, -1):
        more = (GroupChip(f"+{len(chips) - count}", "bold"),) if count < len(chips) else ()
        lines: list[Content] = []
        for chip in (*chips[:count], *more):
            content = Content.styled(chip.text, chip.style)
            if lines and lines[-1].cell_length + 1 + content.cell_length <= width:
                lines[-1] = lines[-1] + " " + content
            else:
                lines.append(content)
        if len(lines) <= rows:
            return lines
    return [Content.styled(f"+{len(chips)}", "bold")] if chips else []
