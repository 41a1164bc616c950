"""What people must put right on the real board after an undo or redo. Money is the companion's business."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import zip_longest

from msgspec import Struct

from companion.play.acts import DoneAgain, MoveEvents, RecordedMove, TakenBack
from companion.rules.board import JAIL
from companion.rules.cards import Deck
from companion.rules.editions import Cards
from companion.rules.events import CardDrawn
from companion.rules.ids import BANK, Account, DeedId, SpaceId
from companion.rules.state import HOTEL_LEVEL, KEY, Game


class FixKind(Enum):
    """What has to be done, and which fields of a fix say with what."""

    TOKEN = "token"  # seat, space
    INTO_JAIL = "into-jail"  # seat, space
    OUT_OF_JAIL = "out-of-jail"  # seat, space
    OFF_BOARD = "off-board"  # seat
    DEED = "deed"  # deed, giver, seat
    BUILDINGS = "buildings"  # deed, was, count
    FACE_UP = "face-up"  # deed
    FACE_DOWN = "face-down"  # deed
    JAIL_CARD = "jail-card"  # deck, giver, seat, on_top
    CARD = "card"  # deck, card, on_top


class BoardFix(Struct, frozen=True):
    """One thing to do. `seat` is whose token it is, or who gets the deed or card; -1 is the Bank or a deck."""

    kind: FixKind
    seat: Account = BANK
    giver: Account = BANK
    deed: DeedId = -1
    space: SpaceId = -1
    was: int = 0  # buildings that stand there now: 1 to 4 houses, 5 a hotel
    count: int = 0  # buildings that must stand there
    deck: str = ""  # of a card; "key" is a plastic key
    card: int = -1
    on_top: bool = False  # of its deck


def fixes_after(move: RecordedMove, moves: Sequence[RecordedMove]) -> tuple[BoardFix, ...]:
    """After an undo or redo; none after anything else. `moves` are all moves of the game."""
    match move.events:
        case (TakenBack(number),):
            return board_fixes(move.before, move.after, undone=moves[number - 1].events)
        case (DoneAgain(number),):
            return board_fixes(move.before, move.after, redone=moves[number - 1].events)
    return ()


def board_fixes(before: Game, after: Game, undone: MoveEvents = (), redone: MoveEvents = ()) -> tuple[BoardFix, ...]:
    """From the board as it stands to the board as it must be.

    No game holds the order of a real deck: only the events that are taken back or done again tell of its cards.
    """
    fixes = []
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        # A player who is out is nowhere.
        was, is_now = (None if one.is_out else (one.place, one.jail is not None) for one in (old, new))
        if was == is_now:
            continue
        if new.is_out:
            fixes.append(BoardFix(FixKind.OFF_BOARD, seat))
        elif new.jail is not None:
            fixes.append(BoardFix(FixKind.INTO_JAIL, seat, space=JAIL))
        else:
            leaves = old.jail is not None and not old.is_out
            fixes.append(BoardFix(FixKind.OUT_OF_JAIL if leaves else FixKind.TOKEN, seat, space=new.place))
    for deed, (title, wanted) in enumerate(zip(before.titles, after.titles, strict=True)):
        if title.owner != wanted.owner:
            fixes.append(BoardFix(FixKind.DEED, wanted.owner, title.owner, deed=deed))
        if title.mortgaged != wanted.mortgaged:
            fixes.append(BoardFix(FixKind.FACE_DOWN if wanted.mortgaged else FixKind.FACE_UP, deed=deed))
        if title.buildings != wanted.buildings:
            fixes.append(BoardFix(FixKind.BUILDINGS, deed=deed, was=title.buildings, count=wanted.buildings))
    has_decks = not after.electronic_decks and after.rules.cards is Cards.DECK
    put_back, drawn_again = (
        [event for event in events if isinstance(event, CardDrawn)] if has_decks else [] for events in (undone, redone)
    )
    drawn_from = {event.deck.value for event in put_back}
    for deck in (*(deck.value for deck in Deck), KEY):
        givers, receivers = _surplus(deck, before, after), _surplus(deck, after, before)
        for giver, receiver in zip_longest(givers, receivers, fillvalue=BANK):  # what no player gives or gets
            fixes.append(BoardFix(FixKind.JAIL_CARD, receiver, giver, deck=deck, on_top=deck in drawn_from))
    return (*fixes, *_cards(after, put_back, on_top=True), *_cards(after, drawn_again, on_top=False))


def _surplus(deck: str, one: Game, other: Game) -> list[Account]:
    """Who has such a card or key in the one game and not in the other; once for each."""
    counts = (
        (seat, mine.jail_cards.count(deck) - theirs.jail_cards.count(deck))
        for seat, (mine, theirs) in enumerate(zip(one.players, other.players, strict=True))
    )
    return [seat for seat, more in counts for _ in range(more)]


def _cards(game: Game, drawn: Sequence[CardDrawn], *, on_top: bool) -> Iterator[BoardFix]:
    """A card that was used lies under its deck, and one that is taken back on top of it."""
    for event in drawn:
        if event.card != game.board.jail_free(event.deck):  # a player keeps that one
            yield BoardFix(FixKind.CARD, deck=event.deck.value, card=event.card, on_top=on_top)


def describe_fix(fix: BoardFix, game: Game) -> str:
    """As an instruction, with the names that the players of this game have."""
    name, jail, hotel = game.board.deeds[fix.deed].name, game.board.names["jail"], f"the {game.board.words.hotel}"
    match fix.kind:
        case FixKind.TOKEN:
            return f"{game.name(fix.seat)}'s token back to {game.board.place_name(fix.space)}"
        case FixKind.INTO_JAIL:
            return f"{game.name(fix.seat)}'s token into {jail}"
        case FixKind.OUT_OF_JAIL if fix.space == JAIL:
            return f"{game.name(fix.seat)}'s token out of {jail}, to just visiting"
        case FixKind.OUT_OF_JAIL:
            return f"{game.name(fix.seat)}'s token out of {jail}, back to {game.board.place_name(fix.space)}"
        case FixKind.OFF_BOARD:
            return f"{game.name(fix.seat)}'s token off the board"
        case FixKind.DEED:
            return f"{name}'s deed to {game.name(fix.seat)}"
        case FixKind.FACE_UP:
            return f"{name}'s deed face up"
        case FixKind.FACE_DOWN:
            return f"{name}'s deed face down"
        case FixKind.BUILDINGS if fix.was == HOTEL_LEVEL and fix.count:
            return f"{hotel} off {name}, {_houses(game, fix.count)} onto it"
        case FixKind.BUILDINGS if fix.was == HOTEL_LEVEL:
            return f"{hotel} off {name}"
        case FixKind.BUILDINGS if fix.count == HOTEL_LEVEL and fix.was:
            return f"{_houses(game, fix.was)} off {name}, {hotel} onto it"
        case FixKind.BUILDINGS if fix.count == HOTEL_LEVEL:
            return f"{hotel} onto {name}"
        case FixKind.BUILDINGS if fix.count > fix.was:
            return f"{_houses(game, fix.count - fix.was)} onto {name}"
        case FixKind.BUILDINGS:
            return f"{_houses(game, fix.was - fix.count)} off {name}"
        case FixKind.JAIL_CARD:
            return _describe_jail_card(fix, game)
        case FixKind.CARD:
            deck = Deck(fix.deck)
            where = "on top of" if fix.on_top else "under"
            return (
                f"the {game.board.deck_name(deck)} card ({game.board.cards(deck)[fix.card].meaning}) {where} its deck"
            )


def _houses(game: Game, count: int) -> str:
    words = game.board.words
    return f"{('one', 'two', 'three', 'four')[count - 1]} {words.house if count == 1 else words.houses}"


def _describe_jail_card(fix: BoardFix, game: Game) -> str:
    jail = game.board.names["jail"]
    giver, receiver = game.name(fix.giver), game.name(fix.seat)
    if fix.deck == KEY:
        if fix.giver == BANK:
            return f"a key to leave {jail} back to {receiver}"
        return f"{giver}'s key to leave {jail} {'back with the others' if fix.seat == BANK else f'to {receiver}'}"
    deck = f"the {game.board.deck_name(Deck(fix.deck))} deck"
    if fix.giver == BANK:
        return f"the card to leave {jail} from {deck} back to {receiver}"
    if fix.seat != BANK:
        return f"{giver}'s {game.board.deck_name(Deck(fix.deck))} card to leave {jail} to {receiver}"
    return f"{giver}'s card to leave {jail} back to {deck}{', on top' if fix.on_top else ''}"
