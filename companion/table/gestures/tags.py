"""This household's tags: which one is which deed, token, player or card; and which spot of the board is which space.

How they are stored is in `games/tags_file`.
"""

import re
from collections.abc import Iterator, Sequence
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from companion.play.setup import MAX_NAME, TOKENS, tidied
from companion.rules.board import KINDS, Board
from companion.rules.cards import Deck
from companion.rules.deeds import DEED_SPACES
from companion.rules.ids import DeedId, PlayerId
from companion.rules.lists import a
from companion.rules.naming import quoted
from companion.rules.phrases import way_out
from companion.rules.state import KEY

SEATS = 8
WAYS_OUT = (Deck.CHANCE.value, Deck.CHEST.value, KEY)  # as in `Player.jail_cards`
_CARD = re.compile(r"(?:chance|chest)/[a-z0-9-]{1,40}")
_SPOT = re.compile(r"[!-~]{1,60}")  # what the board itself calls it: a module's reader, or the number of a sticker
_UID = re.compile(r"(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})")  # 4, 7 or 10 bytes: tags have no other lengths
_PARTIAL = "88"  # starts the first half of a longer number
_RANDOM = "08"  # starts four bytes that phones and bank cards make up anew for every tap
_SIMULATED = "53494D"  # starts a ten-byte number that no real tag has


class CannotBind(ValueError):
    """A tag cannot be used for this. The message says why; `conflicts` lists every reason."""

    def __init__(self, *conflicts: str) -> None:
        super().__init__(" ".join(conflicts))
        self.conflicts = conflicts


# What a tag can be


class DeedTag(Struct, frozen=True, tag=True):
    """The deed at its place in the ring, whatever a board calls it."""

    deed: DeedId

    def __post_init__(self) -> None:
        if not 0 <= self.deed < len(DEED_SPACES):
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
    """A card of any board: a household may have several, with cards of their own."""

    card: str  # as in records: "chance/advance-go"

    def __post_init__(self) -> None:
        if not _CARD.fullmatch(self.card):
            how = "a deck, chance or chest, and small letters, digits and hyphens, as in `chance/advance-go`"
            raise CannotBind(f"A card is written as {how}, not {quoted(self.card)}.")


class JailTag(Struct, frozen=True, tag=True):
    """A card or key that is kept to leave Jail."""

    kind: str  # one of WAYS_OUT

    def __post_init__(self) -> None:
        if self.kind not in WAYS_OUT:
            raise CannotBind(
                f"Jail is left with a card of chance or chest, or with a {KEY}, not with {quoted(self.kind)}."
            )


TaggedThing = DeedTag | TokenTag | PlayerTag | CardTag | JailTag


def describe_tag(board: Board, what: TaggedThing, names: Sequence[str] = ()) -> str:
    """`names` are those of the players of a game."""
    match what:
        case DeedTag(deed):
            return f"the deed of {board.deeds[deed].name}"
        case TokenTag(token):
            return f"the {token}"
        case PlayerTag(seat):
            return f"{names[seat]}'s card" if seat < len(names) else f"the player card of seat {seat + 1}"
        case CardTag(card):
            deck, _, id = card.partition("/")
            name = board.deck_name(Deck(deck))
            meaning = next((one.meaning for one in board.cards(Deck(deck)) if one.id == id), "")
            return f"the {name} card “{meaning}”" if meaning else f"{a(name)} card of another board, {quoted(id)}"
        case JailTag(kind):
            return way_out(board, kind)


def jail_card(board: Board, deck: Deck) -> CardTag:
    """The card of this deck that is kept to leave Jail."""
    return CardTag(f"{deck.value}/{board.cards(deck)[board.jail_free(deck)].id}")


def as_jail_card(board: Board, what: CardTag) -> JailTag | None:
    """None for a card that is not kept."""
    return next((JailTag(deck.value) for deck in Deck if what == jail_card(board, deck)), None)


# The household's tags


class Bindings(Struct, frozen=True):
    """Sorted by number. A tag is one thing. A deed or a token has one tag; a card may have several."""

    tags: tuple[tuple[str, TaggedThing], ...] = ()
    spots: tuple[tuple[str, int], ...] = ()  # what the board calls a spot, and the space above it

    def what(self, uid: str) -> TaggedThing | None:
        """Found by the whole number."""
        return dict(self.tags).get(uid.upper())

    def tag_of(self, what: TaggedThing) -> str:
        """The tag of a deed or token; empty if it has none, and for things that may have several."""
        if not isinstance(what, DeedTag | TokenTag):
            return ""
        return next((uid for uid, other in self.tags if _key(other) == _key(what)), "")

    def tags_of(self, what: TaggedThing) -> int:
        return sum(_key(other) == _key(what) for _, other in self.tags)

    def spot_of(self, space: int) -> str:
        """Empty if none is known."""
        return next((spot for spot, above in self.spots if above == space), "")


def _key(what: TaggedThing) -> TaggedThing:
    """Equal for the same thing: a token in capitals is still the same token."""
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


def bind(bindings: Bindings, uid: str, what: TaggedThing) -> Bindings:
    """The tag is this from now on, in place of whatever is in the way. Raises CannotBind for a wrong number."""
    uid = uid.upper()
    if problem := uid_problem(uid):
        raise CannotBind(problem)
    other = bindings.tag_of(what)
    kept = ((old, is_now) for old, is_now in bindings.tags if old not in (uid, other))
    return replace(bindings, tags=tuple(sorted((*kept, (uid, what)), key=lambda tag: tag[0])))


