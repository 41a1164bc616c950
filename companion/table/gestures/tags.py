"""This household's tags: which one is which deed, token, player or card; and which spot of the board is which space.

How they are stored is in `games/tags_file`.
"""

import re
from collections.abc import Iterator, Sequence
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from companion.play.setup import MAX_NAME, TOKENS, tidied
from companion.rules.cards import Deck
from companion.rules.ids import DeedId, PlayerId
from companion.rules.naming import quoted
from companion.rules.phrases import way_out
from companion.rules.state import KEY

SEATS = 8
WAYS_OUT = (Deck.CHANCE.value, Deck.CHEST.value, KEY)  # as in `Player.jail_cards`
JAIL_CARD = "/jail-free"  # how the name of a card ends that is kept to leave Jail
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


TaggedThing = DeedTag | TokenTag | PlayerTag | CardTag | JailTag


def describe_tag(what: TaggedThing, names: Sequence[str] = ()) -> str:
    """`names` are those of the players of a game."""
    match what:
        case DeedTag(deed):
            return f"the deed of {game.board.deeds[deed].name}"
        case TokenTag(token):
            return f"the {token}"
        case PlayerTag(seat):
            return f"{names[seat]}'s card" if seat < len(names) else f"the player card of seat {seat + 1}"
        case CardTag(card):
            deck, _, id = card.partition("/")
            meaning = next(one.meaning for one in game.board.cards(Deck(deck)) if one.id == id)
            return f"the {game.board.deck_name(Deck(deck))} card “{meaning}”"
        case JailTag(kind):
            return way_out(KEY) if kind == KEY else f"the {game.board.deck_name(Deck(kind))} card to leave Jail"


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


def bind(bindings: Bindings, uid: str, what: TaggedThing, *, instead: bool = False) -> Bindings:
    """The tag is this from now on. With `instead` it replaces what is in the way. Raises CannotBind."""
    uid = uid.upper()
    if problem := uid_problem(uid):
        raise CannotBind(problem)
    in_the_way = tuple(_in_the_way(bindings, uid, what))
    if in_the_way and not instead:
        raise CannotBind(*in_the_way)
    other = bindings.tag_of(what)
    kept = ((old, is_now) for old, is_now in bindings.tags if old not in (uid, other))
    return replace(bindings, tags=tuple(sorted((*kept, (uid, what)), key=lambda tag: tag[0])))


def _in_the_way(bindings: Bindings, uid: str, what: TaggedThing) -> Iterator[str]:
    """A simulated tag is never in the way of a real one."""
    is_now, other = bindings.what(uid), bindings.tag_of(what)
    if is_now is not None and _key(is_now) != _key(what):
        yield f"Tag {uid} is {describe_tag(is_now)} already."
    if other not in ("", uid) and not (is_simulated(other) and not is_simulated(uid)):
        yield f"For {describe_tag(what)} there is another tag already, {other}."


def unbind(bindings: Bindings, uid: str) -> Bindings:
    """Raises CannotBind if the tag is not known."""
    if bindings.what(uid) is None:
        raise CannotBind(f"Tag {uid.upper()} is not known here.")
    return replace(bindings, tags=tuple(tag for tag in bindings.tags if tag[0] != uid.upper()))


def merge_bindings(ours: Bindings, theirs: Bindings, *, instead: bool = False) -> Bindings:
    """Ours with theirs added; with `instead` theirs win. Raises CannotBind with every conflict."""
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
    """This spot of the board, and no other, is under this space from now on. Raises CannotBind."""
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
        yield f"Spot {spot} of the board is {game.board.place_name(is_now)} already."
    if other not in ("", spot):
        yield f"For {game.board.place_name(space)} there is another spot already, {other}."


# Simulated tags. They are never stored.

_KINDS: dict[type[TaggedThing], str] = {DeedTag: "0D", TokenTag: "07", PlayerTag: "09", CardTag: "0C", JailTag: "0A"}


def with_simulated_tags(ours: Bindings, tokens: Sequence[str] = ()) -> Bindings:
    """A tag for everything that has none. `tokens` are those of the game in play, which need not be from the box."""
    pieces = {name.casefold(): name for name in (*TOKENS, *tokens)}.values()
    things: list[TaggedThing] = [
        *(DeedTag(deed.id) for deed in game.board.deeds),
        *(PlayerTag(seat) for seat in range(SEATS)),
        *(TokenTag(name) for name in pieces),
        *(CardTag(card) for card in CARD_NAMES if not card.endswith(JAIL_CARD)),  # those are JailTags
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
