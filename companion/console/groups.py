"""The colour groups as people see them: two letters, a colour, a mark for every lot. Readable without colour."""

from typing import NamedTuple

from textual.content import Content

from companion.table.messages.views import BoardPrint, View


class Look(NamedTuple):
    letters: str
    name: str
    style: str


# fmt: off
LOOKS = {
    "brown":      Look("BR", "brown",      "#ffffff on #7b4a2b"),
    "light-blue": Look("LB", "light blue", "#0b2430 on #9bd3ec"),
    "pink":       Look("PK", "pink",       "#2b0618 on #e583b4"),
    "orange":     Look("OR", "orange",     "#2e1500 on #f0984a"),
    "red":        Look("RD", "red",        "#ffffff on #b8323a"),
    "yellow":     Look("YE", "yellow",     "#2b2500 on #f2d544"),
    "green":      Look("GR", "green",      "#ffffff on #23794a"),
    "dark-blue":  Look("DB", "dark blue",  "#ffffff on #2f54a8"),
    "railroad":   Look("RR", "railroads",  "#f4f4f0 on #3c4144"),
    "utility":    Look("UT", "utilities",  "#16202a on #b9c3c9"),
}
# fmt: on
BARE, HOTEL, MORTGAGED, OTHERS = "▪", "H", "m", "·"
LEGEND = f"{BARE} a deed   1-4 houses   {HOTEL} hotel   {MORTGAGED} mortgaged   {OTHERS} not theirs"


class Chip(NamedTuple):
    text: str
    style: str


def chips(view: View, board: BoardPrint, seat: int) -> tuple[Chip, ...]:
    """A chip for every group of which the player has a deed; every lot of the group is a mark in it."""
    lots: dict[str, list[int]] = {group: [] for group in LOOKS}
    for at, deed in enumerate(board.deeds):
        lots[deed.group].append(at)
    return tuple(
        Chip(LOOKS[group].letters + "".join(_mark(view, at, seat) for at in deeds), LOOKS[group].style)
        for group, deeds in lots.items()
        if any(view.titles[at].owner == seat for at in deeds)
    )


def _mark(view: View, deed: int, seat: int) -> str:
    title = view.titles[deed]
    if title.owner != seat:
        return OTHERS
    if title.mortgaged:
        return MORTGAGED
    return BARE if not title.buildings else HOTEL if title.buildings == 5 else str(title.buildings)


def in_rows(found: tuple[Chip, ...], width: int, rows: int) -> list[Content]:
    """As many as there is room for, and how many more there are."""
    for count in range(len(found), 0, -1):
        more = (Chip(f"+{len(found) - count}", "bold"),) if count < len(found) else ()
        lines = _wrapped((*found[:count], *more), width)
        if len(lines) <= rows:
            return lines
    return [Content.styled(f"+{len(found)}", "bold")] if found else []


def _wrapped(found: tuple[Chip, ...], width: int) -> list[Content]:
    lines: list[Content] = []
    for chip in found:
        content = Content.styled(chip.text, chip.style)
        if lines and lines[-1].cell_length + 1 + content.cell_length <= width:
            lines[-1] = lines[-1] + " " + content
        else:
            lines.append(content)
    return lines
