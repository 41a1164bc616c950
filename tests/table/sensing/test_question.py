"""Questions about tokens elsewhere: one each, one for a knocked board, not again once answered, and in words."""

from companion.rules.state import Game
from companion.table.sensing.question import (
    UNTOLD,
    Answer,
    Asked,
    Displaced,
    Place,
    Question,
    questions,
    remembered,
    said,
    said_places,
    screen_is_right,
)
from tests.kit import ANN, BEN, CY, DI, NAMES, game

TABLE = game(players=NAMES, at={"Ann": 6, "Ben": 12, "Cy": 24, "Di": 39})
ANN_OFF, BEN_OFF, CY_OFF = Displaced(ANN, 8, 6), Displaced(BEN, 8, 12), Displaced(CY, 8, 24)
STRAY = Displaced(UNTOLD, 31, UNTOLD)
KNOCKED = Question(
    (ANN_OFF, BEN_OFF, CY_OFF), tuple(Place(seat, TABLE.players[seat].place, seat == DI) for seat in range(4))
)


def test_one_question_for_each_token() -> None:
    assert questions([ANN_OFF, BEN_OFF], [CY, DI], TABLE, Asked()) == [Question((ANN_OFF,)), Question((BEN_OFF,))]


def test_three_elsewhere_at_once_are_one_question_with_every_place() -> None:
    assert questions([ANN_OFF, BEN_OFF, CY_OFF], [DI], TABLE, Asked()) == [KNOCKED]


def test_the_list_stays_one_question_until_all_are_back() -> None:
    asked = remembered(Asked(), [KNOCKED], KNOCKED.tokens, [DI], TABLE)
    assert asked == Asked(disturbed=(ANN, BEN, CY))
    (question,) = questions([ANN_OFF], [BEN, DI], TABLE, asked)
    assert question.tokens == (ANN_OFF,)
    assert [place.seat for place in question.places if place.is_there] == [BEN, DI]
    asked = remembered(asked, [question], [ANN_OFF], [BEN, DI], TABLE)
    assert asked == Asked(disturbed=(ANN, CY))
    (question,) = questions([], [BEN, CY, DI], TABLE, asked)  # Ann's is in a hand
    assert question.tokens == ()
    assert questions([], [ANN, BEN, CY, DI], TABLE, asked) == []
    assert remembered(asked, [], [], [ANN, BEN, CY, DI], TABLE) == Asked()


def test_what_comes_on_top_of_a_knocked_board_joins_the_list() -> None:
    asked = Asked(disturbed=(ANN, BEN))
    (question,) = questions([CY_OFF], [DI], TABLE, asked)
    assert remembered(asked, [question], [CY_OFF], [DI], TABLE) == Asked(disturbed=(ANN, BEN, CY))


def test_one_that_cannot_be_told_is_a_disturbed_board_too() -> None:
    (question,) = questions([STRAY], [ANN, BEN], TABLE, Asked())
    assert question.is_disturbed
    assert question.answers == (Answer.SCREEN,)
    assert remembered(Asked(), [question], [STRAY], [ANN, BEN], TABLE) == Asked()


def test_the_same_displacement_is_not_asked_about_again() -> None:
    asked = screen_is_right(Asked(), Question((ANN_OFF,)))
    assert questions([ANN_OFF], [], TABLE, asked) == []
    assert questions([Displaced(ANN, 9, 6)], [], TABLE, asked) == [Question((Displaced(ANN, 9, 6),))]


def test_an_answered_question_about_the_board_is_over() -> None:
    asked = screen_is_right(Asked(disturbed=(ANN, BEN, CY)), KNOCKED)
    assert asked == Asked(kept=KNOCKED.tokens)
    assert questions(KNOCKED.tokens, [DI], TABLE, asked) == []


def test_an_answer_about_one_token_leaves_the_list_open() -> None:
    asked = screen_is_right(Asked(disturbed=(BEN,)), Question((ANN_OFF,)))
    assert asked == Asked(disturbed=(BEN,), kept=(ANN_OFF,))


def test_an_answer_twice_is_one_answer() -> None:
    once = screen_is_right(Asked(), Question((ANN_OFF,)))
    assert screen_is_right(once, Question((ANN_OFF,))) == once


def kept(table: Game, token: Displaced, home: tuple[int, ...] = (), *, still: bool = False) -> bool:
    asked = remembered(Asked(kept=(token,)), [], [token] if still else [], home, table)
    return asked.kept == (token,)


def test_an_answer_holds_until_the_token_is_where_it_belongs() -> None:
    assert kept(TABLE, ANN_OFF, still=True)
    assert kept(TABLE, ANN_OFF)  # in a hand
    assert not kept(TABLE, ANN_OFF, home=(ANN,))
    assert not kept(game(players=NAMES, at={"Ann": 9}), ANN_OFF)  # it belongs elsewhere now
    assert not kept(game(players=NAMES, at={"Ann": 6}, bankrupt=("Ann",), turn="Ben"), ANN_OFF)
    assert kept(TABLE, STRAY, still=True)
    assert not kept(TABLE, STRAY)


def test_who_is_out_is_not_waited_for() -> None:
    out = game(players=NAMES, bankrupt=("Ann",), turn="Ben")
    question = Question((CY_OFF,), KNOCKED.places)
    assert remembered(Asked(disturbed=(ANN,)), [question], [CY_OFF], [], out).disturbed == (CY,)


def test_a_question_in_words() -> None:
    words = "Ann's token is on Vermont Avenue, but the game says Oriental Avenue."
    assert said(Question((ANN_OFF,)), TABLE) == words
    assert Question((ANN_OFF,)).answers == (Answer.SCREEN, Answer.BOARD)
    jailed = game(jailed={"Ann": 0})
    words = "Ann's token is on Vermont Avenue, but the game says in Jail."
    assert said(Question((Displaced(ANN, 8, 10),)), jailed) == words


def test_tokens_are_called_by_their_pieces_where_these_are_known() -> None:
    pieces = ("Car", "", "Dog")
    assert said(Question((ANN_OFF,)), TABLE, pieces) == "Car is on Vermont Avenue, but the game says Oriental Avenue."
    assert said(Question((BEN_OFF,)), TABLE, pieces).startswith("Ben's token is on")
    lines = ("Car: Oriental Avenue", "Ben: Electric Company", "Dog: Illinois Avenue")
    assert said_places(KNOCKED, TABLE, pieces) == lines


def test_a_disturbed_board_in_words() -> None:
    assert said(KNOCKED, TABLE) == "The board was disturbed: 3 tokens are not where the game says."
    assert said_places(KNOCKED, TABLE) == ("Ann: Oriental Avenue", "Ben: Electric Company", "Cy: Illinois Avenue")
    one_left = Question((), (Place(ANN, 6, False), Place(BEN, 12, True)))
    assert said(one_left, TABLE) == "The board was disturbed: one token is not where the game says."
    untold = Question((STRAY, Displaced(UNTOLD, 32, UNTOLD)), KNOCKED.places)
    words = "it cannot be told whose token is on Pacific Avenue and North Carolina Avenue."
    assert said(untold, TABLE) == f"The board was disturbed: {words}"
