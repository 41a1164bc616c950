"""The pads: whatever a move still needs is entered with keys, or with taps alone, and nothing wrong leaves them."""

from collections.abc import Sequence

import pytest
from rich.style import Style
from textual.events import Click
from textual.widgets import Input, OptionList

from companion.console.pads.amount import AmountPad
from companion.console.pads.choose import Choice
from companion.console.pads.dice import DicePad
from companion.console.pads.pad import Key
from companion.console.pads.several import SeveralPad, Ticks
from companion.console.screens.log import LogScreen
from companion.console.screens.table import TableScreen
from companion.rules.cards import Deck
from companion.rules.commands import AnyCommand, DeclineDeed, Roll
from companion.rules.matters import CardDue, TaskDue
from companion.rules.position import new_game
from companion.rules.state import Game
from tests.console.stage import LANDSCAPE, PORTRAIT, SMALL, Stage, click, last, press, settled, shown, text_of, typed
from tests.kit import ANN, deed, game, rules_of
from tests.table.fake_table import in_loop

READING, ORIENTAL, WATER = deed("Reading"), deed("Oriental"), deed("Water")
SIZES = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True), (PORTRAIT, True)])


def auction() -> tuple[Game, Sequence[AnyCommand]]:
    return game(cash={"Ben": 359}), (Roll(ANN, (2, 4)), DeclineDeed(ANN))


# Dice


@SIZES
@in_loop
async def test_two_taps_are_a_throw(size: tuple[int, int], is_touch: bool) -> None:
    stage = Stage(game())
    async with shown(stage, size, is_touch=is_touch) as (app, pilot):
        await click(pilot, "#offer-2")
        assert isinstance(app.screen, DicePad)
        await click(pilot, "#d0f3")
        assert stage.given == []
        await click(pilot, "#d1f5")
        assert last(stage) == {"type": "Roll", "player": 0, "dice": [3, 5], "speed": ""}
        assert isinstance(app.screen, TableScreen)
        assert "dice 3 + 5" in text_of(app)


@in_loop
async def test_a_die_can_be_changed_before_the_last_one() -> None:
    stage = Stage(game())
    async with shown(stage) as (_, pilot):
        await press(pilot, "d", "3", "backspace", "7", "x", "4")
        assert stage.given == []
        await click(pilot, "#d0f6")
        await press(pilot, "6")
        assert last(stage)["dice"] == [6, 6]


@pytest.mark.parametrize(("key", "face"), [("b", "bus"), ("m", "mr"), ("2", "2")])
@in_loop
async def test_the_speed_die_is_the_third(key: str, face: str) -> None:
    stage = Stage(game("platinum-2010", variants=["speed"], lapped=["Ann"]))
    async with shown(stage) as (app, pilot):
        await press(pilot, "d", "3", "5", "6")
        assert "the Bus" in text_of(app)
        assert stage.given == []
        await press(pilot, key)
        assert last(stage) == {"type": "Roll", "player": 0, "dice": [3, 5], "speed": face}


@in_loop
async def test_a_task_is_thrown_for_with_three_dice() -> None:
    stage = Stage(game("keys-2010", thrown=True, agenda=(TaskDue(ANN, Deck.CHANCE),)))
    async with shown(stage) as (_, pilot):
        await press(pilot, "d", "1", "2", "3")
        assert last(stage) == {"type": "Throw", "player": 0, "dice": [1, 2, 3], "speed": ""}


# Amounts


@SIZES
@in_loop
async def test_an_auction_held_aloud_is_entered_in_one(size: tuple[int, int], is_touch: bool) -> None:
    table, acts = auction()
    stage = Stage(table, *acts)
    async with shown(stage, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "s")
        await click(pilot, "#choice-2")
        assert "Sold to Ben for …" in text_of(app)
        for key in ("#n4", "#n0", "#s20", "#s5", "#rub", "#n2"):
            await click(pilot, key)
        await click(pilot, "#ok")
        assert last(stage) == {"type": "SellLotTo", "player": 1, "amount": 62}
        assert "297   ▼ 62" in text_of(app)


