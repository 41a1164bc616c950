"""Pads to choose one or several of many: lists, deals, deeds that were dealt."""

import pytest
from rich.style import Style
from textual.events import Click
from textual.widgets import Input, OptionList

from companion.console.pads.choose import PadChoice, SeveralPad, TickList
from companion.console.screens.table import TableScreen
from companion.rules.cards import Deck
from companion.rules.pending_steps import CardDue
from tests.console.screen_pilot import LANDSCAPE, PORTRAIT, SMALL, click, last, press, settled, shown, text_of, typed
from tests.console.tables import InMemoryTable
from tests.kit import ANN, deed, game, new_game, rules_of
from tests.table.fake_table import in_loop

READING, ORIENTAL, WATER = deed("Reading"), deed("Oriental"), deed("Water")
SIZES = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True), (PORTRAIT, True)])


# One of many


@in_loop
async def test_a_card_is_found_by_its_words() -> None:
    fake = InMemoryTable(game(thrown=True, pending=(CardDue(ANN, Deck.CHANCE),)))
    async with shown(fake) as (app, pilot):
        await press(pilot, "1")
        await typed(pilot, "boardw")
        assert app.screen.query_one(OptionList).option_count == 1
        await press(pilot, "enter")
        assert last(fake) == {"type": "DrawCard", "player": 0, "card": "chance/boardwalk"}


@in_loop
async def test_arrows_move_in_a_list_while_typing() -> None:
    fake = InMemoryTable(game(thrown=True, pending=(CardDue(ANN, Deck.CHANCE),)))
    async with shown(fake) as (app, pilot):
        await press(pilot, "C")
        await typed(pilot, "forward")
        await press(pilot, "down", "down", "up", "enter")
        assert isinstance(app.screen, TableScreen)
        assert last(fake)["card"] == "chance/illinois"


@in_loop
async def test_enter_alone_does_not_take_the_first_of_a_whole_list() -> None:
    fake = InMemoryTable(game(thrown=True, pending=(CardDue(ANN, Deck.CHANCE),)))
    async with shown(fake) as (app, pilot):
        await press(pilot, "C", "enter")
        assert fake.given == []
        assert "Enter chose nothing: type a few words, or go to a line with the arrows." in text_of(app)
        await press(pilot, "down", "enter")
        assert last(fake)["card"] == "chance/advance-go"


@in_loop
async def test_a_tapped_line_counts_even_if_the_list_got_shorter_meanwhile() -> None:
    fake = InMemoryTable(game())
    async with shown(fake) as (app, pilot):
        await press(pilot, "@", "1")
        options = app.screen.query_one(OptionList)
        tapped = OptionList.OptionSelected(options, options.get_option_at_index(5), 5)
        await typed(pilot, "boardw")
        options.post_message(tapped)
        await settled(pilot)
        await typed(pilot, "bumped")
        await press(pilot, "enter")
        assert last(fake)["space"] == 4  # "in Jail" is the first line of all


@in_loop
async def test_a_tap_on_a_line_that_has_just_gone_is_ignored() -> None:
    fake = InMemoryTable(game())
    async with shown(fake) as (app, pilot):
        await press(pilot, "at", "1")
        options = app.screen.query_one(OptionList)
        await typed(pilot, "boardw")
        options.post_message(tap_on(options, Style(meta={"option": 9})))
        await settled(pilot)
        assert app.screen is options.screen


def tap_on(widget: OptionList, style: Style) -> Click:
    return Click(widget, 1, 1, 0, 0, 1, False, False, False, 1, 1, style)


@in_loop
async def test_a_search_without_a_match_chooses_nothing() -> None:
    fake = InMemoryTable(game(thrown=True, pending=(CardDue(ANN, Deck.CHANCE),)))
    async with shown(fake) as (app, pilot):
        await press(pilot, "C")
        await typed(pilot, "xyzzy")
        await press(pilot, "enter")
        assert fake.given == []
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_an_empty_list_says_so_and_offers_the_whole_list() -> None:
    fake = InMemoryTable(game(thrown=True, pending=(CardDue(ANN, Deck.CHANCE),)))
    async with shown(fake) as (app, pilot):
        await press(pilot, "C")
        options = app.screen.query_one(OptionList)
        everything = options.option_count
        await typed(pilot, "crossword")
        assert options.option_count == 0
        assert "Nothing here has the words “crossword”. Enter shows the whole list." in text_of(app)
        await press(pilot, "enter")
        assert options.option_count == everything
        assert "Nothing here" not in text_of(app)
        await typed(pilot, "crossword")
        await click(pilot, "#show-all")
        assert options.option_count == everything
        await typed(pilot, "chairman of the b")
        await press(pilot, "enter")
        assert last(fake)["card"] == "chance/chairman"


@in_loop
async def test_fingers_search_with_letters_to_tap() -> None:
    fake = InMemoryTable(game(thrown=True, pending=(CardDue(ANN, Deck.CHANCE),)))
    async with shown(fake, LANDSCAPE, is_touch=True) as (app, pilot):
        await press(pilot, "C")
        pad = app.screen
        assert not pad.query_one(Input).display
        await click(pilot, "#search")
        await typed(pilot, "speeding")
        await press(pilot, "enter")
        assert app.screen is pad
        assert pad.query_one(OptionList).option_count == 1
        await press(pilot, "enter")
        assert last(fake)["card"] == "chance/small-fine"


