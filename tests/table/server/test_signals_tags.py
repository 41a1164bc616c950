"""Tags and games that change while people use the table."""

from pathlib import Path

import pytest

from companion.play.acts import Undo
from companion.rules.commands import (
    AnyCommand,
    Bid,
    BuyDeed,
    Roll,
    Settle,
)
from companion.rules.pending_steps import Auction, Buying, Debt
from companion.table.gestures.tags import Bindings, CardTag, DeedTag, PlayerTag, TokenTag, bind
from companion.table.messages.views import ChoiceView
from hardware.clock import HandClock
from hardware.simulated import SimulatedRig
from tests.kit import ANN, BEN, because, game
from tests.table.gestures.contexts import HOUSEHOLD, UNKNOWN
from tests.table.signal_driver import (
    BALTIC,
    ORIENTAL,
    START,
    UIDS,
    DrivenTable,
    driven_table,
    elsewhere,
    notice_of,
    sheet,
    throw,
)

DEBT = Debt(ANN, BEN, 40, ("RENT-1",), because("Oriental Avenue, no houses"))


@pytest.fixture
def table(tmp_path: Path) -> DrivenTable:
    return driven_table(tmp_path)


# Tags


def test_an_unknown_tag_offers_enrolment_and_moves_no_money(table: DrivenTable) -> None:
    throw(table, 2, 4)
    table.wait(1_500)
    table.cues()
    table.tap(UNKNOWN)
    assert notice_of(table) == ("This tag is not known here.", "unknown")
    assert table.prompts().choices == (ChoiceView("Say what it is", does="enrol", uid=UNKNOWN),)
    assert (table.cues(), table.cash(), table.session.number) == (["unknown"], [500, 500, 500], 1)


def test_the_offer_to_enrol_a_tag_stays_while_others_play(table: DrivenTable) -> None:
    table.tap(UNKNOWN)
    table.on_screen(Roll(ANN, (2, 4)))
    assert table.prompts().choices
    table.controller.bind(bind(HOUSEHOLD, UNKNOWN, PlayerTag(ANN)))
    assert (notice_of(table), table.prompts().choices) == (("", ""), ())
    table.wait(1_000)
    table.tap(UNKNOWN)
    assert table.game.titles[ORIENTAL].owner == ANN


def test_new_tags_change_neither_the_list_nor_the_answers(table: DrivenTable) -> None:
    elsewhere(table)
    (question,) = table.prompts().questions
    table.controller.decide(question.number, board_is_right=False)
    table.on_screen(BuyDeed(ANN))
    table.on_screen(Undo())
    table.tap(DeedTag(BALTIC))
    before = table.prompts()
    table.controller.bind(bind(HOUSEHOLD, UNKNOWN, PlayerTag(ANN)))
    table.wait(10_000)
    assert table.prompts() == before
    assert before.board_fixes
    assert before.guides == ("Car: back to Oriental Avenue",)


def test_a_token_is_known_by_its_tag_as_soon_as_that_is_said(tmp_path: Path) -> None:
    uid = UIDS[TokenTag("Car")]
    others = Bindings(tuple(tag for tag in HOUSEHOLD.tags if tag[0] != uid))
    table = driven_table(tmp_path, bindings=others)
    assert table.prompts().guides == ("Unknown piece on GO.",)
    table.controller.bind(bind(others, uid, TokenTag("car")))
    assert table.prompts().guides == ()
    throw(table, 2, 4)
    assert table.prompts().guides == ("Car: 6 on to Oriental Avenue",)


def test_two_tags_at_once_are_none(table: DrivenTable) -> None:
    table.rig.place("deeds", UIDS[DeedTag(BALTIC)])
    table.rig.place("deeds", UIDS[DeedTag(ORIENTAL)])
    table.wait(500)
    assert notice_of(table)[0].startswith("One at a time:")
    assert table.cues() == ["read", "refused"]