@in_loop
async def test_an_amount_beyond_the_bounds_is_not_taken() -> None:
    table, acts = auction()
    stage = Stage(table, *acts)
    async with shown(stage) as (app, pilot):
        await press(pilot, "i", "2", "9", "9", "9")
        assert "at most 359" in text_of(app)
        assert app.screen.query_one("#ok").disabled
        await press(pilot, "enter")
        assert isinstance(app.screen, AmountPad)
        await press(pilot, "delete", "enter")
        assert isinstance(app.screen, AmountPad)
        await press(pilot, "3", "5", "9", "enter")
        assert last(stage) == {"type": "Bid", "player": 1, "amount": 359}


@in_loop
async def test_a_bid_begins_with_the_least_that_will_do() -> None:
    table, acts = auction()
    stage = Stage(table, *acts)
    async with shown(stage) as (_, pilot):
        await press(pilot, "1", "enter")
        assert last(stage) == {"type": "Bid", "player": 0, "amount": 1}


@pytest.mark.parametrize("taps", [("#s100", "#s10", "#s10"), ("#n1", "#n2", "#n0")])
@in_loop
async def test_every_tap_of_a_pad_counts_however_fast(taps: tuple[str, ...]) -> None:
    table, acts = auction()
    stage = Stage(table, *acts)
    async with shown(stage) as (_, pilot):
        await press(pilot, "s", "1")
        if taps[0] == "#s100":
            await press(pilot, "delete")
        for key in taps:
            await pilot.click(key)
        await click(pilot, "#ok")
        assert last(stage)["amount"] == 120


# One of many


@in_loop
async def test_a_card_is_found_by_its_words() -> None:
    stage = Stage(game(thrown=True, agenda=(CardDue(ANN, Deck.CHANCE),)))
    async with shown(stage) as (app, pilot):
        await press(pilot, "1")
        await typed(pilot, "board")
        assert app.screen.query_one(OptionList).option_count == 1
        await press(pilot, "enter")
        assert last(stage) == {"type": "DrawCard", "player": 0, "card": "chance/boardwalk"}


@in_loop
async def test_a_list_is_walked_with_arrows_while_one_types() -> None:
    stage = Stage(game(thrown=True, agenda=(CardDue(ANN, Deck.CHANCE),)))
    async with shown(stage) as (app, pilot):
        await press(pilot, "C")
        await typed(pilot, "forward")
        await press(pilot, "down", "down", "up", "enter")
        assert isinstance(app.screen, TableScreen)
        assert last(stage)["card"] == "chance/illinois"


@in_loop
async def test_a_tapped_line_is_meant_even_if_the_list_got_shorter_before_the_tap_was_heard() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "@", "1")
        options = app.screen.query_one(OptionList)
        tapped = OptionList.OptionSelected(options, options.get_option_at_index(5), 5)
        await typed(pilot, "boardw")
        options.post_message(tapped)
        await settled(pilot)
        await typed(pilot, "bumped")
        await press(pilot, "enter")
        assert last(stage)["space"] == 4  # "in Jail" is the first line of all


@in_loop
async def test_a_tap_on_a_line_that_has_just_gone_is_no_tap() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "at", "1")
        options = app.screen.query_one(OptionList)
        await typed(pilot, "boardw")
        options.post_message(tap_on(options, Style(meta={"option": 9})))
        await settled(pilot)
        assert app.screen is options.screen


def tap_on(widget: OptionList, style: Style) -> Click:
    return Click(widget, 1, 1, 0, 0, 1, False, False, False, 1, 1, style)


@in_loop
async def test_words_that_fit_nothing_choose_nothing() -> None:
    stage = Stage(game(thrown=True, agenda=(CardDue(ANN, Deck.CHANCE),)))
    async with shown(stage) as (app, pilot):
        await press(pilot, "C")
        await typed(pilot, "xyzzy")
        await press(pilot, "enter")
        assert stage.given == []
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_with_many_moves_of_many_players_first_whose_is_asked() -> None:
    stage = Stage(game(owns={"Ann": ["red", "yellow"], "Ben": ["green", "pink"]}))
    async with shown(stage) as (app, pilot):
        await press(pilot, "m")
        assert "1  Ann" in text_of(app)
        assert "2  Ben" in text_of(app)
        await press(pilot, "2", "1")
        assert last(stage) == {"type": "Mortgage", "player": 1, "deed": deed("St. Charles")}


