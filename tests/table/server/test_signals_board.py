"""Signals and the sensed board: who may roll when, what to fix after an undo, and a token on the wrong space."""

import sqlite3
from pathlib import Path

import msgspec
import pytest

from companion.play.acts import Act, Undo
from companion.players.seeded_random import SeededRandom
from companion.rules.commands import BuyDeed, CorrectPlace, EndTurn, PayFine, Roll, Throw, UseJailCard
from companion.rules.refusal import Refusal
from companion.table.games.session import NotSaved
from companion.table.gestures.buttons import BOARD_FIRST
from companion.table.gestures.tags import DeedTag, JailTag
from companion.table.messages.changes import HeardView
from companion.table.messages.message import PROTOCOL
from companion.table.messages.views import FixView
from companion.table.messages.wire import (
    Answer,
    AnswerQuestion,
    FromClient,
    FromTable,
    Give,
    Hello,
    Trouble,
    decode_from_table,
    encode,
)
from companion.table.server.dispatcher import Dispatcher
from tests.kit import ANN, BEN, CY, game
from tests.storm.torn_disk import TornDisk
from tests.table.signal_driver import GAME, ORIENTAL, DrivenTable, driven_table, elsewhere, notice_of, sheet, throw


@pytest.fixture
def table(tmp_path: Path) -> DrivenTable:
    return driven_table(tmp_path)


# The roll


def test_an_impatient_second_press_rolls_for_nobody(table: DrivenTable) -> None:
    throw(table, 4, 6)  # just visiting, so Ben could roll
    throw(table, 1, 2)
    assert notice_of(table) == ("One roll at a time: Ben may roll in 4 s, or when the token has arrived.", "refused")
    assert table.session.number == 1
    table.put(ANN, 10)
    table.wait(1_000)
    throw(table, 1, 2)
    assert table.heard[-1].act == Roll(BEN, ())


def test_a_roll_that_moves_nobody_is_not_over_when_another_token_arrives(tmp_path: Path) -> None:
    table = driven_table(tmp_path, game(at={"Cy": 12}, jailed={"Ben": 0}))
    throw(table, 4, 6)
    table.put(ANN, 10)
    table.wait(5_000)
    table.on_screen(EndTurn(ANN))
    throw(table, 1, 2)
    assert (table.game.turn, table.game.players[BEN].jail) == (BEN, 1)
    table.wait(1_000)
    throw(table, 1, 2)
    assert notice_of(table)[0].startswith("One roll at a time: Cy may roll")
    table.wait(3_000)
    throw(table, 1, 2)
    assert table.heard[-1].act == Roll(CY, ())


def test_real_dice_are_entered_on_the_screen(tmp_path: Path) -> None:
    table = driven_table(tmp_path, hand_dice=True)
    table.press("dice")
    assert sheet(table).moves[sheet(table).highlighted].needs == "dice"
    assert table.session.number == 0


def test_with_real_dice_the_way_of_the_token_is_proposed(tmp_path: Path) -> None:
    table = driven_table(tmp_path, hand_dice=True)
    table.put(ANN, 6)
    table.wait(1_000)
    assert (table.prompts().proposed_throw, table.prompts().questions) == (6, ())
    table.on_screen(Roll(ANN, (2, 4)))
    assert (table.prompts().proposed_throw, table.prompts().guides) == (0, ())


# Undo


def test_an_undo_is_offered_confirmed_and_fixed_on_the_board(table: DrivenTable) -> None:
    throw(table, 2, 4)
    table.put(ANN, 6)
    table.wait(1_500)
    table.press("confirm")
    table.cues()
    table.hold("cancel")
    table.press("confirm")
    assert table.heard[-1].act == Undo(2)
    assert table.cues() == ["read", "money-in"]
    assert (table.cash(), notice_of(table)) == ([500, 500, 500], ("", ""))
    assert table.prompts().board_fixes == (FixView("Oriental Avenue's deed to the Bank", done=False),)
    table.hold("cancel")
    table.press("confirm")
    deed_back = "Oriental Avenue's deed to the Bank"
    token_back = "Ann's token back to GO"
    assert table.prompts().board_fixes == (FixView(deed_back, done=False), FixView(token_back, done=False))
    table.put(ANN, 0)
    table.wait(1_000)
    assert table.prompts().board_fixes == (FixView(deed_back, done=False), FixView(token_back, done=True))
    table.tap(DeedTag(ORIENTAL))
    assert table.prompts().board_fixes == (FixView(deed_back, done=True), FixView(token_back, done=True))


