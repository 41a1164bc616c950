"""The timeline of a game: unlimited undo and redo, no second roll, and names that are not moves."""

import pytest

from companion.play.acts import Act, DoneAgain, MoveEvents, Redo, Rename, Start, TakenBack, Undo
from companion.play.dice import RememberedDice
from companion.play.timeline import Timeline
from companion.players.dice import RandomDice, SeededDice
from companion.rules import Code, Refusal
from companion.rules.commands import BuyDeed, CorrectCash, DealDeeds, DrawCard, EndTurn, Roll, Throw
from companion.rules.events import CardDrawn, DeedConveyed, DiceRolled, DiceThrown, Noted
from companion.rules.pending_steps import UtilityThrowDue
from companion.rules.reasons import Reason
from companion.rules.state import Game
from tests.kit import ANN, BEN, NAMES, deed, game, new_game, rules_of


class Playing:
    """A timeline on which everything is planned and applied at once."""

    def __init__(self, game: Game) -> None:
        self.timeline = Timeline(Start(game), RandomDice.from_seed("a timeline"))

    def do(self, act: Act) -> MoveEvents:
        events = self.timeline.plan(act)
        self.timeline.apply(act, events)
        return events

    def dice(self, act: Act) -> tuple[int, ...]:
        return next(event.dice for event in self.do(act) if isinstance(event, DiceRolled | DiceThrown))

    @property
    def game(self) -> Game:
        return self.timeline.game


@pytest.fixture
def playing() -> Playing:
    return Playing(game())


def test_what_is_taken_back_was_never_and_what_is_done_again_is(playing: Playing) -> None:
    states = [playing.game]
    for act in (Roll(ANN, (1, 2)), BuyDeed(ANN), EndTurn(ANN), Roll(BEN, (4, 5)), BuyDeed(BEN)):
        playing.do(act)
        states.append(playing.game)
    for back in reversed(range(5)):
        assert playing.do(Undo()) == (TakenBack(back + 1),)
        assert playing.game == states[back]
    with pytest.raises(Refusal) as nothing:
        playing.do(Undo())
    assert nothing.value.code is Code.NOTHING_TO_UNDO
    for again in range(5):
        assert playing.do(Redo()) == (DoneAgain(again + 1),)
        assert playing.game == states[again + 1]
    with pytest.raises(Refusal):
        playing.do(Redo())


def test_after_something_else_there_is_nothing_to_do_again(playing: Playing) -> None:
    playing.do(Roll(ANN, (1, 2)))
    playing.do(Undo())
    playing.do(CorrectCash(BEN, 5, "found"))
    with pytest.raises(Refusal):
        playing.do(Redo())


def test_an_undo_that_names_its_move_takes_back_no_other(playing: Playing) -> None:
    playing.do(Roll(ANN, (1, 2)))
    playing.do(BuyDeed(ANN))
    with pytest.raises(Refusal) as late:
        playing.do(Undo(1))
    assert late.value.message == "Something else was done or taken back in the meantime."
    assert playing.do(Undo(2)) == (TakenBack(2),)
    with pytest.raises(Refusal):
        playing.do(Redo(1))
    assert playing.do(Redo(2)) == (DoneAgain(2),)


def test_an_undone_throw_falls_the_same_whatever_was_done_between(playing: Playing) -> None:
    first = playing.dice(Roll(ANN, ()))
    for between in ((), (CorrectCash(ANN, 5, "found"),), (Rename(BEN, "Bea"),)):
        playing.do(Undo())
        for act in between:
            playing.do(act)
        assert playing.dice(Roll(ANN, ())) == first


def test_an_undone_throw_falls_the_same_for_another_timeline_of_the_same_moves(playing: Playing) -> None:
    """As after a restart, with other dice."""
    other = Timeline(Start(game()), SeededDice(99))
    acts: tuple[Act, ...] = (Roll(ANN, ()), Undo())
    for act in acts:
        events = playing.do(act)
        other.apply(act, events)
    assert other.plan(Roll(ANN, ())) == playing.do(Roll(ANN, ()))


def test_chance_is_asked_where_nothing_fell_before() -> None:
    rolls = {Timeline(Start(game()), RandomDice.from_seed(str(seed))).plan(Roll(ANN, ()))[0] for seed in range(30)}
    assert len(rolls) > 10


