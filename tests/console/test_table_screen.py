"""The table screen: what it shows of a game, and that every press ends in the act it stands for, or in none."""

import re

import msgspec
import pytest
from msgspec.structs import replace

from companion.console.app import ConsoleApp
from companion.console.pace import Pace
from companion.console.pads.pad import Pad
from companion.console.screens.link_down import LinkDownScreen
from companion.console.screens.log import LogScreen
from companion.console.screens.table import TableScreen
from companion.console.themes import FELT, PAPER, SIXTEEN, first_theme
from companion.console.widgets.buttons import MoveButton
from companion.console.widgets.card import Card
from companion.journal.codec import Undo
from companion.rules.commands import Build, BuyDeed, CorrectCash, DeclineDeed, EndGame, Roll
from companion.rules.matters import Debt
from companion.table.messages import Answer
from tests.console.colour_sight import contrast
from tests.console.stage import (
    LANDSCAPE,
    LARGE,
    PORTRAIT,
    SMALL,
    Stage,
    click,
    console,
    last,
    press,
    settled,
    shown,
    text_of,
    typed,
    until,
)
from tests.kit import ANN, BEN, deed, game
from tests.table.fake_table import in_loop

ROLLED = Roll(ANN, (2, 4))
BOTH = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True)], ids=["small", "tablet"])


def labels(app: ConsoleApp) -> list[str]:
    return [button.offer.label for button in app.screen.query(MoveButton) if button.offer]


# What is shown


@BOTH
@in_loop
async def test_everything_about_everybody_is_in_sight(size: tuple[int, int], is_touch: bool) -> None:
    table = game(
        cash={"Ann": 1800, "Ben": 120},
        owns={"Ann": ["red", "Reading"], "Ben": ["Water"]},
        buildings={"red": 2, "Illinois": 3},
        mortgaged=["Water"],
        jailed={"Cy": 2},
        jail_cards={"Cy": 1},
    )
    async with shown(Stage(table, Roll(ANN, (6, 6)), title="Sunday"), size, is_touch=is_touch) as (app, _):
        seen = text_of(app)
    for words in ("▶ ♥ Ann", "1,800", "120", "Electric Company"):
        assert words in seen, seen
    for words in ("Sunday · classic", "turn 1 · dice 6 + 6", "RD223", "RR▪···", "UT·m", "JAIL CARD", "Jail, 2 throws"):
        assert words in seen, seen
    assert "ledger balanced" in seen
    assert "houses 25 · hotels 12" in seen


@in_loop
async def test_the_cash_and_what_the_last_move_did_to_it() -> None:
    table = game(owns={"Ben": ["Oriental"]})
    async with shown(Stage(table, ROLLED)) as (app, _):
        seen = text_of(app)
        assert "1,494   ▼ 6" in seen
        assert "1,506   ▲ 6" in seen
        assert "Oriental Avenue" in seen


@in_loop
async def test_a_ledger_that_is_off_is_said_loudly() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        assert app.state.view is not None
        wrong = msgspec.structs.replace(app.state.view, bank=app.state.view.bank + 7)
        app.change(msgspec.structs.replace(app.state, view=wrong))
        await settled(pilot)
        assert "LEDGER OFF BY 7" in text_of(app)


@in_loop
async def test_names_are_shown_as_they_are() -> None:
    table = game(players=("[red]", "Zoë 🎲", "[/]"), turn="[red]", owns={"[/]": ["Reading"]})
    async with shown(Stage(table)) as (app, pilot):
        for name in ("▶ ♥ [red]", "Zoë 🎲", "[/]"):
            assert name in text_of(app)
        assert "[red] is to throw the dice." in text_of(app)
        await press(pilot, "ctrl+p")
        await typed(pilot, "[/]: mort")
        await until(lambda: "[/]: Mortgage Reading Railroad (+100)" in text_of(app))


@in_loop
async def test_who_visits_the_jail_is_told_from_who_is_in_it() -> None:
    table = game(at={"Ann": 10}, jailed={"Ben": 0, "Cy": 2})
    async with shown(Stage(table)) as (app, _):
        bottoms = text_of(app).splitlines()[6]
        assert [words in bottoms for words in ("visiting Jail", "in Jail", "Jail, 2 throws")] == [True] * 3


@in_loop
async def test_on_a_narrow_card_the_throws_in_jail_are_still_whole() -> None:
    async with shown(Stage(game(jailed={"Cy": 2})), PORTRAIT) as (app, _):
        assert "Jail, 2×" in text_of(app)


