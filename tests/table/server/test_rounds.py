"""The table looks often while something goes on, and seldom while nothing does."""

import asyncio

import pytest

from companion.table.gestures.board_evidence import ELSEWHERE_MS
from companion.table.gestures.enrol_reads import STEADY_MS
from companion.table.gestures.sensed_board import SETTLE_MS
from companion.table.server import rounds as module
from companion.table.server.rounds import STIRRED_S, Rounds
from tests.table.fake_table import in_loop

NEVER_S = 1e6


class RoundsClock:
    s = 0.0

    def __call__(self) -> float:
        return self.s


def test_it_rests_a_while_after_the_last_stir() -> None:
    clock = RoundsClock()
    rounds = Rounds(clock)
    seen = [rounds.is_resting()]
    for step in (STIRRED_S - 0.5, 0.5):
        clock.s += step
        seen.append(rounds.is_resting())
    rounds.stir()
    assert (seen, rounds.is_resting()) == ([False, False, True], False)


def test_whatever_waits_for_its_time_comes_before_the_rest() -> None:
    assert max(SETTLE_MS + ELSEWHERE_MS, STEADY_MS) < STIRRED_S * 1_000


@pytest.mark.parametrize(("rests_s", "looks_s", "is_resting"), [(NEVER_S, 0, False), (0, NEVER_S, True)])
@in_loop
async def test_each_has_its_own_pause(
    monkeypatch: pytest.MonkeyPatch, rests_s: float, looks_s: float, is_resting: bool
) -> None:
    monkeypatch.setattr(module, "REST_S", rests_s)
    monkeypatch.setattr(module, "LOOK_S", looks_s)
    clock = RoundsClock()
    rounds = Rounds(clock)
    clock.s = STIRRED_S if is_resting else 0
    await rounds.next()


@in_loop
async def test_a_stir_ends_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REST_S", NEVER_S)
    clock = RoundsClock()
    rounds = Rounds(clock)
    clock.s = STIRRED_S
    resting = asyncio.create_task(rounds.next())
    await asyncio.sleep(0)
    rounds.stir()
    await resting