def test_other_faces_by_hand_are_told(playing: Playing) -> None:
    one, two = playing.dice(Roll(ANN, ()))
    playing.do(Undo())
    by_hand = (one % 6 + 1, two)
    noted, rolled, *_ = playing.do(Roll(ANN, by_hand))
    assert isinstance(noted, Noted)
    assert noted.why == Reason("entered-roll", sums=(one, two))
    assert isinstance(rolled, DiceRolled)
    assert rolled.dice == by_hand


@pytest.mark.parametrize("is_same", [True, False])
def test_a_task_entered_after_an_undone_roll_is_told_unless_it_is_the_same(is_same: bool) -> None:
    playing = Playing(game("keys-2010"))
    playing.do(Roll(ANN, (3, 4)))
    rolled, _, drawn, *_ = playing.do(Throw(ANN, ()))
    assert isinstance(rolled, DiceThrown)
    assert isinstance(drawn, CardDrawn)
    playing.do(Undo())
    cards = playing.game.board.chance
    other = next(card for card in cards if (card.id == cards[drawn.card].id) is is_same)
    notes = [event.why for event in playing.do(DrawCard(ANN, f"chance/{other.id}")) if isinstance(event, Noted)]
    entered = Reason("entered-roll", sums=rolled.dice)
    assert (entered in notes) is not is_same


def test_an_undone_draw_is_drawn_again() -> None:
    playing = Playing(game(electronic=True))
    playing.do(Roll(ANN, (3, 4)))
    first = [event for event in playing.do(DrawCard(ANN)) if isinstance(event, CardDrawn)]
    playing.do(Undo())
    assert [event for event in playing.do(DrawCard(ANN)) if isinstance(event, CardDrawn)] == first


def test_an_undone_deal_is_dealt_again() -> None:
    dealt = new_game(rules_of("classic", ("short",)), NAMES)
    playing = Playing(dealt)
    first = [event for event in playing.do(DealDeeds(ANN, ())) if isinstance(event, DeedConveyed)]
    assert len(first) == 3 * len(NAMES)
    playing.do(Undo())
    assert [event for event in playing.do(DealDeeds(ANN, ())) if isinstance(event, DeedConveyed)] == first


def test_a_throw_that_moves_no_token_falls_the_same() -> None:
    due = UtilityThrowDue(ANN, BEN, deed("Water"), 10, ("CARD-4",))
    playing = Playing(game(owns={"Ben": ["Water"]}, thrown=True, pending=(due,)))
    first = playing.dice(Throw(ANN, ()))
    playing.do(Undo())
    assert playing.dice(Throw(ANN, ())) == first


def test_dice_that_were_not_thrown_then_are_thrown_now() -> None:
    """Two dice fell; after the undo the third is asked for, too."""
    dice = RememberedDice(SeededDice(1))
    dice.remember_roll(0, (6, 6), "")
    white, speed = dice.dice(0, 3, True)
    assert white[:2] == (6, 6)
    assert (white[2], speed) == (SeededDice(1).dice(0, 3, True)[0][2], SeededDice(1).dice(0, 3, True)[1])
    assert dice.dice(0, 1, False) == ((6,), "")
    assert dice.dice(1, 2, False) == SeededDice(1).dice(1, 2, False)


def test_a_name_is_no_move(playing: Playing) -> None:
    playing.do(Roll(ANN, (1, 2)))
    playing.do(Rename(ANN, "  Lou   Ann "))
    assert playing.game.players[ANN].name == "Lou Ann"
    assert playing.do(Undo()) == (TakenBack(1),)
    assert playing.game.players[ANN].name == "Lou Ann"
    playing.do(Redo())
    assert playing.game.players[ANN].name == "Lou Ann"
    with pytest.raises(Refusal):
        playing.do(Rename(7, "Nobody"))


@pytest.mark.parametrize(
    ("act", "events"),
    [
        (Undo(), (TakenBack(7),)),
        (Redo(), (DoneAgain(1),)),
        (Undo(), ()),
        (Rename(ANN, "Lou"), (TakenBack(1),)),
    ],
)
def test_what_was_never_planned_is_not_taken(playing: Playing, act: Act, events: MoveEvents) -> None:
    playing.do(Roll(ANN, (1, 2)))
    before = playing.game
    with pytest.raises((ValueError, Refusal)):
        playing.timeline.apply(act, events)
    assert playing.game == before


def test_planning_changes_nothing(playing: Playing) -> None:
    before = playing.game
    playing.timeline.plan(Roll(ANN, (1, 2)))
    playing.timeline.plan(Rename(ANN, "Lou"))
    assert playing.game == before
    with pytest.raises(Refusal):
        playing.timeline.plan(Undo())
