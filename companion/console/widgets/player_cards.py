"""The players: cards beside the ring with the cash in large digits, or lines of a table where there is no ring.

Everybody has the name and whose turn it is, the cash and what the last move did to it, deeds, and where the token is.
"""

from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click
from textual.widget import Widget

from companion.console.colours import SeatMark, seat_marks
from companion.console.console_screen import Chosen
from companion.console.deed_chips import CODES, chip_level, chip_rows, deed_chips, jail_card_chip
from companion.console.large_type import large_amount
from companion.console.plan import TablePlan, screen_plan
from companion.console.short_names import short_names
from companion.console.state import ConsoleState
from companion.console.words import JAIL, cells, first_that_fits, shorten
from companion.table.messages.views import PlayerView

PLAYERS_MAX = 8
UP, DOWN = "▲", "▼"
INDENT = 5  # columns: the turn's mark, and the player's letter with air around it
BESIDE = 6  # rows from which deeds stand under the cash, and not beside it
NAME_LEAST = 8  # columns, so that sums stand well apart from short names
AIRY = 8  # rows from which there is a blank one above the deeds


class CardLook(NamedTuple):
    """The same for all players of a screen, so that sums stand in one column and deeds are written alike."""

    has_ring: bool = False
    width: int = 0
    rows: int = 1
    name: int = 0  # columns
    cash: int = 0  # columns
    is_large: bool = False
    level: int = CODES  # how deeds are written

    @property
    def chip_widths(self) -> tuple[int, ...]:
        """Of the rows that deeds have."""
        if not self.has_ring:
            taken = INDENT + self.name + 1 + self.cash + 2
            return (max(self.width - INDENT - 1, 1),) if self.rows > 1 else (max(self.width - taken, 0),)
        under = max(self.width - INDENT - 1, 1)
        beside = under - self.cash if self.is_large else under
        if self.rows < BESIDE:  # the cash is three rows high
            return ((beside,) * 2 + (under,) * self.rows)[: self.rows - 1]
        return (under,) * (self.rows - (4 if self.rows < AIRY else 5))


