"""Contexts and signals for tests: a household with a tag for everything, and any context that a chooser picks."""

from msgspec.structs import replace

from companion.play.acts import Undo
from companion.play.whose_turn import WalkedToken, due_to_roll, may_lead
from companion.rules.commands import GoBankrupt
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import CardDue, Debt
from companion.rules.state import Game
from companion.table.gestures.context import SILENT, ChoicePrompt, GestureContext, Notice, OfferedChoice
from companion.table.gestures.sheet import Sheet, deed_sheet, next_turn_sheet, question_sheet, throw_sheet
from companion.table.gestures.tags import (
    SEATS,
    WAYS_OUT,
    Bindings,
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TaggedThing,
    TokenTag,
)
from hardware.signals import (
    ButtonHeld,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    Signal,
    TagPlaced,
    TagRemoved,
    TagsCrowded,
    TokenLifted,
    TokenSeen,
)
from tests.choices import Chooser
from tests.kit import ATLANTIC

PIECES = ("Car", "Dog", "Hat", "Iron", "Ship", "Shoe", "Thimble", "Barrow")
NOW = 1_000_000
UNKNOWN = "04FFFFFFFFFFFF"


def _everything() -> list[TaggedThing]:
    cards = [CardTag(name) for name in ATLANTIC.card_names]
    return [
        *(DeedTag(deed.id) for deed in ATLANTIC.deeds),
        *(TokenTag(piece) for piece in PIECES),
        *(PlayerTag(seat) for seat in range(SEATS)),
        *cards,
        *(JailTag(kind) for kind in WAYS_OUT),
    ]


EVERYTHING = _everything()
_UIDS = {what: f"04{number:012X}" for number, what in enumerate(EVERYTHING)}
HOUSEHOLD = Bindings(tuple((uid, what) for what, uid in _UIDS.items()))


def press(button: str, at_ms: int = NOW) -> Signal:
    return ButtonPressed(button, at_ms)


def tag(what: TaggedThing, at_ms: int = NOW) -> Signal:
    return TagPlaced("deeds", _UIDS[what], at_ms)


def card(seat: PlayerId, at_ms: int = NOW) -> Signal:
    return tag(PlayerTag(seat), at_ms)


def context(game: Game | None, sheet: Sheet | None = None, **others: object) -> GestureContext:
    return GestureContext(ATLANTIC if game is None else game.board, game, HOUSEHOLD, PIECES, sheet, **others)  # type: ignore[arg-type]


def speaker(signal: Signal) -> PlayerId | None:
    """Whose own card or button this is; None if anybody could have pressed it."""
    match signal:
        case ButtonPressed(button) if button.startswith("seat-"):
            return int(button.removeprefix("seat-")) - 1
        case TagPlaced(_, uid):
            what = HOUSEHOLD.what(uid)
            return what.seat if isinstance(what, PlayerTag) else None
    return None


# Any of them


def any_signal(game: Game, sheet: Sheet | None, choose: Chooser, at_ms: int = NOW) -> Signal:
    """Mostly those that can lead to an act."""
    seat = choose(SEATS if choose(10) == 0 else len(game.players))
    if sheet is not None and sheet.move is not None and choose(2):
        seat = max(0, sheet.move.seat)
    return (
        press("dice", at_ms),
        press("confirm", at_ms),
        press("confirm", at_ms),
        press("cancel", at_ms),
        press(f"seat-{seat + 1}", at_ms),
        card(seat, at_ms),
        tag(_likely_tag(game, choose), at_ms),
        tag(EVERYTHING[choose(len(EVERYTHING))], at_ms),
        _other_signals(at_ms)[choose(9)],
    )[choose(9)]


def _likely_tag(game: Game, choose: Chooser) -> TaggedThing:
    """A card of the deck that is due, or a way out of Jail."""
    due = game.pending[0] if game.pending else None
    if not isinstance(due, CardDue):
        return JailTag(WAYS_OUT[choose(3)])
    return CardTag(f"{due.deck.value}/{ATLANTIC.cards(due.deck)[choose(16)].id}")


