"""However many players, however much money, however small the screen: every amount is shown whole."""

import pytest
from textual.content import Content
from textual.widgets import Button

from companion.console.app import ConsoleApp
from companion.console.deed_chips import CODES, chip_rows, deed_chips
from companion.console.widgets.move_buttons import MoveButton, columns_for, pitch_for
from companion.console.widgets.player_cards import PlayerCard
from companion.console.words import cells, first_that_fits, shorten
from companion.rules.commands import CorrectCash, Roll
from companion.rules.house_rules import MAX_AMOUNT
from companion.rules.pending_steps import Interest
from companion.rules.state import Game
from companion.table.messages.views import CurrencyPrint
from tests.console.screen_pilot import LARGE, SMALL, TABLETS, picture, shown, text_of
from tests.console.tables import InMemoryTable
from tests.kit import ANN, deed, game
from tests.table.fake_table import in_loop

DOLLARS = CurrencyPrint()
EIGHT = ("[red]", "Zoë 🎲", "Maximiliane-Charlotte Wx", "Di", "Eve", "Fay", "Gus", "Hal")
SIZES = [(SMALL, False), (LARGE, False), *((size, True) for size in TABLETS)]
EVERY_SIZE = pytest.mark.parametrize(("size", "is_touch"), SIZES, ids=lambda value: str(value))


def rich_table() -> Game:
    return game(
        players=EIGHT,
        turn="[red]",
        cash={"[red]": MAX_AMOUNT - 1, "Zoë 🎲": 65_800, "Di": 0, "Hal": 12_345_678},
        owns={
            "[red]": ["brown", "light-blue", "pink", "railroad"],
            "Zoë 🎲": ["orange", "red", "yellow"],
            "Hal": ["green", "dark-blue", "utility"],
        },
        buildings={"brown": 4, "red": 5, "green": 1},
        mortgaged=["pink", "utility"],
        jailed={"Eve": 2},
        jail_cards={"Eve": 2},
        bankrupt=["Gus"],
    )


def cards(app: ConsoleApp) -> list[PlayerCard]:
    return [card for card in app.screen.query(PlayerCard) if card.display]


def text_in(app: ConsoleApp, card: PlayerCard | Button) -> str:
    """The text in a widget's area, if all of that area is on the screen."""
    region, lines = card.region, picture(app)
    assert app.screen.region.contains_region(region), f"{card} is not all on the screen"
    return "\n".join(_columns(line, region.x, region.right) for line in lines[region.y : region.bottom])


def _columns(line: str, start: int, end: int) -> str:
    """By cells: an emoji is two of them."""
    found, at = "", 0
    for character in line:
        found += character if start <= at < end else ""
        at += cells(character)
    return found


@EVERY_SIZE
@in_loop
async def test_eight_players_are_all_there_with_their_money_whole(size: tuple[int, int], is_touch: bool) -> None:
    fake = InMemoryTable(
        rich_table(), CorrectCash(ANN, 1, "to the brim"), title="A very long name for an evening with friends"
    )
    async with shown(fake, size, is_touch=is_touch) as (app, _):
        assert app.state.view is not None
        assert len(cards(app)) == 8
        for card, player in zip(cards(app), app.state.view.players, strict=True):
            assert DOLLARS.show(player.cash) in text_in(app, card).split()
        assert "▲" in text_in(app, cards(app)[0])
        assert "ledger balanced" in text_of(app)
        assert app.screen.max_scroll_x == 0


@EVERY_SIZE
@in_loop
async def test_eight_players_leave_room_for_the_question_and_its_buttons(size: tuple[int, int], is_touch: bool) -> None:
    async with shown(InMemoryTable(rich_table()), size, is_touch=is_touch) as (app, _):
        assert "[red], roll the dice." in text_of(app)
        buttons = [button for button in app.screen.query(MoveButton) if button.display]
        assert len(buttons) >= 5
        for button in buttons:
            assert button.offer is not None
            seen = " ".join(text_in(app, button).replace("▄", " ").split())
            assert seen.removesuffix(" ↵") == f"{button.offer.cap} {button.offer.label}"


@EVERY_SIZE
@in_loop
async def test_what_a_finger_taps_is_two_rows_high(size: tuple[int, int], is_touch: bool) -> None:
    async with shown(InMemoryTable(rich_table(), Roll(ANN, (1, 2))), size, is_touch=is_touch) as (app, _):
        least = 2 if is_touch else 1
        buttons = [button for button in app.screen.query(MoveButton) if button.display]
        assert min(button.region.height for button in buttons) >= 2
        assert app.screen.query_one("#keybar").region.height >= least


