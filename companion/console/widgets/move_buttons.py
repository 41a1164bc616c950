"""The buttons of the moment, with their digits: as wide as their words need, since a price must never be cut."""

from textual.app import ComposeResult
from textual.containers import Grid
from textual.content import Content
from textual.widgets import Button

from companion.console.choose_move import DigitsAre, MoveOffer, digits_are, move_offers, offer_for_enter
from companion.console.console_screen import Chosen
from companion.console.plan import screen_plan
from companion.console.state import ConsoleState
from companion.console.widgets.prompt_panel import panel_rows
from companion.console.widgets.question_parts import DEED_COLUMNS, has_deed_card
from companion.console.words import cells, digit_words, rows_of

BUTTONS_MAX = 9  # as many as there are digits
LETTERS_MAX = 6  # buttons besides those of the seats in an auction
SMALL_MAX = 6  # buttons on a small screen
ROWS_OF_TEXT = 2
OTHER_ROWS = 5  # two of the question, three of the log
TOUCH_ROWS = 3  # the same with one of the log
RING_ROWS = 16  # inside the ring: four of money on its way, four of the question, six of the log, and air
LOG_ROWS = 8  # that are enough
ENTER = " ↵"


class MoveButton(Button):
    """It ignores presses for a moment after one, which keeps a double tap from paying twice."""

    can_focus = False  # Enter belongs to the likeliest answer

    def __init__(self, number: int) -> None:
        super().__init__(Content(""), id=f"offer-{number}", classes="offer")
        self.number = number
        self.offer: MoveOffer | None = None
        self._shown: object = None
        self._told: object = None

    def show(self, offer: MoveOffer | None, *, has_enter: bool, is_live: bool) -> None:
        told = offer, has_enter, is_live
        if told == self._told:
            return
        self._told, self.offer = told, offer
        self.display = offer is not None
        shown = (offer.cap, offer.label, offer.why_not, has_enter, is_live) if offer is not None else None
        if offer is not None and shown != self._shown:
            is_dim = bool(offer.why_not) or (offer.cap.isdecimal() and not is_live)
            cap = Content.styled(f"{offer.cap} ", "$foreground-muted" if is_dim else "bold $text-accent")
            words = Content.styled(offer.label, "$foreground-muted" if offer.why_not else "")
            self.label = Content.assemble(cap, words, (ENTER if has_enter else "", "$text-accent"))
        self._shown = shown
        self.set_class(has_enter, "-likeliest")
        self.set_class(offer is not None and any(move.tells for move in offer.moves[:1]), "-careful")


class MoveButtons(Grid):
    def __init__(self) -> None:
        super().__init__(id="buttons")
        self._arranged_as: tuple[int, ...] = ()
        self._buttons = tuple(MoveButton(number) for number in range(1, BUTTONS_MAX + LETTERS_MAX + 1))
        self._is_live = True
        self.offers: tuple[MoveOffer, ...] = ()
        self.for_enter: MoveOffer | None = None
        self._digits: DigitsAre = "answers"

    def compose(self) -> ComposeResult:
        yield from self._buttons

    def show(self, state: ConsoleState) -> None:
        """In what the screen has left, with some lines of the log. Fingers come first, the log after."""
        self.disabled = not state.is_live
        self._digits, is_small = digits_are(state), self.app.size.height < 28
        room = SMALL_MAX if is_small else BUTTONS_MAX
        if self._digits == "seats" and state.view is not None:
            room = len(state.view.players) + (4 if is_small else LETTERS_MAX)
        self.offers = offers = move_offers(state, room)
        self.for_enter = offer_for_enter(state, offers)
        self.show_live(self._is_live)
        is_touch, plan = self.app.has_class("-touch"), screen_plan(self.app, state)
        width = plan.middle.width - (DEED_COLUMNS if has_deed_card(state, plan) else 0)
        columns = columns_for(tuple(f"0 {offer.label}{ENTER}" for offer in offers), width)
        others = RING_ROWS if plan.has_ring else TOUCH_ROWS if is_touch else OTHER_ROWS
        free = plan.middle.height - others - panel_rows(state, self.app.size.height)
        if plan.has_ring:  # no more beside each other than needed
            columns = next((fewer for fewer in range(1, columns) if -(-len(offers) // fewer) * 3 <= free), columns)
        lines = -(-len(offers) // columns)
        pitch = pitch_for(lines, free, is_touch=is_touch or plan.has_ring)
        words = (f"{offer.cap} {offer.label}{ENTER if offer == self.for_enter else ''}" for offer in offers)
        room = (width - 1 - columns) // columns - 2
        is_apart = pitch > ROWS_OF_TEXT
        if not is_touch and all(cells(one) <= room for one in words):  # one row each, for the sake of the log
            if lines * pitch > free:
                pitch, is_apart = 1, False
            elif free - lines * pitch < LOG_ROWS and not plan.has_ring:
                pitch, is_apart = ROWS_OF_TEXT, True
        if self._arranged_as == (columns, lines, pitch, is_apart):
            return
        self._arranged_as = columns, lines, pitch, is_apart
        self.set_class(is_apart, "-apart")
        self.styles.grid_size_columns = columns
        self.styles.grid_rows = [str(pitch)]
        self.styles.height = lines * pitch
        for button in self._buttons:
            button.set_class((button.number - 1) // columns % 2 == 1, "-odd")

    def show_live(self, is_live: bool) -> None:
        """The caps of digits are grey for as long as they do nothing."""
        self._is_live = is_live
        for at, button in enumerate(self._buttons):
            offer = self.offers[at] if at < len(self.offers) else None
            button.show(offer, has_enter=offer is not None and offer == self.for_enter, is_live=is_live)

    def capped(self, cap: str) -> MoveOffer | None:
        return next((offer for offer in self.offers if offer.cap == cap), None) if not self.disabled else None

    def caps_words(self) -> str:
        """What the digits are, for somebody who pressed another key."""
        digits = [int(offer.cap) for offer in self.offers if offer.cap.isdecimal()]
        if self._digits == "dice":
            return "1–6 are dice"
        if self._digits == "seats":
            return f"{digit_words(digits)} are seats"
        if not digits:
            return "press a letter"
        return f"press {digit_words(digits)}" if len(digits) == 1 else f"{digit_words(digits)} are the answers"

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if isinstance(event.button, MoveButton) and event.button.offer is not None and not self.disabled:
            self.post_message(Chosen(event.button.offer))


def pitch_for(lines: int, free: int, *, is_touch: bool) -> int:
    """Rows from one button to the next: two are text, and a third keeps them apart where there is room."""
    return next((rows for rows in ((4, 3) if is_touch else (3,)) if lines * rows <= free), ROWS_OF_TEXT)


def columns_for(labels: tuple[str, ...], width: int) -> int:
    """As many as leave every label whole."""
    for columns in range(min(max(len(labels), 1), 3 if width >= 70 else 2), 1, -1):
        room = width // columns - 5
        if room > 0 and all(rows_of(label, room) <= ROWS_OF_TEXT for label in labels):
            return columns
    return 1