@in_loop
async def test_what_only_a_key_names_is_shown_before_it_is_done() -> None:
    stage = Stage(game(owns={"Ben": ["Reading"]}))
    async with shown(stage) as (app, pilot):
        await press(pilot, "m")
        assert stage.given == []
        assert "Ben: Mortgage Reading Railroad (+100)" in text_of(app) or "Mortgage Reading Railroad" in text_of(app)
        await press(pilot, "1")
        assert last(stage) == {"type": "Mortgage", "player": 1, "deed": READING}


# Deals and deals of deeds


@SIZES
@in_loop
async def test_a_deal_of_deeds_cash_and_cards(size: tuple[int, int], is_touch: bool) -> None:
    table = game(owns={"Ann": ["Reading", "Oriental"], "Ben": ["Water"]}, jail_cards={"Ben": 1})
    stage = Stage(table)
    async with shown(stage, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "o", "1")
        assert app.screen.query_one("#ok").disabled, "nothing for nothing is no deal"
        await press(pilot, "enter")
        await click(pilot, "#cash-1")
        await press(pilot, "1", "2", "0", "enter")
        await click(pilot, "#cards-1")
        await click(pilot, "#ok")
        assert last(stage) == {
            "type": "OfferDeal",
            "player": 0,
            "to": 1,
            "gives": {"deeds": [READING], "cash": 0, "jail_cards": 0},
            "gets": {"deeds": [], "cash": 120, "jail_cards": 1},
        }
        assert "Ann offers Ben Reading Railroad for" in text_of(app)


@in_loop
async def test_the_deeds_that_were_dealt_are_ticked_and_must_be_as_many() -> None:
    stage = Stage(new_game(rules_of(variants=["short"]), ("Ann", "Ben")))
    async with shown(stage) as (app, pilot):
        await press(pilot, "D", "2")
        await press(pilot, "space", "down", "space")
        assert "2 of 3 chosen" in text_of(app)
        assert app.screen.query_one("#ok").disabled
        await press(pilot, "down", "enter")
        await click(pilot, "#ok")
        assert last(stage) == {"type": "DealDeeds", "player": 0, "deeds": [0, 1, 2]}


@in_loop
async def test_the_first_line_can_be_ticked_at_once_and_a_short_list_is_a_small_pad() -> None:
    async with shown(Stage(game())) as (app, pilot):
        pad = SeveralPad("Which?", [Choice("This", 1), Choice("That", 2)])
        app.push_screen(pad)
        await settled(pilot)
        await press(pilot, "space")
        assert pad.query_one(Ticks).ticked == [1]
        assert pad.query_one(".pad-frame").region.height < SMALL[1] // 2


@in_loop
async def test_a_tick_can_be_taken_back() -> None:
    stage = Stage(new_game(rules_of(variants=["short"]), ("Ann", "Ben")))
    async with shown(stage) as (app, pilot):
        await press(pilot, "D", "2", "space", "space")
        assert app.screen.query_one(Ticks).ticked == []
        assert "0 of 3 chosen" in text_of(app)


# The Banker's word


@in_loop
async def test_a_place_is_corrected_with_a_reason() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "at", "2")
        await typed(pilot, "chance (after ori")
        await press(pilot, "enter")
        assert "Why?" in text_of(app)
        await click(pilot, "#often > Key")
        assert last(stage) == {
            "type": "CorrectPlace",
            "player": 1,
            "space": 7,
            "reason": "Miscounted",
            "in_jail": False,
        }


@in_loop
async def test_jail_is_a_place_of_its_own() -> None:
    stage = Stage(game())
    async with shown(stage) as (_, pilot):
        await press(pilot, "at", "1")
        await typed(pilot, "in jail")
        await press(pilot, "enter")
        await typed(pilot, "forgot")
        await press(pilot, "enter")
        assert last(stage) == {"type": "CorrectPlace", "player": 0, "space": 10, "reason": "forgot", "in_jail": True}


