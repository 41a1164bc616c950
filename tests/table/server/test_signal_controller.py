"""Signals at the table: every meaning is carried out, sheets stay or close, and screens play on meanwhile."""

from pathlib import Path

import msgspec
import pytest

from companion.play.acts import Undo
from companion.rules.commands import (
    AcceptDeal,
    BuyDeed,
    ClaimRent,
    CloseAuction,
    DeclineDeed,
    EndTurn,
    Mortgage,
    OfferDeal,
    RejectDeal,
    Roll,
    SetHouseRule,
)
from companion.rules.pending_steps import Goods
from companion.table.gestures.tags import DeedTag
from companion.table.messages.views import ChoiceView
from hardware.signals import ButtonHeld, ButtonPressed, TagRemoved
from tests.kit import ANN, BEN, game
from tests.table.gestures.contexts import UNKNOWN
from tests.table.signal_driver import BALTIC, ORIENTAL, DrivenTable, driven_table, notice_of, sheet, throw


@pytest.fixture
def table(tmp_path: Path) -> DrivenTable:
    return driven_table(tmp_path)


# Every meaning


def test_a_press_is_an_act_by_the_player_who_is_due(table: DrivenTable) -> None:
    throw(table, 2, 4)
    assert [taken.act for taken in table.heard] == [Roll(ANN, ())]
    assert table.game.players[ANN].place == 6
    assert table.cues() == ["read"]
    assert table.rig.dice_display is not None
    assert list(table.rig.dice_display.shown) == [(2, 4)]


def test_a_deed_is_looked_at_and_cancel_closes_it(table: DrivenTable) -> None:
    table.tap(DeedTag(BALTIC))
    assert (sheet(table).deed, sheet(table).text) == (BALTIC, "Baltic Avenue is the Bank's. Its price is $60.")
    assert table.cues() == ["read"]
    table.press("cancel")
    assert table.prompts().sheet is None
    assert (table.cues(), table.session.number) == ([], 0)


def test_a_prompt_has_its_choices(table: DrivenTable) -> None:
    throw(table, 2, 4)
    table.cues()
    table.hold("cancel")
    assert notice_of(table) == ("Take back the last move: Ann's roll of 2 + 4?", "read")
    (choice,) = table.prompts().choices
    assert choice == ChoiceView("Take it back", msgspec.Raw(msgspec.json.encode(Undo(1))))
    assert table.cues() == ["read", "read"], "the press showed another answer, and the hold asks instead"
    assert table.prompts().sheet is None


def test_a_notice_stays_with_its_cue_until_something_else_happens(table: DrivenTable) -> None:
    table.press("confirm")
    assert notice_of(table) == ("Ann, roll the dice. Press the dice button.", "your-turn")
    assert table.cues() == ["your-turn"]
    table.wait(60_000)
    assert table.prompts().notice
    table.tap(DeedTag(BALTIC))
    assert notice_of(table) == ("", "")


def test_cancel_takes_back_a_notice(table: DrivenTable) -> None:
    table.press("confirm")
    table.press("cancel")
    assert notice_of(table) == ("", "")


@pytest.mark.parametrize("signal", [TagRemoved("deeds", UNKNOWN, 9), ButtonHeld("dice", 9)])
def test_a_signal_without_meaning_leaves_the_notice(table: DrivenTable, signal: TagRemoved | ButtonHeld) -> None:
    table.press("confirm")
    before = table.prompts()
    table.controller.feel(signal)
    assert table.prompts() == before


def test_unchanged_prompts_are_not_sent_again(table: DrivenTable) -> None:
    table.tap(DeedTag(BALTIC))
    before = len(table.told)
    table.wait(50_000)  # after a minute without a tag a reader is started anew, which is told
    assert len(table.told) == before
    assert table.told[-1] == table.prompts()


def test_a_press_that_makes_a_move_changes_the_prompts_once(table: DrivenTable) -> None:
    before = len(table.told)
    table.controller.feel(ButtonPressed("dice", table.clock.now_ms()))
    assert (len(table.heard), len(table.told)) == (1, before + 1)
    assert table.cues() == ["read"]


def test_every_act_has_an_id_of_its_own(table: DrivenTable) -> None:
    throw(table, 2, 4)
    table.wait(1_500)
    table.press("confirm")
    table.on_screen(EndTurn(ANN))
    table.wait(5_000)
    throw(table, 1, 2)
    assert [taken.id for taken in table.heard] == ["hands-1", "hands-2", "screen-1", "hands-3"]