class PlayerCard(Widget):
    """Cash is always written whole. What has no room is left out, and can be read on the player's own sheet."""

    def __init__(self, seat: int) -> None:
        super().__init__(id=f"player-{seat}")
        self.seat = seat
        self._state = ConsoleState()
        self.look = CardLook()
        self._shown: object = None

    def show(self, state: ConsoleState, look: CardLook) -> None:
        self._state, self.look = state, look
        view, player = state.view, self._player()
        if view is None or player is None:
            return
        mark = seat_marks(view, self.app.current_theme)[self.seat]
        deeds = tuple(chip.plain for chip in deed_chips(view, state.board, self.seat, look.level))
        now = player, mark, view.turn, view.over, view.winners, deeds, state.board, view.tokens, look, self.app.theme
        if now == self._shown:
            return
        self._shown = now
        self.set_class(self._is_at_turn, "-turn")
        self.set_class(bool(player.out), "-out")
        self.set_class(self.seat in view.winners, "-winner")
        self.refresh()

    def _player(self) -> PlayerView | None:
        view = self._state.view
        return view.players[self.seat] if view and self.seat < len(view.players) else None

    @property
    def _is_at_turn(self) -> bool:
        view = self._state.view
        return view is not None and view.turn == self.seat and not view.over

    def render(self) -> Content:
        player, state, look = self._player(), self._state, self.look
        if player is None or state.view is None:
            return Content("")
        mark = seat_marks(state.view, self.app.current_theme)[self.seat]
        is_winner = self.seat in state.view.winners
        head = self._head(player, mark, "★" if is_winner else "▶" if self._is_at_turn else " ")
        if not look.has_ring:
            lines = self._table_lines(player, head)
        else:
            lines = self._card_lines(player, head)
        return Content("\n").join(lines[: max(look.rows, 1)])

    def _head(self, player: PlayerView, mark: SeatMark, sign: str) -> Content:
        name = shorten(player.name, self.look.name)
        style = "$text-disabled" if player.out else "bold $text-accent" if sign != " " else "bold"
        blank = " " * (self.look.name - cells(name))
        letter = mark.drawn() if not player.out else Content(f" {mark.letter} ")
        return Content.assemble((sign, "bold $text-accent"), letter, " ", (name, style), blank)

    # Without a ring

    def _table_lines(self, player: PlayerView, head: Content) -> list[Content]:
        state, look = self._state, self.look
        cash = cash_words(state, player)
        head += Content.styled(" " * (look.cash - cells(cash) + 1) + cash, "bold")
        if look.rows == 1:
            notes = [note for note in (_change(state, player), *self._notes(player, is_short=True)) if note.plain]
            return [head + "  " + _line(chip_rows((*notes, *self._chips(player)), look.chip_widths))]
        room = look.width - head.cell_length
        news = _owes(state, player) if player.owes else _change(state, player)
        if news.cell_length + 2 > room:
            news = news[:1] if room > 2 and not player.owes else Content("")
        left = head + (Content("  ") + news if news.plain else "")
        place = self._place(player, look.width - left.cell_length - 3)
        first = left + " " * max(look.width - left.cell_length - cells(place) - 1, 0)
        first += Content.styled(place, "$foreground-muted")
        notes = [note for note in self._notes(player, is_short=True) if note.plain not in (news.plain, "")]
        chips = self._chips(player) if place else (*notes, *self._chips(player))
        return [first, Content(" " * INDENT) + _line(chip_rows(chips, look.chip_widths))]

    # Beside the ring

    def _card_lines(self, player: PlayerView, head: Content) -> list[Content]:
        state, look = self._state, self.look
        cash = [Content.styled(cash_words(state, player), "bold")]
        if look.is_large:
            cash = large_amount(state.board.currency, player.cash, "bold" if not player.out else "$text-disabled")
        indent, room = Content(" " * INDENT), look.width - INDENT - 1 - (look.cash if look.is_large else 0)
        change, notes = _change(state, player), self._notes(player, is_short=False)
        body: list[Content] = []
        if look.rows < BESIDE:
            blocks = [block for block in (change, *notes, *self._chips(player)) if block.plain]
            body = chip_rows(blocks, look.chip_widths)
        else:
            where = Content.styled(self._place(player, room), "$foreground-muted")
            news = _owes(state, player) if player.owes else change
            body = [where, news, *([Content("")] if look.rows >= AIRY else [])]
            body += chip_rows(self._chips(player), look.chip_widths)
        lines = [head, *(indent + line for line in body)]
        if not look.is_large:
            gap = look.width - head.cell_length - cash[0].cell_length - 1
            return [head + " " * max(gap, 1) + cash[0], *lines[1:]]
        lines += [Content("")] * (len(cash) - len(lines))
        edge = 1 if INDENT + look.name + 1 + look.cash < look.width else 0
        for at, line in enumerate(cash):
            gap = look.width - lines[at].cell_length - line.cell_length - edge
            lines[at] = lines[at] + " " * max(gap, 1) + line
        return lines

    # Parts

    def _chips(self, player: PlayerView) -> tuple[Content, ...]:
        assert self._state.view is not None
        deeds = deed_chips(self._state.view, self._state.board, self.seat, self.look.level)
        return (*jail_card_chip(player), *deeds)

    def _notes(self, player: PlayerView, *, is_short: bool) -> tuple[Content, ...]:
        """What must be seen even where the place has no room."""
        where = self._jail_or_out(player, is_short=is_short)
        owes = (_owes(self._state, player),) if player.owes else ()
        return (*owes, *((Content.styled(where, "bold"),) if where else ()))

    def _jail_or_out(self, player: PlayerView, *, is_short: bool) -> str:
        jail = self._state.board.words.jail
        if player.out or player.jail < 0:
            return player.out
        if player.jail == 0:
            return f"in {jail}"
        rolls = "1 failed roll" if player.jail == 1 else f"{player.jail} failed rolls"
        return f"{jail}, {player.jail}×" if is_short else f"in {jail}, {rolls}"

    def _place(self, player: PlayerView, room: int) -> str:
        """The piece and where it is, in the longest words that have room; empty if none have."""
        state = self._state
        board, view = state.board, state.view
        if view is None or player.space >= len(board.spaces):
            return ""
        if special := self._jail_or_out(player, is_short=False):
            places: tuple[str, ...] = (special, self._jail_or_out(player, is_short=True))
        elif player.space == JAIL:
            places = (f"visiting {board.words.jail}", "visiting")
        else:
            places = (board.spaces[player.space], *(short_names(board, width)[player.space] for width in (14, 8)))
        piece = view.tokens[self.seat] if self.seat < len(view.tokens) and not player.out else ""
        ways = (*((f"{piece} · {place}" for place in places) if piece else ()), *places, "")
        return first_that_fits(room, *ways)

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(Chosen(self._player()))