@in_loop
async def test_a_tap_on_leave_asks_first() -> None:
    async with shown(Stage(game()), LANDSCAPE, is_touch=True) as (app, pilot):
        at = next(line for line in text_of(app).splitlines() if " leave " in line).index("leave")
        await pilot.click("#keybar", offset=(at, 1))
        await settled(pilot)
        assert "The game is saved, always." in text_of(app)
        await click(pilot, "#back")
        assert isinstance(app.screen, TableScreen)
        assert app.is_running
        assert app.return_value is None


@pytest.mark.parametrize("theme", [FELT.name, PAPER.name])
@in_loop
async def test_amounts_can_be_read_on_the_highlighted_line(theme: str) -> None:
    debt = Debt(BEN, ANN, 300, ("RENT-1",), "rent")
    table = game(cash={"Ben": 20}, owns={"Ben": ["Reading"]}, turn="Ben", thrown=True, agenda=(debt,))
    async with shown(Stage(table)) as (app, pilot):
        app.theme = theme
        await press(pilot, "Y")
        strip = next(strip for strip in app.screen._compositor.render_strips() if "+100" in strip.text)
        style = next(part.style for part in strip if "+100" in part.text)
        assert style is not None
        assert style.color is not None
        assert style.bgcolor is not None
        assert contrast(style.color.name, style.bgcolor.name) >= 4.5


@in_loop
async def test_a_player_who_owes_is_told_from_one_who_does_not() -> None:
    debt = Debt(BEN, ANN, 300, ("RENT-1",), "rent")
    async with shown(Stage(game(cash={"Ben": 20}, turn="Ben", thrown=True, agenda=(debt,)))) as (app, _):
        assert "owes 300" in text_of(app)
        assert "Ben owes Ann 300 for rent. Ben has 20: short by 280." in text_of(app)


@in_loop
async def test_after_the_end_everybody_stands_where_their_worth_puts_them() -> None:
    table = game(cash={"Ann": 900, "Ben": 100, "Cy": 500}, owns={"Ben": ["Boardwalk", "Park Place"], "Cy": ["Water"]})
    async with shown(Stage(table, EndGame("supper"))) as (app, _):
        told = [" ".join(line.split()) for line in text_of(app).splitlines() if "in cash" in line]
        assert told == [
            "Ann worth 900 with 900 in cash",
            "Ben worth 850 with 100 in cash",
            "Cy worth 650 with 500 in cash",
        ]


@in_loop
async def test_after_the_end_the_winner_is_shown_and_the_last_move_can_be_taken_back() -> None:
    stage = Stage(game(cash={"Ben": 1501}), EndGame("supper"))
    async with shown(stage) as (app, pilot):
        assert "★  Ben wins  ★" in text_of(app)
        assert labels(app) == []
        await press(pilot, "u", "enter")
        assert last(stage) == {"type": "Undo", "number": 1}
        assert "Ann is to throw the dice." in text_of(app)


@in_loop
async def test_a_viewer_and_a_player_have_no_buttons_that_are_not_theirs() -> None:
    async with shown(Stage(game(), ROLLED, role="viewer")) as (app, pilot):
        assert labels(app) == []
        await press(pilot, "1", "b", "u")
        assert isinstance(app.screen, TableScreen)
    async with shown(Stage(game(), ROLLED, role="player", seat=ANN)) as (app, _):
        assert labels(app) == ["Buy Oriental Avenue for 100", "Do not buy: auction"]


# What is pressed


@pytest.mark.parametrize("how", ["digit", "letter", "click"])
@in_loop
async def test_a_move_is_given_by_its_digit_by_its_letter_and_by_a_tap(how: str) -> None:
    stage = Stage(game(), ROLLED)
    async with shown(stage) as (app, pilot):
        assert labels(app) == ["Buy Oriental Avenue for 100", "Do not buy: auction"]
        if how == "click":
            await click(pilot, "#offer-1")
        else:
            await press(pilot, {"digit": "1", "letter": "b"}[how])
        assert last(stage) == {"type": "BuyDeed", "player": 0}
        assert "1,400   ▼ 100" in text_of(app)


@in_loop
async def test_a_second_tap_beside_the_palette_closes_nothing_more() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "w", "ctrl+p")
        palette = app.screen
        await press(pilot, "escape")
        palette.dismiss()
        await settled(pilot)
        assert isinstance(app.screen, LogScreen)


