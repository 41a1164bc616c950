"""Whoever does something in a storm: clients, the weather, the post; later also buttons and tag readers."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tests.storm.world import World


class Actor(Protocol):
    def step(self, world: "World") -> None:
        """Do what is to be done at this instant, or nothing."""
