"""What taking back several moves would mean: which ones, whose cash, and what to put right on the real board."""

from companion.play.acts import Act, Rename, Start, Undo
from companion.play.timeline import Timeline
from companion.players.dice import SeededDice
from companion.rules.commands import BuyDeed, DrawCard, EndTurn, PayTax, Roll
from companion.rules.state import Game
from companion.table.messages.requests import PlanRedo, PlanUndo
from companion.table.messages.views import UndoView
from companion.table.views.history import LookingBack
from companion.table.views.log import HIDDEN
from companion.table.views.undo_plan import NOT_UNDONE, NOTHING_AFTER, NOTHING_DONE
from tests.kit import ANN, BEN, game

EVENING = (Roll(ANN, (2, 4)), BuyDeed(ANN), EndTurn(ANN), Roll(BEN, (2, 4)), EndTurn(BEN))


def timeline_of(start: Game, *acts: Act) -> Timeline:
    timeline = Timeline(Start(start), SeededDice(1))
    for act in acts:
        timeline.apply(act, timeline.plan(act))
    return timeline


def plan(timeline: Timeline, request: PlanUndo | PlanRedo) -> UndoView | str:
    reply = LookingBack().answer(timeline, request)
    assert reply.done is (reply.undo is not None)
    return reply.undo or reply.message


def test_everything_after_a_line() -> None:
    assert plan(timeline_of(game(), *EVENING), PlanUndo(after=1)) == UndoView(
        numbers=(5, 4, 3, 2),
        moves=("the end of Ben's turn", "Ben's roll of 2 + 4", "the end of Ann's turn", "Ann bought Oriental Avenue"),
        money=("Ann gets back $94", "Ben gets back $6"),
        board_fixes=("Ben's token back to GO", "Oriental Avenue's deed to the Bank"),
    )


def test_so_many_moves_are_the_last_ones() -> None:
    timeline = timeline_of(game(), *EVENING)
    assert plan(timeline, PlanUndo(count=4)) == plan(timeline, PlanUndo(after=1))
    some = plan(timeline, PlanUndo(count=99))
    assert isinstance(some, UndoView)
    assert some.numbers == (5, 4, 3, 2, 1)


def test_what_was_taken_back_already_and_names_are_no_moves() -> None:
    timeline = timeline_of(game(), *EVENING, Undo(), Rename(ANN, "Lou"))
    some = plan(timeline, PlanUndo(after=0))
    assert isinstance(some, UndoView)
    assert some.numbers == (4, 3, 2, 1)
    assert some.moves[-1] == "Lou's roll of 2 + 4"
    assert "Lou's token back to GO" in some.board_fixes


def test_nothing_to_take_back() -> None:
    assert plan(timeline_of(game(), *EVENING), PlanUndo(after=5)) == NOTHING_AFTER
    assert plan(timeline_of(game()), PlanUndo(count=3)) == NOTHING_DONE


def test_it_can_be_done_again_up_to_a_line() -> None:
    timeline = timeline_of(game(), *EVENING, *(Undo() for _ in range(4)))
    assert plan(timeline, PlanRedo(until=4)) == UndoView(
        numbers=(2, 3, 4),
        moves=("Ann bought Oriental Avenue", "the end of Ann's turn", "Ben's roll of 2 + 4"),
        money=("Ann pays $94", "Ben pays $6"),
        board_fixes=("Ben's token back to Oriental Avenue", "Oriental Avenue's deed to Ann"),
    )
    assert plan(timeline, PlanRedo(until=1)) == NOT_UNDONE
    assert plan(timeline, PlanRedo(until=9)) == NOT_UNDONE


def test_cards_go_back_on_their_deck_the_last_one_first() -> None:
    draws = (DrawCard(ANN, "chance/building-loan"), DrawCard(BEN, "chance/bank-dividend"))
    timeline = timeline_of(game(), Roll(ANN, (3, 4)), draws[0], Roll(BEN, (3, 4)), draws[1])
    some = plan(timeline, PlanUndo(count=3))
    assert isinstance(some, UndoView)
    assert some.board_fixes == (
        "Ben's token back to GO",
        "the Chance card (a dividend) on top of its deck",
        "the Chance card (a building loan) on top of its deck",
    )


def test_a_share_is_not_told_before_the_tax_is_chosen_again() -> None:
    start = game(cash={"Ann": 1_000}, owns={"Ann": ["Boardwalk"]})
    timeline = timeline_of(start, Roll(ANN, (1, 3)), PayTax(ANN, percent=True))
    some = plan(timeline, PlanUndo(count=1))
    assert isinstance(some, UndoView)
    assert some.moves == ("Ann's choice of the tax: 10%",)
    assert some.money == (HIDDEN,)
    both = plan(timeline, PlanUndo(count=2))
    assert isinstance(both, UndoView)
    assert both.money == ("Ann gets back $140",)