@in_loop
async def test_a_move_is_given_from_the_palette() -> None:
    stage = Stage(game(), ROLLED)
    async with shown(stage) as (app, pilot):
        await press(pilot, "ctrl+p")
        await typed(pilot, "buy ori")
        await until(lambda: "Ann: Buy Oriental Avenue for 100" in text_of(app))
        await press(pilot, "down", "enter")
        await until(lambda: bool(stage.given))
        assert last(stage) == {"type": "BuyDeed", "player": 0}
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_a_rare_move_is_reached_by_the_menu() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "a")
        await typed(pilot, "correct cash")
        await press(pilot, "enter", "2", "minus", "5", "0", "enter")
        assert isinstance(app.screen, Pad), "a reason is asked for"
        await typed(pilot, "lost")
        await press(pilot, "enter")
        assert last(stage) == {"type": "CorrectCash", "player": 1, "by": -50, "reason": "lost"}
        assert "1,450   ▼ 50" in text_of(app)


@in_loop
async def test_what_is_not_possible_does_nothing() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "b", "n", "9", "u", "U", "H", "escape")
        assert stage.given == []
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_a_dangerous_move_is_asked_for_and_not_done_by_enter() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "E")
        assert "End the game?" in text_of(app)
        await press(pilot, "enter")
        assert stage.given == []
        await press(pilot, "E", "y")
        assert last(stage) == {"type": "EndGame", "reason": ""}


@in_loop
async def test_buttons_that_have_just_changed_take_no_press() -> None:
    stage, now = Stage(game(), ROLLED), [100.0]
    app = ConsoleApp(stage, settle_s=0.35, clock=lambda: now[0])
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "1")
        assert stage.given == []
        now[0] += 0.4
        await press(pilot, "1")
        assert last(stage)["type"] == "BuyDeed"
        assert labels(app)[0] == "Ben: Throw the dice"
        await press(pilot, "1")
        assert len(stage.given) == 1, "the second of two quick presses was not meant for Ben"
        now[0] += 0.4
        await press(pilot, "1")
        assert last(stage)["type"] == "Roll"


# Undo


@in_loop
async def test_undo_says_what_it_takes_back_and_then_what_to_put_right() -> None:
    stage = Stage(game(), ROLLED, BuyDeed(ANN))
    async with shown(stage) as (app, pilot):
        await press(pilot, "u")
        assert "Ann buys Oriental Avenue" in text_of(app)
        assert stage.given == []
        await press(pilot, "enter")
        assert last(stage) == {"type": "Undo", "number": 2}
        assert "Oriental Avenue's deed to the Bank" in text_of(app)
        stage.act(DeclineDeed(ANN))
        await settled(pilot)
        assert "Oriental Avenue's deed to the Bank" in text_of(app), "it stays until it was read"
        await press(pilot, "escape")
        assert "Oriental Avenue's deed to the Bank" not in text_of(app)


@in_loop
async def test_redo_does_it_again() -> None:
    stage = Stage(game(), ROLLED, BuyDeed(ANN), Undo())
    async with shown(stage) as (app, pilot):
        await press(pilot, "U")
        assert "Ann buys Oriental Avenue" in text_of(app)
        await press(pilot, "y")
        assert last(stage) == {"type": "Redo", "number": 2}
        assert "1,400" in text_of(app)


@in_loop
async def test_undo_can_be_thought_better_of() -> None:
    stage = Stage(game(), ROLLED)
    async with shown(stage) as (app, pilot):
        await press(pilot, "u", "escape")
        await press(pilot, "u", "n")
        await press(pilot, "u")
        await click(pilot, "#back")
        assert stage.given == []
        assert isinstance(app.screen, TableScreen)


# Answers


@in_loop
async def test_a_refusal_is_shown_with_its_clause_until_it_was_read() -> None:
    stage = Stage(game(), ROLLED, BuyDeed(ANN))
    async with shown(stage) as (app, pilot):
        await app.give(b'{"type":"Build","player":0,"deed":3}')
        await settled(pilot)
        seen = " ".join(text_of(app).split())
        assert "Not allowed: " in seen
        assert "BUILD-1" in seen
        stage.act(CorrectCash(BEN, 5, "found"))
        await settled(pilot)
        assert "Not allowed: " in text_of(app)
        await click(pilot, "#notices")
        assert "Not allowed: " not in text_of(app)


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
async def test_an_answer_that_is_no_yes_is_told_plainly_and_no_money_moves(answer: Answer, words: str) -> None:
    stage = Stage(game(), ROLLED)
    async with shown(stage) as (app, pilot):
        stage.answer = answer
        await press(pilot, "1")
        assert words in text_of(app)
        assert "1,400" not in text_of(app)