@in_loop
async def test_many_moves_of_many_players_ask_for_the_player_first() -> None:
    fake = InMemoryTable(game(owns={"Ann": ["red", "yellow"], "Ben": ["green", "pink"]}))
    async with shown(fake) as (app, pilot):
        await press(pilot, "m")
        assert "1  Ann" in text_of(app)
        assert "2  Ben" in text_of(app)
        await press(pilot, "2", "1")
        assert last(fake) == {"type": "Mortgage", "player": 1, "deed": deed("St. Charles")}


@in_loop
async def test_who_makes_a_deal_and_with_whom_is_said_by_the_digits_of_their_seats() -> None:
    fake = InMemoryTable(game(players=("Ann", "Ben", "Cy", "Dee"), owns={"Ben": ["Reading"], "Cy": ["Oriental"]}))
    async with shown(fake) as (app, pilot):
        await press(pilot, "o", "2")
        assert "3  Offer Cy a deal" in text_of(app)
        await press(pilot, "3")
        assert "Deal between Ben and Cy" in text_of(app)


@in_loop
async def test_a_key_that_does_not_show_its_move_asks_first() -> None:
    fake = InMemoryTable(game(owns={"Ben": ["Reading"]}))
    async with shown(fake) as (app, pilot):
        await press(pilot, "m")
        assert fake.given == []
        assert "Ben: Mortgage Reading Railroad (+$100)" in text_of(app) or "Mortgage Reading Railroad" in text_of(app)
        await press(pilot, "1")
        assert last(fake) == {"type": "Mortgage", "player": 1, "deed": READING}


# Deals and deals of deeds


@SIZES
@in_loop
async def test_a_deal_of_deeds_cash_and_cards(size: tuple[int, int], is_touch: bool) -> None:
    table = game(owns={"Ann": ["Reading", "Oriental"], "Ben": ["Water"]}, jail_cards={"Ben": 1})
    fake = InMemoryTable(table)
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "o", "1")
        assert app.screen.query_one("#ok").disabled, "nothing for nothing is no deal"
        await press(pilot, "enter")
        await click(pilot, "#cash-1")
        await press(pilot, "1", "2", "0", "enter")
        await click(pilot, "#cards-1")
        await click(pilot, "#ok")
        assert last(fake) == {
            "type": "OfferDeal",
            "player": 0,
            "to": 1,
            "gives": {"deeds": [READING], "cash": 0, "jail_cards": 0, "decks": []},
            "gets": {"deeds": [], "cash": 120, "jail_cards": 1, "decks": []},
        }
        assert "Ann offers Ben Reading Railroad for" in text_of(app)


@in_loop
async def test_a_deal_by_keys_alone_shows_everybodys_cash() -> None:
    table = game(players=("Bartholomew-Alexander", "Ben"), turn="Ben", owns={"Ben": ["Reading"]}, cash={"Ben": 99_999})
    fake = InMemoryTable(table)
    async with shown(fake) as (app, pilot):
        await press(pilot, "o", "2")
        assert "Ben gives (has $99,999)" in text_of(app)
        assert "gives (has $1,500)" in text_of(app)
        assert "A letter or a tap ticks a deed." in text_of(app)
        assert "Ctrl-S: done · Esc: back" in text_of(app)
        await press(pilot, "tab", "enter", "5", "enter")
        assert "Money alone is no deal: add a deed or a card." in text_of(app)
        await press(pilot, "ctrl+s")
        assert fake.given == [], "and it is not offered"
        await press(pilot, "shift+tab", "space")
        await press(pilot, "ctrl+s")
        assert last(fake)["gives"] == {"deeds": [READING], "cash": 5, "jail_cards": 0, "decks": []}


@in_loop
async def test_dealt_deeds_are_ticked_and_must_be_the_right_number() -> None:
    fake = InMemoryTable(new_game(rules_of(variants=["short"]), ("Ann", "Ben")))
    async with shown(fake) as (app, pilot):
        await press(pilot, "D", "2")
        await press(pilot, "space", "down", "space")
        assert "2 of 3 chosen" in text_of(app)
        assert app.screen.query_one("#ok").disabled
        await press(pilot, "down", "enter")
        await click(pilot, "#ok")
        assert last(fake) == {"type": "DealDeeds", "player": 0, "deeds": [0, 1, 2]}


@in_loop
async def test_the_first_line_can_be_ticked_at_once_and_a_short_list_is_a_small_pad() -> None:
    async with shown(InMemoryTable(game())) as (app, pilot):
        pad = SeveralPad("Which?", [PadChoice("This", 1), PadChoice("That", 2)])
        app.push_screen(pad)
        await settled(pilot)
        await press(pilot, "space")
        assert pad.query_one(TickList).ticked == [1]
        assert pad.query_one(".pad-frame").region.height < SMALL[1] // 2


@in_loop
async def test_a_line_can_be_unticked() -> None:
    fake = InMemoryTable(new_game(rules_of(variants=["short"]), ("Ann", "Ben")))
    async with shown(fake) as (app, pilot):
        await press(pilot, "D", "2", "space", "space")
        assert app.screen.query_one(TickList).ticked == []
        assert "0 of 3 chosen" in text_of(app)
