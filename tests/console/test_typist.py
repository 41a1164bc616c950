"""The hostile typist in the suite: a few hundred bursts, and a planted fault that must be caught."""

import asyncio

import pytest

from companion.console.screens.table import TableScreen
from tests.console.typist import Caught, type_bursts


@pytest.mark.parametrize("seed", range(4))
def test_no_key_does_what_it_did_not_name(seed: int) -> None:
    asyncio.run(type_bursts(seed, 25))


def test_a_console_whose_digits_reach_new_questions_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableScreen, "question", "always the same")
    monkeypatch.setattr(TableScreen, "has_guard", False)
    with pytest.raises(Caught, match="was named by none of"):
        _type_until_caught()


def _type_until_caught() -> None:
    for seed in range(20):
        asyncio.run(type_bursts(seed, 25))