@EVERY_SIZE
@in_loop
async def test_the_longest_labels_keep_their_price(size: tuple[int, int], is_touch: bool) -> None:
    long = "North Carolina Avenue"
    owed = tuple((2, deed(name)) for name in (long, "Pennsylvania Railroad", "Mediterranean"))
    table = game(
        players=EIGHT,
        turn="[red]",
        thrown=True,
        owns={EIGHT[2]: [long, "Pennsylvania Railroad", "Mediterranean"]},
        mortgaged=[long, "Pennsylvania Railroad", "Mediterranean"],
        pending=(Interest(owed, ("DEAL-4",)),),
    )
    async with shown(InMemoryTable(table), size, is_touch=is_touch) as (app, _):
        buttons = [button for button in app.screen.query(MoveButton) if button.display and button.offer]
        priced = [button for button in buttons if button.offer and "(" in button.offer.label]
        assert len(priced) >= 3
        for button in priced:
            assert button.offer is not None
            price = button.offer.label.rpartition("(")[2]
            assert price in text_in(app, button).replace("\n", ""), text_in(app, button)


# The arithmetic of it


def test_text_that_does_not_fit_is_shortened_and_never_cut() -> None:
    assert first_that_fits(9, "1,500   ▲ 200", "1,500 ▲", "1,500") == "1,500 ▲"
    assert first_that_fits(2, "1,500   ▲ 200", "1,500") == "1,500"


def test_a_name_is_cut_by_its_width_on_the_screen() -> None:
    assert shorten("Zoë 🎲🎲🎲", 7) == "Zoë 🎲…"
    assert cells(shorten("Zoë 🎲🎲🎲", 7)) <= 7
    assert shorten("Ann", 7) == "Ann"


@in_loop
async def test_chips_show_what_is_owned_built_and_mortgaged_without_colour() -> None:
    async with shown(InMemoryTable(rich_table())) as (app, _):
        view, board = app.state.view, app.state.board
        assert view is not None
        ann, hal = ([[chip.plain for chip in deed_chips(view, board, seat, at)] for at in range(3)] for seat in (0, 7))
        assert ann[CODES] == ["BR44", "LB▪▪▪", "PImmm", "RA▪▪▪▪"]
        assert ann[1][:2] == [" Mediterr 4⌂  Baltic 4⌂ ", " Oriental  Vermont  Connecti "]
        assert ann[0][0] == " Mediterranean ⌂⌂⌂⌂  Baltic ⌂⌂⌂⌂ "
        assert hal[CODES] == ["GR111", "DB▪▪", "UTmm"]
        assert hal[0][2] == "▌Electric m ▌Water Works m "
        assert deed_chips(view, board, 3, 0) == ()


@in_loop
async def test_a_dot_is_a_lot_of_somebody_else() -> None:
    async with shown(InMemoryTable(game(owns={"Ann": ["Reading", "Illinois"]}, buildings={}))) as (app, _):
        assert app.state.view is not None
        chips = deed_chips(app.state.view, app.state.board, ANN, 0)
        assert [chip.plain for chip in chips] == [" Illinois ·· ", " Reading ··· "]


def test_chips_that_have_no_room_are_counted() -> None:
    found = [Content(f"G{number}▪▪▪") for number in range(6)]
    assert [line.plain for line in chip_rows(found, [18, 18])] == ["G0▪▪▪ G1▪▪▪ G2▪▪▪", "G3▪▪▪ G4▪▪▪ G5▪▪▪"]
    assert [line.plain for line in chip_rows(found, [18])] == ["G0▪▪▪ G1▪▪▪ +4"]
    for width in range(6, 40):
        for rows in (1, 2, 3):
            lines = chip_rows(found, [width] * rows)
            assert len(lines) <= rows
            assert all(line.cell_length <= width for line in lines)


def test_buttons_stand_beside_each_other_only_if_their_words_fit() -> None:
    short, long = "1 Buy it for 100", "1 Pay off the mortgage on North Carolina Avenue (-165)"
    assert columns_for((short, short, short), 80) == 3
    assert columns_for((short, short), 80) == 2
    assert columns_for((short, short, long), 80) == 2
    assert columns_for((long, long), 40) == 1
    assert columns_for((short, short), 10) == 1, "no room at all is no room for two"


def test_buttons_are_kept_apart_where_there_is_room() -> None:
    assert pitch_for(2, 6, is_touch=False) == 3
    assert pitch_for(2, 5, is_touch=False) == 2
    assert pitch_for(2, 8, is_touch=True) == 4
