"""A walk in which people hold their things to the reader one after the other, each for its tag. Pure.

It goes through everything of a kind, or takes the one thing that somebody names.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.play.setup import TOKENS
from companion.rules.board import Board
from companion.rules.cards import Deck
from companion.rules.deeds import DEED_SPACES
from companion.rules.ids import SpaceId
from companion.rules.lists import or_list, sentence
from companion.rules.naming import Naming, folded, nearest, quoted
from companion.rules.state import KEY
from companion.table.gestures.tags import (
    SEATS,
    WAYS_OUT,
    Bindings,
    CannotBind,
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TaggedThing,
    TokenTag,
    as_jail_card,
    bind,
    bind_new,
    bind_new_spot,
    bind_spot,
    describe_tag,
    jail_card,
    uid_problem,
)

KINDS = ("deeds", "tokens", "players", "cards", "jail", "board")
TOKEN = "token "  # comes before the name of a piece that is not in the box
LISTED_MAX = 4


class CannotEnrol(ValueError):
    """The message is a sentence."""


class SpaceSpot(Struct, frozen=True, tag=True):
    """The board's spot under a space: a reader, a switch or a sticker."""

    space: SpaceId


EnrolTarget = TaggedThing | SpaceSpot


class HeldItem(Struct, frozen=True):
    """What was held to the reader or covered on the board: a tag by its number, or a spot by its name."""

    uid: str = ""
    spot: str = ""


class EnrolWalk(Struct, frozen=True):
    """`at` is a place in `steps`, or behind them when the walk is over. `step` counts everything that was asked for."""

    board: Board  # whose names people read
    title: str
    steps: tuple[EnrolTarget, ...]
    at: int = 0
    step: int = 1
    again: bool = False  # also asks for what has its tag already
    names: tuple[str, ...] = ()  # of the players of the game
    told: str = ""
    is_trouble: bool = False
    held: HeldItem | None = None  # asked about: it was something else, shall it be this now?
    in_the_way: tuple[str, ...] = ()

    @property
    def target(self) -> EnrolTarget | None:
        return self.steps[self.at] if self.at < len(self.steps) else None


# Planning a walk


def plan_walk(
    board: Board, what: str, bindings: Bindings, players: Sequence[str], pieces: Sequence[str], *, again: bool
) -> EnrolWalk:
    """`players` and `pieces` are those of the game in play, if there is one. Raises CannotEnrol."""
    names = tuple(players)
    if what in KINDS:
        return EnrolWalk(board, what, tuple(_all_of(board, what, bindings, players, pieces)), again=again, names=names)
    if what.casefold().startswith(TOKEN):
        try:
            target: TaggedThing = TokenTag(" ".join(what[len(TOKEN) :].split()))
        except CannotBind as error:
            raise CannotEnrol(str(error)) from None
    else:
        target = _find_thing(board, what, players, _pieces(bindings, pieces))
    return EnrolWalk(board, describe_target(board, target, names), (target,), again=True, names=names)


def _all_of(
    board: Board, kind: str, bindings: Bindings, players: Sequence[str], pieces: Sequence[str]
) -> Iterator[EnrolTarget]:
    match kind:
        case "deeds":
            yield from (DeedTag(deed) for deed in range(len(DEED_SPACES)))
        case "tokens":
            yield from map(TokenTag, pieces or _pieces(bindings, ()))
        case "players":
            yield from (PlayerTag(seat) for seat in range(len(players) or SEATS))
        case "cards":
            yield from (CardTag(f"{deck.value}/{card.id}") for deck in Deck for card in board.cards(deck))
        case "jail":
            yield from map(JailTag, WAYS_OUT)
        case "board":
            yield from (SpaceSpot(space.id) for space in board.spaces)


def _pieces(bindings: Bindings, pieces: Sequence[str]) -> tuple[str, ...]:
    """Those of the game and of the box, and whatever else has a tag here; each once, in capitals or not."""
    tagged = (what.token for _, what in bindings.tags if isinstance(what, TokenTag))
    return tuple({name.casefold(): name for name in (*tagged, *reversed(TOKENS), *pieces)}.values())[::-1]


def _find_thing(board: Board, what: str, players: Sequence[str], pieces: Sequence[str]) -> TaggedThing:
    """The thing with exactly this name; else the only deed or card that it could be short for."""
    wanted = folded(what)
    exact: list[TaggedThing] = [
        *(TokenTag(name) for name in pieces if folded(name) == wanted),
        *(PlayerTag(seat) for seat, name in enumerate(players) if folded(name) == wanted),
        *(PlayerTag(seat) for seat in range(SEATS) if wanted in (f"seat {seat + 1}", f"player {seat + 1}")),
        *(JailTag(way) for way in WAYS_OUT if wanted in (f"jail {way}", f"jail/{way}")),
        *(DeedTag(deed.id) for deed in board.deeds if folded(deed.name) == wanted),
    ]
    short_for: list[TaggedThing] = [
        *(DeedTag(one) for one in board.deed_naming.find(what)),
        *(CardTag(board.card_names[one]) for one in Naming("card", board.card_names).find(what)),
    ]
    found: tuple[TaggedThing, ...] = tuple(dict.fromkeys(exact or short_for))
    if len(found) == 1:
        return found[0]
    if found:
        could = or_list(describe_target(board, one, tuple(players)) for one in found)
        raise CannotEnrol(sentence(f"{quoted(what)} could be {could}"))
    known = (*KINDS, *(deed.name for deed in board.deeds), *pieces)
    hint = f"there are {', '.join(KINDS)}; `{TOKEN}NAME` is a piece of your own"
    raise CannotEnrol(f"Nothing here is called {quoted(what)}{nearest(what, known)}; {hint}.")


# Progress


