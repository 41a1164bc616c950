"""The table: everyone's money, one question, its answers as buttons, and the last moves. And what hides it: no link."""

from functools import partial

from msgspec import json
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key, Resize
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from companion.console.choose_move import digits_are, roll_to_enter
from companion.console.console_keys import letter_means, roll_number, why_letter_does_nothing
from companion.console.console_screen import ConsoleScreen
from companion.console.draw_changes import ChangesCompositor
from companion.console.fill_in import dice_fields
from companion.console.key_names import key_id, key_words
from companion.console.key_queue import MOVED_ON
from companion.console.pads.numbers import face_keys, faces_words
from companion.console.plan import TablePlan, screen_plan
from companion.console.question import question_words, with_deed_chip
from companion.console.state import ConsoleState, is_same, without_counts
from companion.console.widgets.feed import Feed
from companion.console.widgets.key_bar import KeyBar
from companion.console.widgets.money_on_its_way import MoneyOnItsWay
from companion.console.widgets.move_buttons import MoveButtons
from companion.console.widgets.player_cards import PlayerCards
from companion.console.widgets.prompt_panel import PromptPanel
from companion.console.widgets.question_parts import DeedInQuestion, SumInQuestion
from companion.console.widgets.ring import RingSide, RingSizes, ring_spaces
from companion.console.widgets.table_lines import BankLine, GameOver, Notices, TopLine
from companion.console.words import rows_of

TEXTUALS = ("up", "down", "left", "right", "pageup", "pagedown", "home", "end", "tab", "shift+tab")  # own keys
AIRY, ROOMY = 13, 20  # rows below the players from which there is air above the question, and all around it
Part = (
    TopLine
    | PlayerCards
    | BankLine
    | MoneyOnItsWay
    | SumInQuestion
    | GameOver
    | Notices
    | PromptPanel
    | MoveButtons
    | DeedInQuestion
    | Feed
    | KeyBar
)


