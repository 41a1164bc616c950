"""The lines around the cards: the top line, notices, the Bank's line, and what is shown when the game is over."""

import time
from collections.abc import Sequence

from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import Static

from companion.console.colours import SeatMark, seat_marks
from companion.console.console_keys import KEYS_BY_ID
from companion.console.console_screen import Chosen
from companion.console.deed_chips import BANK, CODES, all_in_rows, deed_chips, ring_legend
from companion.console.plan import screen_plan
from companion.console.state import ConsoleState, Note
from companion.console.words import and_list, cells, first_that_fits, shorten
from companion.table.messages.views import ClockView, DeviceView, TitleView, View

WIDE = 70  # columns from which devices that work are named, too, if there is room
MINOR = ("confirm", "cancel", "seat-", "lamps", "speaker", "dice-display")  # named only when they are lost
SEPARATOR = " · "
ROWS_FOR_SALE = 5  # of the Bank, from which the deeds for sale are shown
AIR_FROM = 8  # rows besides the players' at the end of a game
SECONDS_BELOW_S = 20 * 60  # less time than this is shown with its seconds
HINT = "V writes the story of this game, u takes the last move back, G begins a new game"
TOUCH_HINT = "undo takes the last move back; its story and a new game are among all moves"


class TopLine(Widget):
    """Which game by which book, the turn, the last roll, the time left, and whether the table is muted or speaks."""

    def __init__(self) -> None:
        super().__init__(id="topline")
        self._state = ConsoleState()
        self._clock: ClockView | None = None
        self._clock_read_at = 0.0  # by this screen's own clock, which runs on from what the table said
        self._shown: object = None

    def on_mount(self) -> None:
        self.set_interval(1, self._tick)

    def _tick(self) -> None:
        if self._clock is not None and not self._clock.is_up:
            self.refresh()

    def show(self, state: ConsoleState) -> None:
        """Many a move changes nothing here, and then nothing is drawn."""
        self._state = state
        view, prompts = state.view, state.prompts
        clock = view.clock if view else None
        if clock != self._clock:
            self._clock, self._clock_read_at = clock, time.monotonic()
        game = (_game_parts(view), _turn(view), clock) if view else None
        devices = tuple((device.name, device.state) for device in prompts.devices)
        now = game, state.is_waiting, state.demo_speed, prompts.muted, prompts.is_spoken, devices
        if now != self._shown:
            self._shown = now
            self.refresh()

    def render(self) -> Content:
        view = self._state.view
        if view is None:
            return Content("Table Companion")
        width, parts = self.size.width, _game_parts(view)
        right = self._right(view, is_short=width < WIDE)
        if cells(SEPARATOR.join(parts)) + cells(right) + 2 > width:
            right = self._right(view, is_short=True)
        room = max(width - cells(right) - 2, 0)
        wholes = [SEPARATOR.join(parts[:count]) for count in range(len(parts), 1, -1)]
        left = next((whole for whole in wholes if cells(whole) <= room), shorten(parts[0], room))
        gap = " " * max(width - cells(left) - cells(right), 1)
        return Content.assemble(left, gap, (right, "bold"))

    def _right(self, view: View, *, is_short: bool) -> str:
        state = self._state
        parts = [state.demo_speed.words if state.demo_speed is not None else ""]
        parts.append(devices_line(state.prompts.devices, is_short=is_short))
        if state.is_waiting:
            parts.append("waiting for the table …")
        else:
            left = ""
            if self._clock is not None:
                passed_ms = int((time.monotonic() - self._clock_read_at) * 1000)
                left = "TIME IS UP" if self._clock.is_up else time_left(max(self._clock.left_ms - passed_ms, 0))
            sounds = "muted" if state.prompts.muted else "", "voice" if state.prompts.is_spoken else ""
            parts += [*sounds, left, _turn(view)]
        return SEPARATOR.join(filter(None, parts))


