"""What the table answers, or does not: refusals, trouble, a lost link, and what somebody else did meanwhile."""

import pytest

from companion.console.pads.deal import DealPad
from companion.console.pads.numbers import AmountPad
from companion.console.screens.table import LinkDownScreen, TableScreen
from companion.console.widgets.player_cards import PlayerCard
from companion.rules.commands import BuyDeed, CorrectCash, EndTurn, Roll
from companion.table.messages.wire import Answer
from tests.console.screen_pilot import LANDSCAPE, SMALL, click, labels, last, press, settled, shown, text_of
from tests.console.tables import InMemoryTable
from tests.kit import ANN, BEN, game
from tests.table.fake_table import in_loop

ROLLED = Roll(ANN, (2, 4))
BOTH = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True)], ids=["small", "tablet"])


# Answers


@in_loop
async def test_a_refusal_is_shown_with_its_clause_until_it_is_read() -> None:
    table = InMemoryTable(game(), ROLLED, BuyDeed(ANN))
    async with shown(table) as (app, pilot):
        await app.give(b'{"type":"Build","player":0,"deed":3}')
        await settled(pilot)
        seen = " ".join(text_of(app).split())
        assert "Not allowed: " in seen
        assert "BUILD-1" in seen
        table.act(CorrectCash(BEN, 5, "found"))
        await settled(pilot)
        assert "Not allowed: " in text_of(app)
        await click(pilot, "#notices")
        assert "Not allowed: " not in text_of(app)


@in_loop
async def test_a_press_on_what_has_changed_does_nothing_and_says_so() -> None:
    table = InMemoryTable(game(), ROLLED)
    async with shown(table) as (app, pilot):
        assert table.host.session is not None
        table.host.session.give("elsewhere", CorrectCash(BEN, 5, "found"))  # the console has not heard of it yet
        await app.give(b'{"type":"BuyDeed","player":0}')
        await settled(pilot)
        assert "Correction: found. Nothing was done." in " ".join(text_of(app).split())
        assert table.host.session.number == 2
        assert await app.give(b'{"type":"BuyDeed","player":0}'), "by now it has"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer("a", "mistake", message="That was our mistake."), "Our mistake: That was our mistake."),
        (Answer("a", "not-saved", message="The disk is full."), "Not saved: The disk is full."),
        (Answer("a", "unknown", message="The disk is gone."), "Not known whether it was saved: The disk is gone."),
        (Answer("a", "forbidden", message="Only the Banker."), "Not from this screen: Only the Banker."),
    ],
    ids=["mistake", "not-saved", "unknown", "forbidden"],
)
@in_loop
async def test_a_negative_answer_is_shown_and_no_money_moves(answer: Answer, words: str) -> None:
    table = InMemoryTable(game(), ROLLED)
    async with shown(table) as (app, pilot):
        table.answer = answer
        await press(pilot, "1")
        assert words in text_of(app)
        assert "1,400" not in text_of(app)


@in_loop
async def test_nothing_is_shown_before_the_table_says_so() -> None:
    table = InMemoryTable(game(), ROLLED)
    async with shown(table) as (app, pilot):
        table.answer = Answer("a", "done", 2)  # but no move arrives
        await press(pilot, "1")
        assert "1,400" not in text_of(app)
        assert labels(app)[0] == "Buy Oriental Avenue for $100"


@in_loop
async def test_disk_trouble_stays_visible() -> None:
    table = InMemoryTable(game())
    assert table.host.session is not None
    table.host.session.trouble = "No space left on the disk."
    async with shown(table) as (app, pilot):
        assert "Nothing can be saved now. No space left on the disk." in text_of(app)
        await press(pilot, "escape")
        assert "Nothing can be saved now." in text_of(app)


# The link


