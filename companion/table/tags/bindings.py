"""This household's tags: which one is which deed, token, player or card; and which spot of the board is which space.

How they are stored is in `bindings_file`.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.play.setup import MAX_NAME, tidied
from companion.play.words import place_name
from companion.rules.board import BOARD
from companion.rules.cards import CARDS, Deck
from companion.rules.deeds import DEEDS
from companion.rules.ids import DeedId, PlayerId
from companion.rules.naming import CARD_NAMES, quoted
from companion.rules.phrases import way_out
from companion.rules.state import KEY
from companion.rules.words import DECK_NAMES

SEATS = 8
WAYS_OUT = (Deck.CHANCE.value, Deck.CHEST.value, KEY)  # as in `Player.jail_cards`
_SPOT = re.compile(r"[!-~]{1,60}")  # as the board itself calls it: a module's reader, or the number of a sticker
_UID = re.compile(r"(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})")  # 4, 7 or 10 bytes: tags have no other lengths
SIMULATED = "53494D"  # begins ten bytes that are the number of no real tag: see `stand_ins`
_PARTIAL = "88"  # begins the first half of a longer number
_RANDOM = "08"  # begins four bytes that are made up anew for every tap, by phones and bank cards


class CannotBind(ValueError):
    """A tag cannot be taken for this. The message says why, and `conflicts` every reason there is."""

    def __init__(self, *conflicts: str) -> None:
        super().__init__(" ".join(conflicts))
        self.conflicts = conflicts


# What a tag can be


class DeedTag(Struct, frozen=True, tag=True):
    deed: DeedId

    def __post_init__(self) -> None:
        if not 0 <= self.deed < len(DEEDS):
            raise CannotBind(f"There is no deed {self.deed}.")


class TokenTag(Struct, frozen=True, tag=True):
    token: str  # the piece, such as "Car"

    def __post_init__(self) -> None:
        if not self.token or self.token != tidied(self.token) or not self.token.isprintable():
            raise CannotBind("A token needs a name that can be read.")
        if len(self.token) > MAX_NAME:
            raise CannotBind(f"The name of a token has at most {MAX_NAME} characters.")


class PlayerTag(Struct, frozen=True, tag=True):
    seat: PlayerId

    def __post_init__(self) -> None:
        if not 0 <= self.seat < SEATS:
            raise CannotBind(f"There are {SEATS} seats, counted from 0: no seat {self.seat}.")


class CardTag(Struct, frozen=True, tag=True):
    card: str  # as in records: "chance/advance-go"

    def __post_init__(self) -> None:
        if self.card not in CARD_NAMES:
            raise CannotBind(f"There is no card {quoted(self.card)}.")


class JailTag(Struct, frozen=True, tag=True):
    """A card or key that is kept to leave Jail."""

    kind: str  # one of WAYS_OUT

    def __post_init__(self) -> None:
        if self.kind not in WAYS_OUT:
            raise CannotBind(
                f"Jail is left with a card of chance or chest, or with a {KEY}, not with {quoted(self.kind)}."
            )


What = DeedTag | TokenTag | PlayerTag | CardTag | JailTag


def said(what: What, names: Sequence[str] = ()) -> str:
    """In words. `names` are those of the players of a game."""
    match what:
        case DeedTag(deed):
            return f"the deed of {DEEDS[deed].name}"
        case TokenTag(token):
            return f"the {token}"
        case PlayerTag(seat):
            return f"{names[seat]}'s card" if seat < len(names) else f"the player card of seat {seat + 1}"
        case CardTag(card):
            deck, _, id = card.partition("/")
            meaning = next(one.meaning for one in CARDS[Deck(deck)] if one.id == id)
            return f"the {DECK_NAMES[Deck(deck)]} card “{meaning}”"
        case JailTag(kind):
            return way_out(KEY) if kind == KEY else f"the {DECK_NAMES[Deck(kind)]} card to leave Jail"


# The tags themselves


class Bindings(Struct, frozen=True):
    """In the order of their numbers. One tag is one thing; a deed or a token has one tag, a card may have several."""

    tags: tuple[tuple[str, What], ...] = ()
    spots: tuple[tuple[str, int], ...] = ()  # of the board: what it calls one, and the space above it

    def what(self, uid: str) -> What | None:
        """By its whole number."""
        return dict(self.tags).get(uid.upper())

    def tag_of(self, what: What) -> str:
        """The only tag that this may have; empty if it has none, or may have several."""
        if not isinstance(what, DeedTag | TokenTag):
            return ""
        return next((uid for uid, other in self.tags if _key(other) == _key(what)), "")

    def tags_of(self, what: What) -> int:
        return sum(_key(other) == _key(what) for _, other in self.tags)

    def spot_of(self, space: int) -> str:
        """Empty if none is known."""
        return next((spot for spot, above in self.spots if above == space), "")


def _key(what: What) -> What:
    """Equal for what is the same thing: a token is not another one in capitals."""
    return TokenTag(what.token.casefold()) if isinstance(what, TokenTag) else what


def uid_problem(uid: str) -> str:
    """Why this cannot be a tag's number, as a sentence; empty if it can."""
    if not _UID.fullmatch(uid):
        return f"The number of a tag has 8, 14 or 20 hexadecimal digits, not {quoted(uid)}."
    if len(uid) == 8 and uid.startswith(_PARTIAL):
        return f"{uid} is only a part of a tag's number."
    if len(uid) == 8 and uid.startswith(_RANDOM):
        return f"{uid} is a number that changes with every tap, as a phone or a bank card has it."
    return ""