def test_confirm_takes_the_offered_undo_and_not_what_the_table_waits_for(table: DrivenTable) -> None:
    throw(table, 2, 4)
    table.wait(1_500)
    table.hold("cancel")
    table.press("confirm")
    assert (table.game.titles[ORIENTAL].owner, table.game.players[ANN].place) == (-1, 0)


def test_cancel_takes_back_the_offer_of_an_undo(table: DrivenTable) -> None:
    throw(table, 2, 4)
    table.wait(1_500)
    table.hold("cancel")
    table.press("cancel")
    assert (notice_of(table), table.prompts().sheet) == (("", ""), None)
    table.wait(1_000)
    table.press("confirm")
    assert table.game.titles[ORIENTAL].owner == ANN


def test_there_may_be_nothing_to_undo(table: DrivenTable) -> None:
    table.hold("cancel")
    assert notice_of(table) == ("There is nothing to take back.", "refused")


# The board


def test_a_token_elsewhere_is_asked_about_after_three_seconds_with_the_money_at_stake(
    table: DrivenTable,
) -> None:
    throw(table, 2, 4)
    table.on_screen(BuyDeed(ANN))
    table.put(ANN, 8)
    table.wait(2_500)
    assert table.prompts().questions == ()
    table.wait(1_000)
    (question,) = table.prompts().questions
    assert question.text == "Car is on Vermont Avenue, but the game says Oriental Avenue."
    assert question.may_board_be_right
    assert question.changes == (
        "Taken back: Ann bought Oriental Avenue",
        "Taken back: Ann's roll of 2 + 4",
        "Ann's roll of 2 + 6",
        "Ann +$100",
    )


def test_nobody_rolls_until_the_question_is_answered(table: DrivenTable) -> None:
    elsewhere(table)
    table.on_screen(BuyDeed(ANN))
    table.wait(5_000)
    table.cues()
    throw(table, 1, 2)
    assert notice_of(table)[0].startswith("First the question about the board:")
    assert (table.cues(), table.session.number) == (["refused"], 2)
    (question,) = table.prompts().questions
    assert table.controller.decide(question.number, board_is_right=False) == 0
    throw(table, 1, 2)
    assert table.heard[-1].act == Roll(BEN, ())


def test_a_question_is_heard_once_when_it_opens(table: DrivenTable) -> None:
    throw(table, 2, 4)
    table.put(ANN, 8)
    table.wait(2_500)
    table.cues()
    table.wait(20_000)
    assert table.cues() == ["refused"]
    table.put(BEN, 5)
    table.wait(5_000)
    assert (len(table.prompts().questions), table.cues()) == (2, ["refused"])
    table.put(ANN, 6)
    table.wait(1_000)
    assert table.cues() == [], "what is put right makes no noise"


class AtDesk:
    """The Banker's screen, at a dispatcher that has this controller."""

    def __init__(self, table: DrivenTable) -> None:
        self._dispatcher = Dispatcher(table.host, "0.1.0")
        self._dispatcher.controller = table.controller
        self._heard = HeardView()
        self._connection = self._dispatcher.connect()
        self._dispatcher.hear(self._connection, encode(Hello(PROTOCOL, "banker")))

    def give(self, id: str, act: Act) -> Answer:
        told = self.hears(Give(id, msgspec.Raw(msgspec.json.encode(act))))
        (answer,) = (one for one in told if isinstance(one, Answer))
        return answer

    def hears(self, message: FromClient) -> list[FromTable]:
        self._dispatcher.hear(self._connection, encode(message))
        lines = iter(lambda: self._connection.next_line(self._dispatcher.snapshot), b"")
        return [self._heard.hear(decode_from_table(line)) for line in lines]


