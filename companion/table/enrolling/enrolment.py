"""A walk in which the household's things are held to the reader one after the other, each for its tag. Pure.

Which tag lies there for certain is found out by `steady`, and on the board by `arrival`; who keeps it is `walks`.
"""

from msgspec import Struct
from msgspec.structs import replace

from companion.play.words import place_name
from companion.rules.ids import SpaceId
from companion.rules.phrases import sentence
from companion.rules.state import KEY
from companion.table.messages import WalkView
from companion.table.tags.bindings import (
    Bindings,
    CannotBind,
    CardTag,
    JailTag,
    What,
    bind,
    bind_spot,
    said,
    uid_problem,
)

JAIL_FREE = "/jail-free"
LISTED_MOST = 4


class UnderSpace(Struct, frozen=True, tag=True):
    """The board's spot under a space: a reader, a switch or a sticker."""

    space: SpaceId


Target = What | UnderSpace


class Held(Struct, frozen=True):
    """A tag by its number, or a spot of the board by its name: whatever was held or covered, for certain."""

    uid: str = ""
    spot: str = ""


class Walk(Struct, frozen=True):
    """`at` is a place in `steps`, or behind them when it is over. `step` counts everything that was asked for."""

    title: str
    steps: tuple[Target, ...]
    at: int = 0
    step: int = 1
    again: bool = False  # also through what has its tag already
    names: tuple[str, ...] = ()  # of the players of the game
    told: str = ""
    is_trouble: bool = False
    held: Held | None = None  # what is asked about: may it be this, though it is something else?
    in_the_way: tuple[str, ...] = ()

    @property
    def target(self) -> Target | None:
        return self.steps[self.at] if self.at < len(self.steps) else None


# Where it stands


def tags_of(bindings: Bindings, target: Target) -> int:
    """How many there are. A card that leads out of Jail is the same thing in its deck and in a player's hand."""
    match target:
        case UnderSpace(space):
            return int(bool(bindings.spot_of(space)))
        case CardTag(card) if card.endswith(JAIL_FREE):
            return bindings.tags_of(target) + bindings.tags_of(JailTag(card.removesuffix(JAIL_FREE)))
        case JailTag(kind) if kind != KEY:
            return bindings.tags_of(target) + bindings.tags_of(CardTag(f"{kind}{JAIL_FREE}"))
        case _:
            return bindings.tags_of(target)


def _is_done(walk: Walk, bindings: Bindings, at: int) -> bool:
    """A deck has some cards twice, and each of them needs a tag."""
    return tags_of(bindings, walk.steps[at]) >= walk.steps[: at + 1].count(walk.steps[at])


def still_to_do(walk: Walk, bindings: Bindings) -> tuple[Target, ...]:
    return tuple(target for at, target in enumerate(walk.steps) if not _is_done(walk, bindings, at))


def begun(walk: Walk, bindings: Bindings) -> Walk:
    """At the first that is still to do."""
    return replace(walk, at=_next(walk, bindings, 0))


def _next(walk: Walk, bindings: Bindings, start: int) -> int:
    after = range(start, len(walk.steps))
    return next((at for at in after if walk.again or not _is_done(walk, bindings, at)), len(walk.steps))


# What is held


def hold(walk: Walk, bindings: Bindings, held: Held) -> tuple[Walk, Bindings | None]:
    """And the bindings to be kept, after which it is `done`; None if there is nothing to keep yet."""
    if walk.target is None:
        return walk, None
    if problem := uid_problem(held.uid) if held.uid else "":
        return mishap(walk, f"{problem} This tag cannot be used."), None
    try:
        after = _bound(bindings, walk.target, held, instead=False)
    except CannotBind as error:
        return _asking(walk, held, error.conflicts), None
    if after == bindings and not _is_done(walk, bindings, walk.at):
        return mishap(walk, "This one is enrolled already: there are two such cards, and it is the other one."), None
    return walk, after


