"""The prompt names the roll until which rent may be asked for, and that roll closes the window."""

import pytest

from companion.play.whose_turn import prompt
from companion.rules import Refusal, decide, evolve
from companion.rules.commands import ClaimRent, EndTurn, Roll
from companion.rules.refusal import Code
from companion.rules.state import Game
from tests.kit import ANN, BEN, NAMES, game, play

SAID = {
    ("classic", 2): "before Ann rolls.",
    ("classic", 3): "before Cy rolls.",
    ("classic", 4): "before Cy rolls.",
    ("parker-2001", 3): "before the dice are rolled again.",
    ("keys-2010", 3): "before Ben rolls.",
    ("platinum-2010", 4): "before Ben rolls.",
}


def landed(edition: str, players: int) -> Game:
    table = game(edition, players=NAMES[:players], options={"rent": "claim"}, owns={"Ben": ["light-blue"]})
    return play(table, Roll(ANN, (2, 4)))


@pytest.mark.parametrize(("edition", "players"), list(SAID))
def test_the_window_is_named(edition: str, players: int) -> None:
    table = landed(edition, players)
    assert prompt(table).text.endswith(f"Ben may ask Ann for $12 for Oriental Avenue, {SAID[edition, players]}")


@pytest.mark.parametrize(("edition", "players"), list(SAID))
def test_that_roll_closes_it(edition: str, players: int) -> None:
    table, said = landed(edition, players), SAID[edition, players]
    for _ in range(players):
        table = evolve(table, decide(table, EndTurn(table.turn)))
        assert decide(table, ClaimRent(BEN))
        thrower = table.name(table.turn)
        table = evolve(table, decide(table, Roll(table.turn, (4, 6))))  # to Jail, just visiting, or on from there
        if said in (f"before {thrower} rolls.", "before the dice are rolled again."):
            break
        assert "may ask Ann" in prompt(table).text
    with pytest.raises(Refusal) as refused:
        decide(table, ClaimRent(BEN))
    assert refused.value.code is Code.RENT_WINDOW_CLOSED
    assert "may ask Ann" not in prompt(table).text