# Sheets


def test_a_sheet_stays_for_more_work_and_closes_with_the_roll(tmp_path: Path) -> None:
    table = driven_table(tmp_path, game(owns={"Ann": ["brown"]}))
    table.tap(DeedTag(BALTIC))
    table.show_card(ANN)
    assert table.game.titles[BALTIC].buildings == 1
    assert sheet(table).text == "Baltic Avenue is Ann's, with 1 house. Its rent is $20."
    throw(table, 2, 4)
    assert table.prompts().sheet is None


def test_a_sheet_closes_with_what_it_offered(table: DrivenTable) -> None:
    throw(table, 2, 4)
    table.tap(DeedTag(ORIENTAL))
    table.show_card(ANN)
    assert table.game.titles[ORIENTAL].owner == ANN
    assert table.prompts().sheet is None


def test_a_sheet_follows_what_others_do_on_a_screen(tmp_path: Path) -> None:
    table = driven_table(tmp_path, game(owns={"Ann": ["Baltic"]}))
    table.tap(DeedTag(BALTIC))
    table.on_screen(Mortgage(ANN, BALTIC))
    assert sheet(table).text == "Baltic Avenue is Ann's and mortgaged."


# The screens, and what they do meanwhile


def test_the_next_gesture_meets_what_a_screen_has_done(table: DrivenTable) -> None:
    table.on_screen(Roll(ANN, (2, 4)))
    assert table.prompts().guides == ("Car: 6 on to Oriental Avenue",)
    table.on_screen(BuyDeed(ANN))
    assert table.cues() == ["money-out", "your-turn"]
    table.wait(5_000)
    throw(table, 1, 2)
    assert table.heard[-1].act == Roll(BEN, ())


def test_a_notice_is_cleared_by_the_next_act(table: DrivenTable) -> None:
    table.press("confirm")
    table.on_screen(Roll(ANN, (2, 4)))
    assert notice_of(table) == ("", "")


def test_an_undo_that_was_offered_before_an_act_is_not_confirmed_after_it(table: DrivenTable) -> None:
    table.on_screen(Roll(ANN, (2, 4)))
    table.hold("cancel")
    table.on_screen(BuyDeed(ANN))
    table.wait(2_000)
    table.press("confirm")
    assert sheet(table).moves[sheet(table).highlighted].label == "End the turn"
    assert table.session.number == 2


def test_a_deal_is_written_on_a_screen_and_taken_with_the_card_of_whom_it_is_offered_to(tmp_path: Path) -> None:
    table = driven_table(tmp_path, game(owns={"Ben": ["Baltic"]}, cash={"Ann": 500, "Ben": 500}))
    table.on_screen(OfferDeal(ANN, BEN, Goods(cash=60), Goods((BALTIC,))))
    table.show_card(2)
    assert notice_of(table)[0] == "Cy has $1,500. Ann offers Ben $60 for Baltic Avenue. Ben says yes or no."
    table.cues()
    table.show_card(BEN)
    assert table.heard[-1].act == AcceptDeal(BEN)
    assert (table.cash()[:2], table.cues()) == ([440, 560], ["money-in", "your-turn"])


def test_a_deal_is_turned_down_with_cancel_and_the_card(tmp_path: Path) -> None:
    table = driven_table(tmp_path, game(owns={"Ben": ["Baltic"]}))
    table.on_screen(OfferDeal(ANN, BEN, Goods(cash=60), Goods((BALTIC,))))
    table.press("cancel")
    table.wait(1_000)
    table.show_card(BEN)
    assert table.heard[-1].act == RejectDeal(BEN)


def test_rent_is_asked_for_by_card_and_calls_a_player_who_cannot_pay(tmp_path: Path) -> None:
    table = driven_table(tmp_path, game(owns={"Ben": ["Oriental"]}, cash={"Ann": 3}))
    table.on_screen(SetHouseRule("rent", "claim", "as agreed"))
    throw(table, 2, 4)
    table.cues()
    table.show_card(BEN)
    assert table.heard[-1].act == ClaimRent(BEN)
    assert table.game.pending
    assert table.cues() == ["your-turn"]


def test_the_hammer_falls_on_a_screen(table: DrivenTable) -> None:
    throw(table, 2, 4)
    table.on_screen(DeclineDeed(ANN))
    table.show_card(BEN)
    table.on_screen(CloseAuction())
    assert table.game.titles[ORIENTAL].owner == BEN
