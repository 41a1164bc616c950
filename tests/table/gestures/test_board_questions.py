"""Questions about tokens elsewhere: one each or one for a knocked board, not again once answered; and guides."""

import pytest

from companion.rules.state import Game
from companion.table.gestures.board_evidence import (
    UNTOLD,
    BoardQuestion,
    DisplacedToken,
    QuestionMemory,
    TokenPlace,
    describe_guide,
    describe_places,
    describe_question,
    guide_back,
    guide_off,
    guide_on,
    open_questions,
    remembered,
    screen_is_right,
)
from companion.table.gestures.sensed_board import HAND
from companion.table.gestures.whereabouts import ExpectedMove
from tests.kit import ANN, BEN, CY, DI, NAMES, game

TABLE = game(players=NAMES, at={"Ann": 6, "Ben": 12, "Cy": 24, "Di": 39})
ANN_OFF, BEN_OFF, CY_OFF = DisplacedToken(ANN, 8, 6), DisplacedToken(BEN, 8, 12), DisplacedToken(CY, 8, 24)
STRAY = DisplacedToken(UNTOLD, 31, UNTOLD)
KNOCKED = BoardQuestion(
    (ANN_OFF, BEN_OFF, CY_OFF), tuple(TokenPlace(seat, TABLE.players[seat].place, seat == DI) for seat in range(4))
)


def test_one_question_for_each_token() -> None:
    assert open_questions([ANN_OFF, BEN_OFF], [CY, DI], TABLE, QuestionMemory()) == [
        BoardQuestion((ANN_OFF,)),
        BoardQuestion((BEN_OFF,)),
    ]


def test_three_elsewhere_at_once_are_one_question_with_every_place() -> None:
    assert open_questions([ANN_OFF, BEN_OFF, CY_OFF], [DI], TABLE, QuestionMemory()) == [KNOCKED]


def test_the_list_stays_one_question_until_all_are_back() -> None:
    asked = remembered(QuestionMemory(), [KNOCKED], KNOCKED.tokens, [DI], TABLE)
    assert asked == QuestionMemory(disturbed=(ANN, BEN, CY))
    (question,) = open_questions([ANN_OFF], [BEN, DI], TABLE, asked)
    assert question.tokens == (ANN_OFF,)
    assert [place.seat for place in question.places if place.is_there] == [BEN, DI]
    asked = remembered(asked, [question], [ANN_OFF], [BEN, DI], TABLE)
    assert asked == QuestionMemory(disturbed=(ANN, CY))
    (question,) = open_questions([], [BEN, CY, DI], TABLE, asked)  # Ann's is in a hand
    assert question.tokens == ()
    assert open_questions([], [ANN, BEN, CY, DI], TABLE, asked) == []
    assert remembered(asked, [], [], [ANN, BEN, CY, DI], TABLE) == QuestionMemory()


def test_what_comes_on_top_of_a_knocked_board_joins_the_list() -> None:
    asked = QuestionMemory(disturbed=(ANN, BEN))
    (question,) = open_questions([CY_OFF], [DI], TABLE, asked)
    assert remembered(asked, [question], [CY_OFF], [DI], TABLE) == QuestionMemory(disturbed=(ANN, BEN, CY))


def test_a_token_that_could_be_anybodys_is_a_disturbed_board_too() -> None:
    (question,) = open_questions([STRAY], [ANN, BEN], TABLE, QuestionMemory())
    assert question.is_disturbed
    assert remembered(QuestionMemory(), [question], [STRAY], [ANN, BEN], TABLE) == QuestionMemory()


def test_the_same_displacement_is_not_asked_about_again() -> None:
    asked = screen_is_right(QuestionMemory(), BoardQuestion((ANN_OFF,)))
    assert open_questions([ANN_OFF], [], TABLE, asked) == []
    assert open_questions([DisplacedToken(ANN, 9, 6)], [], TABLE, asked) == [
        BoardQuestion((DisplacedToken(ANN, 9, 6),))
    ]


def test_an_answered_question_about_the_board_is_over() -> None:
    asked = screen_is_right(QuestionMemory(disturbed=(ANN, BEN, CY)), KNOCKED)
    assert asked == QuestionMemory(kept=KNOCKED.tokens)
    assert open_questions(KNOCKED.tokens, [DI], TABLE, asked) == []


def test_an_answer_about_one_token_leaves_the_list_open() -> None:
    asked = screen_is_right(QuestionMemory(disturbed=(BEN,)), BoardQuestion((ANN_OFF,)))
    assert asked == QuestionMemory(disturbed=(BEN,), kept=(ANN_OFF,))


def test_an_answer_twice_is_one_answer() -> None:
    once = screen_is_right(QuestionMemory(), BoardQuestion((ANN_OFF,)))
    assert screen_is_right(once, BoardQuestion((ANN_OFF,))) == once


def kept(table: Game, token: DisplacedToken, home: tuple[int, ...] = (), *, still: bool = False) -> bool:
    asked = remembered(QuestionMemory(kept=(token,)), [], [token] if still else [], home, table)
    return asked.kept == (token,)


def test_an_answer_holds_until_the_token_is_where_it_belongs() -> None:
    assert kept(TABLE, ANN_OFF, still=True)
    assert kept(TABLE, ANN_OFF)  # in a hand
    assert not kept(TABLE, ANN_OFF, home=(ANN,))
    assert not kept(game(players=NAMES, at={"Ann": 9}), ANN_OFF)  # it belongs elsewhere now
    assert not kept(game(players=NAMES, at={"Ann": 6}, bankrupt=("Ann",), turn="Ben"), ANN_OFF)
    assert kept(TABLE, STRAY, still=True)
    assert not kept(TABLE, STRAY)


