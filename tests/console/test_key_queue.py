"""Keys in bursts: each acts on the question that its hand saw, or the last row says why not. The clock is driven."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.events import MouseDown, MouseEvent, MouseUp
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from companion.console.app import ConsoleApp
from companion.console.console_screen import AnswerLine
from companion.console.pads.choose import ChoosePad
from companion.console.pads.numbers import AmountPad, DicePad
from companion.console.screens.new_game import NewGameScreen
from companion.console.screens.raise_cash import RaiseCashScreen
from companion.console.screens.table import TableScreen
from companion.console.widgets.move_buttons import MoveButton
from companion.play.acts import Undo
from companion.rules.commands import Bid, BuyDeed, CorrectCash, DeclineDeed, PassBid, Roll
from companion.rules.pending_steps import Debt
from companion.rules.state import Game
from tests.console.screen_pilot import SMALL, burst, labels, last, send_burst, settled, text_of
from tests.console.tables import InMemoryTable
from tests.kit import ANN, BEN, CY, because, game
from tests.table.fake_table import in_loop

SETTLE_S = 0.35
LONG_S = 2.0
ROLLED = Roll(ANN, (2, 4))
PLAYERS = ("Ann", "Ben", "Cy", "Dee")


class Evening:
    def __init__(self, app: ConsoleApp, pilot: Pilot[None], table: InMemoryTable, now: list[float]) -> None:
        self.app, self.pilot, self.table, self._now = app, pilot, table, now

    async def press(self, *keys: str, after: float = LONG_S) -> None:
        """All at once, so many seconds after what came before."""
        self._now[0] += after
        await burst(self.pilot, self._now[0], *keys)

    def press_unseen(self, *keys: str) -> None:
        """The console is stopped, and shows nothing before it has these."""
        self._now[0] += LONG_S
        send_burst(self.pilot, self._now[0], *keys)

    async def seen(self) -> None:
        await settled(self.pilot)
        self._now[0] += LONG_S

    @property
    def said(self) -> str:
        return " ".join(str(line.render()) for line in self.app.screen.query(AnswerLine))

    @property
    def given(self) -> list[str]:
        return [last_type.decode().split('"')[3] for last_type in self.table.given]


@asynccontextmanager
async def evening(start: Game, *acts: object, dice: str = "") -> AsyncIterator[Evening]:
    table, now = InMemoryTable(start, *acts, dice=dice), [100.0]  # type: ignore[arg-type]
    app = ConsoleApp(table, settle_s=SETTLE_S, clock=lambda: now[0])
    app.animation_level = "none"
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        yield Evening(app, pilot, table, now)


# What was reported


@in_loop
async def test_dice_typed_at_an_open_purchase_neither_decline_nor_bid() -> None:
    async with evening(game(), ROLLED, dice="hand") as at:
        await at.press("d", "2", "4")
        assert at.given == []
        assert labels(at.app)[0].startswith("Buy Oriental Avenue")
        assert "4 did nothing: it was not meant for this question." in at.said


@pytest.mark.parametrize("first", ["d", "4"])
@in_loop
async def test_dice_typed_slowly_at_an_open_purchase_neither_decline_nor_bid(first: str) -> None:
    async with evening(game(), ROLLED, dice="hand") as at:
        for key in (first, "2", "1"):
            await at.press(key, after=0.7)
        assert at.given == []
        assert "1 did nothing, because the key before it did nothing." in at.said
        await at.press("1")
        assert at.given == ["BuyDeed"]


@pytest.mark.parametrize("after", [0.1, 0.7])
@in_loop
async def test_a_digit_behind_a_letter_that_does_nothing_mortgages_nothing(after: float) -> None:
    debt = Debt(BEN, ANN, 300, ("RENT-1",), because("Illinois Avenue, 2 houses"))
    start = game(cash={"Ben": 120}, turn="Ben", thrown=True, owns={"Ben": ["red", "Reading"]}, pending=(debt,))
    async with evening(start) as at:
        await at.press("1")
        assert isinstance(at.app.screen, RaiseCashScreen)
        await at.press("h")
        await at.press("1", after=after)
        assert at.given == []
        await at.press("1")
        assert at.given == ["Mortgage"]


@in_loop
async def test_the_second_die_is_not_taken_for_the_first_when_that_came_too_soon() -> None:
    async with evening(game(), ROLLED, dice="hand") as at:
        await at.press("b")
        await at.press("2", after=0.1)
        await at.press("4", after=0.6)
        assert "[ ] [ ]" in text_of(at.app)
        await at.press("2")
        await at.press("4", after=0.6)
        assert at.given == ["BuyDeed", "Roll"]
        assert last(at.table)["dice"] == [2, 4]


@in_loop
async def test_a_letter_acts_behind_a_key_that_did_nothing() -> None:
    async with evening(game(), ROLLED) as at:
        await at.press("d")
        await at.press("b", after=0.5)
        assert at.given == ["BuyDeed"]


@pytest.mark.parametrize("dice", ["hand", "button"])
@in_loop
async def test_dice_that_come_all_at_once_go_to_the_pad_that_their_letter_opens(dice: str) -> None:
    async with evening(game(), dice=dice) as at:
        at.press_unseen("d", "2", "4")
        await at.seen()
        assert at.given == ["Roll"]
        assert last(at.table)["dice"] == [2, 4]


@in_loop
async def test_a_letter_acts_at_once_on_what_the_roll_before_it_brought() -> None:
    async with evening(game()) as at:
        await at.press("d")
        for key in ("1", "5", "b"):
            await at.press(key, after=0.3)
        assert at.given == ["Roll", "BuyDeed"]


@in_loop
async def test_a_digit_behind_a_roll_does_not_buy() -> None:
    async with evening(game()) as at:
        await at.press("d", "2", "4", "1")
        assert at.given == ["Roll"]
        assert "1 did nothing" in at.said
        await at.press("1")
        assert at.given == ["Roll", "BuyDeed"]


@in_loop
async def test_a_key_that_is_held_down_counts_once() -> None:
    async with evening(game()) as at:
        await at.press("t")
        for _ in range(9):
            await at.press("t", after=0.04)
        assert at.given == ["Roll"]
        assert "t is held down" in at.said


@in_loop
async def test_a_digit_that_is_held_down_enters_no_dice_on_the_pad_that_it_opens() -> None:
    async with evening(game()) as at:
        await at.press("2")
        assert isinstance(at.app.screen, DicePad)
        for _ in range(3):
            await at.press("2", after=0.04)
        assert at.given == []


@in_loop
async def test_enter_takes_the_highlighted_button_and_nothing_in_an_auction() -> None:
    async with evening(game(), ROLLED) as at:
        assert "Buy Oriental Avenue for $100 ↵" in text_of(at.app)
        await at.press("enter")
        assert at.given == ["BuyDeed"]
    async with evening(game(), ROLLED, DeclineDeed(ANN)) as at:
        assert "↵" not in text_of(at.app)
        await at.press("enter")
        assert at.given == []
        assert "Enter does nothing now" in at.said


@pytest.mark.parametrize(("key", "way_out"), [("y", "PayFine"), ("j", "UseJailCard")])
@in_loop
async def test_the_next_players_way_out_of_jail_is_there_before_the_turn_has_ended(key: str, way_out: str) -> None:
    start = game(jailed={"Ben": 0}, jail_cards={"Ben": 1})
    async with evening(start, ROLLED, BuyDeed(ANN)) as at:
        assert {"Ben: Pay the $50 fine", "End the turn"} <= set(labels(at.app))
        await at.press(key)
        assert at.given == [way_out]


# New questions


@in_loop
async def test_digits_of_a_new_question_are_grey_and_do_nothing_for_a_moment() -> None:
    async with evening(game(), ROLLED) as at:
        await at.press("b")
        assert at.given == ["BuyDeed"]
        await at.press("1", after=0.3)
        assert len(at.given) == 1, "the second of two quick presses was not meant for Ben"
        await at.press("1", after=0.36)
        assert "1 is held down" in at.said
        await at.press("1")
        assert at.given == ["BuyDeed", "Roll"]


@in_loop
async def test_a_digit_does_nothing_if_somebody_else_has_answered_before_it_was_seen() -> None:
    async with evening(game(), ROLLED) as at:
        at.table.act(BuyDeed(ANN))
        at.press_unseen("1")
        await at.seen()
        assert at.given == []
        assert "1 did nothing" in at.said


@in_loop
async def test_a_screen_that_was_slow_to_go_takes_no_keys_with_it() -> None:
    async with evening(game(), ROLLED) as at:
        at.table.fall()
        await at.seen()
        down, can_go = at.app.screen, asyncio.Event()
        down.call_later(can_go.wait)  # a busy machine
        at.table.come_back()
        while at.app.screen is down or not at.app.keys.is_settled():
            await asyncio.sleep(0)
        can_go.set()
        await at.seen()
        await at.press("1")
        assert at.given == ["BuyDeed"]


@pytest.mark.parametrize("is_at_once", [False, True])
@in_loop
async def test_digits_behind_a_roll_are_no_other_roll_even_if_somebody_takes_that_back(is_at_once: bool) -> None:
    async with evening(game(), dice="hand") as at:
        if is_at_once:
            at.table.after_give = Undo()
        await at.press("2", "4")
        if not is_at_once:
            at.table.act(Undo())
        await at.press("3", "3", after=0.1)
        assert at.given == ["Roll"]
        assert "3 did nothing: it was not meant for this question." in at.said


@in_loop
async def test_a_letter_does_nothing_if_it_would_mean_another_roll_now() -> None:
    async with evening(game(), dice="hand") as at:
        at.table.act(ROLLED)
        at.table.act(BuyDeed(ANN))
        at.press_unseen("d", "2", "4")
        await at.seen()
        assert at.given == [], "these dice were Ann's, and Ben is to roll"
        assert isinstance(at.app.screen, TableScreen)


@in_loop
async def test_digits_meant_for_a_pad_that_the_game_closed_press_no_button() -> None:
    async with evening(game()) as at:
        await at.press("d")
        assert isinstance(at.app.screen, DicePad)
        at.table.act(ROLLED)
        await settled(at.pilot)
        await at.press("1", after=0.4)
        await at.press("1", after=0.7)
        assert at.given == [], "those were dice, and not to buy"
        await at.press("1", after=1.1)
        assert at.given == ["BuyDeed"]


@in_loop
async def test_a_yes_for_a_pad_that_has_gone_does_not_pay() -> None:
    async with evening(game(cash={"Ann": 900}), CorrectCash(ANN, 5, "found")) as at:
        await at.press("L", "1")
        at.table.act(CorrectCash(ANN, 7, "found"))
        at.press_unseen("y", "e")
        await at.seen()
        assert at.given == []


# Taps


@in_loop
async def test_a_key_pressed_before_a_tap_does_not_reach_the_pad_that_the_tap_opens() -> None:
    async with evening(game()) as at:
        button = next(one for one in at.app.screen.query(MoveButton) if "Enter your roll" in str(one.label))
        at.press_unseen("5")
        for kind in (MouseDown, MouseUp):
            at.app.post_message(mouse(kind, button))
        await at.seen()
        assert isinstance(at.app.screen, DicePad)
        assert "5 did nothing" in at.said
        await at.press("2", "4")
        assert last(at.table)["dice"] == [2, 4]


def mouse(kind: type[MouseEvent], at: Widget) -> MouseEvent:
    x, y = at.region.x + 2, at.region.y
    return kind(at, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)


# Real dice


@in_loop
async def test_real_dice_are_entered_by_their_digits_alone() -> None:
    async with evening(game(), dice="hand") as at:
        assert "[ ] [ ]  1–6 are dice" in text_of(at.app)
        await at.press("7")
        assert "7 does nothing now: 1–6 are dice." in at.said
        await at.press("2")
        assert "[2] [ ]" in text_of(at.app)
        await at.press("backspace")
        assert "[ ] [ ]" in text_of(at.app)
        await at.press("3")
        await at.press("3")
        assert last(at.table) == {"type": "Roll", "player": 0, "dice": [3, 3], "speed": ""}
        assert not [offer for offer in labels(at.app) if offer.startswith("Ann: Roll")]


@in_loop
async def test_rent_and_the_next_player_take_two_presses() -> None:
    async with evening(game(owns={"Ben": ["Oriental"]}), dice="hand") as at:
        await at.press("2", "4")
        await at.press("1", "3")
        assert at.given == ["Roll", "Roll"]
        assert last(at.table)["player"] == BEN


@in_loop
async def test_the_speed_die_takes_a_third_key() -> None:
    async with evening(game("platinum-2010", variants=["speed"], lapped=["Ann"]), dice="hand") as at:
        await at.press("3", "5", "6")
        assert at.given == []
        assert "6 does nothing now" in at.said
        await at.press("b")
        assert last(at.table) == {"type": "Roll", "player": 0, "dice": [3, 5], "speed": "bus"}


@in_loop
async def test_the_companions_dice_have_a_letter_only_where_real_ones_are_rolled() -> None:
    async with evening(game(), dice="hand") as at:
        await at.press("t")
        assert at.given == ["Roll"]


@in_loop
async def test_the_companions_decks_are_not_offered_where_real_cards_are_drawn() -> None:
    async with evening(game(electronic=False), Roll(ANN, (3, 4)), dice="hand") as at:
        assert not [one for one in at.app.state.moves if one.menu in ("draw", "throw")]
        await at.press("c")
        assert at.given == []
        assert "c (Draw a card) does nothing now." in at.said
        await at.press("C")
        assert isinstance(at.app.screen, ChoosePad)


# Auctions


@in_loop
async def test_everybody_keeps_a_digit_all_auction_long_and_it_bids_the_next_step() -> None:
    async with evening(game(players=PLAYERS), ROLLED, DeclineDeed(ANN), PassBid(BEN)) as at:
        await at.press("3")
        assert last(at.table) == {"type": "Bid", "player": CY, "amount": 1}
        assert "Cy bids $1." in at.said
        await at.press("4")
        assert last(at.table) == {"type": "Bid", "player": 3, "amount": 2}
        await at.press("2")
        assert "Ben has passed" in at.said
        await at.press("4")
        assert "Dee has the highest bid." in at.said
        at.table.act(Bid(ANN, 40))
        at.press_unseen("3")
        await at.seen()
        assert last(at.table) == {"type": "Bid", "player": CY, "amount": 41}, "the question is the same"
        assert len(at.given) == 3


@in_loop
async def test_another_sum_is_typed_in_one_burst() -> None:
    async with evening(game(players=PLAYERS), ROLLED, DeclineDeed(ANN)) as at:
        await at.press("o", "2", "4", "5", "enter")
        assert last(at.table) == {"type": "Bid", "player": BEN, "amount": 45}
        await at.press("o", "1", "4", "5", "enter")
        assert isinstance(at.app.screen, AmountPad), "it was refused"
        await at.press("6", "0", "enter")
        assert last(at.table) == {"type": "Bid", "player": ANN, "amount": 60}


# Forms


@in_loop
async def test_two_names_typed_in_one_burst_are_two_players() -> None:
    async with evening(game()) as at:
        at.app.open_screen("new_game:NewGameScreen")
        await at.seen()
        await at.press("A", "n", "n", "enter", "B", "e", "n", "enter")
        screen = at.app.screen
        assert isinstance(screen, NewGameScreen)
        assert screen.form.names == ("Ann", "Ben")
        assert screen.query_one(Input).value == ""


@in_loop
async def test_what_is_not_possible_is_answered() -> None:
    async with evening(game()) as at:
        for key, words in (("b", "b (Buy) does nothing now."), ("9", "9 does nothing now: 1 and 2 are the answers.")):
            await at.press(key)
            assert words in at.said
        assert at.given == []


@pytest.mark.parametrize(
    ("opened_by", "key", "words"),
    [
        (("w",), "x", "x does nothing here."),
        (("w",), "m", "m does nothing here."),
        (("G",), "A", "A does nothing here."),
        (("A", "2", "a"), "", "Ben can do nothing now."),
        (("W",), "y", "y does nothing here."),
        (("G",), "S", "S (The simulated table) does nothing now."),
        (("I",), "7", "7 does nothing here."),
        (("d",), "7", "7 does nothing here: 1–6 are dice."),
        (("u",), "5", "5 does nothing here."),
    ],
)
@in_loop
async def test_every_screen_and_every_pad_answers_a_key_that_it_does_not_know(
    opened_by: tuple[str, ...], key: str, words: str
) -> None:
    async with evening(game(), CorrectCash(ANN, 5, "found")) as at:
        for one in (*opened_by, *([key] if key else [])):
            await at.press(one)
        assert words in at.said


@in_loop
async def test_a_key_before_anything_can_be_seen_is_answered() -> None:
    table, now = InMemoryTable(game()), [100.0]
    app = ConsoleApp(table, settle_s=SETTLE_S, clock=lambda: now[0])
    app.animation_level = "none"
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await burst(pilot, 1.0, "t")
        assert table.given == []
        assert "t did nothing" in Evening(app, pilot, table, now).said