def _asking(walk: Walk, held: Held, in_the_way: tuple[str, ...]) -> Walk:
    return replace(walk, held=held, in_the_way=in_the_way, step=walk.step + 1, told="", is_trouble=False)


def _bound(bindings: Bindings, target: Target, held: Held, *, instead: bool) -> Bindings:
    if isinstance(target, UnderSpace):
        return bind_spot(bindings, held.spot, target.space, instead=instead)
    return bind(bindings, held.uid, target, instead=instead)


def agree(walk: Walk, bindings: Bindings) -> Bindings | None:
    """Yes: what was held is this from now on."""
    if walk.target is None or walk.held is None:
        return None
    return _bound(bindings, walk.target, walk.held, instead=True)


def done(walk: Walk, bindings: Bindings) -> Walk:
    """It is kept: `bindings` are as they are on the disk."""
    if walk.target is None:
        return walk
    total, left = len(walk.steps), len(still_to_do(walk, bindings))
    told = f"{sentence(said_target(walk.target, walk.names)).rstrip('.')}: done, {total - left} of {total}."
    return _moved(walk, _next(walk, bindings, walk.at + 1), told)


def _moved(walk: Walk, at: int, told: str = "") -> Walk:
    return replace(walk, at=at, step=walk.step + 1, told=told, is_trouble=False, held=None, in_the_way=())


def mishap(walk: Walk, told: str) -> Walk:
    """Nothing was enrolled, and why. A question stays open."""
    return replace(walk, told=told, is_trouble=True)


def well_again(walk: Walk, told: str = "") -> Walk:
    return replace(walk, told=told, is_trouble=False)


# What people say


def skip(walk: Walk, bindings: Bindings) -> Walk:
    return _moved(walk, _next(walk, bindings, walk.at + 1), "Left for later.") if walk.target is not None else walk


def back(walk: Walk) -> Walk:
    """To the one before, whether it has its tag or not."""
    return _moved(walk, walk.at - 1) if walk.at else mishap(walk, "This is the first.")


def decline(walk: Walk) -> Walk:
    return _moved(walk, walk.at, "Nothing was changed.")


# In words


def said_target(target: Target, names: tuple[str, ...] = ()) -> str:
    return place_name(target.space) if isinstance(target, UnderSpace) else said(target, names)


def walk_view(walk: Walk, bindings: Bindings, number: int, by: str, *, is_tapped: bool = False) -> WalkView:
    left = still_to_do(walk, bindings)
    return WalkView(
        number,
        walk.step,
        walk.title,
        _prompt(walk, left, is_tapped=is_tapped),
        len(walk.steps) - len(left),
        len(walk.steps),
        walk.told,
        walk.is_trouble,
        _question(walk),
        walk.target is None,
        by,
    )


def _prompt(walk: Walk, left: tuple[Target, ...], *, is_tapped: bool) -> str:
    match walk.target:
        case None:
            return _ending(walk, left)
        case UnderSpace() as target:
            place = said_target(target)
            return f"Tap {place} with the wand." if is_tapped else f"Put one token on {place}, and leave it there."
        case target:
            return f"Hold {said_target(target, walk.names)} to the reader."


def _ending(walk: Walk, left: tuple[Target, ...]) -> str:
    if not left:
        return "Every space is known." if isinstance(walk.steps[0], UnderSpace) else "Everything here has its tag."
    listed = ", ".join(said_target(target, walk.names) for target in left[:LISTED_MOST])
    more = f" and {len(left) - LISTED_MOST} more" if len(left) > LISTED_MOST else ""
    return f"{len(left)} still to do: {listed}{more}."


def _question(walk: Walk) -> str:
    if walk.held is None or walk.target is None:
        return ""
    what = "this spot" if walk.held.spot else "this tag"
    return f"{' '.join(walk.in_the_way)} Shall {what} be {said_target(walk.target, walk.names)} from now on?"