@BOTH
@in_loop
async def test_a_lost_link_is_shown_large_and_nothing_can_be_pressed(size: tuple[int, int], is_touch: bool) -> None:
    table = InMemoryTable(game(), ROLLED)
    async with shown(table, size, is_touch=is_touch) as (app, pilot):
        table.fall("The table hung up.")
        await settled(pilot)
        assert "NO LINK TO THE TABLE" in text_of(app)
        assert "The table hung up." in text_of(app)
        assert isinstance(app.screen, LinkDownScreen)
        assert app.screen_stack[0].query_one("#buttons").disabled
        await press(pilot, "1", "b", "u", "ctrl+p", "escape", "enter")
        await click(pilot, "#link-down")
        assert isinstance(app.screen, LinkDownScreen)
        assert table.given == []
        table.come_back()
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        await press(pilot, "1")
        assert last(table)["type"] == "BuyDeed"


@in_loop
async def test_an_open_pad_survives_a_lost_link() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "d", "3")
        table.fall()
        table.fall("No table is running.")
        await settled(pilot)
        await press(pilot, "5")
        assert table.given == []
        table.come_back()
        await settled(pilot)
        await press(pilot, "5")
        assert last(table) == {"type": "Roll", "player": 0, "dice": [3, 5], "speed": ""}
        assert len(app.screen_stack) == 1


@in_loop
async def test_a_table_that_was_restarted_says_what_is_saved() -> None:
    restarted = "The table was restarted at 20:14. Nothing is lost: the last saved move is number 1, Ann rolls 2 4."
    async with shown(InMemoryTable(game(), ROLLED, restarted=restarted)) as (app, pilot):
        assert restarted in " ".join(text_of(app).split())
        await press(pilot, "escape")
        assert "restarted" not in text_of(app)


# Somebody else


@in_loop
async def test_a_question_that_somebody_else_answered_is_closed_with_a_note() -> None:
    table = InMemoryTable(game(at={"Ann": 10}))
    async with shown(table) as (app, pilot):
        await press(pilot, "d", "3")
        table.act(Roll(ANN, (5, 5)))  # to Free Parking, and the same player rolls again
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert "The game has moved on." in text_of(app)
        assert table.given == []


@in_loop
async def test_a_question_that_still_stands_stays_open() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "d", "3")
        table.act(CorrectCash(BEN, 5, "found"))
        await settled(pilot)
        await press(pilot, "5")
        assert last(table)["dice"] == [3, 5]
        assert "$1,505" in text_of(app)


@in_loop
async def test_a_deal_pad_stays_open_while_others_play() -> None:
    table = InMemoryTable(game(owns={"Ann": ["Reading"], "Ben": ["Water"]}))
    async with shown(table) as (app, pilot):
        await press(pilot, "o", "1")
        assert isinstance(app.screen, DealPad)
        table.act(Roll(ANN, (4, 6)))  # a visit to the Jail
        table.act(EndTurn(ANN))
        await settled(pilot)
        assert isinstance(app.screen, DealPad)


@in_loop
async def test_a_deal_pad_closes_when_what_the_two_own_changes() -> None:
    table = InMemoryTable(game(owns={"Ann": ["Reading"], "Ben": ["Water"]}))
    async with shown(table) as (app, pilot):
        await press(pilot, "o", "1")
        table.act(CorrectCash(BEN, 5, "found"))
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert "The game has moved on." in text_of(app)


@in_loop
async def test_a_correction_stays_open_when_another_players_cash_changes() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "dollar_sign", "1")
        table.act(CorrectCash(BEN, 5, "found"))
        await settled(pilot)
        assert isinstance(app.screen, AmountPad)
        table.act(CorrectCash(ANN, 5, "found"))
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_another_game_is_shown_at_once() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "question_mark")
        table.begin(game(players=("Eve", "Fay"), turn="Eve"), game="20261116-2142-aa")
        table.tell()
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert [card.seat for card in app.screen.query(PlayerCard) if card.display] == [0, 1]
        assert "▶ E  Eve" in text_of(app)
        assert " F  Fay" in text_of(app)
