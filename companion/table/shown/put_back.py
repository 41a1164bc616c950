"""What people must put right on the real table when something is taken back or done again. Money is the companion's."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain, zip_longest

from msgspec import Struct

from companion.play.acts import DoneAgain, MoveEvents, RecordedMove, TakenBack
from companion.play.places import place_name
from companion.rules.board import JAIL
from companion.rules.cards import CARDS, JAIL_FREE, Deck
from companion.rules.deeds import DEEDS
from companion.rules.editions import Cards
from companion.rules.events import CardDrawn
from companion.rules.ids import BANK, Account, DeedId, PlayerId, SpaceId
from companion.rules.state import HOTEL_LEVEL, KEY, Game, Player
from companion.rules.words import DECK_NAMES


class Kind(Enum):
    """What is to be done, and which fields of a mend say with what."""

    TOKEN = "token"  # seat, space
    INTO_JAIL = "into Jail"  # seat, space
    OUT_OF_JAIL = "out of Jail"  # seat, space
    OFF_BOARD = "off the board"  # seat
    DEED = "deed"  # deed, giver, seat
    BUILDINGS = "buildings"  # deed, was, count
    FACE_UP = "face up"  # deed
    FACE_DOWN = "face down"  # deed
    JAIL_CARD = "card to leave Jail"  # deck, giver, seat, on_top
    CARD = "card"  # deck, card, on_top


class Mend(Struct, frozen=True):
    """One thing to do. `seat` is whose token it is, or who gets the deed or card; -1 is the Bank or a deck."""

    kind: Kind
    seat: Account = BANK
    giver: Account = BANK
    deed: DeedId = -1
    space: SpaceId = -1
    was: int = 0  # buildings that stand there now: 1 to 4 houses, 5 a hotel
    count: int = 0  # buildings that must stand there
    deck: str = ""  # of a card; "key" is a plastic key
    card: int = -1
    on_top: bool = False  # of its deck


def mends_after(taken: RecordedMove, moves: Sequence[RecordedMove]) -> tuple[Mend, ...]:
    """After an undo or redo; nothing after anything else. `moves` are all of the game."""
    match taken.events:
        case (TakenBack(number),):
            return put_back(taken.before, taken.after, undone=moves[number - 1].events)
        case (DoneAgain(number),):
            return put_back(taken.before, taken.after, redone=moves[number - 1].events)
    return ()


def put_back(before: Game, after: Game, undone: MoveEvents = (), redone: MoveEvents = ()) -> tuple[Mend, ...]:
    """From the table as it stands to the table as it must be.

    The order of a real deck is in no game: only the events that are taken back or done again tell of its cards.
    """
    has_decks = not after.electronic_decks and after.rules.cards is Cards.DECK
    return tuple(
        chain(
            _tokens(before, after),
            _titles(before, after),
            _jail_cards(before, after, _drawn(undone) if has_decks else ()),
            _cards(_drawn(undone), on_top=True) if has_decks else (),
            _cards(_drawn(redone), on_top=False) if has_decks else (),
        )
    )


# Tokens


def _tokens(before: Game, after: Game) -> Iterator[Mend]:
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if _where(old) != _where(new):
            yield _token(seat, old, new)


def _where(player: Player) -> tuple[SpaceId, bool] | None:
    """Nowhere, once the player is out."""
    return None if player.is_out else (player.place, player.jail is not None)


def _token(seat: PlayerId, old: Player, new: Player) -> Mend:
    if new.is_out:
        return Mend(Kind.OFF_BOARD, seat)
    if new.jail is not None:
        return Mend(Kind.INTO_JAIL, seat, space=JAIL)
    leaves = old.jail is not None and not old.is_out
    return Mend(Kind.OUT_OF_JAIL if leaves else Kind.TOKEN, seat, space=new.place)


# Deeds and buildings


def _titles(before: Game, after: Game) -> Iterator[Mend]:
    for deed, (old, new) in enumerate(zip(before.titles, after.titles, strict=True)):
        if old.owner != new.owner:
            yield Mend(Kind.DEED, new.owner, old.owner, deed=deed)
        if old.mortgaged != new.mortgaged:
            yield Mend(Kind.FACE_DOWN if new.mortgaged else Kind.FACE_UP, deed=deed)
        if old.buildings != new.buildings:
            yield Mend(Kind.BUILDINGS, deed=deed, was=old.buildings, count=new.buildings)


# Cards


def _jail_cards(before: Game, after: Game, undone: Sequence[CardDrawn]) -> Iterator[Mend]:
    drawn_from = {event.deck.value for event in undone}
    for deck in (*(deck.value for deck in Deck), KEY):
        givers, receivers = _surplus(deck, before, after), _surplus(deck, after, before)
        for giver, receiver in zip_longest(givers, receivers, fillvalue=BANK):  # what no player gives or gets
            yield Mend(Kind.JAIL_CARD, receiver, giver, deck=deck, on_top=deck in drawn_from)


def _surplus(deck: str, one: Game, other: Game) -> list[Account]:
    """Who has such a card or key in the one game and not in the other; once for each."""
    counts = (
        (seat, mine.jail_cards.count(deck) - theirs.jail_cards.count(deck))
        for seat, (mine, theirs) in enumerate(zip(one.players, other.players, strict=True))
    )
    return [seat for seat, more in counts for _ in range(more)]


def _drawn(events: MoveEvents) -> tuple[CardDrawn, ...]:
    return tuple(event for event in events if isinstance(event, CardDrawn))


def _is_kept(event: CardDrawn) -> bool:
    return event.card == JAIL_FREE[event.deck]


def _cards(drawn: Sequence[CardDrawn], *, on_top: bool) -> Iterator[Mend]:
    """A card that was obeyed lies under its deck, and one that is taken back on top of it."""
    for event in drawn:
        if not _is_kept(event):
            yield Mend(Kind.CARD, deck=event.deck.value, card=event.card, on_top=on_top)


# In words


def said(mend: Mend, game: Game) -> str:
    """As an order, with the names that the players of this game have."""
    match mend.kind:
        case Kind.TOKEN | Kind.INTO_JAIL | Kind.OUT_OF_JAIL | Kind.OFF_BOARD:
            return f"{game.name(mend.seat)}'s token {_way(mend)}"
        case Kind.DEED:
            return f"{DEEDS[mend.deed].name}'s deed to {game.name(mend.seat)}"
        case Kind.FACE_UP | Kind.FACE_DOWN:
            return f"{DEEDS[mend.deed].name}'s deed {mend.kind.value}"
        case Kind.BUILDINGS:
            return _buildings(mend)
        case Kind.JAIL_CARD:
            return _jail_card(mend, game)
        case Kind.CARD:
            deck = Deck(mend.deck)
            where = "on top of" if mend.on_top else "under"
            return f"the {DECK_NAMES[deck]} card ({CARDS[deck][mend.card].meaning}) {where} its deck"


def _way(mend: Mend) -> str:
    if mend.kind is Kind.OUT_OF_JAIL:
        return f"out of Jail, {'to just visiting' if mend.space == JAIL else f'back to {place_name(mend.space)}'}"
    return f"back to {place_name(mend.space)}" if mend.kind is Kind.TOKEN else mend.kind.value


def _buildings(mend: Mend) -> str:
    name = DEEDS[mend.deed].name
    if mend.was == HOTEL_LEVEL:
        return f"the hotel off {name}" + (f", {_houses(mend.count)} onto it" if mend.count else "")
    if mend.count == HOTEL_LEVEL:
        return f"{_houses(mend.was)} off {name}, the hotel onto it" if mend.was else f"the hotel onto {name}"
    more = mend.count - mend.was
    return f"{_houses(abs(more))} {'onto' if more > 0 else 'off'} {name}"


def _houses(count: int) -> str:
    return ("one house", "two houses", "three houses", "four houses")[count - 1]


def _jail_card(mend: Mend, game: Game) -> str:
    thing = "key to leave Jail" if mend.deck == KEY else "card to leave Jail"
    if mend.giver == BANK:
        return f"{_from_bank(mend, thing)} back to {game.name(mend.seat)}"
    to = f"to {game.name(mend.seat)}" if mend.seat != BANK else _to_bank(mend)
    return f"{game.name(mend.giver)}'s {thing} {to}"


def _from_bank(mend: Mend, thing: str) -> str:
    return f"a {thing}" if mend.deck == KEY else f"the {thing} from the {DECK_NAMES[Deck(mend.deck)]} deck"


def _to_bank(mend: Mend) -> str:
    if mend.deck == KEY:
        return "back with the others"
    return f"back to the {DECK_NAMES[Deck(mend.deck)]} deck{', on top' if mend.on_top else ''}"
