"""The console's state changes only by what the table tells it."""

from msgspec import Raw
from msgspec.structs import replace

from companion.console.state import (
    LOG_LINES_MAX,
    ConsoleState,
    Note,
    after_event,
    calls_somebody,
    note_about_answer,
    with_note,
    without_last_note,
    without_old_notes,
)
from companion.table.client import LinkDown, LinkUp
from companion.table.messages.views import LogLine, MoveView, PlayerView
from companion.table.messages.wire import Answer, Snapshot, TablePrompts, Trouble
from tests.table.sample_view import WELCOME, moved, snapshot, view_of

LINE = LogLine(1, 0, "Ann rolled 2 + 4.", ("TURN-1",))
RESTARTED = replace(WELCOME, restarted="The table was restarted at 20:14.")


def live(game: str = "g1") -> ConsoleState:
    return after_event(after_event(ConsoleState(), WELCOME), snapshot(3, game))


def test_only_a_snapshot_makes_the_state_live() -> None:
    assert not ConsoleState().is_live
    up = after_event(after_event(ConsoleState(), LinkUp()), WELCOME)
    assert (up.is_live, up.board) == (False, WELCOME.board)
    assert after_event(up, snapshot(3)).is_live


def test_a_lost_link_keeps_what_was_known_and_says_why() -> None:
    down = after_event(live(), LinkDown("The table hung up."))
    assert (down.is_live, down.down, down.view) == (False, "The table hung up.", live().view)
    assert after_event(down, snapshot(4, "g1")).down == ""


def test_nothing_can_be_done_while_the_link_is_down_but_it_can_be_seen() -> None:
    move = MoveView("End the turn", Raw(b'{"type":"EndTurn","player":0}'), 0)
    state = after_event(ConsoleState(), Snapshot(1, replace(view_of(), moves=(move,))))
    assert state.moves == (move,)
    down = after_event(state, LinkDown("gone"))
    assert (down.moves, down.known_moves) == ((), (move,))


def test_a_player_sees_their_own_moves_and_a_viewer_none() -> None:
    act = Raw(b'{"type":"EndTurn","player":0}')
    moves = MoveView("a", act, 0), MoveView("b", act, 1), MoveView("c", act, 1, banker=True), MoveView("d", act)
    shown = Snapshot(1, replace(view_of(), moves=moves))
    assert [move.label for move in after_event(ConsoleState("player", 1), shown).moves] == ["b"]
    assert after_event(ConsoleState("viewer"), shown).moves == ()
    assert after_event(ConsoleState("banker"), shown).moves == moves


def test_each_restart_is_shown_once() -> None:
    state = after_event(after_event(ConsoleState(), RESTARTED), snapshot(3, "g1"))
    assert [note.lines for note in state.notes] == [("The table was restarted at 20:14.",)]
    again = after_event(after_event(after_event(without_last_note(state), LinkDown("")), RESTARTED), snapshot(3, "g1"))
    assert again.notes == ()
    other = after_event(again, replace(RESTARTED, restarted="The table was restarted at 20:20."))
    assert len(other.notes) == 1


def test_a_table_that_was_not_restarted_says_nothing() -> None:
    assert live().notes == ()


def test_moves_add_to_the_log_up_to_a_limit() -> None:
    state = after_event(live(), replace(moved(4), log=(LINE,)))
    assert (state.number, state.log) == (4, (LINE,))
    full = replace(state, log=(LINE,) * LOG_LINES_MAX)
    newest = replace(LINE, number=9)
    assert after_event(full, replace(moved(9), log=(newest,))).log == (*(LINE,) * (LOG_LINES_MAX - 1), newest)


def test_what_to_put_back_stays_until_read() -> None:
    state = after_event(live(), replace(moved(4), board_fixes=("Ann's token back to GO",)))
    assert after_event(state, moved(5)).notes == state.notes
    assert without_old_notes(state).notes == state.notes
    assert without_last_note(state).notes == ()


def test_a_refusal_stays_until_read_or_until_the_next_command() -> None:
    answer = Answer("a", "refused", message="Boardwalk costs $400.", clauses=("BUY-1",))
    state = with_note(live(), note_about_answer(answer))
    assert state.notes == (Note("refused", "Not allowed", ("Boardwalk costs $400.",), ("BUY-1",)),)
    assert after_event(state, moved(4)).notes == state.notes
    assert without_old_notes(state).notes == ()
    assert without_last_note(state).notes == ()


def test_every_answer_but_done_has_a_note() -> None:
    assert note_about_answer(Answer("a", "done", 3)) is None
    titles = {
        outcome: note.title
        for outcome in ("refused", "forbidden", "mistake", "not-saved", "unknown")
        if (note := note_about_answer(Answer("a", outcome)))
    }
    assert titles == {
        "refused": "Not allowed",
        "forbidden": "Not from this screen",
        "mistake": "Our mistake",
        "not-saved": "Not saved",
        "unknown": "Not known whether it was saved",
    }


def test_another_game_drops_the_notes_of_the_first() -> None:
    state = with_note(live("g1"), Note("told", "Closed", ("why",)))
    assert after_event(state, snapshot(3, "g1")).notes == state.notes
    assert after_event(state, snapshot(1, "g2")).notes == ()
    assert after_event(state, Snapshot(0, None)).notes == ()


def test_trouble_comes_and_goes() -> None:
    state = after_event(live(), Trouble("The disk is full."))
    assert state.trouble == "The disk is full."
    assert after_event(state, Trouble("")).trouble == ""


def test_the_ledger_is_balanced_when_all_money_sums_to_nothing() -> None:
    players = PlayerView(0, "Ann", 1400, 0, 0), PlayerView(1, "Ben", 1500, 0, 0)
    view = replace(view_of(), players=players, bank=-2950, pot=50)
    assert after_event(ConsoleState(), Snapshot(1, view)).off_balance == 0
    assert after_event(ConsoleState(), Snapshot(1, replace(view, pot=51))).off_balance == 1
    assert ConsoleState().off_balance == 0


def test_the_next_player_is_called_but_not_at_the_start_or_when_muted() -> None:
    ann, ben, nobody = (
        after_event(live(), Snapshot(4, replace(view_of("g1"), prompt_seat=seat))) for seat in (0, 1, -1)
    )
    assert [calls_somebody(ann, after) for after in (ann, ben, nobody)] == [False, True, False]
    assert not calls_somebody(after_event(ann, LinkDown("gone")), ben)
    assert not calls_somebody(ConsoleState(), ben)
    assert not calls_somebody(live("g2"), ben)
    assert not calls_somebody(ann, replace(ben, prompts=TablePrompts(muted=True)))
