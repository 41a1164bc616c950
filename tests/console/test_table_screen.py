"""The table's screen shows everything about everybody, and nothing that is not true."""

import msgspec
import pytest

from companion.console.colours import FELT, PAPER
from companion.console.screens.table import TableScreen
from companion.console.state import after_event
from companion.console.widgets.player_cards import PlayerCard
from companion.rules.commands import EndGame, Roll
from companion.rules.pending_steps import Debt
from tests.console.colour_vision import contrast
from tests.console.screen_pilot import (
    LANDSCAPE,
    SMALL,
    click,
    labels,
    last,
    painted_strips,
    press,
    settled,
    shown,
    text_of,
    typed,
    until,
)
from tests.console.tables import InMemoryTable
from tests.kit import ANN, BEN, because, game
from tests.table.fake_table import in_loop

ROLLED = Roll(ANN, (2, 4))
EIGHT = ("Ann", "Ben", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
BOTH = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True)], ids=["small", "tablet"])


# What is shown


@BOTH
@in_loop
async def test_everything_about_everybody_is_visible(size: tuple[int, int], is_touch: bool) -> None:
    table = game(
        cash={"Ann": 1800, "Ben": 120},
        owns={"Ann": ["red", "Reading"], "Ben": ["Water"]},
        buildings={"red": 2, "Illinois": 3},
        mortgaged=["Water"],
        jailed={"Cy": 2},
        jail_cards={"Cy": 1},
    )
    async with shown(InMemoryTable(table, Roll(ANN, (6, 6)), title="Sunday"), size, is_touch=is_touch) as (app, _):
        seen = text_of(app)
    for words in ("▶ A  Ann", "$1,800", "$120", "Electric Company"):
        assert words in seen, seen
    for words in ("Sunday · classic", "turn 1 · dice 6 + 6", "JAIL CARD", "in Jail, 2 failed rolls"):
        assert words in seen, seen
    for deeds in ("Kentucky ⌂⌂  Indiana ⌂⌂  Illinois ⌂⌂⌂", "Reading ···", "▌Water Works m ·"):
        assert deeds in seen, seen
    assert "ledger balanced" in seen
    assert "houses 25 · hotels 12" in seen


@in_loop
async def test_the_cash_and_what_the_last_move_did_to_it() -> None:
    table = game(owns={"Ben": ["Oriental"]})
    async with shown(InMemoryTable(table, ROLLED)) as (app, _):
        seen = text_of(app)
        assert "$1,494  ▼ $6" in seen
        assert "$1,506  ▲ $6" in seen
        assert "Oriental Avenue" in seen


@in_loop
async def test_a_ledger_that_is_off_is_shown_loudly() -> None:
    fake = InMemoryTable(game())
    async with shown(fake) as (app, pilot):
        assert app.state.view is not None
        wrong = msgspec.structs.replace(app.state.view, bank=app.state.view.bank + 7)
        app.change(msgspec.structs.replace(app.state, view=wrong))
        await settled(pilot)
        assert "LEDGER OFF BY $7" in text_of(app)


@in_loop
async def test_names_are_shown_as_they_are() -> None:
    table = game(players=("[red]", "Zoë 🎲", "[/4]"), turn="[red]", owns={"[/4]": ["Reading"]})
    async with shown(InMemoryTable(table)) as (app, pilot):
        for name in ("▶ R  [red]", "Z  Zoë 🎲", "4  [/4]"):
            assert name in text_of(app)
        assert "[red], roll the dice." in text_of(app)
        await press(pilot, "ctrl+p")
        await typed(pilot, "[/4]: mort")
        await until(lambda: "[/4]: Mortgage Reading Railroad (+$100)" in text_of(app))


@in_loop
async def test_visiting_jail_differs_from_being_in_it() -> None:
    table = game(at={"Ann": 10}, jailed={"Ben": 0, "Cy": 2})
    async with shown(InMemoryTable(table)) as (app, _):
        places = text_of(app).splitlines()[1:6:2]
        for words, place in zip(("visiting Jail", "in Jail", "in Jail, 2 failed rolls"), places, strict=True):
            assert place.rstrip().endswith(words)


@in_loop
async def test_one_line_for_a_player_has_the_failed_rolls_in_jail_whole() -> None:
    async with shown(InMemoryTable(game(players=EIGHT, jailed={"Cy": 2}))) as (app, _):
        assert "Jail, 2×" in text_of(app)


