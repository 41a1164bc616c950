"""The checklist of what has to be put right: ticked by the board, by tags or by hand, and joined act by act."""

import pytest

from companion.play.acts import Act, Redo, Undo
from companion.play.board_fixes import BoardFix, FixKind, describe_fix, fixes_after
from companion.rules.commands import (
    Build,
    BuyDeed,
    GoBankrupt,
    Mortgage,
    PayFine,
    RetirePlayer,
    Roll,
    UseJailCard,
)
from companion.rules.ids import BANK, PlayerId, SpaceId
from companion.rules.pending_steps import Debt
from companion.rules.state import Game
from companion.table.gestures.board_watch import Checklist
from companion.table.gestures.sensed_board import HAND
from companion.table.gestures.whereabouts import TokenStand, Whereabouts
from tests.kit import ANN, BEN, CY, because, deed, game
from tests.table.positions import made

ORIENTAL, VERMONT = deed("Oriental"), deed("Vermont")
TOKEN = BoardFix(FixKind.TOKEN, ANN, space=5)
HOUSE = BoardFix(FixKind.BUILDINGS, deed=VERMONT, was=1, count=0)
DEED = BoardFix(FixKind.DEED, BANK, ANN, deed=ORIENTAL)
KEY = BoardFix(FixKind.JAIL_CARD, ANN, deck="key")


def of(*mends: BoardFix) -> Checklist:
    return Checklist().following(mends, _wanting(*mends), 1_000)


def _wanting(*mends: BoardFix) -> Game:
    """A game after which these fixes make sense."""
    outs = tuple(NAME[mend.seat] for mend in mends if mend.kind is FixKind.OFF_BOARD)
    jailed = {NAME[mend.seat]: 0 for mend in mends if mend.kind is FixKind.INTO_JAIL}
    at = {NAME[mend.seat]: mend.space for mend in mends if mend.kind in (FixKind.TOKEN, FixKind.OUT_OF_JAIL)}
    return game(at=at, jailed=jailed, bankrupt=outs, turn="Cy")


NAME = {ANN: "Ann", BEN: "Ben", CY: "Cy"}


def at(seat: PlayerId, space: SpaceId, since_ms: int = 0, *, is_sure: bool = True) -> Whereabouts:
    return Whereabouts({seat: TokenStand(space, since_ms, is_sure)})


# Ticking


@pytest.mark.parametrize(
    ("mend", "where", "is_done"),
    [
        (TOKEN, at(ANN, 5), True),
        (TOKEN, at(ANN, 6), False),
        (TOKEN, at(ANN, HAND), False),
        (TOKEN, at(BEN, 5), False),
        (TOKEN, at(ANN, 5, is_sure=False), False),
        (TOKEN, Whereabouts({}), False),
        (BoardFix(FixKind.TOKEN, ANN, space=10), at(ANN, 10), True),
        (BoardFix(FixKind.OUT_OF_JAIL, ANN, space=27), at(ANN, 27), True),
        (BoardFix(FixKind.OUT_OF_JAIL, ANN, space=10), at(ANN, 10, 999), False),  # it may still be inside
        (BoardFix(FixKind.OUT_OF_JAIL, ANN, space=10), at(ANN, 10, 1_000), True),
        (BoardFix(FixKind.INTO_JAIL, ANN, space=10), at(ANN, 10, 999), False),
        (BoardFix(FixKind.INTO_JAIL, ANN, space=10), at(ANN, 10, 1_000), True),
        (BoardFix(FixKind.OFF_BOARD, ANN), at(ANN, HAND), True),
        (BoardFix(FixKind.OFF_BOARD, ANN), at(ANN, 5), False),
        (BoardFix(FixKind.OFF_BOARD, ANN), Whereabouts({}), False),
        (HOUSE, at(BANK, -1), False),
        (DEED, at(BANK, -1), False),
    ],
)
def test_the_board_ticks_tokens(mend: BoardFix, where: Whereabouts, is_done: bool) -> None:
    listed = Checklist().following((mend,), _wanting(mend), 1_000)
    assert listed.left == (mend,)
    assert listed.see(where).left == (() if is_done else (mend,))


def test_what_is_ticked_stays_ticked() -> None:
    assert of(TOKEN).see(at(ANN, 5)).see(at(ANN, 6)).left == ()


def test_anything_is_ticked_by_hand() -> None:
    listed = of(TOKEN, DEED, KEY)
    assert listed.tick(DEED).left == (TOKEN, KEY)
    assert listed.tick(HOUSE) == listed
    assert listed.tick(DEED).tick(DEED).tick(TOKEN).tick(KEY).left == ()
    assert [item.fix for item in listed.tick(DEED).items] == [TOKEN, DEED, KEY]


def test_only_one_of_two_equal_items_is_ticked() -> None:
    assert of(KEY, KEY).tick(KEY).left == (KEY,)


def test_a_deeds_tag_ticks_its_deed() -> None:
    face = BoardFix(FixKind.FACE_UP, deed=ORIENTAL)
    listed = of(DEED, face)
    assert listed.tick_deed(ORIENTAL).left == (face,)
    assert listed.tick_deed(VERMONT) == listed
    assert listed.tick_deed(ORIENTAL).tick_deed(ORIENTAL).left == (face,)


# One act after another


def left(start: Game, *acts: Act, done: tuple[int, ...] = ()) -> list[str]:
    """What is left to do, in words, when after the acts with these numbers everything was done at once."""
    moves = made(start, *acts)
    listed = Checklist()
    for taken in moves:
        listed = listed.following(fixes_after(taken, moves), taken.after, 1_000 * taken.number)
        for mend in listed.left if taken.number in done else ():
            listed = listed.tick(mend)
    return [describe_fix(mend, moves[-1].after) for mend in listed.left]


