"""What a signal meets: the game, this household's tags, what is open on the screen, and how the last throw went."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.play.acts import Act, Redo, Rename, Undo
from companion.play.whose_turn import WalkedToken
from companion.rules import commands as given
from companion.rules.catalogue import MoveGroup, Needs, spec_of
from companion.rules.state import Game
from companion.table.gestures.meanings import SILENT, Notice, Prompt
from companion.table.gestures.sheet import Sheet, follow, offers
from companion.table.tags.bindings import Bindings

THROW_GAP_MS = 4_000  # in which a second press is a bounce or impatience
START_GAP_MS = 1_000  # for who starts everybody throws in turn, and only the same press must not count again
READ_GAP_MS = 1_000  # in which nobody can have read what came up


class Scene(Struct, frozen=True):
    """Times are of the signals' clock. `sheet` is what somebody looks at; without it the question of the moment is."""

    game: Game | None = None
    bindings: Bindings = Bindings()
    tokens: tuple[str, ...] = ()  # the piece of each seat
    sheet: Sheet | None = None
    said: Notice | Prompt = SILENT  # what is said or offered beside it
    walked: WalkedToken | None = None  # with dice thrown by hand: whose token has gone how far
    shown_at_ms: int | None = None  # when something came up that nobody looked for, or the highlight was moved on
    done_at_ms: int | None = None  # the last act of anybody
    thrown_at_ms: int | None = None  # the last throw, of any kind
    is_arrived: bool = False  # was the token then seen where it belongs
    is_turn_ended: bool = False  # was the turn then ended by somebody, and did not only pass by itself
    is_board_asked: bool = False  # is a question about the sensed board open
    dice: Literal["button", "hand"] = "button"
    is_yes_taken: bool = False  # did confirm, when it last went down, take what was highlighted
    undo: str = ""  # what would be taken back, in words
    undo_number: int = 0

    def must_wait_ms(self, at_ms: int, gap_ms: int = THROW_GAP_MS) -> int:
        """Before the next throw. A clock that began anew makes nobody wait for long."""
        if self.thrown_at_ms is None or self.is_arrived or self.is_turn_ended:
            return 0
        return max(0, gap_ms - abs(at_ms - self.thrown_at_ms))

    def is_just_done(self, at_ms: int) -> bool:
        return self.done_at_ms is not None and abs(at_ms - self.done_at_ms) < READ_GAP_MS

    def is_just_shown(self, at_ms: int) -> bool:
        return self.shown_at_ms is not None and abs(at_ms - self.shown_at_ms) < READ_GAP_MS


def after(scene: Scene, act: Act, game: Game, at_ms: int) -> Scene:
    """The scene once an act counts, whoever gave it. `game` is what it led to; `undo` is for the session to say."""
    scene = replace(scene, game=game, sheet=_sheet_after(scene, act, game), done_at_ms=at_ms)
    match act:
        case given.Roll() | given.Throw():
            return replace(scene, thrown_at_ms=at_ms, is_arrived=False, is_turn_ended=False)
        case given.EndTurn():
            return replace(scene, is_turn_ended=True)
        case Undo():
            return replace(scene, thrown_at_ms=None)
    return scene


def _sheet_after(scene: Scene, act: Act, game: Game) -> Sheet | None:
    """A deed's sheet stays: until a throw, another turn, or an act that it offered and that ends the look.

    Work on the deed does not, unless something waits for the money that it raised.
    """
    sheet, before = scene.sheet, scene.game
    if sheet is None or not sheet.is_deed or before is None:
        return None
    spec = None if isinstance(act, Undo | Redo | Rename) else spec_of(act)
    if (spec is not None and spec.needs in (Needs.DICE, Needs.DEEDS)) or game.turn != before.turn or game.over:
        return None
    if offers(sheet, act) and (game.agenda or spec is None or spec.group is not MoveGroup.WORK):
        return None
    return follow(game, sheet)