class TableScreen(ConsoleScreen[None]):
    BINDINGS = [Binding("ctrl+q", "app.press_key('ctrl+q')", show=False)]
    AUTO_FOCUS = ""
    has_guard = True

    def __init__(self) -> None:
        super().__init__()
        self._compositor = ChangesCompositor()
        self._prompt = ""  # as it is shown
        self._faces: tuple[int | str, ...] = ()  # of the dice that were entered so far
        self._asked: object = None  # the question that they belong to
        self._parts: tuple[Part, ...] = ()  # looked up once, and not at every move
        self._sides: tuple[RingSide, ...] = ()
        self._heard = ConsoleState()
        self._plan: TablePlan | None = None  # as it is arranged

    def compose(self) -> ComposeResult:
        with Vertical(id="side"):
            yield TopLine()
            yield PlayerCards()
            yield BankLine()
        with Vertical(id="board"):
            yield RingSide("top")
            with Horizontal(id="within"):
                yield RingSide("left")
                with Vertical(id="asking"):
                    yield MoneyOnItsWay()
                    with Horizontal(id="question"):
                        yield Static(id="prompt")
                        yield SumInQuestion()
                    yield GameOver()
                    yield Notices()
                    yield PromptPanel()
                    with Horizontal(id="answers"):
                        yield MoveButtons()
                        yield DeedInQuestion()
                    yield Feed()
                yield RingSide("right")
            yield RingSide("bottom")
        yield KeyBar()

    def built(self) -> None:
        self._parts = tuple(part for part in self.query(Widget) if isinstance(part, Part))
        self._sides = tuple(self.query(RingSide))
        for part in self.query(Widget):
            part.set_reactive(Widget.auto_links, False)  # there are none, and looking for them takes time
            # Textual lays everything out and draws it once more whenever a part has got another size, since a
            # scrollbar may come or go. Only the middle can have one.
            if part.id != "asking":
                part._size_updated = partial(part._size_updated, layout=False)  # type: ignore[method-assign]
        self.app.theme_changed_signal.subscribe(self, lambda _: self.show(self.console.state))

    def hear(self, state: ConsoleState) -> bool:
        before, self._heard = self._heard, without_counts(state)
        return not is_same(before, self._heard) and super().hear(state)

    def show(self, state: ConsoleState) -> None:
        if self.question != self._asked:
            if self._faces:
                self.console.keys.taken_away(was_half_entered=True)
            self._asked, self._faces = self.question, ()
        for part in self._parts:
            part.show(state)
        self._arrange(state)
        words = question_words(state)
        if roll_to_enter(state) is not None:
            words += f"   {self._dice_words(state)}"
        self.query_one("#question").display = bool(words)
        if words != self._prompt:
            # A new layout costs time, and is needed only if the question takes more or fewer rows than before.
            prompt = self.query_one("#prompt", Static)
            before, now = (rows_of(text, prompt.size.width) for text in (self._prompt, words))
            self._prompt = words
            prompt.update(with_deed_chip(words, state), layout=before != now)

    def _arrange(self, state: ConsoleState) -> None:
        """The ring, and whether there is one."""
        plan = screen_plan(self.app, state)
        if plan != self._plan:
            self._plan = plan
            self.set_class(plan.has_ring, "-ring")
            rows = plan.middle.height if not plan.has_ring else 0
            self.set_class(rows >= ROOMY, "-roomy")
            self.set_class(AIRY <= rows < ROOMY, "-airy")
            self.query_one("#side").styles.width = plan.side if plan.has_ring else "100%"
            self.query_one("#board").styles.width = plan.ring.width if plan.has_ring else "100%"
            self.query_one("#within").styles.height = plan.middle.height if plan.has_ring else "1fr"
        if plan.has_ring:
            sizes = RingSizes(plan.space, plan.corner)
            ring = ring_spaces(state, sizes, self.app.current_theme)
            for side in self._sides:
                side.show(ring, sizes)

    @on(Resize)
    def _rearrange(self) -> None:
        with self.console.styled_once():
            self.show(self.console.state)

    # Keys

    @property
    def question(self) -> object:
        """What the digits mean. Another bid in the same auction leaves it as it is."""
        state, digits = self.console.state, digits_are(self.console.state)
        if state.view is None:
            return "no game"
        if digits == "seats":
            return state.view.game, digits, state.view.auction and state.view.auction.lot, state.view.turn_number
        roll = roll_to_enter(state)
        if roll is not None:
            return state.view.game, digits, bytes(roll.act), roll_number(state)
        offers = self.query_one(MoveButtons).offers if self.is_there else ()
        meant = tuple((one.cap, one.label, *(bytes(move.act) for move in one.moves)) for one in offers)
        return state.view.game, digits, meant, roll_number(state)

    def counts_once(self, key: Key) -> bool:
        """Dice may be alike, and a demonstration may be made much faster."""
        is_die = digits_are(self.console.state) == "dice" and self.is_for_question(key)
        return not is_die and key.key not in (*TEXTUALS, "plus", "minus")

    def is_for_question(self, key: Key) -> bool:
        return super().is_for_question(key) or (self._is_speed_due() and (key.character or "") in self._keys_now())

    def show_guard(self, guard_s: float) -> None:
        buttons = self.query_one(MoveButtons)
        buttons.show_live(guard_s <= 0)
        if guard_s > 0:
            self.set_timer(guard_s, self._show_live)

    def _show_live(self) -> None:
        if self.console.keys.is_settled():
            self.query_one(MoveButtons).show_live(True)

    async def take_key(self, key: Key, seen: ConsoleState) -> bool:
        state, id = self.console.state, key_id(key)
        if key.key in TEXTUALS or key.key.startswith("ctrl+"):
            await self.console.pass_on(key)
        elif self.is_for_question(key):
            return self._answer(key)
        elif (means := letter_means(state, id)) is None:
            self.say(why_letter_does_nothing(state, id))
            return False
        elif means != letter_means(seen, id):
            self.say(MOVED_ON.format(key=key_words(key)))
            return False
        else:
            self.console.action_press_key(id)
        return True

    def _answer(self, key: Key) -> bool:
        """False if that is no answer: then the next digit may be half of something else, as a roll is."""
        buttons, state = self.query_one(MoveButtons), self.console.state
        if roll_to_enter(state) is not None and key.key != "enter":
            self._enter_die(key)
        elif key.key == "enter" and buttons.for_enter is not None:
            self.console.take_offer(buttons.for_enter)
        elif (offer := buttons.capped(key.character or "")) is not None:
            self.console.take_offer(offer)
        else:
            self.say(f"{key_words(key)} does nothing now: {buttons.caps_words()}.")
            return digits_are(state) != "answers"
        return True

    # Real dice

    def _enter_die(self, key: Key) -> None:
        state = self.console.state
        roll = roll_to_enter(state)
        assert roll is not None
        if key.key == "backspace":
            self._faces = self._faces[:-1]
        elif (key.character or "") in (keys := self._keys_now()):
            self._faces = (*self._faces, keys[key.character or ""])
        else:
            self.say(f"{key_words(key)} does nothing now: {faces_words(keys)} are dice.")
        if len(self._faces) == roll.most:
            white = tuple(face for face in self._faces if isinstance(face, int))
            speed = str(self._faces[-1]) if roll.choices else ""
            self._faces = ()
            act = json.decode(roll.act, type=dict[str, object]) | dice_fields(roll, white, speed)
            self.console.start(lambda: self.console.give(json.encode(act)))
        self.show(state)

    def _is_speed_due(self) -> bool:
        roll = roll_to_enter(self.console.state)
        return roll is not None and bool(roll.choices) and len(self._faces) == roll.most - 1

    def _keys_now(self) -> dict[str, int | str]:
        roll = roll_to_enter(self.console.state)
        return face_keys(roll.choices if roll is not None and self._is_speed_due() else ())

    def _dice_words(self, state: ConsoleState) -> str:
        roll = roll_to_enter(state)
        assert roll is not None
        names = dict(roll.choices)
        faces = [f"[{names.get(face, face)}]" for face in self._faces]
        boxes = " ".join((*faces, *["[ ]"] * (roll.most - len(faces))))
        return f"{boxes}  {faces_words(self._keys_now())} are dice"


class LinkDownScreen(ModalScreen[None], ConsoleScreen[None]):
    """Lies over everything while the link is down. What is below stays, and only leaving works (Ctrl-Q)."""

    def compose(self) -> ComposeResult:
        with Vertical(id="link-down"):
            yield Static(id="link-title")
            yield Static(id="link-why")
            yield Static("What you see may be out of date. The console keeps trying.  Ctrl-Q leaves.", id="link-hint")

    def show(self, state: ConsoleState) -> None:
        title = "NO LINK TO THE TABLE" if state.down else "Looking for the table …"
        self.query_one("#link-title", Static).update(Content(title))
        self.query_one("#link-why", Static).update(Content(state.down))