def is_simulated(uid: str) -> bool:
    """Enrolled at a simulated table: a real tag simply takes its place."""
    return len(uid) == 20 and uid.startswith(SIMULATED)


def bind(bindings: Bindings, uid: str, what: What, *, instead: bool = False) -> Bindings:
    """From now on the tag is this; `instead` of what it was, and of another tag of the same deed. Raises CannotBind."""
    uid = uid.upper()
    if problem := uid_problem(uid):
        raise CannotBind(problem)
    in_the_way = tuple(_in_the_way(bindings, uid, what))
    if in_the_way and not instead:
        raise CannotBind(*in_the_way)
    other = bindings.tag_of(what)
    kept = ((old, is_now) for old, is_now in bindings.tags if old not in (uid, other))
    return replace(bindings, tags=tuple(sorted((*kept, (uid, what)), key=lambda tag: tag[0])))


def _in_the_way(bindings: Bindings, uid: str, what: What) -> Iterator[str]:
    is_now, other = bindings.what(uid), bindings.tag_of(what)
    if is_now is not None and _key(is_now) != _key(what):
        yield f"Tag {uid} is {said(is_now)} already."
    if other not in ("", uid) and not (is_simulated(other) and not is_simulated(uid)):
        yield f"For {said(what)} there is another tag already, {other}."


def unbind(bindings: Bindings, uid: str) -> Bindings:
    """Raises CannotBind for a tag that is nothing."""
    if bindings.what(uid) is None:
        raise CannotBind(f"Tag {uid.upper()} is not known here.")
    return replace(bindings, tags=tuple(tag for tag in bindings.tags if tag[0] != uid.upper()))


def merge(ours: Bindings, theirs: Bindings, *, instead: bool = False) -> Bindings:
    """Ours with theirs added; `instead` of ours where both cannot be. Raises CannotBind with every conflict."""
    conflicts = [line for uid, what in theirs.tags for line in _in_the_way(ours, uid, what)]
    conflicts += [line for spot, space in theirs.spots for line in _spot_in_the_way(ours, spot, space)]
    if conflicts and not instead:
        raise CannotBind(*conflicts)
    for uid, what in theirs.tags:
        ours = bind(ours, uid, what, instead=True)
    for spot, space in theirs.spots:
        ours = bind_spot(ours, spot, space, instead=True)
    return ours


# The board's spots


def bind_spot(bindings: Bindings, spot: str, space: int, *, instead: bool = False) -> Bindings:
    """From now on this spot of the board is under this space, and no other is. Raises CannotBind."""
    if not _SPOT.fullmatch(spot):
        raise CannotBind(f"No spot of a board is called {quoted(spot)}.")
    if not 0 <= space < len(BOARD):
        raise CannotBind(f"There are {len(BOARD)} spaces, counted from 0: no space {space}.")
    in_the_way = tuple(_spot_in_the_way(bindings, spot, space))
    if in_the_way and not instead:
        raise CannotBind(*in_the_way)
    kept = (one for one in bindings.spots if one[0] != spot and one[1] != space)
    return replace(bindings, spots=tuple(sorted((*kept, (spot, space)))))


def _spot_in_the_way(bindings: Bindings, spot: str, space: int) -> Iterator[str]:
    is_now, other = dict(bindings.spots).get(spot), bindings.spot_of(space)
    if is_now is not None and is_now != space:
        yield f"Spot {spot} of the board is {place_name(is_now)} already."
    if other not in ("", spot):
        yield f"For {place_name(space)} there is another spot already, {other}."