@in_loop
async def test_a_deed_is_corrected_owner_buildings_and_mortgage() -> None:
    stage = Stage(game(owns={"Ann": ["light-blue"]}))
    async with shown(stage) as (app, pilot):
        await press(pilot, "number_sign")
        await typed(pilot, "oriental")
        await press(pilot, "enter")
        assert "1  Ann (as it is)" in text_of(app)
        await press(pilot, "1", "2", "1")
        await typed(pilot, "seen")
        await press(pilot, "enter")
        assert last(stage) == {
            "type": "CorrectDeed",
            "deed": ORIENTAL,
            "reason": "seen",
            "owner": 0,
            "buildings": 1,
            "mortgaged": False,
        }
        assert "LB1▪▪" in text_of(app)


@in_loop
async def test_a_railroad_has_no_buildings_to_ask_for() -> None:
    stage = Stage(game())
    async with shown(stage) as (_, pilot):
        await press(pilot, "number_sign")
        await typed(pilot, "reading")
        await press(pilot, "enter", "3", "2")
        await typed(pilot, "so it lies")
        await press(pilot, "enter")
        assert last(stage)["owner"] == 1
        assert last(stage)["mortgaged"] is True
        assert last(stage)["buildings"] == 0


@pytest.mark.parametrize(
    ("words", "keys", "name", "value"),
    [
        ("double", ("1",), "double-on-go", True),
        ("pot", ("3", "5", "0", "0", "enter"), "free-parking-pot", 500),
        ("pot", ("1",), "free-parking-pot", True),
        ("salary: another", ("4", "0", "0", "enter"), "salary", 400),
        ("rent: rent moves", ("2",), "rent", "claim"),
    ],
)
@in_loop
async def test_a_house_rule_is_changed(words: str, keys: tuple[str, ...], name: str, value: object) -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "R")
        if app.screen.query("#part"):
            await typed(pilot, words)
            await press(pilot, "enter")
        else:
            number = next(n for n in range(1, 10) if words in str(app.screen.query_one(f"#choice-{n}", Key).label))
            await press(pilot, str(number))
        await press(pilot, *keys)
        await typed(pilot, "agreed")
        await press(pilot, "enter")
        assert last(stage) == {"type": "SetHouseRule", "name": name, "value": value, "reason": "agreed"}


@SIZES
@in_loop
async def test_a_player_leaves_with_a_reason_that_is_tapped(size: tuple[int, int], is_touch: bool) -> None:
    stage = Stage(game())
    async with shown(stage, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "L", "3", "y")
        assert "Cy leaves the game" in text_of(app)
        await click(pilot, "#often > Key")
        assert last(stage) == {"type": "RetirePlayer", "player": 2, "reason": "Has to go home"}


@in_loop
async def test_a_reason_must_be_given() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "L", "3", "y", "enter", "space", "enter")
        assert app.screen.query_one("#ok").disabled
        assert stage.given == []


@pytest.mark.parametrize("size", [(73, 24), PORTRAIT])
@in_loop
async def test_words_can_be_tapped_on_a_tablet(size: tuple[int, int]) -> None:
    stage = Stage(game())
    async with shown(stage, size, is_touch=True) as (app, pilot):
        await press(pilot, "L", "3", "y")
        keys = {str(key.value): key for key in app.screen.query("Letters Key").results(Key)}
        for letter in ("B", "E", "X", "←", "D", " ", "I", "N"):
            await pilot.click(keys[letter])
        assert app.screen.query_one(Input).value == "Bed In"
        await click(pilot, "#ok")
        assert last(stage)["reason"] == "Bed In"


# Thinking better of it


@in_loop
async def test_a_second_tap_on_a_pad_that_has_gone_closes_nothing_more() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "w", "p")
        pad = app.screen
        for choice in pad.query(Key).results(Key):
            choice.press()
        await settled(pilot)
        assert isinstance(app.screen, LogScreen)
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize("keys", [("d",), ("dollar_sign", "1"), ("at", "1"), ("number_sign",), ("R",), ("L", "1", "y")])
@in_loop
async def test_every_pad_can_be_left_with_nothing_done(keys: tuple[str, ...]) -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, *keys, "escape")
        assert isinstance(app.screen, TableScreen)
        await press(pilot, *keys)
        await click(pilot, "#back")
        assert isinstance(app.screen, TableScreen)
        assert stage.given == []