@in_loop
async def test_a_tap_on_leave_asks_first() -> None:
    async with shown(InMemoryTable(game()), LANDSCAPE, is_touch=True) as (app, pilot):
        at = next(line for line in text_of(app).splitlines() if " leave " in line).index("leave")
        await pilot.click("#keybar", offset=(at, 1))
        await settled(pilot)
        assert "The game is saved, always." in text_of(app)
        await click(pilot, "#back")
        assert isinstance(app.screen, TableScreen)
        assert app.is_running
        assert app.return_value is None


@pytest.mark.parametrize("theme", [FELT.name, PAPER.name])
@pytest.mark.parametrize(("words", "least"), [("+$100", 4.5), ("needs $280 more", 3)], ids=["highlighted", "not yet"])
@in_loop
async def test_amounts_are_readable_on_highlighted_and_disabled_lines(theme: str, words: str, least: float) -> None:
    debt = Debt(BEN, ANN, 300, ("RENT-1",), because("Oriental Avenue, no houses"))
    table = game(cash={"Ben": 20}, owns={"Ben": ["Reading"]}, turn="Ben", thrown=True, pending=(debt,))
    async with shown(InMemoryTable(table)) as (app, pilot):
        app.theme = theme
        await press(pilot, "Y")
        strip = next(strip for strip in painted_strips(app) if words in strip.text)
        style = next(part.style for part in strip if words in part.text)
        assert style is not None
        assert style.color is not None
        assert style.bgcolor is not None
        assert contrast(style.color.name, style.bgcolor.name) >= least


@in_loop
async def test_a_player_who_owes_is_marked() -> None:
    debt = Debt(BEN, ANN, 300, ("RENT-1",), because("Oriental Avenue, no houses"))
    async with shown(InMemoryTable(game(cash={"Ben": 20}, turn="Ben", thrown=True, pending=(debt,)))) as (app, _):
        assert "owes $300" in text_of(app)
        assert "Ben owes Ann $300 for Oriental Avenue. Ben has $20: short by $280." in text_of(app)


@in_loop
async def test_after_the_end_players_are_ranked_by_worth() -> None:
    table = game(cash={"Ann": 900, "Ben": 100, "Cy": 500}, owns={"Ben": ["Boardwalk", "Park Place"], "Cy": ["Water"]})
    async with shown(InMemoryTable(table, EndGame("supper"))) as (app, _):
        told = [" ".join(line.split()) for line in text_of(app).splitlines() if "in cash" in line]
        assert told == [
            "Ann worth $900 with $900 in cash",
            "Ben worth $850 with $100 in cash",
            "Cy worth $650 with $500 in cash",
        ]


@in_loop
async def test_after_the_end_the_winner_is_shown_and_the_last_move_can_be_undone() -> None:
    fake = InMemoryTable(game(cash={"Ben": 1501}), EndGame("supper"))
    async with shown(fake) as (app, pilot):
        assert "★  Ben wins  ★" in text_of(app)
        assert labels(app) == []
        await press(pilot, "u", "enter")
        assert last(fake) == {"type": "Undo", "number": 1}
        assert "Ann, roll the dice." in text_of(app)


@in_loop
async def test_viewers_and_players_have_only_their_own_buttons() -> None:
    async with shown(InMemoryTable(game(), ROLLED, role="viewer")) as (app, pilot):
        assert labels(app) == []
        await press(pilot, "1", "b", "u")
        assert isinstance(app.screen, TableScreen)
    async with shown(InMemoryTable(game(), ROLLED, role="player", seat=ANN)) as (app, _):
        assert labels(app) == ["Buy Oriental Avenue for $100", "Don't buy: auction"]


@in_loop
async def test_no_name_is_cut_before_its_card_has_a_size() -> None:
    fake = InMemoryTable(game(players=("Ann", "Ben")))
    async with shown(fake) as (app, pilot):
        fake.begin(game(players=("Ann", "Ben", "Cornelia")), game="20261116-2042-aa")
        fake._hear = lambda told: app.change(after_event(app.state, told))  # at once
        fake.tell()
        card = app.screen.query_one("#player-2", PlayerCard)
        assert "Cornelia" in str(card.render())
        await settled(pilot)
        assert "Cornelia" in text_of(app)