def test_a_card_that_is_read_badly_pays_what_is_owed_and_buys_nothing_that_came_up_by_it(tmp_path: Path) -> None:
    table, uid = driven_table(tmp_path, game(pending=(DEBT, Buying(ANN, ORIENTAL)), thrown=True)), UIDS[PlayerTag(ANN)]
    table.rig.place("deeds", uid)
    table.wait(100)
    assert [taken.act for taken in table.heard] == [Settle(ANN)]
    for _ in range(2):  # as if it had been lifted for a moment
        table.rig.lift("deeds", uid)
        table.wait(350)
        table.rig.place("deeds", uid)
        table.wait(50)
    assert table.session.number == 1
    assert sheet(table).moves[sheet(table).highlighted].label.startswith("Buy Oriental Avenue")
    table.rig.lift("deeds", uid)
    table.wait(1_000)
    table.show_card(ANN)
    assert table.heard[-1].act == BuyDeed(ANN)


def two_readers(clock: HandClock) -> SimulatedRig:
    return SimulatedRig(clock, readers=("deeds", "second"), board=None)


@pytest.mark.parametrize(
    ("open_now", "act"),
    [(Buying(ANN, ORIENTAL), BuyDeed(ANN)), (Auction(ORIENTAL), Bid(ANN, 10)), (DEBT, Settle(ANN))],
    ids=["to buy", "an auction", "a debt"],
)
def test_a_card_and_its_clone_on_two_readers_at_once_are_one_yes(
    tmp_path: Path, open_now: Buying | Auction | Debt, act: AnyCommand
) -> None:
    table = DrivenTable(tmp_path, game(pending=(open_now,), thrown=True), fitted=two_readers)
    for reader in table.rig.readers.values():
        reader.place(UIDS[PlayerTag(ANN)])
    table.wait(5_000)
    assert [taken.act for taken in table.heard] == [act]


# Games


def test_with_no_game_a_press_offers_to_start_or_resume(tmp_path: Path) -> None:
    table = DrivenTable(tmp_path)
    throw(table, 2, 4)
    assert notice_of(table) == ("No game is in play.", "read")
    assert [choice.does for choice in table.prompts().choices] == ["begin", "resume"]
    table.press("confirm")
    assert notice_of(table) == ("No game is in play.", "read"), "a game is not begun by a button"
    table.tap(CardTag("chest/inherit"))
    assert notice_of(table)[0].endswith("No game is in play.")
    table.begin(START)
    assert (notice_of(table), table.prompts().choices) == (("", ""), ())


def test_another_game_begins_without_prompts(table: DrivenTable, tmp_path: Path) -> None:
    elsewhere(table)
    table.on_screen(BuyDeed(ANN))
    table.on_screen(Undo())
    table.tap(DeedTag(BALTIC))
    assert table.prompts().sheet
    assert table.prompts().questions
    assert table.prompts().board_fixes
    other = DrivenTable(tmp_path / "other", game(players=("Di", "Ed"), at={"Di": 8}, turn="Di"))
    table.put_away()
    table.host.session = other.session
    table.controller.changed()
    now = table.prompts()
    assert (now.sheet, now.notice, now.questions, now.board_fixes) == (None, "", (), ())
    assert now.guides == ("The Hat is on GO, and is nobody's in this game.",)
    table.tap(PlayerTag(0))
    assert notice_of(table)[0] == "Di has $1,500. Di, roll the dice."


def test_when_the_game_is_put_away_nothing_is_asked(table: DrivenTable) -> None:
    elsewhere(table)
    table.put_away()
    assert table.controller.prompts().questions
    table.controller.changed()
    assert (table.prompts().questions, table.prompts().guides) == ((), ())
    table.wait(5_000)
    table.hold("cancel")
    assert notice_of(table) == ("There is nothing to take back.", "refused")


def test_a_game_that_goes_on_knows_what_may_be_taken_back(tmp_path: Path) -> None:
    table = driven_table(tmp_path)
    throw(table, 2, 4)
    table.controller.changed()
    table.hold("cancel")
    assert notice_of(table)[0] == "Take back the last move: Ann's roll of 2 + 4?"
