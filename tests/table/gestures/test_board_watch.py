"""Watching the board, from the roll to the token, and an undo that is put right."""

from companion.play.acts import RecordedMove, Undo
from companion.play.board_fixes import describe_fix
from companion.rules.commands import BuyDeed, Roll
from companion.rules.state import Game
from companion.table.gestures import board_evidence
from companion.table.gestures.board_evidence import BoardVerdict
from companion.table.gestures.board_proposal import propose_board
from companion.table.gestures.board_watch import BoardWatch
from hardware.signals import BoardKind
from tests.kit import ANN, BEN, CY, game
from tests.table.gestures.sample_boards import board, lifted, seen, standing
from tests.table.positions import made

START = game(at={"Ann": 2, "Ben": 20, "Cy": 24})
THROW = Roll(ANN, (3, 4))


def watching(start: Game = START) -> BoardWatch:
    return BoardWatch(standing(BoardKind.IDENTIFYING, start))


def is_quiet(verdict: BoardVerdict) -> bool:
    return not (verdict.guides or verdict.questions or verdict.strangers)


def guides(verdict: BoardVerdict, table: Game) -> list[str]:
    return [board_evidence.describe_guide(one, table) for one in verdict.guides]


def test_a_turn_from_the_throw_to_the_token() -> None:
    watch, (thrown,) = watching(), made(START, THROW)
    assert watch.look(START, 5_000) == BoardVerdict()
    watch.follow(thrown, [thrown], 10_000)
    assert guides(watch.look(thrown.after, 10_001), thrown.after) == ["Ann: 7 on to Connecticut Avenue"]
    watch.feel(lifted(11_000, 2, ANN))
    watch.feel(seen(12_000, 9, ANN))
    verdict = watch.look(thrown.after, 12_800)
    assert is_quiet(verdict)
    assert verdict.arrived is not None
    assert (verdict.arrived.seat, verdict.arrived.start) == (ANN, 2)


def test_a_throw_taken_back_can_be_walked_again() -> None:
    """With real dice: home after the undo, and then on to the very same space."""
    watch, (thrown, undone) = watching(), made(START, THROW, Undo())
    watch.hand_dice = True
    watch.feel(lifted(9_000, 2, ANN))
    watch.feel(seen(9_100, 9, ANN))
    watch.follow(thrown, [thrown], 10_000)
    watch.look(thrown.after, 11_000)
    watch.follow(undone, [thrown, undone], 12_000)
    watch.feel(lifted(13_000, 9, ANN))
    watch.feel(seen(13_100, 2, ANN))
    watch.look(undone.after, 15_000)
    watch.feel(lifted(16_000, 2, ANN))
    watch.feel(seen(16_100, 9, ANN))
    verdict = watch.look(undone.after, 18_000)
    assert verdict.walked is not None
    assert (verdict.walked.seat, verdict.walked.steps, verdict.guides) == (ANN, 7, ())


def asked(watch: BoardWatch, table: Game, now_ms: int) -> str:
    (one,) = watch.look(table, now_ms).questions
    return board_evidence.describe_question(one, table)


def test_the_screen_is_right() -> None:
    watch, (thrown,) = watching(), made(START, THROW)
    watch.follow(thrown, [thrown], 10_000)
    watch.feel(seen(12_000, 8, ANN))
    assert (
        asked(watch, thrown.after, 15_000) == "Ann's token is on Vermont Avenue, but the game says Connecticut Avenue."
    )
    watch.keep_screen(watch.look(thrown.after, 15_000).questions[0])
    verdict = watch.look(thrown.after, 60_000)
    assert (guides(verdict, thrown.after), verdict.questions) == (["Ann: back to Connecticut Avenue"], ())
    watch.feel(lifted(60_000, 8, ANN))
    for now_ms in (60_500, 61_000, 65_000):  # guided until it is seen there
        assert guides(watch.look(thrown.after, now_ms), thrown.after) == ["Ann: back to Connecticut Avenue"]
    watch.feel(seen(66_000, 9, ANN))
    assert is_quiet(watch.look(thrown.after, 67_000))
    assert watch.asked.kept == ()