def _other_signals(at_ms: int) -> tuple[Signal, ...]:
    uids = tuple(_UIDS.values())
    return (
        TagPlaced("deeds", UNKNOWN, at_ms),
        TagsCrowded("deeds", uids[:2], at_ms),
        TagRemoved("deeds", uids[0], at_ms),
        press("cancel", at_ms),
        ButtonHeld("cancel", at_ms),
        TokenSeen(5, uids[28], at_ms),
        TokenLifted(5, "", at_ms),
        DeviceLost("deeds", "unplugged", at_ms),
        DeviceFound("deeds", at_ms),
    )


def any_context(game: Game, choose: Chooser) -> GestureContext:
    walked = _any_way(game, choose)
    return context(
        game,
        any_sheet(game, choose, walked),
        notice=_any_offer(game, choose),
        walked=walked,
        shown_at_ms=(None, None, NOW - 1_000, NOW - 999)[choose(4)],
        done_at_ms=(None, NOW - 60_000, NOW - 1_000, NOW - 999)[choose(4)],
        thrown_at_ms=(None, NOW - 3_999, NOW - 4_000, NOW + 1)[choose(4)],
        is_arrived=choose(3) == 0,
        is_turn_ended=choose(3) == 0,
        is_board_asked=choose(5) == 0,
        dice="hand" if walked or choose(5) == 0 else "button",
        undo="Ann throws 1-2" if choose(2) else "",
        undo_number=choose(2),
    )


def _any_way(game: Game, choose: Chooser) -> WalkedToken | None:
    """Now and then a token has moved as far as a roll can lead."""
    seat = due_to_roll(game)
    steps = 2 + choose(11)
    return WalkedToken(seat, steps) if seat is not None and choose(2) and may_lead(game, seat, steps) else None


def _any_offer(game: Game, choose: Chooser) -> Notice | ChoicePrompt:
    """Mostly none. Nobody is asked to go bankrupt who could not."""
    owes = bool(game.pending) and isinstance(game.pending[0], Debt) and choose(3) == 0
    broke = [move for move in question_sheet(game).moves if isinstance(move.command, GoBankrupt)] if owes else []
    if broke:
        return ChoicePrompt("Really?", (OfferedChoice(broke[0].label, broke[0].command),))
    return ChoicePrompt("Take it back?", (OfferedChoice("Take it back", Undo(1)),)) if choose(30) == 0 else SILENT


def any_sheet(game: Game, choose: Chooser, walked: WalkedToken | None = None) -> Sheet | None:
    """None, the question or a deed, with any of its moves highlighted; now and then one of another moment."""
    kind = choose(6)
    if kind < 2:
        return None
    owned = [deed.id for deed in ATLANTIC.deeds if game.titles[deed.id].owner >= 0] or [0]
    sheet = _any_question(game, walked, choose) if kind < 4 else deed_sheet(game, owned[choose(len(owned))])
    if choose(2):
        sheet = replace(sheet, highlighted=_any_highlight(sheet, choose))
    return replace(sheet, text="") if choose(8) == 0 else sheet


def _any_question(game: Game, walked: WalkedToken | None, choose: Chooser) -> Sheet:
    """The roll that a token shows, a way out of Jail in the next turn, or else what the table waits for."""
    other = throw_sheet(game, walked) if walked is not None else next_turn_sheet(game)
    return other if other is not None and choose(4) else question_sheet(game)


def _any_highlight(sheet: Sheet, choose: Chooser) -> int:
    """A kind of move is picked first, so that rare ones come up too; now and then none, or one that is not there."""
    places: dict[str, list[int]] = {"nowhere": [-1, len(sheet.moves)]}
    for at, move in enumerate(sheet.moves):
        places.setdefault(type(move.command).__name__, []).append(at)
    kinds = sorted(places)
    of_kind = places[kinds[choose(len(kinds))]]
    return of_kind[choose(len(of_kind))]
