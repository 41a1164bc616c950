"""Who may roll now, and how far a roll can lead."""

import pytest
from msgspec.structs import replace

from companion.play.whose_turn import due_to_roll, may_lead
from companion.rules.pending_steps import Buying
from companion.rules.state import Game
from tests.kit import ANN, BEN, NAMES, deed, game, new_game, rules_of
from tests.table.positions import moments

SPEED = game("platinum-2010", variants=["speed"], lapped=("Ann",))


@pytest.mark.parametrize(
    ("table", "seat"),
    [
        (game(), ANN),
        (game(thrown=True), BEN),
        (game(doubles=1), ANN),
        (game(thrown=True, at={"Ann": 5}, pending=(Buying(ANN, deed("Reading")),)), None),
        (game(jailed={"Ann": 0}), ANN),
        (game(thrown=True, bankrupt=("Ben",)), 2),
        (new_game(rules_of("classic"), NAMES), ANN),
        (SPEED, ANN),
        (replace(game(), over=True, winners=(ANN,)), None),
        (game("platinum-2010", variants=["speed"], lapped=("Ann",), jailed={"Ann": 0}), ANN),
    ],
)
def test_who_is_due(table: Game, seat: int | None) -> None:
    assert due_to_roll(table) == seat


@pytest.mark.parametrize(
    ("table", "distances"),
    [
        (game(), set(range(2, 13))),
        (SPEED, set(range(2, 16))),
        (game("platinum-2010", variants=["speed"]), set(range(2, 13))),
        (game(jailed={"Ann": 0}), {2, 4, 6, 8, 10, 12}),
        (game(jailed={"Ann": 1}), {2, 4, 6, 8, 10, 12}),
        (game(jailed={"Ann": 2}), set(range(2, 13))),
        (game(jailed={"Ann": 0}, variants=["short"]), set(range(2, 13))),
    ],
)
def test_how_far_a_throw_leads(table: Game, distances: set[int]) -> None:
    assert {steps for steps in range(-5, 45) if may_lead(table, ANN, steps)} == distances


def test_at_any_moment_it_is_the_player_on_turn_or_the_next() -> None:
    due = [(table, due_to_roll(table)) for table in moments()]
    assert {None} < {seat for _, seat in due}
    for table, seat in due:
        assert seat is None or seat in (table.turn, table.next_player())
