"""The post between clients and the table: late, twice, out of order, and over the end of a process."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.storm.client import Client
    from tests.storm.world import World


class Letter(NamedTuple):
    due: int
    client: "Client"
    id: str  # of a command; empty for anything else
    line: bytes


class Post:
    def __init__(self) -> None:
        self._letters: list[Letter] = []

    def send(self, world: "World", client: "Client", id: str, line: bytes) -> None:
        self._letters.append(Letter(self._due(world), client, id, line))
        if world.rng.happens(world.odds.twice):
            world.tally["duplicates"] += 1
            self._letters.append(Letter(self._due(world), client, id, line))

    def _due(self, world: "World") -> int:
        return world.tick + (world.rng.randint(1, 40) if world.rng.happens(world.odds.late) else 0)

    def step(self, world: "World") -> None:
        """What is due arrives, if its client is linked; otherwise it waits for the next link, or is lost."""
        due = [letter for letter in self._letters if letter.due <= world.tick]
        self._letters = [letter for letter in self._letters if letter.due > world.tick]
        for letter in sorted(due, key=lambda letter: letter.due):
            if letter.client.is_linked(world):
                world.hear(letter.client, letter.line, letter.id)
            elif world.rng.happens(0.7):
                self._letters.append(letter._replace(due=world.tick + world.rng.randint(1, 20)))

    def lose_all(self) -> None:
        self._letters.clear()
