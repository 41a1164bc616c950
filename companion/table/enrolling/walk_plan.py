"""What a walk goes through: everything of a kind, or the one thing that somebody names. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from companion.play.setup import TOKENS
from companion.rules.board import BOARD
from companion.rules.cards import CARDS
from companion.rules.deeds import DEEDS
from companion.rules.naming import CARD_NAMES, DEED, Naming, folded, nearest, quoted
from companion.rules.phrases import or_list, sentence
from companion.table.enrolling.enrolment import Target, UnderSpace, Walk, said_target
from companion.table.tags.bindings import (
    SEATS,
    WAYS_OUT,
    Bindings,
    CannotBind,
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TokenTag,
    What,
)

KINDS = ("deeds", "tokens", "players", "cards", "jail", "board")
TOKEN = "token "  # before the name of a piece that nobody has heard of
_CARD = Naming("card", CARD_NAMES)


class NoWalk(ValueError):
    """The message is a sentence."""


def plan(what: str, bindings: Bindings, players: Sequence[str], pieces: Sequence[str], *, again: bool) -> Walk:
    """`players` and `pieces` are those of the game in play, if there is one. Raises NoWalk."""
    names = tuple(players)
    if what in KINDS:
        return Walk(what, tuple(_all_of(what, bindings, players, pieces)), again=again, names=names)
    target = _named(what, bindings, players, pieces)
    return Walk(said_target(target, names), (target,), again=True, names=names)


def _all_of(kind: str, bindings: Bindings, players: Sequence[str], pieces: Sequence[str]) -> Iterator[Target]:
    match kind:
        case "deeds":
            yield from (DeedTag(deed) for deed in range(len(DEEDS)))
        case "tokens":
            yield from map(TokenTag, pieces or _pieces(bindings, ()))
        case "players":
            yield from (PlayerTag(seat) for seat in range(len(players) or SEATS))
        case "cards":
            yield from (CardTag(f"{deck.value}/{card.id}") for deck, cards in CARDS.items() for card in cards)
        case "jail":
            yield from map(JailTag, WAYS_OUT)
        case "board":
            yield from (UnderSpace(space.id) for space in BOARD)


def _pieces(bindings: Bindings, pieces: Sequence[str]) -> tuple[str, ...]:
    """Those of the game and of the box, and whatever else this household has; each once, however it is written."""
    tagged = (what.token for _, what in bindings.tags if isinstance(what, TokenTag))
    return tuple({name.casefold(): name for name in (*tagged, *reversed(TOKENS), *pieces)}.values())[::-1]


# One thing


def _named(what: str, bindings: Bindings, players: Sequence[str], pieces: Sequence[str]) -> What:
    if what.casefold().startswith(TOKEN):
        return _token(what[len(TOKEN) :])
    found = tuple(dict.fromkeys(_candidates(what, bindings, players, pieces)))
    if len(found) == 1:
        return found[0]
    if found:
        could = or_list(said_target(one, tuple(players)) for one in found)
        raise NoWalk(sentence(f"{quoted(what)} could be {could}"))
    known = (*KINDS, *(deed.name for deed in DEEDS), *_pieces(bindings, pieces))
    hint = f"`{TOKEN}NAME` is a piece of your own"
    raise NoWalk(f"Nothing here is called {quoted(what)}{nearest(what, known)}; there are {', '.join(KINDS)}; {hint}.")


def _token(name: str) -> TokenTag:
    try:
        return TokenTag(" ".join(name.split()))
    except CannotBind as error:
        raise NoWalk(str(error)) from None


def _candidates(what: str, bindings: Bindings, players: Sequence[str], pieces: Sequence[str]) -> Iterator[What]:
    """What is called exactly so; else whatever it could be the beginning of."""
    exact = tuple(_exact(what, bindings, players, pieces))
    yield from exact
    if not exact:
        yield from map(DeedTag, DEED.find(what))
        yield from (CardTag(CARD_NAMES[one]) for one in _CARD.find(what))


def _exact(what: str, bindings: Bindings, players: Sequence[str], pieces: Sequence[str]) -> Iterator[What]:
    wanted = folded(what)
    yield from (TokenTag(name) for name in _called(wanted, _pieces(bindings, pieces)))
    yield from (PlayerTag(seat) for seat, name in enumerate(players) if folded(name) == wanted)
    yield from (PlayerTag(seat) for seat in range(SEATS) if wanted in (f"seat {seat + 1}", f"player {seat + 1}"))
    yield from (JailTag(way) for way in WAYS_OUT if wanted in (f"jail {way}", f"jail/{way}"))
    yield from (DeedTag(deed.id) for deed in DEEDS if folded(deed.name) == wanted)


def _called(wanted: str, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if folded(name) == wanted)