def test_a_screen_cannot_roll_before_the_question_is_answered_either(table: DrivenTable) -> None:
    screen = AtDesk(table)
    elsewhere(table)
    assert screen.give("buy", BuyDeed(ANN)).outcome == "done", "everything else goes on"
    for id, throw_on_screen in (("own", Roll(BEN, ())), ("by-hand", Roll(BEN, (1, 2))), ("rent", Throw(BEN, ()))):
        held = screen.give(id, throw_on_screen)
        assert (held.outcome, held.message) == ("refused", BOARD_FIRST)
    (question,) = table.prompts().questions
    table.controller.decide(question.number, board_is_right=False)
    assert screen.give("own", Roll(BEN, ())).outcome == "refused", "what was refused stays so"
    assert screen.give("again", Roll(BEN, ())).outcome == "done"


def test_disk_trouble_met_by_an_answer_is_reported_at_once(tmp_path: Path) -> None:
    disk = TornDisk(SeededRandom(1), game=GAME)
    table = driven_table(tmp_path, disk=disk)
    elsewhere(table)
    screen = AtDesk(table)
    disk.full = True
    (question,) = table.prompts().questions
    told = screen.hears(AnswerQuestion("right", question.number, board_is_right=True))
    assert [one.why for one in told if isinstance(one, Trouble)] == [table.session.trouble]
    assert table.session.trouble


def test_a_roll_that_counts_is_answered_again_while_a_question_is_open(table: DrivenTable) -> None:
    screen = AtDesk(table)
    first = screen.give("throw", Roll(ANN, (2, 4)))
    table.put(ANN, 8)
    table.wait(5_000)
    assert table.prompts().questions
    assert screen.give("throw", Roll(ANN, (2, 4))) == first
    assert first.outcome == "done"


# A turn that only waits to pass


def test_a_way_out_of_jail_ends_the_turn_before_it_in_two_moves(tmp_path: Path) -> None:
    table = driven_table(tmp_path, game(thrown=True, jailed={"Ben": 0}, jail_cards={"Ben": 1}))
    table.tap(JailTag("chance"))
    assert [taken.act for taken in table.heard] == [EndTurn(ANN), UseJailCard(BEN)]
    assert (table.game.turn, table.game.players[BEN].jail) == (BEN, None)
    throw(table, 1, 2)
    assert table.heard[-1].act == Roll(BEN, ())


def test_the_fine_is_shown_first_and_then_paid_with_the_end_of_the_turn(tmp_path: Path) -> None:
    table = driven_table(tmp_path, game(thrown=True, jailed={"Ben": 0}))
    table.show_card(BEN)
    assert (sheet(table).deed, sheet(table).first) == (-1, (msgspec.Raw(msgspec.json.encode(EndTurn(ANN))),))
    assert table.session.number == 0
    table.show_card(BEN)
    assert [taken.act for taken in table.heard] == [EndTurn(ANN), PayFine(BEN)]


def test_the_table_says_so_if_only_the_turn_could_be_ended(tmp_path: Path) -> None:
    disk = _FillsUp(SeededRandom(1), game=GAME)
    table = driven_table(tmp_path, game(thrown=True, jailed={"Ben": 0}, jail_cards={"Ben": 1}), disk=disk)
    disk.table, disk.from_move = table, 1
    table.tap(JailTag("chance"))
    assert [taken.act for taken in table.heard] == [EndTurn(ANN)]
    assert "A part of it was done" in notice_of(table)[0]


def test_the_screen_is_right_and_the_guide_says_where_the_token_belongs(table: DrivenTable) -> None:
    elsewhere(table)
    before = table.session.number
    (question,) = table.prompts().questions
    table.controller.decide(question.number, board_is_right=False)
    table.wait(60_000)
    assert (table.prompts().questions, table.session.number) == ((), before)
    assert table.prompts().guides == ("Car: back to Oriental Avenue",)
    table.put(ANN, 6)
    table.wait(1_000)
    assert table.prompts().guides == ()