FIVE = game(at={"Ann": 5})
BLUE = game(owns={"Ann": ["light-blue"]})
THROW, BUY = Roll(ANN, (1, 2)), BuyDeed(ANN)


@pytest.mark.parametrize(
    ("start", "acts", "done", "words"),
    [
        (FIVE, [THROW], (), []),
        (FIVE, [THROW, Undo()], (), ["Ann's token back to Reading Railroad"]),
        (FIVE, [THROW, BUY, Undo()], (), ["Vermont Avenue's deed to the Bank"]),
        (
            FIVE,
            [THROW, BUY, Undo(), Undo()],
            (),
            ["Vermont Avenue's deed to the Bank", "Ann's token back to Reading Railroad"],
        ),
        (FIVE, [THROW, BUY, Undo(), Undo()], (3,), ["Ann's token back to Reading Railroad"]),
        (FIVE, [THROW, BUY, Undo(), Redo()], (), []),
        (FIVE, [THROW, BUY, Undo(), Redo()], (3,), ["Vermont Avenue's deed to Ann"]),
        (FIVE, [THROW, Undo(), Redo()], (), ["Ann's token back to Vermont Avenue"]),
        (FIVE, [THROW, Undo(), Roll(ANN, (1, 3))], (), []),  # the guide leads on
        (FIVE, [THROW, BUY, Undo(), Undo(), Roll(ANN, (1, 3))], (), ["Vermont Avenue's deed to the Bank"]),
        (FIVE, [THROW, BUY, Undo(), BUY], (), []),
        (BLUE, [Build(ANN, VERMONT), Undo(), Redo()], (), []),
        (BLUE, [Build(ANN, VERMONT), Undo(), Redo()], (2,), ["one house onto Vermont Avenue"]),
        (
            game(owns={"Ann": ["light-blue"]}, buildings={"light-blue": 1}),
            [Build(ANN, VERMONT), Build(ANN, ORIENTAL), Undo(), Undo(), Redo()],
            (),
            ["one house off Oriental Avenue"],
        ),
        (BLUE, [Mortgage(ANN, VERMONT), Undo()], (), ["Vermont Avenue's deed face up"]),
        (BLUE, [Mortgage(ANN, VERMONT), Undo(), Redo()], (), []),
        (BLUE, [Mortgage(ANN, VERMONT), Undo(), Mortgage(ANN, VERMONT)], (), []),
        (game(jailed={"Ann": 0}), [PayFine(ANN), Undo()], (), ["Ann's token into Jail"]),
        (game(jailed={"Ann": 0}), [PayFine(ANN), Undo(), PayFine(ANN)], (), []),
        (
            game(jailed={"Ann": 0}, jail_cards={"Ann": 1}),
            [UseJailCard(ANN), Undo(), Redo()],
            (),
            ["Ann's token out of Jail, to just visiting"],
        ),
        (game(players=("Ann", "Ben", "Cy")), [RetirePlayer(BEN, "late"), Undo()], (), ["Ben's token back to GO"]),
        (
            game(players=("Ann", "Ben", "Cy")),
            [RetirePlayer(BEN, "late"), Undo(), Redo()],
            (),
            ["Ben's token off the board"],
        ),
        (
            game(players=("Ann", "Ben", "Cy")),
            [RetirePlayer(BEN, "late"), Undo(), RetirePlayer(BEN, "late")],
            (),
            [],
        ),
    ],
)
def test_lists_of_several_acts_are_one(start: Game, acts: list[Act], done: tuple[int, ...], words: list[str]) -> None:
    assert left(start, *acts, done=done) == words


def test_what_was_done_stays_in_the_list_until_there_is_another() -> None:
    moves = made(FIVE, THROW, BUY, Undo())
    listed = Checklist().following(fixes_after(moves[-1], moves), moves[-1].after, 0)
    ticked = listed.tick(listed.left[0])
    assert [item.is_done for item in ticked.items] == [True]
    assert ticked.following((), moves[-1].after, 5_000) == ticked
    assert [item.fix for item in ticked.following((TOKEN,), FIVE, 5_000).items] == [TOKEN]


def test_a_new_list_starts_its_own_clock() -> None:
    assert Checklist(made_ms=7).following((), FIVE, 9).made_ms == 7
    assert Checklist(made_ms=7).following((TOKEN,), FIVE, 9).made_ms == 9


def test_two_keys_are_two_and_each_comes_back() -> None:
    back = BoardFix(FixKind.JAIL_CARD, BANK, ANN, deck="key")
    listed = Checklist().following((KEY, KEY), FIVE, 0)
    assert listed.left == (KEY, KEY)
    assert listed.following((back,), FIVE, 0).left == (KEY,)


def test_a_card_that_need_not_be_moved_is_not() -> None:
    on_top = BoardFix(FixKind.CARD, deck="chance", card=3, on_top=True)
    under = BoardFix(FixKind.CARD, deck="chance", card=3, on_top=False)
    other = BoardFix(FixKind.CARD, deck="chance", card=4, on_top=False)
    assert of(on_top).following((under,), FIVE, 0).left == ()
    assert of(on_top).following((other,), FIVE, 0).left == (on_top, other)


def test_a_bankruptcy_taken_back_is_put_right() -> None:
    debt = Debt(ANN, BEN, 2_000, ("RENT-1",), because("Oriental Avenue, no houses"))
    start = game(cash={"Ann": 5}, owns={"Ann": ["Oriental"]}, pending=(debt,), thrown=True)
    assert left(start, GoBankrupt(ANN), Undo()) == ["Ann's token back to GO", "Oriental Avenue's deed to Ann"]
