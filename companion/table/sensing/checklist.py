"""What is to be put right after an undo, ticked off as it is seen done: tokens by the board, the rest by hand."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.play.board_fixes import BoardFix, FixKind
from companion.rules.board import JAIL
from companion.rules.ids import DeedId
from companion.rules.state import Game
from companion.table.sensing.sensed import HAND
from companion.table.sensing.whereabouts import Whereabouts

_TOKENS: Final = (FixKind.TOKEN, FixKind.INTO_JAIL, FixKind.OUT_OF_JAIL)


class Item(Struct, frozen=True):
    mend: BoardFix
    is_done: bool = False


class Checklist(Struct, frozen=True):
    """`made_ms` is of the clock that the sensors go by. What is ticked stays ticked."""

    items: tuple[Item, ...] = ()
    made_ms: int = 0

    @property
    def left(self) -> tuple[BoardFix, ...]:
        return tuple(item.mend for item in self.items if not item.is_done)

    # Ticking

    def tick(self, mend: BoardFix) -> "Checklist":
        """By hand. Of two that are the same, one."""
        return self._tick_first(lambda other: other == mend)

    def tick_deed(self, deed: DeedId) -> "Checklist":
        """Its tag was on the reader: somebody has it in hand to pass it on."""
        return self._tick_first(lambda mend: mend.kind is FixKind.DEED and mend.deed == deed)

    def _tick_first(self, is_meant: Callable[[BoardFix], bool]) -> "Checklist":
        for at, item in enumerate(self.items):
            if not item.is_done and is_meant(item.mend):
                ticked = replace(item, is_done=True)
                return replace(self, items=(*self.items[:at], ticked, *self.items[at + 1 :]))
        return self

    def see(self, where: Whereabouts) -> "Checklist":
        items = (replace(item, is_done=item.is_done or self._is_seen(item.mend, where)) for item in self.items)
        return replace(self, items=tuple(items))

    def _is_seen(self, mend: BoardFix, where: Whereabouts) -> bool:
        stand = where.stands.get(mend.seat)
        if stand is None or not stand.is_sure:
            return False
        if mend.kind is FixKind.OFF_BOARD:
            return stand.space == HAND
        # In Jail and just visiting are one space: only a token that comes to it now was put there for this.
        is_told_apart = mend.kind is FixKind.TOKEN or mend.space != JAIL
        return mend.kind in _TOKENS and stand.space == mend.space and (is_told_apart or stand.since_ms >= self.made_ms)

    # The game goes on

    def following(self, mends: Sequence[BoardFix], game: Game, at_ms: int) -> "Checklist":
        """After the next act, which brought these mends or none: with what is left and still wanted."""
        left = list(self.left)
        for mend in mends:
            left = _with(left, mend)
        items = (Item(mend) for mend in left if _is_wanted(mend, game))
        kept = (item for item in self.items if item.is_done and not mends and _is_wanted(item.mend, game))
        return Checklist((*kept, *items), at_ms if mends else self.made_ms)


def _with(left: list[BoardFix], new: BoardFix) -> list[BoardFix]:
    """What was not done yet need not be done and undone: the way is from the table as it stands."""
    old = next((mend for mend in left if _meet(mend, new)), None)
    if old is None:
        return [*left, new]
    others = list(left)
    others.remove(old)
    joined = _joined(old, new)
    return [*others, joined] if joined is not None else others


def _meet(old: BoardFix, new: BoardFix) -> bool:
    """Are both about the same thing? Of cards or keys to leave Jail there are several, so only about its way back."""
    if old.kind is new.kind is FixKind.JAIL_CARD:
        return (old.deck, old.giver, old.seat) == (new.deck, new.seat, new.giver)
    return _subject(old) == _subject(new)


def _subject(mend: BoardFix) -> tuple[object, ...]:
    match mend.kind:
        case FixKind.TOKEN | FixKind.INTO_JAIL | FixKind.OUT_OF_JAIL | FixKind.OFF_BOARD:
            return "token", mend.seat
        case FixKind.FACE_UP | FixKind.FACE_DOWN:
            return "face", mend.deed
        case _:
            return mend.kind, mend.deed, mend.deck, mend.card


def _joined(old: BoardFix, new: BoardFix) -> BoardFix | None:
    """Both in one; None if that is nothing."""
    match new.kind:
        case FixKind.DEED:
            return replace(new, giver=old.giver) if old.giver != new.seat else None
        case FixKind.BUILDINGS:
            return replace(new, was=old.was) if old.was != new.count else None
        case FixKind.FACE_UP | FixKind.FACE_DOWN | FixKind.CARD | FixKind.JAIL_CARD:
            return None  # the other way round
        case _:
            return new


def _is_wanted(mend: BoardFix, game: Game) -> bool:
    """A later act may have led elsewhere. Of cards the game does not know where they lie."""
    match mend.kind:
        case FixKind.TOKEN | FixKind.INTO_JAIL | FixKind.OUT_OF_JAIL:
            player = game.players[mend.seat]
            is_jailed = mend.kind is FixKind.INTO_JAIL
            return not player.is_out and player.place == mend.space and (player.jail is not None) == is_jailed
        case FixKind.OFF_BOARD:
            return game.players[mend.seat].is_out
        case FixKind.DEED:
            return game.titles[mend.deed].owner == mend.seat
        case FixKind.BUILDINGS:
            return game.titles[mend.deed].buildings == mend.count
        case FixKind.FACE_UP | FixKind.FACE_DOWN:
            return game.titles[mend.deed].mortgaged == (mend.kind is FixKind.FACE_DOWN)
        case FixKind.JAIL_CARD | FixKind.CARD:
            return True
