"""The tags of a simulated table: everything that the household has no tag for has one that stands in for it.

They are never stored, and their numbers, of ten bytes and with a mark of their own, are those of no real tag.
"""

from collections.abc import Iterator, Sequence
from zlib import crc32

from msgspec.structs import replace

from companion.play.setup import TOKENS
from companion.rules.deeds import DEEDS
from companion.rules.naming import CARD_NAMES
from companion.table.tags.bindings import (
    SEATS,
    SIMULATED,
    WAYS_OUT,
    Bindings,
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TokenTag,
    What,
)

_KINDS: dict[type[What], str] = {DeedTag: "0D", TokenTag: "07", PlayerTag: "09", CardTag: "0C", JailTag: "0A"}


def with_stand_ins(ours: Bindings, tokens: Sequence[str] = ()) -> Bindings:
    """`tokens` are the pieces of the game in play: they need not be in the box."""
    known = {_words(what) for _, what in ours.tags}
    taken = {uid for uid, _ in ours.tags}
    new = ((stand_in(what), what) for what in _things(tokens) if _words(what) not in known)
    tags = (*ours.tags, *(tag for tag in new if tag[0] not in taken))
    return replace(ours, tags=tuple(sorted(tags, key=lambda tag: tag[0])))


def stand_in(what: What) -> str:
    """The number of the tag that stands in for this: the same at every start."""
    return f"{SIMULATED}{_KINDS[type(what)]}{crc32(_words(what).encode()):012X}"


def _words(what: What) -> str:
    match what:
        case DeedTag(value) | TokenTag(value) | PlayerTag(value) | CardTag(value) | JailTag(value):
            return f"{type(what).__name__} {value}".casefold()


def _things(tokens: Sequence[str]) -> Iterator[What]:
    yield from (DeedTag(deed.id) for deed in DEEDS)
    yield from (PlayerTag(seat) for seat in range(SEATS))
    yield from (TokenTag(name) for name in {name.casefold(): name for name in (*TOKENS, *tokens)}.values())
    yield from (CardTag(card) for card in CARD_NAMES if not card.endswith("/jail-free"))  # those are kept
    yield from (JailTag(kind) for kind in WAYS_OUT)
