"""What a gesture meets (the game, the household's tags, what is on the screen) and what it can come to."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.play.acts import Act, Undo
from companion.play.whose_turn import WalkedToken
from companion.rules.board import Board
from companion.rules.catalogue import MoveGroup, spec_of
from companion.rules.commands import AnyRoll, Command, EndTurn, Needs
from companion.rules.ids import PlayerId
from companion.rules.state import Game
from companion.table.gestures.sheet import THROWN, Sheet, offers, refresh_after_act, throw_sheet
from companion.table.gestures.tags import Bindings

THROW_GAP_MS = 4_000  # a second press of the dice button within this time is a bounce or impatience
START_GAP_MS = 1_000  # shorter when everybody rolls in turn to see who starts
READ_GAP_MS = 1_000  # nobody can have read something that came up less than this ago

Cue = Literal["read", "unknown", "refused", "money-in", "money-out", "your-turn"]  # one light and one sound each


# What a gesture can come to


class Begin(Struct, frozen=True, tag=True):
    """Start a new game."""


class Resume(Struct, frozen=True, tag=True):
    """Go on with the game that was played last."""


class Enrol(Struct, frozen=True, tag=True):
    """Say what this tag is."""

    uid: str


class OfferedChoice(Struct, frozen=True):
    label: str
    does: Act | Begin | Resume | Enrol


class Do(Struct, frozen=True, tag=True):
    """Give this act for this player. A roll without faces is left to the companion's dice."""

    act: Act
    seat: PlayerId
    first: tuple[Act, ...] = ()  # given before it: the end of a turn that is only waiting to pass


class Show(Struct, frozen=True, tag=True):
    sheet: Sheet


class MoveHighlight(Struct, frozen=True, tag=True):
    """The same sheet with another move highlighted. It cannot be taken before there was time to read it."""

    sheet: Sheet
    at_ms: int


class Close(Struct, frozen=True, tag=True):
    """Close the sheet."""


class ChoicePrompt(Struct, frozen=True, tag=True):
    text: str
    choices: tuple[OfferedChoice, ...]
    cue: Cue = "read"


class Notice(Struct, frozen=True, tag=True):
    """A sentence to show. Nobody has to take one of the choices."""

    text: str
    cue: Cue
    choices: tuple[OfferedChoice, ...] = ()


class LetIn(Struct, frozen=True, tag=True):
    """Show a code that lets a tablet or a phone in."""


class Nothing(Struct, frozen=True, tag=True):
    pass


Meaning = Do | Show | MoveHighlight | Close | ChoicePrompt | Notice | LetIn | Nothing

SILENT = Notice("", "read")
BEGIN = OfferedChoice("Start a new game", Begin())
RESUME = OfferedChoice("Go on with the last game", Resume())


# What a gesture meets


class GestureContext(Struct, frozen=True):
    """Times are on the clock of the signals. Without a `sheet`, the question the table waits for is open.

    `board` is that of the game, or without one the household's usual board.
    """

    board: Board
    game: Game | None = None
    bindings: Bindings = Bindings()
    tokens: tuple[str, ...] = ()  # the piece of each seat
    sheet: Sheet | None = None
    notice: Notice | ChoicePrompt = SILENT
    walked: WalkedToken | None = None  # with real dice: the token that has moved, and how far
    shown_at_ms: int | None = None  # when something came up unasked, or the highlight moved
    done_at_ms: int | None = None  # the last act, whoever gave it
    thrown_at_ms: int | None = None  # the last roll of any kind
    is_arrived: bool = False  # the token of that roll was seen where it belongs
    is_turn_ended: bool = False  # somebody ended the turn after that roll; it did not just pass by itself
    is_board_asked: bool = False  # a question about the sensed board is open
    dice: Literal["button", "hand"] = "button"
    is_yes_taken: bool = False  # the last press of confirm did something
    undo: str = ""  # what an undo would take back, in words
    undo_number: int = 0

    def must_wait_ms(self, at_ms: int, gap_ms: int = THROW_GAP_MS) -> int:
        """Time left before the next roll. If the clock was set back, nobody waits longer than the gap."""
        if self.thrown_at_ms is None or self.is_arrived or self.is_turn_ended:
            return 0
        return max(0, gap_ms - abs(at_ms - self.thrown_at_ms))

    def is_just_done(self, at_ms: int) -> bool:
        return self.done_at_ms is not None and abs(at_ms - self.done_at_ms) < READ_GAP_MS

    def is_just_shown(self, at_ms: int) -> bool:
        return self.shown_at_ms is not None and abs(at_ms - self.shown_at_ms) < READ_GAP_MS


def after_act(context: GestureContext, act: Act, game: Game, at_ms: int) -> GestureContext:
    """The context once somebody's act has led to `game`. The caller sets `undo`.

    A deed's sheet stays open until a roll, another turn, or an act that it offered. Building, selling and mortgaging
    leave it open, unless something is waiting for the money they raised.
    """
    sheet, before, kept = context.sheet, context.game, None
    if sheet is not None and sheet.is_deed and before is not None:
        is_work = isinstance(act, Command) and spec_of(act).group is MoveGroup.WORK
        is_taken = offers(sheet, act) and (game.pending or not is_work)
        if not (is_roll_or_deal(act) or game.turn != before.turn or game.over or is_taken):
            kept = refresh_after_act(game, sheet)
    context = replace(context, game=game, sheet=kept, done_at_ms=at_ms)
    if isinstance(act, AnyRoll):
        return replace(context, thrown_at_ms=at_ms, is_arrived=False, is_turn_ended=False)
    if isinstance(act, EndTurn):
        return replace(context, is_turn_ended=True)
    return replace(context, thrown_at_ms=None) if isinstance(act, Undo) else context


def is_roll_or_deal(act: Act) -> bool:
    """The dice button does these."""
    return isinstance(act, Command) and spec_of(act).needs in (Needs.DICE, Needs.DEEDS)


def with_walked(context: GestureContext, walked: WalkedToken | None, now_ms: int) -> GestureContext:
    """A token moved before its roll was entered opens the sheet with that roll, and closes it by going back."""
    if walked == context.walked:
        return context
    context = replace(context, walked=walked)
    if context.game is not None and walked is not None and (sheet := throw_sheet(context.game, walked)) is not None:
        return replace(context, sheet=sheet, shown_at_ms=now_ms)
    is_outdated = context.sheet is not None and context.sheet.deed == THROWN
    return replace(context, sheet=None) if is_outdated else context
