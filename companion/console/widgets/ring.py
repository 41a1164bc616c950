"""The board as a ring of forty spaces: each with its name on the group's colour, whose it is, and who stands there.

A side is one widget, and is painted only when one of its spaces has changed.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.theme import Theme
from textual.widget import Widget

from companion.console.colours import SeatMark, goal_style, group_looks, seat_marks
from companion.console.deed_chips import HOTEL, HOUSE, MORTGAGED
from companion.console.short_names import cut_to, short_names
from companion.console.state import ConsoleState
from companion.console.words import JAIL, cells
from companion.table.messages.views import TitleView, TokenPath

SPACES = 40
SIDES = {"top": range(20, 31), "left": range(19, 10, -1), "right": range(31, 40), "bottom": range(10, -1, -1)}
CORNERS = (0, 10, 20, 30)
PRICED = 8  # columns in which a price and more has room


class RingSpace(NamedTuple):
    """All that is drawn in a space."""

    name: str
    band: str = ""  # the style of its group; empty for a space without a deed
    is_corner: bool = False
    owner: SeatMark | None = None
    title: TitleView | None = None
    price: str = ""  # of a deed that is for sale
    tokens: tuple[SeatMark, ...] = ()
    jailed: tuple[SeatMark, ...] = ()
    step: int = 0  # of the token's way, counted like a finger on the board
    left_by: SeatMark | None = None  # the token that stood here until now
    goal_of: SeatMark | None = None
    is_chosen: bool = False  # the cursor is here
    goal_style: str = ""

    @property
    def ground(self) -> str:
        if self.is_chosen:
            return "reverse"
        return self.goal_style if self.goal_of is not None else "on $surface"

    @property
    def is_lit(self) -> bool:
        return self.is_chosen or self.goal_of is not None


class RingSizes(NamedTuple):
    """Of a space at the sides of the screen, and of a corner, with their gaps."""

    space: Size = Size(7, 1)
    corner: Size = Size(7, 1)

    def of(self, at: int) -> Size:
        if at in CORNERS:
            return self.corner
        is_beside = at in SIDES["left"] or at in SIDES["right"]
        return Size(self.corner.width, self.space.height) if is_beside else Size(self.space.width, self.corner.height)


class RingTapped(Message):
    def __init__(self, space: int) -> None:
        super().__init__()
        self.space = space


class RingSide(Widget):
    """One side of the ring. A tap names the space."""

    def __init__(self, name: str) -> None:
        super().__init__(id=f"side-{name}", classes="ring-side")
        self._at = SIDES[name]
        self._is_row = name in ("top", "bottom")
        self._sizes = RingSizes()
        self._spaces: tuple[RingSpace, ...] = ()

    def show(self, ring: Sequence[RingSpace], sizes: RingSizes) -> None:
        if sizes != self._sizes or not self._spaces:
            self._sizes = sizes
            all_sizes = [sizes.of(at) for at in self._at]
            across, down = sum(size.width for size in all_sizes), sum(size.height for size in all_sizes)
            self.styles.width = across if self._is_row else all_sizes[0].width
            self.styles.height = all_sizes[0].height if self._is_row else down
            self._spaces = ()
        if (spaces := tuple(ring[at] for at in self._at)) != self._spaces:
            self._spaces = spaces
            self.refresh()

    def render(self) -> Content:
        lines = [space_lines(one, self._sizes.of(at)) for at, one in zip(self._at, self._spaces, strict=False)]
        if not self._is_row:
            return Content("\n").join(line for of_one in lines for line in of_one)
        rows = range(self._sizes.corner.height if lines else 0)
        return Content("\n").join(Content("").join(of_one[row] for of_one in lines) for row in rows)

    def on_click(self, event: Click) -> None:
        event.stop()
        place, end = event.x if self._is_row else event.y, 0
        for at in self._at:
            size = self._sizes.of(at)
            end += size.width if self._is_row else size.height
            if place < end:
                self.post_message(RingTapped(at))
                return


# What is drawn


def ring_spaces(
    state: ConsoleState,
    sizes: RingSizes,
    theme: Theme,
    *,
    tokens: Mapping[int, tuple[SeatMark, ...]] | None = None,
    cursor: int = -1,
) -> tuple[RingSpace, ...]:
    """`tokens` are those on a sensed board, by space; without them, tokens are where the game says."""
    board, view = state.board, state.view
    if len(board.spaces) != SPACES:
        return ()
    looks, marks = group_looks(board.groups), seat_marks(view, theme) if view is not None else ()
    deeds = {deed.space: at for at, deed in enumerate(board.deeds)}
    players = view.players if view is not None else ()
    path = guided_path(state)
    found = []
    for at in range(SPACES):
        room = sizes.of(at).width - 1
        one = RingSpace(short_names(board, room)[at], is_corner=at in CORNERS, goal_style=goal_style(theme))
        if at in deeds and view is not None:
            deed, title = board.deeds[deeds[at]], view.titles[deeds[at]]
            owner = marks[title.owner] if title.owner >= 0 else None
            price = state.money(deed.price) if owner is None and room >= PRICED else ""
            name = short_names(board, room - 1)[at] if title.mortgaged else one.name  # beside an edge
            one = one._replace(name=name, band=looks[deed.group].style, owner=owner, title=title, price=price)
        elif at in deeds:
            one = one._replace(band=looks[board.deeds[deeds[at]].group].style)
        in_game = [player for player in players if player.space == at and not player.out]
        if tokens is None:
            free = tuple(marks[player.seat] for player in in_game if at != JAIL or player.jail < 0)
            jailed = tuple(marks[player.seat] for player in in_game if at == JAIL and player.jail >= 0)
            one = one._replace(tokens=free, jailed=jailed)
        else:
            one = one._replace(tokens=tokens.get(at, ()))
        if path is not None:
            mark, step = marks[path.seat], (at - path.start) % SPACES
            if at == path.goal:
                others = tuple(other for other in one.tokens if other != mark)
                one = one._replace(goal_of=mark, tokens=others)
            elif at == path.start and mark not in one.tokens:
                one = one._replace(left_by=mark)
            elif 0 < step < path.steps:
                one = one._replace(step=step)
        found.append(one._replace(is_chosen=at == cursor))
    return tuple(found)


def guided_path(state: ConsoleState) -> TokenPath | None:
    """Until the board has seen the token where it belongs; without a sensed board, until the next token moves."""
    if state.view is None or state.view.over or (path := state.view.path) is None:
        return None
    if state.view.players[path.seat].out or state.view.players[path.seat].space != path.goal:
        return None
    has_board = any(device.name == "board" and device.state == "present" for device in state.prompts.devices)
    return path if state.prompts.guides or not has_board else None


def space_lines(space: RingSpace, size: Size) -> list[Content]:
    """As many lines as the space has rows, and a gap of one column behind them."""
    room = max(size.width - 1, 0)
    if size.height == 1:
        standing = (*space.tokens, *((space.goal_of,) if space.goal_of else ()), *space.jailed)
        tokens = _tokens(standing, room, is_tight=True)
        left = max(room - tokens.cell_length, 0)
        style = "reverse" if space.is_chosen else space.band or "on $surface"
        return [_fit(Content(cut_to(space.name, left)), left, style) + tokens + " "]
    body = [Content("")] * (size.height - 1)
    body[0] = _second_line(space, room)
    foot = _foot(space, room)
    if size.height > 2 or foot.plain.strip():
        body[-1] = foot
    if size.height > 2 and len(space.tokens) > room:  # everybody on GO
        body[-2] = _tokens(space.tokens[room:], room)
    return [line + " " for line in (_band(space, room), *(_fit(line, room, space.ground) for line in body))]


def _band(space: RingSpace, room: int) -> Content:
    name = Content(space.name)
    if space.is_chosen:
        return _fit(name, room, "bold reverse")
    if not space.band:
        if space.is_lit:
            return _fit(name, room, f"bold {space.ground}")
        return _fit(name, room, "bold on $panel" if space.is_corner else "$foreground-muted on $surface")
    if space.title is not None and space.title.mortgaged:  # face down: only an edge has the colour
        fill = space.band.rpartition(" on ")[2]
        return Content.styled("▌", f"{fill} on $surface") + _fit(name, room - 1, "$foreground-muted on $surface")
    return _fit(name, room, space.band)


def _second_line(space: RingSpace, room: int) -> Content:
    """The owner and what is built; the price of what is for sale; who is in Jail."""
    if space.jailed:
        word = "in " if room > 5 else ""
        return Content(word) + _tokens(space.jailed, room - len(word))
    if space.owner is None or space.title is None:
        return Content.styled(space.price, "" if space.is_lit else "$foreground-muted")
    own = Content.assemble(("▌", "" if space.is_lit else space.owner.fill), (space.owner.letter, "bold"))
    built = space.title.buildings
    what, style = HOUSE * built, "bold" if space.is_lit else "bold $text-success"
    if built == 5:
        what, style = f" {HOTEL} ", "bold reverse"
    elif space.title.mortgaged:
        what, style = MORTGAGED, "bold"
    elif cells(what) > room - 3:
        what = f"{built}{HOUSE}"
    return own + " " * max(room - own.cell_length - cells(what), 0) + Content.styled(what, style)


def _foot(space: RingSpace, room: int) -> Content:
    """The tokens; where one must go, where it stood, and the steps between."""
    if space.goal_of is not None:
        is_wide = not space.tokens and room >= 5
        goal = Content.assemble("▶", space.goal_of.drawn(is_wide=is_wide), "◀")
        return goal + _tokens(space.tokens, room - goal.cell_length)
    if space.left_by is not None:
        return _tokens(space.tokens, room - 3) + Content.styled(f"({space.left_by.letter})", "bold $text-accent")
    tokens = _tokens(space.tokens[:room], room)
    step = str(space.step) if space.step else ""
    gap = room - tokens.cell_length - len(step)
    return tokens + " " * gap + Content.styled(step, "bold $text-accent") if gap >= 0 else tokens


def _tokens(marks: Sequence[SeatMark], room: int, *, is_tight: bool = False) -> Content:
    """Each with air around it if there is room."""
    count = len(marks)
    is_wide = not is_tight and 4 * count - 1 <= room
    is_loose = is_wide or (not is_tight and 2 * count - 1 <= room)
    shown = marks[: max(room, 0)]
    return Content(" " if is_loose else "").join(mark.drawn(is_wide=is_wide) for mark in shown)


def _fit(content: Content, room: int, style: str) -> Content:
    """Exactly so wide."""
    content = content.truncate(room) if content.cell_length > room else content
    return (content + " " * (room - content.cell_length)).stylize_before(style)
