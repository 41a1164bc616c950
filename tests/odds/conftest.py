"""Tests do not wait until nobody else wants the machine."""

import pytest

from companion.players import simulate


@pytest.fixture(autouse=True)
def no_giving_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "give_way", lambda: None)