def bind_new(board: Board, bindings: Bindings, uid: str, what: TaggedThing) -> Bindings:
    """The tag is this from now on, unless something is in the way: then raises CannotBind."""
    after = bind(bindings, uid, what)
    if in_the_way := tuple(_in_the_way(board, bindings, uid.upper(), what)):
        raise CannotBind(*in_the_way)
    return after


def _in_the_way(board: Board, bindings: Bindings, uid: str, what: TaggedThing) -> Iterator[str]:
    is_now, other = bindings.what(uid), other_tag(bindings, uid, what)
    if is_now is not None and _key(is_now) != _key(what):
        yield f"Tag {uid} is {describe_tag(board, is_now)} already."
    if other:
        yield f"For {describe_tag(board, what)} there is another tag already, {other}."


def other_tag(bindings: Bindings, uid: str, what: TaggedThing) -> str:
    """Empty if it has none. A simulated tag is never in the way of a real one."""
    other = bindings.tag_of(what)
    return "" if other == uid or (is_simulated(other) and not is_simulated(uid)) else other


def unbind(bindings: Bindings, uid: str) -> Bindings:
    """Raises CannotBind if the tag is not known."""
    if bindings.what(uid) is None:
        raise CannotBind(f"Tag {uid.upper()} is not known here.")
    return replace(bindings, tags=tuple(tag for tag in bindings.tags if tag[0] != uid.upper()))


def merge_bindings(board: Board, ours: Bindings, theirs: Bindings, *, instead: bool = False) -> Bindings:
    """Ours with theirs added; with `instead` theirs win. Raises CannotBind with every conflict."""
    conflicts = [line for uid, what in theirs.tags for line in _in_the_way(board, ours, uid, what)]
    conflicts += [line for spot, space in theirs.spots for line in _spot_in_the_way(board, ours, spot, space)]
    if conflicts and not instead:
        raise CannotBind(*conflicts)
    for uid, what in theirs.tags:
        ours = bind(ours, uid, what)
    for spot, space in theirs.spots:
        ours = bind_spot(ours, spot, space)
    return ours


# The board's spots


def bind_spot(bindings: Bindings, spot: str, space: int) -> Bindings:
    """This spot of the board, and no other, is under this space from now on. Raises CannotBind."""
    if not _SPOT.fullmatch(spot):
        raise CannotBind(f"No spot of a board is called {quoted(spot)}.")
    if not 0 <= space < len(KINDS):
        raise CannotBind(f"There are {len(KINDS)} spaces, counted from 0: no space {space}.")
    kept = (one for one in bindings.spots if one[0] != spot and one[1] != space)
    return replace(bindings, spots=tuple(sorted((*kept, (spot, space)))))


def bind_new_spot(board: Board, bindings: Bindings, spot: str, space: int) -> Bindings:
    """Unless something is in the way: then raises CannotBind."""
    after = bind_spot(bindings, spot, space)
    if in_the_way := tuple(_spot_in_the_way(board, bindings, spot, space)):
        raise CannotBind(*in_the_way)
    return after


def _spot_in_the_way(board: Board, bindings: Bindings, spot: str, space: int) -> Iterator[str]:
    is_now, other = dict(bindings.spots).get(spot), bindings.spot_of(space)
    if is_now is not None and is_now != space:
        yield f"Spot {spot} of the board is {board.place_name(is_now)} already."
    if other not in ("", spot):
        yield f"For {board.place_name(space)} there is another spot already, {other}."


# Simulated tags. They are never stored.

_KINDS: dict[type[TaggedThing], str] = {DeedTag: "0D", TokenTag: "07", PlayerTag: "09", CardTag: "0C", JailTag: "0A"}


def with_simulated_tags(board: Board, ours: Bindings, tokens: Sequence[str] = ()) -> Bindings:
    """A tag for everything that has none. `tokens` are those of the game in play, which need not be from the box."""
    pieces = {name.casefold(): name for name in (*TOKENS, *tokens)}.values()
    things: list[TaggedThing] = [
        *(DeedTag(deed) for deed in range(len(DEED_SPACES))),
        *(PlayerTag(seat) for seat in range(SEATS)),
        *(TokenTag(name) for name in pieces),
        *(card for card in map(CardTag, board.card_names) if as_jail_card(board, card) is None),
        *(JailTag(kind) for kind in WAYS_OUT),
    ]
    known = {_words(what) for _, what in ours.tags}
    taken = {uid for uid, _ in ours.tags}
    new = ((simulated_uid(what), what) for what in things if _words(what) not in known)
    tags = (*ours.tags, *(tag for tag in new if tag[0] not in taken))
    return replace(ours, tags=tuple(sorted(tags, key=lambda tag: tag[0])))


def simulated_uid(what: TaggedThing) -> str:
    """The number of its simulated tag: the same at every start."""
    return f"{_SIMULATED}{_KINDS[type(what)]}{crc32(_words(what).encode()):012X}"


def is_simulated(uid: str) -> bool:
    return len(uid) == 20 and uid.startswith(_SIMULATED)


def _words(what: TaggedThing) -> str:
    match what:
        case DeedTag(value) | TokenTag(value) | PlayerTag(value) | CardTag(value) | JailTag(value):
            return f"{type(what).__name__} {value}".casefold()
