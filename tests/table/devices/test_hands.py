"""Hands at the table: every meaning carried out, what is refused, tags and games that change, devices that fail."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from companion.journal.codec import Undo
from companion.players.fate import Fate
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
from companion.rules.matters import Goods
from companion.rules.refusal import Code, Refusal
from companion.storm.torn_disk import TornDisk
from companion.table.course import Course
from companion.table.desk import CannotPull
from companion.table.devices.hands import Hands
from companion.table.gestures.meanings import Cue
from companion.table.messages import AtHand, ChoiceView
from companion.table.tags.bindings import Bindings, CardTag, DeedTag, PlayerTag, TokenTag, bind
from hardware.signals import ButtonHeld, ButtonPressed, TagRemoved
from tests.kit import ANN, BEN, game
from tests.table.hands_kit import (
    BALTIC,
    GAME,
    ORIENTAL,
    START,
    UIDS,
    Seated,
    SmallHost,
    elsewhere,
    said,
    seated,
    sheet,
    throw,
)
from tests.table.scenes import HOUSEHOLD, UNKNOWN

Dice = Literal["", "button", "hand"]


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    return seated(tmp_path)


# Every meaning


def test_a_press_is_an_act_by_the_player_who_is_due(table: Seated) -> None:
    throw(table, 2, 4)
    assert [taken.act for taken in table.heard] == [Roll(ANN, ())]
    assert table.game.players[ANN].place == 6
    assert table.cues() == ["read"]
    assert table.rig.dice_display is not None
    assert list(table.rig.dice_display.shown) == [(2, 4)]


def test_a_deed_is_looked_at_and_cancel_closes_it(table: Seated) -> None:
    table.tap(DeedTag(BALTIC))
    assert (sheet(table).deed, sheet(table).text) == (BALTIC, "Baltic Avenue is the Bank's. Its price is 60.")
    assert table.cues() == ["read"]
    table.press("cancel")
    assert table.at_hand().sheet is None
    assert (table.cues(), table.session.number) == ([], 0)


def test_a_prompt_has_its_choices(table: Seated) -> None:
    throw(table, 2, 4)
    table.cues()
    table.hold("cancel")
    assert said(table) == ("Take back the last move: Ann rolls 2 4?", "read")
    (choice,) = table.at_hand().choices
    assert choice == ChoiceView("Take it back", msgspec.Raw(msgspec.json.encode(Undo(1))))
    assert table.cues() == ["read", "read"], "the press showed another answer, and the hold asks instead"
    assert table.at_hand().sheet is None


def test_a_notice_is_said_with_its_cue_until_something_else_is_done(table: Seated) -> None:
    table.press("confirm")
    assert said(table) == ("Ann is to throw the dice. Press the dice button.", "your-turn")
    assert table.cues() == ["your-turn"]
    table.wait(60_000)
    assert table.at_hand().notice
    table.tap(DeedTag(BALTIC))
    assert said(table) == ("", "")


def test_cancel_takes_back_a_notice(table: Seated) -> None:
    table.press("confirm")
    table.press("cancel")
    assert said(table) == ("", "")


@pytest.mark.parametrize("signal", [TagRemoved("deeds", UNKNOWN, 9), ButtonHeld("dice", 9)])
def test_what_means_nothing_leaves_what_was_said(table: Seated, signal: TagRemoved | ButtonHeld) -> None:
    table.press("confirm")
    before = table.at_hand()
    table.hands.feel(signal)
    assert table.at_hand() == before


def test_what_has_not_changed_is_not_told_again(table: Seated) -> None:
    table.tap(DeedTag(BALTIC))
    before = len(table.told)
    table.wait(60_000)
    assert len(table.told) == before
    assert table.told[-1] == table.at_hand()


def test_every_act_has_an_id_of_its_own(table: Seated) -> None:
    throw(table, 2, 4)
    table.wait(1_500)
    table.press("confirm")
    table.on_screen(EndTurn(ANN))
    table.wait(5_000)
    throw(table, 1, 2)
    assert [taken.id for taken in table.heard] == ["hands-1", "hands-2", "screen-1", "hands-3"]


# Sheets


def test_a_sheet_stays_for_more_work_and_closes_with_the_throw(tmp_path: Path) -> None:
    table = seated(tmp_path, game(owns={"Ann": ["brown"]}))
    table.tap(DeedTag(BALTIC))
    table.show_card(ANN)
    assert table.game.titles[BALTIC].buildings == 1
    assert sheet(table).text == "Baltic Avenue is Ann's, with 1 house. Its rent is 20."
    throw(table, 2, 4)
    assert table.at_hand().sheet is None


def test_a_sheet_closes_with_what_it_offered(table: Seated) -> None:
    throw(table, 2, 4)
    table.tap(DeedTag(ORIENTAL))
    table.show_card(ANN)
    assert table.game.titles[ORIENTAL].owner == ANN
    assert table.at_hand().sheet is None


def test_a_sheet_follows_what_others_do_on_a_screen(tmp_path: Path) -> None:
    table = seated(tmp_path, game(owns={"Ann": ["Baltic"]}))
    table.tap(DeedTag(BALTIC))
    table.on_screen(Mortgage(ANN, BALTIC))
    assert sheet(table).text == "Baltic Avenue is Ann's and mortgaged."


# The screens, and what they do meanwhile


def test_an_act_of_a_screen_is_what_hands_meet_next(table: Seated) -> None:
    table.on_screen(Roll(ANN, (2, 4)))
    assert table.at_hand().guides == ("Car: 6 on to Oriental Avenue",)
    table.on_screen(BuyDeed(ANN))
    assert table.cues() == ["money-out", "your-turn"]
    table.wait(5_000)
    throw(table, 1, 2)
    assert table.heard[-1].act == Roll(BEN, ())


def test_what_was_said_before_an_act_is_forgotten(table: Seated) -> None:
    table.press("confirm")
    table.on_screen(Roll(ANN, (2, 4)))
    assert said(table) == ("", "")


def test_an_undo_that_was_offered_before_an_act_is_not_confirmed_after_it(table: Seated) -> None:
    table.on_screen(Roll(ANN, (2, 4)))
    table.hold("cancel")
    table.on_screen(BuyDeed(ANN))
    table.wait(2_000)
    table.press("confirm")
    assert sheet(table).moves[sheet(table).highlighted].label == "End the turn"
    assert table.session.number == 2


def test_a_deal_is_written_on_a_screen_and_taken_with_the_card_of_whom_it_is_offered_to(tmp_path: Path) -> None:
    table = seated(tmp_path, game(owns={"Ben": ["Baltic"]}, cash={"Ann": 500, "Ben": 500}))
    table.on_screen(OfferDeal(ANN, BEN, Goods(cash=60), Goods((BALTIC,))))
    table.show_card(2)
    assert said(table)[0] == "Cy has 1,500. Ann offers Ben 60 for Baltic Avenue. Ben says yes or no."
    table.cues()
    table.show_card(BEN)
    assert table.heard[-1].act == AcceptDeal(BEN)
    assert (table.cash()[:2], table.cues()) == ([440, 560], ["money-in", "your-turn"])


def test_a_deal_is_turned_down_with_cancel_and_the_card(tmp_path: Path) -> None:
    table = seated(tmp_path, game(owns={"Ben": ["Baltic"]}))
    table.on_screen(OfferDeal(ANN, BEN, Goods(cash=60), Goods((BALTIC,))))
    table.press("cancel")
    table.wait(1_000)
    table.show_card(BEN)
    assert table.heard[-1].act == RejectDeal(BEN)


def test_a_rent_that_must_be_asked_for_is_asked_for_by_card_and_calls_whoever_cannot_pay(tmp_path: Path) -> None:
    table = seated(tmp_path, game(owns={"Ben": ["Oriental"]}, cash={"Ann": 3}))
    table.on_screen(SetHouseRule("rent", "claim", "as agreed"))
    throw(table, 2, 4)
    table.cues()
    table.show_card(BEN)
    assert table.heard[-1].act == ClaimRent(BEN)
    assert table.game.agenda
    assert table.cues() == ["your-turn"]


def test_the_hammer_falls_on_a_screen(table: Seated) -> None:
    throw(table, 2, 4)
    table.on_screen(DeclineDeed(ANN))
    table.show_card(BEN)
    table.on_screen(CloseAuction())
    assert table.game.titles[ORIENTAL].owner == BEN


# What is refused


def test_a_refusal_is_a_notice_and_changes_nothing(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    before = table.game
    with monkeypatch.context() as patch:
        patch.setattr(Course, "plan", _refuse)
        throw(table, 2, 4)
    assert said(table) == ("Not so.", "refused")
    assert table.cues() == ["refused"]
    assert (table.game, table.session.number) == (before, 0)
    throw(table, 2, 4)
    assert table.session.number == 1, "a refused press is no throw that one must wait for"


def _refuse(*_: object) -> None:
    raise Refusal(Code.WRONG_MOMENT, (), "Not so.")


def test_a_mistake_of_ours_is_a_notice(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Course, "plan", lambda *_: 1 / 0)
    throw(table, 2, 4)
    assert said(table)[0].startswith("That was our mistake, and nothing was changed.")
    assert (table.cues(), table.session.number) == (["refused"], 0)


def test_a_full_disk_is_a_notice_and_the_next_press_is_served_when_there_is_room(tmp_path: Path) -> None:
    disk = TornDisk(Fate(1), game=GAME)
    table = seated(tmp_path, disk=disk)
    disk.full = True
    before = table.game
    throw(table, 2, 4)
    assert said(table)[0].startswith("This cannot be saved now:")
    assert (table.cues(), table.game) == (["refused"], before)
    disk.full = False
    throw(table, 2, 4)
    assert table.session.number == 1
    assert said(table) == ("", "")


# Tags


def test_an_unknown_tag_offers_enrolment_and_moves_no_money(table: Seated) -> None:
    throw(table, 2, 4)
    table.wait(1_500)
    table.cues()
    table.tap(UNKNOWN)
    assert said(table) == ("This tag is not known here.", "unknown")
    assert table.at_hand().choices == (ChoiceView("Say what it is", does="enrol", uid=UNKNOWN),)
    assert (table.cues(), table.cash(), table.session.number) == (["unknown"], [500, 500, 500], 1)


def test_the_offer_to_enrol_a_tag_stays_while_others_play(table: Seated) -> None:
    table.tap(UNKNOWN)
    table.on_screen(Roll(ANN, (2, 4)))
    assert table.at_hand().choices
    table.hands.bind(bind(HOUSEHOLD, UNKNOWN, PlayerTag(ANN)))
    assert (said(table), table.at_hand().choices) == (("", ""), ())
    table.tap(UNKNOWN)
    assert table.game.titles[ORIENTAL].owner == ANN


def test_new_tags_change_neither_the_list_nor_the_answers(table: Seated) -> None:
    elsewhere(table)
    (question,) = table.at_hand().questions
    table.hands.decide(question.number, board_is_right=False)
    table.on_screen(BuyDeed(ANN))
    table.on_screen(Undo())
    table.tap(DeedTag(BALTIC))
    before = table.at_hand()
    table.hands.bind(bind(HOUSEHOLD, UNKNOWN, PlayerTag(ANN)))
    table.wait(10_000)
    assert table.at_hand() == before
    assert before.to_put_right
    assert before.guides == ("Car: back to Oriental Avenue",)


def test_a_token_is_known_by_its_tag_as_soon_as_that_is_said(tmp_path: Path) -> None:
    uid = UIDS[TokenTag("Car")]
    others = Bindings(tuple(tag for tag in HOUSEHOLD.tags if tag[0] != uid))
    table = seated(tmp_path, bindings=others)
    assert table.at_hand().guides == ("Unknown piece on GO.",)
    table.hands.bind(bind(others, uid, TokenTag("car")))
    assert table.at_hand().guides == ()
    throw(table, 2, 4)
    assert table.at_hand().guides == ("Car: 6 on to Oriental Avenue",)


def test_two_tags_at_once_are_none(table: Seated) -> None:
    table.rig.place("deeds", UIDS[DeedTag(BALTIC)])
    table.rig.place("deeds", UIDS[DeedTag(ORIENTAL)])
    table.wait(500)
    assert said(table)[0].startswith("One at a time:")
    assert table.cues() == ["read", "refused"]


# Games


def test_with_no_game_a_press_offers_to_start_or_resume(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    throw(table, 2, 4)
    assert said(table) == ("No game is in play.", "read")
    assert [choice.does for choice in table.at_hand().choices] == ["begin", "resume"]
    table.press("confirm")
    assert said(table) == ("No game is in play.", "read"), "a game is not begun by a button"
    table.tap(CardTag("chest/inherit"))
    assert said(table)[0].endswith("No game is in play.")
    table.begin(START)
    assert (said(table), table.at_hand().choices) == (("", ""), ())


def test_another_game_begins_with_nothing_at_hand(table: Seated, tmp_path: Path) -> None:
    elsewhere(table)
    table.on_screen(BuyDeed(ANN))
    table.on_screen(Undo())
    table.tap(DeedTag(BALTIC))
    assert table.at_hand().sheet
    assert table.at_hand().questions
    assert table.at_hand().to_put_right
    other = Seated(tmp_path / "other", game(players=("Di", "Ed"), at={"Di": 8}, turn="Di"))
    table.put_away()
    table.host.session = other.session
    table.hands.changed()
    now = table.at_hand()
    assert (now.sheet, now.notice, now.questions, now.to_put_right) == (None, "", (), ())
    assert now.guides == ("The Hat is on GO, and is nobody's in this game.",)
    table.tap(PlayerTag(0))
    assert said(table)[0] == "Di has 1,500. Di is to throw the dice."


def test_when_the_game_is_put_away_nothing_is_asked(table: Seated) -> None:
    elsewhere(table)
    table.put_away()
    assert table.hands.at_hand().questions
    table.hands.changed()
    assert (table.at_hand().questions, table.at_hand().guides) == ((), ())
    table.wait(5_000)
    table.hold("cancel")
    assert said(table) == ("There is nothing to take back.", "refused")


def test_a_game_that_goes_on_knows_what_may_be_taken_back(tmp_path: Path) -> None:
    table = seated(tmp_path)
    throw(table, 2, 4)
    table.hands.changed()
    table.hold("cancel")
    assert said(table)[0] == "Take back the last move: Ann rolls 2 4?"


# Devices


def test_a_device_that_is_lost_and_found_is_told(table: Seated) -> None:
    assert {device.state for device in table.at_hand().devices} == {"present"}
    table.rig.lose("deeds", "The reader was unplugged.")
    table.wait(100)
    (lost,) = (device for device in table.at_hand().devices if device.state == "lost")
    assert (lost.name, lost.why) == ("deeds", "The reader was unplugged.")
    table.rig.find("deeds")
    table.wait(1_500)
    assert {device.state for device in table.at_hand().devices} == {"present"}
    assert ("lost", 1) in next(device.counters for device in table.at_hand().devices if device.name == "deeds")


def test_a_lost_board_takes_its_question_with_it(table: Seated) -> None:
    elsewhere(table)
    table.rig.lose("board")
    table.wait(500)
    assert table.at_hand().questions == ()


class BadRig:
    """Breaks its promise that nothing it shows or plays can raise."""

    def __init__(self) -> None:
        self.tried: list[str] = []

    def health(self) -> tuple[()]:
        return ()

    def show(self, cue: Cue) -> None:
        self.tried.append(f"show {cue}")
        raise OSError("the lamp has burnt out")

    def play(self, cue: Cue) -> None:
        self.tried.append(f"play {cue}")
        raise RuntimeError("the speaker is gone")

    def show_dice(self, faces: Sequence[int]) -> None:
        self.tried.append(f"dice {faces}")
        raise ValueError("no display")


def test_lamps_that_raise_stop_nothing(table: Seated, caplog: pytest.LogCaptureFixture) -> None:
    rig, told = BadRig(), list[AtHand]()
    host = SmallHost()
    host.session = table.session
    minding = Hands(host, rig, HOUSEHOLD, now_ms=table.clock.now_ms, tell=told.append, name="bad")
    minding.feel(ButtonPressed("confirm", table.clock.now_ms()))
    assert told[-1].notice == "Ann is to throw the dice. Press the dice button."
    minding.news(table.on_screen(Roll(ANN, (2, 4))))
    minding.feel(ButtonPressed("cancel", table.clock.now_ms()))
    assert told[-1].notice == ""
    assert rig.tried == ["show your-turn", "play your-turn", "dice (2, 4)", "show read", "play read"]
    assert "the lamp has burnt out" in caplog.text


def test_only_a_simulated_table_has_levers(table: Seated) -> None:
    with pytest.raises(CannotPull, match="this one has real devices"):
        table.hands.pull(b'{"lever": "press", "button": "dice"}')


@pytest.mark.parametrize(("usual", "own", "throws"), [(True, "button", 1), (False, "hand", 0), (True, "", 0)])
def test_a_game_says_who_throws_whatever_is_usual(tmp_path: Path, usual: bool, own: Dice, throws: int) -> None:
    """Where dice are thrown by hand, the press only opens what people fill in."""
    table = Seated(tmp_path, hand_dice=usual)
    table.begin(game(), dice=own)
    throw(table, 2, 4)
    assert len(table.heard) == throws


def test_a_held_confirm_opens_the_door_and_says_where_the_code_is(table: Seated) -> None:
    told = list[AtHand]()
    host = SmallHost()
    host.session = table.session
    minding = Hands(
        host, table.rig, HOUSEHOLD, now_ms=table.clock.now_ms, tell=told.append, name="door", let_in=lambda: "Opened."
    )
    minding.feel(ButtonHeld("confirm", table.clock.now_ms()))
    assert (told[-1].notice, told[-1].cue) == ("Opened.", "read")
