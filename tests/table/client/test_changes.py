"""A screen that is told only what changed knows as much as one that is told everything."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec import Raw
from msgspec.structs import replace

from companion.play.acts import Redo, Start, Undo
from companion.play.timeline import Timeline
from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.table.messages.changes import HeardView, NotKnown, changed, told_view
from companion.table.messages.wire import Changed, Moved, Snapshot, decode_from_table, encode
from companion.table.views.game_view import game_view
from companion.table.views.log import log_lines
from companion.table.views.turns import recent_turns
from tests.kit import EVERY_GAME, NAMES, new_game

MOVES = 60


def told(seed: int) -> Iterator[Moved]:
    """A part of a game of automatic players, with undo and redo."""
    random, dice = Random(seed), RandomDice.from_seed(f"{seed}")
    start = Start(new_game(EVERY_GAME[seed % len(EVERY_GAME)], NAMES[: 2 + seed % 5], dice.decks()))
    timeline, players = Timeline(start, dice), AutomaticTable(RandomDice.from_seed(f"{seed} players"))
    for _ in range(MOVES):
        if timeline.game.over:
            return
        act = players.next_command(timeline.game)
        if random.random() < 0.1 and timeline.undoable():
            act = Undo()  # type: ignore[assignment]
        elif random.random() < 0.5 and timeline.redoable():
            act = Redo()  # type: ignore[assignment]
        move = timeline.apply(act, timeline.plan(act))
        turns = recent_turns(timeline.moves)
        yield Moved(move.number, game_view("game", timeline), log_lines(move, timeline.moves), turns=turns)


@pytest.mark.parametrize("seed", range(len(EVERY_GAME)))
def test_changes_make_the_whole_and_are_short(seed: int) -> None:
    screen, before, sent = HeardView(), None, list[tuple[int, int]]()
    for moved in told(seed):
        now = told_view(moved)
        if before is None:
            screen.note(Snapshot(moved.number, moved.view, turns=moved.turns))
        else:
            line = encode(changed(before, now, moved))
            assert screen.hear(decode_from_table(line)) == decode_from_table(encode(moved))
            sent.append((len(line), len(encode(moved))))
        before = now
    assert sum(short for short, _ in sent) < sum(whole for _, whole in sent) / 2


def pair() -> tuple[Moved, Changed]:
    """A move, and what changed with the next."""
    first, second = list(told(0))[4:6]
    return first, changed(told_view(first), told_view(second), second)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda one: replace(one, number=one.number + 1),
        lambda one: replace(one, number=one.number - 1),
        lambda one: replace(one, view={**one.view, "colour": Raw(b'"red"')}),
        lambda one: replace(one, view={**one.view, "turn": Raw(b'"Ann"')}),
        lambda one: replace(one, view={**one.view, "moves": Raw(b"[[0,9999]]")}),
        lambda one: replace(one, view={**one.view, "moves": Raw(b"[[-1,1]]")}),
        lambda one: replace(one, view={**one.view, "moves": Raw(b"[[2,2]]")}),
        lambda one: replace(one, turns=((0, 99),)),
    ],
)
def test_a_change_of_something_else_is_noticed_and_only_a_snapshot_helps(spoil) -> None:  # type: ignore[no-untyped-def]
    first, change = pair()
    screen = HeardView()
    screen.note(first)
    with pytest.raises(NotKnown):
        screen.hear(spoil(change))
    with pytest.raises(NotKnown):
        screen.hear(change)
    screen.hear(Snapshot(first.number, first.view, turns=first.turns))
    assert isinstance(screen.hear(change), Moved)


def test_nothing_is_known_before_the_first_snapshot_nor_without_a_game() -> None:
    first, change = pair()
    with pytest.raises(NotKnown):
        HeardView().hear(change)
    screen = HeardView()
    screen.hear(Snapshot(first.number, None))
    with pytest.raises(NotKnown):
        screen.hear(change)