def tags_of(board: Board, bindings: Bindings, target: EnrolTarget) -> int:
    """How many tags it has. A card to leave Jail is the same thing in its deck and in a player's hand."""
    if isinstance(target, SpaceSpot):
        return int(bool(bindings.spot_of(target.space)))
    same: TaggedThing | None = None
    match target:
        case CardTag():
            same = as_jail_card(board, target)
        case JailTag(kind) if kind != KEY:
            same = jail_card(board, Deck(kind))
    return bindings.tags_of(target) + (bindings.tags_of(same) if same is not None else 0)


def _is_done(walk: EnrolWalk, bindings: Bindings, at: int) -> bool:
    """A deck has some cards twice, and each of them needs a tag."""
    return tags_of(walk.board, bindings, walk.steps[at]) >= walk.steps[: at + 1].count(walk.steps[at])


def still_to_do(walk: EnrolWalk, bindings: Bindings) -> tuple[EnrolTarget, ...]:
    return tuple(target for at, target in enumerate(walk.steps) if not _is_done(walk, bindings, at))


def begun(walk: EnrolWalk, bindings: Bindings) -> EnrolWalk:
    """At the first thing that still needs a tag."""
    return replace(walk, at=_next(walk, bindings, 0))


def _next(walk: EnrolWalk, bindings: Bindings, start: int) -> int:
    after = range(start, len(walk.steps))
    return next((at for at in after if walk.again or not _is_done(walk, bindings, at)), len(walk.steps))


# What is held


def hold(walk: EnrolWalk, bindings: Bindings, held: HeldItem) -> tuple[EnrolWalk, Bindings | None]:
    """The walk, and the bindings to keep before it is `done`; None if there is nothing to keep yet."""
    if walk.target is None:
        return walk, None
    if problem := uid_problem(held.uid) if held.uid else "":
        return mishap(walk, f"{problem} This tag cannot be used."), None
    try:
        if isinstance(walk.target, SpaceSpot):
            after = bind_new_spot(walk.board, bindings, held.spot, walk.target.space)
        else:
            after = bind_new(walk.board, bindings, held.uid, walk.target)
    except CannotBind as error:
        step = walk.step + 1
        return replace(walk, held=held, in_the_way=error.conflicts, step=step, told="", is_trouble=False), None
    if after == bindings and not _is_done(walk, bindings, walk.at):
        return mishap(walk, "This one is enrolled already: there are two such cards, and it is the other one."), None
    return walk, after


def agree(walk: EnrolWalk, bindings: Bindings) -> Bindings | None:
    """Yes: what was held is this from now on."""
    if walk.target is None or walk.held is None:
        return None
    if isinstance(walk.target, SpaceSpot):
        return bind_spot(bindings, walk.held.spot, walk.target.space)
    return bind(bindings, walk.held.uid, walk.target)


def done(walk: EnrolWalk, bindings: Bindings) -> EnrolWalk:
    """It is on the disk, and `bindings` are what is there."""
    if walk.target is None:
        return walk
    total, left = len(walk.steps), len(still_to_do(walk, bindings))
    what = sentence(describe_target(walk.board, walk.target, walk.names)).rstrip(".")
    told = f"{what}: done, {total - left} of {total}."
    return _moved(walk, _next(walk, bindings, walk.at + 1), told)


def _moved(walk: EnrolWalk, at: int, told: str = "") -> EnrolWalk:
    return replace(walk, at=at, step=walk.step + 1, told=told, is_trouble=False, held=None, in_the_way=())


def mishap(walk: EnrolWalk, told: str) -> EnrolWalk:
    """Why nothing was enrolled. A question stays open."""
    return replace(walk, told=told, is_trouble=True)


def well_again(walk: EnrolWalk, told: str = "") -> EnrolWalk:
    return replace(walk, told=told, is_trouble=False)


# What people say


def skip(walk: EnrolWalk, bindings: Bindings) -> EnrolWalk:
    return _moved(walk, _next(walk, bindings, walk.at + 1), "Left for later.") if walk.target is not None else walk


def back(walk: EnrolWalk) -> EnrolWalk:
    """To the one before, whether it has its tag or not."""
    return _moved(walk, walk.at - 1) if walk.at else mishap(walk, "This is the first.")


def decline(walk: EnrolWalk) -> EnrolWalk:
    return _moved(walk, walk.at, "Nothing was changed.")


# In words


def describe_target(board: Board, target: EnrolTarget, names: tuple[str, ...] = ()) -> str:
    return board.place_name(target.space) if isinstance(target, SpaceSpot) else describe_tag(board, target, names)


def walk_prompt(walk: EnrolWalk, bindings: Bindings, *, is_tapped: bool = False) -> str:
    """What to hold or tap now, or how the walk ended."""
    if walk.target is not None:
        what = describe_target(walk.board, walk.target, walk.names)
        if not isinstance(walk.target, SpaceSpot):
            return f"Hold {what} to the reader."
        return f"Tap {what} with the wand." if is_tapped else f"Put one token on {what}, and leave it there."
    left = still_to_do(walk, bindings)
    if not left:
        return "Every space is known." if isinstance(walk.steps[0], SpaceSpot) else "Everything here has its tag."
    shown = ", ".join(describe_target(walk.board, target, walk.names) for target in left[:LISTED_MAX])
    more = f" and {len(left) - LISTED_MAX} more" if len(left) > LISTED_MAX else ""
    return f"{len(left)} still to do: {shown}{more}."


def walk_question(walk: EnrolWalk) -> str:
    """Empty if nothing is asked."""
    if walk.held is None or walk.target is None:
        return ""
    held, what = "this spot" if walk.held.spot else "this tag", describe_target(walk.board, walk.target, walk.names)
    return f"{' '.join(walk.in_the_way)} Use {held} for {what} from now on?"