@in_loop
async def test_nothing_is_shown_before_it_is_told() -> None:
    stage = Stage(game(), ROLLED)
    async with shown(stage) as (app, pilot):
        stage.answer = Answer("a", "done", 2)  # and no move is told of
        await press(pilot, "1")
        assert "1,400" not in text_of(app)
        assert labels(app)[0] == "Buy Oriental Avenue for 100"


@in_loop
async def test_trouble_with_the_disk_stays_in_sight() -> None:
    stage = Stage(game())
    assert stage.host.session is not None
    stage.host.session.trouble = "No space left on the disk."
    async with shown(stage) as (app, pilot):
        assert "Nothing can be saved now. No space left on the disk." in text_of(app)
        await press(pilot, "escape")
        assert "Nothing can be saved now." in text_of(app)


# The link


@BOTH
@in_loop
async def test_a_lost_link_is_said_large_and_nothing_can_be_pressed(size: tuple[int, int], is_touch: bool) -> None:
    stage = Stage(game(), ROLLED)
    async with shown(stage, size, is_touch=is_touch) as (app, pilot):
        stage.fall("The table hung up.")
        await settled(pilot)
        assert "NO LINK TO THE TABLE" in text_of(app)
        assert "The table hung up." in text_of(app)
        assert isinstance(app.screen, LinkDownScreen)
        assert app.screen_stack[0].query_one("#buttons").disabled
        await press(pilot, "1", "b", "u", "ctrl+p", "escape", "enter")
        await click(pilot, "#link-down")
        assert isinstance(app.screen, LinkDownScreen)
        assert stage.given == []
        stage.come_back()
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        await press(pilot, "1")
        assert last(stage)["type"] == "BuyDeed"


@in_loop
async def test_what_was_open_when_the_link_was_lost_goes_on_when_it_is_back() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "d", "3")
        stage.fall()
        stage.fall("No table is running.")
        await settled(pilot)
        await press(pilot, "5")
        assert stage.given == []
        stage.come_back()
        await settled(pilot)
        await press(pilot, "5")
        assert last(stage) == {"type": "Roll", "player": 0, "dice": [3, 5], "speed": ""}
        assert len(app.screen_stack) == 1


@in_loop
async def test_a_table_that_was_restarted_says_what_is_saved() -> None:
    restarted = "The table was restarted at 20:14. Nothing is lost: the last saved move is number 1, Ann rolls 2 4."
    async with shown(Stage(game(), ROLLED, restarted=restarted)) as (app, pilot):
        assert restarted in " ".join(text_of(app).split())
        await press(pilot, "escape")
        assert "restarted" not in text_of(app)


# Somebody else


@in_loop
async def test_a_question_that_somebody_else_has_answered_is_closed_and_that_is_told() -> None:
    stage = Stage(game(at={"Ann": 10}))
    async with shown(stage) as (app, pilot):
        await press(pilot, "d", "3")
        stage.act(Roll(ANN, (5, 5)))  # to Free Parking, and the same player is to throw again
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert "The game has gone on meanwhile." in text_of(app)
        assert stage.given == []


@in_loop
async def test_a_question_that_still_stands_stays_open() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "d", "3")
        stage.act(CorrectCash(BEN, 5, "found"))
        await settled(pilot)
        await press(pilot, "5")
        assert last(stage)["dice"] == [3, 5]
        assert "1,505" in text_of(app)


@in_loop
async def test_another_game_shows_itself() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "question_mark")
        stage.begin(game(players=("Eve", "Fay"), turn="Eve"), game="20261116-2142-aa")
        stage.tell()
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert [card.seat for card in app.screen.query(Card) if card.display] == [0, 1]
        assert "▶ ♥ Eve" in text_of(app)
        assert "■ Fay" in text_of(app)


# Other screens


@in_loop
async def test_the_log_tells_every_move_with_its_clauses() -> None:
    async with shown(Stage(game(), ROLLED, BuyDeed(ANN))) as (app, pilot):
        await press(pilot, "w")
        seen = text_of(app)
        assert "Ann paid the Bank 100. Oriental Avenue, printed price." in seen
        assert "BUY-1" in seen
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_help_names_every_command() -> None:
    from companion.console.commands import ROWS

    async with shown(Stage(game()), (100, 90)) as (app, pilot):
        app.change(replace(app.state, pace=Pace(1.0).view))
        await press(pilot, "question_mark")
        seen = text_of(app)
        assert [row.label for row in ROWS if row.label not in seen] == []


