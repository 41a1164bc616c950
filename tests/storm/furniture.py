"""What stands on the table of a storm: a simulated rig, this household's tags, and tags that are not its own.

A process dies and the table stays: what lies on the readers, what stands on the board, and a button that is held down.
"""

from collections.abc import Iterable

from companion.boards import usual_board
from companion.players.seeded_random import SeededRandom
from companion.rules.deeds import DEED_SPACES
from companion.rules.editions import DEFAULT
from companion.table.gestures.tags import (
    SEATS,
    WAYS_OUT,
    Bindings,
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TaggedThing,
    TokenTag,
    uid_problem,
)
from hardware.clock import HandClock
from hardware.signals import BoardKind
from hardware.simulated import SimulatedRig
from tests.storm.opening import PIECES

READERS = ("deeds", "cards")
BOARDS = (*[BoardKind.IDENTIFYING] * 4, BoardKind.PRESENCE, BoardKind.TAP, None)
FOREIGN = 12


class Furniture:
    def __init__(self, rng: SeededRandom) -> None:
        self.clock = HandClock(rng.below(10_000_000))
        self.board = rng.choice(BOARDS)
        self.hand_dice = rng.happens(0.25)
        self.tags: dict[str, TaggedThing] = {}
        for what in _things():
            self.tags[_new_uid(rng, self.tags)] = what
        self.bindings = Bindings(tuple(sorted(self.tags.items(), key=lambda tag: tag[0])))
        self.foreign = tuple(_foreign(rng, self.tags) for _ in range(FOREIGN))
        self.rig = self._new_rig()

    def _new_rig(self) -> SimulatedRig:
        return SimulatedRig(self.clock, readers=READERS, board=self.board)

    def of(self, kind: type[TaggedThing]) -> tuple[str, ...]:
        """The tags of this kind."""
        return tuple(uid for uid, what in self.tags.items() if isinstance(what, kind))

    def tag_of(self, what: TaggedThing) -> str:
        return next(uid for uid, other in self.tags.items() if other == what)

    def new_uid(self, rng: SeededRandom) -> str:
        """Of a tag that nobody knows."""
        return _new_uid(rng, (*self.tags, *self.foreign))

    def misread(self, rng: SeededRandom, uid: str) -> str:
        """With one digit wrong."""
        while True:
            at = rng.below(len(uid))
            wrong = f"{uid[:at]}{rng.choice('0123456789ABCDEF')}{uid[at + 1 :]}"
            if wrong not in self.tags:
                return wrong

    def renew(self) -> SimulatedRig:
        """For another process: its drivers begin anew, on the same table."""
        old, new = self.rig, self._new_rig()
        old.close()
        for name, reader in old.readers.items():
            for uid in sorted(reader.lying):
                new.readers[name].place(uid)
        for button in old.buttons.names:
            if old.buttons.is_down(button):
                new.buttons.edge(button, True)
        if old.board is not None and new.board is not None:
            for uid, space in old.board.standing.items():
                new.board.put(uid, space)
        self.rig = new
        return new


def _things() -> Iterable[TaggedThing]:
    yield from (DeedTag(deed) for deed in range(len(DEED_SPACES)))
    yield from (PlayerTag(seat) for seat in range(SEATS))
    yield from (TokenTag(piece) for piece in PIECES)
    yield from (CardTag(card) for card in usual_board(DEFAULT).card_names)
    yield from (JailTag(kind) for kind in WAYS_OUT)


def _new_uid(rng: SeededRandom, known: Iterable[str], digits: str = "") -> str:
    """A number that nothing else has, of 4, 7 or 10 bytes, which may begin with some digits that are given."""
    while True:
        length = rng.choice((4, 7, 7, 10))
        uid = (digits + rng.randbytes(length).hex().upper())[: 2 * length]
        if len(uid) > len(digits) and not uid_problem(uid) and uid not in known:
            return uid


def _foreign(rng: SeededRandom, ours: dict[str, TaggedThing]) -> str:
    """Of another household. Makers number their tags in a row, so many begin as ours do."""
    like = rng.choice(tuple(ours))
    return _new_uid(rng, ours, like[: rng.choice((0, 6, 8, len(like) - 2))])