def test_a_player_who_is_out_is_not_waited_for() -> None:
    out = game(players=NAMES, bankrupt=("Ann",), turn="Ben")
    question = BoardQuestion((CY_OFF,), KNOCKED.places)
    assert remembered(QuestionMemory(disturbed=(ANN,)), [question], [CY_OFF], [], out).disturbed == (CY,)


def test_a_question_in_words() -> None:
    words = "Ann's token is on Vermont Avenue, but the game says Oriental Avenue."
    assert describe_question(BoardQuestion((ANN_OFF,)), TABLE) == words
    assert not BoardQuestion((ANN_OFF,)).is_disturbed
    jailed = game(jailed={"Ann": 0})
    words = "Ann's token is on Vermont Avenue, but the game says in Jail."
    assert describe_question(BoardQuestion((DisplacedToken(ANN, 8, 10),)), jailed) == words


def test_tokens_are_called_by_their_pieces_if_these_are_known() -> None:
    pieces = ("Car", "", "Dog")
    assert (
        describe_question(BoardQuestion((ANN_OFF,)), TABLE, pieces)
        == "Car is on Vermont Avenue, but the game says Oriental Avenue."
    )
    assert describe_question(BoardQuestion((BEN_OFF,)), TABLE, pieces).startswith("Ben's token is on")
    lines = ("Car: Oriental Avenue", "Ben: Electric Company", "Dog: Illinois Avenue")
    assert describe_places(KNOCKED, TABLE, pieces) == lines


def test_a_disturbed_board_in_words() -> None:
    assert describe_question(KNOCKED, TABLE) == "The board was disturbed: 3 tokens are not where the game says."
    assert describe_places(KNOCKED, TABLE) == ("Ann: Oriental Avenue", "Ben: Electric Company", "Cy: Illinois Avenue")
    one_left = BoardQuestion((), (TokenPlace(ANN, 6, False), TokenPlace(BEN, 12, True)))
    assert describe_question(one_left, TABLE) == "The board was disturbed: one token is not where the game says."
    untold = BoardQuestion((STRAY, DisplacedToken(UNTOLD, 32, UNTOLD)), KNOCKED.places)
    words = "it cannot be told whose token is on Pacific Avenue and North Carolina Avenue."
    assert describe_question(untold, TABLE) == f"The board was disturbed: {words}"


FROM_TWO = ExpectedMove(ANN, 2, (2,), 0)
TWICE = ExpectedMove(ANN, 10, (0, 10), 0)  # doubles led from GO to Jail, the next throw on from there


@pytest.mark.parametrize(
    ("table", "space", "move", "words"),
    [
        (game(at={"Ann": 9}), 2, FROM_TWO, "Ann: 7 on to Connecticut Avenue"),
        (game(at={"Ann": 9}), HAND, FROM_TWO, "Ann: 7 on to Connecticut Avenue"),
        (game(at={"Ann": 9}), 5, FROM_TWO, "Ann: 7 on to Connecticut Avenue"),  # on the way, it is not counted anew
        (game(at={"Ann": 20}), 0, TWICE, "Ann: to Free Parking"),  # twenty on from where it stands
        (game(at={"Ann": 14}), 0, TWICE, "Ann: 14 on to Virginia Avenue"),
        (game(at={"Ann": 14}), 10, TWICE, "Ann: 4 on to Virginia Avenue"),
        (game(at={"Ann": 14}), HAND, TWICE, "Ann: 4 on to Virginia Avenue"),
        (game(at={"Ann": 3}), 38, ExpectedMove(ANN, 38, (38,), 0), "Ann: 5 on to Baltic Avenue"),
        (game(at={"Ann": 17}), 2, FROM_TWO, "Ann: 15 on to Community Chest (after St. James Place)"),
        (game(at={"Ann": 18}), 2, FROM_TWO, "Ann: to Tennessee Avenue"),
        (game(at={"Ann": 4}), 7, ExpectedMove(ANN, 7, (7,), 0), "Ann: 3 back to Income Tax"),
        (game(at={"Ann": 10}), 2, FROM_TWO, "Ann: 8 on to Jail, just visiting"),
        (game(jailed={"Ann": 0}), 27, ExpectedMove(ANN, 27, (27, 30), 0), "Ann: into Jail"),
        (game(), HAND, None, "Ann: to GO"),
    ],
)
def test_on_its_way(table: Game, space: int, move: ExpectedMove | None, words: str) -> None:
    assert describe_guide(guide_on(table, ANN, space, move), table) == words


def test_back_from_elsewhere() -> None:
    free, jailed = game(at={"Ann": 9}), game(jailed={"Ann": 0})
    assert describe_guide(guide_back(free, ANN), free) == "Ann: back to Connecticut Avenue"
    assert describe_guide(guide_back(jailed, ANN), jailed) == "Ann: into Jail"


def test_a_token_is_called_by_its_piece_if_that_is_known() -> None:
    table = game(at={"Ann": 9})
    found = guide_on(table, ANN, 2, FROM_TWO)
    assert describe_guide(found, table, ("Car", "Hat")) == "Car: 7 on to Connecticut Avenue"
    assert describe_guide(found, table, ("", "Hat")) == "Ann: 7 on to Connecticut Avenue"
    assert describe_guide(guide_back(table, CY), table, ("Car", "Hat")) == "Cy: back to GO"


def test_off_the_board() -> None:
    table = game(bankrupt=("Ann",), turn="Ben")
    assert describe_guide(guide_off(table, ANN), table) == "Ann: off the board"