def _game_parts(view: View) -> tuple[str, ...]:
    rent = "rent must be asked for" if "rent claim" in view.house_rules else "rent paid automatically"
    others = [rule for rule in view.house_rules if not rule.startswith("rent ")]
    house = f"{len(others)} house rule{'s' if len(others) > 1 else ''}" if others else ""
    parts = (view.title, " ".join((view.edition, *view.variants)), rent, house)
    return tuple(part for part in parts if part)


def _turn(view: View) -> str:
    if view.commitment:
        return f"turn {view.turn_number} · dice {view.commitment}"
    dice = " + ".join(map(str, view.dice))
    return f"turn {view.turn_number}" + (f" · dice {dice}" if dice else "")


def devices_line(devices: Sequence[DeviceView], *, is_short: bool) -> str:
    """What answers, and what does not: `dice ● deeds ● board ○`."""
    named = (one for one in devices if one.state == "lost" or not (is_short or one.name.startswith(MINOR)))
    marks = {"present": "●", "lost": "○"}
    return " ".join(f"{one.name} {marks[one.state]}" for one in named if one.state in marks)


def time_left(left_ms: int) -> str:
    """Hours and minutes; and seconds when it gets short."""
    seconds = -(-left_ms // 1000)
    if seconds >= SECONDS_BELOW_S:
        return f"{seconds // 3600}:{seconds % 3600 // 60:02} h left"
    return f"{seconds // 60}:{seconds % 60:02} min left"


class Notices(VerticalScroll):
    """Trouble with the disk, a refusal, what to put back: the newest first. A tap or Esc puts that one away."""

    def __init__(self) -> None:
        super().__init__(id="notices")
        self._shown: tuple[str, tuple[Note, ...]] | None = None

    def show(self, state: ConsoleState) -> None:
        if self._shown == (state.trouble, state.notes):
            return
        self._shown = state.trouble, state.notes
        self.display = bool(state.trouble or state.notes)
        self.set_class(bool(state.trouble), "-trouble")
        self.remove_children()
        if state.trouble:
            trouble = Content.assemble(("Nothing can be saved now. ", "bold"), state.trouble)
            self.mount(Static(trouble, classes="notice -trouble"))
        for note in reversed(state.notes):
            words, hint = " ".join(note.lines), "  (Esc)"
            if note.kind == "board-fixes":
                ticks = ["✓" if is_done else "☐" for is_done in note.done] or ["•"] * len(note.lines)
                words = "".join(f"\n  {tick} {line}" for tick, line in zip(ticks, note.lines, strict=True))
                hint = "  tap or Esc when done"
            elif note.clauses:
                hint = f"  {' '.join(note.clauses)}  (q: why, Esc)"
            text = Content.assemble((f"{note.title}: ", "bold"), words, (hint, "$foreground-muted"))
            self.mount(Static(text, classes=f"notice -{note.kind}"))

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(Chosen(KEYS_BY_ID["dismiss"]))


class BankLine(Widget):
    """What is left to build with, the pot, and whether all the money adds up. Beside the ring: what is for sale."""

    def __init__(self) -> None:
        super().__init__(id="bankline")
        self._words = ""
        self._state = ConsoleState()
        self._shown: object = None

    def show(self, state: ConsoleState) -> None:
        words, titles = "", tuple[TitleView, ...]()
        if (view := state.view) is not None:
            houses, hotels = (str(count) if count >= 0 else "unlimited" for count in (view.houses, view.hotels))
            pot = f"pot {state.money(view.pot)}" if view.pot else ""
            wrong = f"LEDGER OFF BY {state.money(state.off_balance)}" if state.off_balance else ""
            words_of = state.board.words
            parts = (f"{words_of.houses} {houses}", f"{words_of.hotels} {hotels}", pot, wrong or "ledger balanced")
            words = SEPARATOR.join(filter(None, parts))
            titles = view.titles if screen_plan(self.app, state).has_ring else ()
        for_sale = [at for at, title in enumerate(titles) if title.owner < 0]
        worth, marks = list[tuple[int, int]](), tuple[SeatMark, ...]()
        if view is not None and titles:
            worth = [(player.worth, player.cash) for player in view.players]
            marks = seat_marks(view, self.app.current_theme)
        self._state = state
        if (now := (words, for_sale, worth, marks, state.board, self.app.theme)) != self._shown:
            self._shown, self._words = now, words
            self.set_class(bool(state.off_balance), "-wrong")
            self.refresh()

    def render(self) -> Content:
        if not self._words:
            return Content("")
        width, height = self.size
        words = first_that_fits(width - 6, self._words, self._words.replace("ledger balanced", "balanced"))
        line = Content.assemble(("Bank  ", "bold"), words)
        view, board = self._state.view, self._state.board
        if view is None or height < ROWS_FOR_SALE:
            return line
        ways = (all_in_rows(deed_chips(view, board, BANK, level), [width] * (height - 2)) for level in range(CODES + 1))
        for_sale = next((rows for rows in ways if rows), [])
        lines = [line, Content(""), *for_sale] if for_sale else [line]
        parts = [Content.styled(f"{part}  ", "$foreground-muted") for part in ring_legend(board.words)]
        marks = all_in_rows(parts, [width + 2] * max(height - len(lines) - 1, 0)) or []
        worth = worth_bars(self._state, width, self.app.current_theme)
        if len(lines) + len(worth) + len(marks) + 2 <= height:
            lines += [Content(""), *worth]
        if marks:
            lines += [*[Content("")] * (height - len(lines) - len(marks)), *marks]
        return Content("\n").join(lines)


def worth_bars(state: ConsoleState, width: int, theme: Theme) -> list[Content]:
    """Who is ahead: cash, and with deeds and buildings. Nobody's whose worth must not be seen now."""
    view = state.view
    if view is None or view.over:
        return []
    known = sorted((player for player in view.players if player.worth > 0), key=lambda one: -one.worth)
    if not known:
        return []
    marks, sums = seat_marks(view, theme), max(cells(state.money(player.worth)) for player in known)
    room, most = width - 4 - sums - 2, known[0].worth
    lines = [Content.assemble(("Worth  ", "bold"), ("█ cash  ░ deeds and buildings", "$foreground-muted"))]
    for player in known:
        whole = max(round(room * player.worth / most), 1)
        cash = min(round(room * player.cash / most), whole)
        bar = Content.styled("█" * cash + "░" * (whole - cash), "$primary")
        amount = state.money(player.worth)
        gap = " " * (room - whole + 2 + sums - cells(amount))
        lines.append(Content.assemble(marks[player.seat].drawn(), " ", bar, gap, (amount, "bold")))
    return lines


class GameOver(Widget):
    """Who has won, and what everybody was worth."""

    def __init__(self) -> None:
        super().__init__(id="ending")
        self._state = ConsoleState()

    def show(self, state: ConsoleState) -> None:
        self._state = state
        self.display = state.view is not None and state.view.over
        if self.display:
            self.refresh(layout=True)

    def render(self) -> Content:
        view, money = self._state.view, self._state.money
        if view is None or not view.over:
            return Content("")
        names = and_list(tuple(view.players[seat].name for seat in view.winners))
        wins = "wins" if len(view.winners) == 1 else "win"
        head = Content.styled(f"★  {names} {wins}  ★" if names else "The game is over", "bold $text-accent")
        lines = []
        name_width = max(cells(player.name) for player in view.players)
        worth_width, cash_width = (
            max(cells(money(amount)) for amount in amounts)
            for amounts in zip(*((player.worth, player.cash) for player in view.players), strict=True)
        )
        for player in sorted(view.players, key=lambda one: (one.seat not in view.winners, bool(one.out), -one.worth)):
            name = player.name + " " * (name_width - cells(player.name))
            worth = f"worth {money(player.worth):>{worth_width}} with {money(player.cash):>{cash_width}} in cash"
            lines.append(Content(f"{name}   {player.out:<{len(worth)}}" if player.out else f"{name}   {worth}"))
        hint = Content.styled(TOUCH_HINT if self.app.has_class("-touch") else HINT, "$foreground-muted")
        has_air = screen_plan(self.app, self._state).middle.height >= len(lines) + AIR_FROM
        air = [Content("")] if has_air else []
        return Content("\n").join([head, *air, *lines, *air, hint])