def test_the_board_is_right_and_the_roll_is_made_again(table: DrivenTable) -> None:
    elsewhere(table)
    (question,) = table.prompts().questions
    assert table.controller.decide(question.number, board_is_right=True) == 3
    assert [taken.act for taken in table.heard[1:]] == [Undo(1), Roll(ANN, (2, 6))]
    assert (table.game.players[ANN].place, table.prompts().questions, table.prompts().guides) == (8, (), ())


def test_what_no_roll_explains_is_corrected(table: DrivenTable) -> None:
    throw(table, 2, 4)
    table.put(BEN, 25)
    table.wait(4_000)
    (question,) = table.prompts().questions
    assert question.changes == (
        "the correction of Ben's place to B. & O. Railroad: the token stands there",
        "No money changes.",
    )
    table.controller.decide(question.number, board_is_right=True)
    assert isinstance(table.heard[-1].act, CorrectPlace)
    assert table.game.players[BEN].place == 25


def test_a_question_keeps_its_number_and_is_refused_once_it_is_closed(table: DrivenTable) -> None:
    elsewhere(table)
    (first,) = table.prompts().questions
    table.wait(10_000)
    assert table.prompts().questions == (first,)
    table.put(ANN, 6)
    table.wait(1_000)
    for board_is_right in (False, True):
        with pytest.raises(Refusal, match="This question is not open any more"):
            table.controller.decide(first.number, board_is_right=board_is_right)
    table.put(ANN, 8)
    table.wait(4_000)
    (second,) = table.prompts().questions
    assert (second.text, second.number > first.number) == (first.text, True)


def test_a_disturbed_board_is_one_question_until_every_token_is_back(table: DrivenTable) -> None:
    table.rig.knock_over(7)
    table.wait(4_000)
    (question,) = table.prompts().questions
    assert question.text == "The board was disturbed: 3 tokens are not where the game says."
    assert (question.may_board_be_right, question.changes) == (False, ("Car: GO", "Dog: GO", "Hat: GO"))
    with pytest.raises(Refusal, match="it cannot be right"):
        table.controller.decide(question.number, board_is_right=True)
    table.put(ANN, 0)
    table.wait(1_000)
    (again,) = table.prompts().questions
    assert (again.number, again.changes) == (question.number, ("Dog: GO", "Hat: GO"))
    throw(table, 1, 2)
    assert table.session.number == 0
    table.put(BEN, 0)
    table.put(CY, 0)
    table.wait(1_000)
    assert table.prompts().questions == ()
    throw(table, 1, 2)
    assert table.session.number == 1


def test_the_table_says_so_if_only_a_part_could_be_saved(tmp_path: Path) -> None:
    disk = _FillsUp(SeededRandom(1), game=GAME)
    table = driven_table(tmp_path, disk=disk)
    elsewhere(table)
    disk.table = table
    (question,) = table.prompts().questions
    with pytest.raises(NotSaved, match="A part of it was done") as raised:
        table.controller.decide(question.number, board_is_right=True)
    assert not raised.value.known
    assert [taken.act for taken in table.heard[1:]] == [Undo(1)]


class _FillsUp(TornDisk):
    """Saving fails at the third move, or at another."""

    table: DrivenTable | None = None
    from_move = 2

    def append_and_commit(self, name: str, content: bytes, length: int, connection: sqlite3.Connection) -> None:
        self.full = self.table is not None and self.table.session.number == self.from_move
        super().append_and_commit(name, content, length, connection)


def test_a_silent_board_says_nothing(tmp_path: Path) -> None:
    table = driven_table(tmp_path, board=None)
    throw(table, 2, 4)
    table.wait(10_000)
    assert (table.prompts().guides, table.prompts().questions) == ((), ())