@in_loop
async def test_help_tells_of_a_demonstration_only_in_one() -> None:
    async with shown(Stage(game())) as (app, pilot):
        for pace in (None, Pace(1.0).view):
            app.change(replace(app.state, pace=pace))
            await press(pilot, "question_mark")
            told = " ".join(str(part.render()) for part in app.screen.query(".help-part"))
            assert ("End the demonstration" in told) == (pace is not None)
            await press(pilot, "escape")


@in_loop
async def test_of_many_clauses_the_first_are_beside_the_line() -> None:
    table = game(owns={"Ann": ["red"]}, cash={"Ann": 2000})
    async with shown(Stage(table, Build(ANN, deed("Illinois"))), LARGE) as (app, _):
        paid = next(line for line in text_of(app).splitlines() if "Illinois Avenue, house 1." in line)
        assert paid.rstrip().endswith(" …")
        assert "BUILD-1" in paid


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Sunday", "Sunday · classic short timed · rent must be asked for"),
        ("The evening of the long rains", "The evening of the long rains · classic short timed "),
        (
            "The evening on which the rains were long and nobody minded",
            "The evening on which the rains were long and nobody minded  ",
        ),
    ],
)
@in_loop
async def test_the_top_line_leaves_out_what_has_no_room_and_cuts_no_word(title: str, told: str) -> None:
    table = game(variants=["short", "timed"], options={"rent": "claim"})
    async with shown(Stage(table, title=title)) as (app, _):
        line = text_of(app).splitlines()[0]
        assert line.startswith(f" {told}")
        assert "…" not in line


@in_loop
async def test_a_players_sheet_has_every_deed_and_what_may_be_done() -> None:
    stage = Stage(game(owns={"Ann": ["red", "Water"]}, buildings={"red": 2}, mortgaged=["Water"]))
    async with shown(stage) as (app, pilot):
        await click(pilot, "#player-0")
        seen = text_of(app)
        for words in ("Ann   1,500", "Illinois Avenue", "2 houses, rent 300", "Water Works", "mortgaged"):
            assert words in seen
        await press(pilot, "enter")
        await typed(pilot, "sell all")
        await press(pilot, "enter")
        assert last(stage) == {"type": "SellGroup", "player": 0, "group": "red"}
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_a_player_gets_another_name() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "N", "2", "ctrl+u")
        await typed(pilot, "Bea")
        await press(pilot, "enter")
        assert last(stage) == {"type": "Rename", "player": 1, "name": "Bea"}
        assert "Bea" in text_of(app)


@in_loop
async def test_the_key_bar_can_be_tapped_and_large_buttons_be_asked_for() -> None:
    stage = Stage(game(), ROLLED)
    async with shown(stage) as (app, pilot):
        await press(pilot, "f2")
        assert app.has_class("-touch")
        assert app.screen.query_one("#keybar").size.height == 3
        await pilot.click("#keybar", offset=(4, 1))
        await settled(pilot)
        assert "Take back?" in text_of(app)
        await press(pilot, "escape", "f2")
        await pilot.click("#keybar", offset=(2, 0))
        await settled(pilot)
        assert "Take back?" in text_of(app)


@in_loop
async def test_the_colours_can_be_changed_and_no_word_is_lost() -> None:
    async with shown(Stage(game(), ROLLED, BuyDeed(ANN))) as (app, pilot):
        before, words = app.theme, words_on(app)
        await press(pilot, "f3")
        assert app.theme != before
        assert words_on(app) == words
        app.theme = SIXTEEN
        await settled(pilot)
        assert words_on(app) == words


def words_on(app: ConsoleApp) -> list[str]:
    """Without the edges of buttons, which a theme may draw or not."""
    return sorted(re.sub("[▄▌]", " ", text_of(app)).split())


@pytest.mark.parametrize(("system", "theme"), [("truecolor", "felt"), ("256", "felt"), ("standard", SIXTEEN)])
def test_a_terminal_of_sixteen_colours_keeps_its_own(system: str, theme: str) -> None:
    assert first_theme(system) == theme


@in_loop
async def test_our_own_mistake_is_kept_for_who_opened_the_console_and_not_drawn_for_people() -> None:
    app = console(Stage(game()))
    with pytest.raises(LookupError):
        await _stumble(app)
    assert isinstance(app.mistake, LookupError)
    assert app._exit_renderables == []


async def _stumble(app: ConsoleApp) -> None:
    async with app.run_test(size=SMALL) as pilot:
        app.call_later(lambda: [].pop())
        await settled(pilot)
