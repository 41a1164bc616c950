"""Deeds as chips in the colours of their groups: by name where there is room, otherwise a mark for each lot."""

from collections.abc import Sequence

from textual.content import Content

from companion.console.colours import group_looks
from companion.console.short_names import short_names
from companion.table.messages.views import BoardPrint, BoardWords, PlayerView, TitleView, View

BARE, HOUSE, HOTEL, MORTGAGED, OTHERS = "▪", "⌂", "H", "m", "·"
NAMES = (14, 8)  # columns of a name, the best level first; the last level are codes such as RE▪2·
CODES = len(NAMES)
BANK = -1


def legend(words: BoardWords) -> str:
    """How to read the marks behind a group's letters."""
    pieces = f"1-4 or {HOUSE} {words.houses}   {HOTEL} {words.hotel}"
    return f"{BARE} a deed   {pieces}   {MORTGAGED} mortgaged   {OTHERS} not theirs"


def ring_legend(words: BoardWords) -> tuple[str, ...]:
    """How to read the marks on the board."""
    built = f"{HOUSE} {words.house}", f"{HOTEL} {words.hotel}", f"{MORTGAGED} mortgaged", f"{OTHERS} not theirs"
    return "▌A owner", *built, "(A) stood here", "1 2 3 steps", "▶A◀ goes here"


def deed_chips(view: View, board: BoardPrint, seat: int, level: int) -> tuple[Content, ...]:
    """A block for every group in which the player has a deed; a dot for each lot of it that is not theirs."""
    groups: dict[str, list[int]] = {group: [] for group in group_looks(board.groups)}
    for at, deed in enumerate(board.deeds):
        groups[deed.group].append(at)
    blocks = []
    for group, lots in groups.items():
        own = [at for at in lots if view.titles[at].owner == seat]
        if own:
            look = group_looks(board.groups)[group]
            if level == CODES:
                marks = "".join(_mark(view.titles[at]) if at in own else OTHERS for at in lots)
                blocks.append(Content.styled(look.letters + marks, look.style))
            else:
                missing = OTHERS * (len(lots) - len(own)) if seat != BANK else ""
                blocks.append(_named(view, board, own, missing, look.style, level))
    return tuple(blocks)


def _mark(title: TitleView) -> str:
    return MORTGAGED if title.mortgaged else (BARE, "1", "2", "3", "4", HOTEL)[title.buildings]


def _named(view: View, board: BoardPrint, own: Sequence[int], missing: str, style: str, level: int) -> Content:
    """Mortgaged is face down: only an edge has the colour."""
    names, fill = short_names(board, NAMES[level], is_bare=True), style.rpartition(" on ")[2]
    parts = []
    for at in own:
        title, name = view.titles[at], names[board.deeds[at].space]
        built = HOTEL if title.buildings == 5 else HOUSE * title.buildings
        if level and 0 < title.buildings < 5:
            built = f"{title.buildings}{HOUSE}"
        if title.mortgaged:
            parts.append(Content.assemble(("▌", fill), (f"{name} {MORTGAGED} ", "$foreground-muted on $panel")))
        else:
            parts.append(Content.styled(f" {name} {built} " if built else f" {name} ", style))
    return Content("").join(parts) + Content.styled(f"{missing} " if missing else "", style)


def jail_card_chip(player: PlayerView) -> tuple[Content, ...]:
    if not player.jail_cards:
        return ()
    count = f"×{player.jail_cards}" if player.jail_cards > 1 else ""
    return (Content.styled(f" JAIL CARD{count} ", "reverse"),)


def chip_rows(chips: Sequence[Content], widths: Sequence[int]) -> list[Content]:
    """As many chips as there is room for in rows of these widths, and how many more there are."""
    for count in range(len(chips), 0, -1):
        more = (Content.styled(f"+{len(chips) - count}", "bold"),) if count < len(chips) else ()
        lines = all_in_rows((*chips[:count], *more), widths)
        if lines is not None:
            return lines
    return [Content.styled(f"+{len(chips)}", "bold")] if chips and widths else []


def chip_level(view: View, board: BoardPrint, widths: Sequence[int]) -> int:
    """One level for everybody, the best that leaves no deed out."""
    for level in range(CODES):
        blocks = ((*jail_card_chip(one), *deed_chips(view, board, one.seat, level)) for one in view.players)
        if all(all_in_rows(chips, widths) is not None for chips in blocks):
            return level
    return CODES


def all_in_rows(chips: Sequence[Content], widths: Sequence[int]) -> list[Content] | None:
    """Each chip in the first row that has room for it. None if one has none."""
    lines = [Content("")] * len(widths)
    for chip in chips:
        for at, line in enumerate(lines):
            longer = line + " " + chip if line.plain else chip
            if longer.cell_length <= widths[at]:
                lines[at] = longer
                break
        else:
            return None
    return lines[: max((at + 1 for at, line in enumerate(lines) if line.plain), default=0)]