def cash_words(state: ConsoleState, player: PlayerView) -> str:
    return state.money(player.cash)


def _change(state: ConsoleState, player: PlayerView) -> Content:
    """What the last move did to the cash: an arrow and the amount."""
    if not player.change:
        return Content("")
    arrow, style = (UP, "bold $text-success") if player.change > 0 else (DOWN, "bold $text-error")
    return Content.styled(f"{arrow} {state.money(abs(player.change))}", style)


def _owes(state: ConsoleState, player: PlayerView) -> Content:
    return Content.styled(f"owes {state.money(player.owes)}", "bold $text-error")


def _line(rows: list[Content]) -> Content:
    return rows[0] if rows else Content("")


class PlayerCards(Vertical):
    def __init__(self) -> None:
        super().__init__(id="cards")
        self._cards = tuple(PlayerCard(seat) for seat in range(PLAYERS_MAX))
        self._arranged_as: tuple[int, int] = (0, 0)
        self._look_of: tuple[object, CardLook] = (None, CardLook())

    def compose(self) -> ComposeResult:
        yield from self._cards

    def show(self, state: ConsoleState) -> None:
        count, plan = len(state.view.players) if state.view else 0, screen_plan(self.app, state)
        if self._arranged_as != (count, plan.player):
            self._arranged_as = count, plan.player
            self.styles.height = count * plan.player
            for card in self._cards:
                card.display = card.seat < count
                card.styles.height = plan.player
        if state.view is None:
            return
        decides = [(player.name, player.cash, player.jail_cards) for player in state.view.players]
        titles = [(title.owner, title.buildings, title.mortgaged) for title in state.view.titles]
        if (now := (decides, titles, plan, state.board)) != self._look_of[0]:
            self._look_of = now, card_look(state, plan)
        for card in self._cards[:count]:
            card.show(state, self._look_of[1])


def card_look(state: ConsoleState, plan: TablePlan) -> CardLook:
    view, width = state.view, plan.side
    if view is None:
        return CardLook()
    longest = max(NAME_LEAST, *(cells(player.name) for player in view.players))
    cash = max(cells(state.money(player.cash)) for player in view.players)
    look = CardLook(plan.has_ring, width, plan.player, min(longest, max(width - INDENT - cash - 2, 1)), cash)
    if plan.has_ring:
        large = max(large_amount(state.board.currency, player.cash)[0].cell_length for player in view.players)
        if INDENT + longest + 1 + large <= width:
            look = look._replace(is_large=True, cash=large)
    widths = look.chip_widths
    if plan.has_ring and 3 < plan.player < BESIDE:  # the last row only if deeds need it
        widths = widths[:-1]
    return look._replace(level=chip_level(view, state.board, widths))