def test_the_board_is_right() -> None:
    """The acts of the proposal are given, and the token stands where the game says."""
    watch, (thrown,) = watching(), made(START, THROW)
    watch.follow(thrown, [thrown], 10_000)
    watch.feel(seen(12_000, 8, ANN))
    token = watch.look(thrown.after, 15_000).questions[0].tokens[0]
    found = propose_board(thrown.after, [thrown], token.seat, token.seen)
    moves: list[RecordedMove] = made(START, THROW, *found.acts)
    for taken in moves[1:]:
        watch.follow(taken, moves, 20_000)
    verdict = watch.look(moves[-1].after, 20_001)
    assert is_quiet(verdict)
    assert verdict.arrived is not None
    assert verdict.arrived.at_ms == 20_000
    assert watch.board_fixes.left == ()


def test_a_knocked_board_is_one_question_until_all_are_back() -> None:
    watch = watching()
    for space, seat in enumerate((ANN, BEN, CY), 30):
        watch.feel(seen(10_000, space, seat))
    assert asked(watch, START, 13_000) == "The board was disturbed: 3 tokens are not where the game says."
    watch.feel(seen(14_000, 2, ANN))
    watch.feel(seen(14_000, 20, BEN))
    assert asked(watch, START, 15_000) == "The board was disturbed: one token is not where the game says."
    watch.feel(seen(16_000, 24, CY))
    assert watch.look(START, 17_000) == BoardVerdict()


def test_an_undo_is_ticked_off_as_it_is_seen_done() -> None:
    watch, moves = watching(), made(START, THROW, BuyDeed(ANN), Undo(), Undo())
    watch.feel(seen(1_000, 9, ANN))
    for taken in moves:
        watch.follow(taken, moves, 10_000)
    end = moves[-1].after
    watch.look(end, 11_000)
    words = [
        "Connecticut Avenue's deed to the Bank",
        "Ann's token back to Community Chest (after Mediterranean Avenue)",
    ]
    assert [describe_fix(mend, end) for mend in watch.board_fixes.left] == words
    watch.feel(seen(12_000, 2, ANN))
    watch.look(end, 12_800)
    assert [describe_fix(mend, end) for mend in watch.board_fixes.left] == words[:1]
    watch.board_fixes = watch.board_fixes.tick(watch.board_fixes.left[0])
    assert watch.board_fixes.left == ()


def test_a_game_goes_on_after_a_stop_with_its_token_still_to_be_moved() -> None:
    moves = made(START, THROW)
    watch = watching()
    watch.begin(moves, 0)
    assert guides(watch.look(moves[-1].after, 60_000), moves[-1].after) == ["Ann: 7 on to Connecticut Avenue"]


def test_another_game_knows_nothing_of_the_one_before() -> None:
    watch, moves = watching(), made(START, THROW, Undo())
    for taken in moves:
        watch.follow(taken, moves, 10_000)
    watch.feel(seen(12_000, 33, ANN))
    watch.keep_screen(watch.look(moves[-1].after, 20_000).questions[0])
    watch.begin([], 30_000)
    assert (watch.moves, watch.board_fixes.items) == ((), ())
    assert len(watch.look(START, 30_000).questions) == 1


def test_without_a_game_it_only_watches() -> None:
    watch = watching()
    watch.feel(seen(12_000, 33, ANN))
    assert watch.look(None, 20_000) == BoardVerdict()
    assert watch.sensed.now_ms == 20_000


def test_without_real_dice_a_token_moved_before_its_throw_is_questioned() -> None:
    watch = watching()
    watch.feel(seen(10_000, 9, ANN))
    verdict = watch.look(START, 13_000)
    assert (verdict.walked, len(verdict.questions)) == (None, 1)


def test_real_dice() -> None:
    watch = BoardWatch(board(BoardKind.TAP), hand_dice=True)
    watch.feel(seen(1_000, 9))
    walked = watch.look(START, 2_000).walked
    assert walked is not None
    assert (walked.seat, walked.steps) == (ANN, 7)
    (thrown,) = made(START, THROW)
    watch.follow(thrown, [thrown], 5_000)
    verdict = watch.look(thrown.after, 6_000)
    assert (is_quiet(verdict), verdict.walked, verdict.arrived) == (True, None, watch.moves[-1])
