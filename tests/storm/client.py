"""Simulated clients, which check everything they are told, and the post between them and the table.

A client gives commands, waits, asks again, dies and comes back. The post is late, delivers twice and out of order, and
survives the end of a process.
"""

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Raw

from companion.rules.ids import PlayerId
from companion.table.messages.message import PROTOCOL, RoleName
from companion.table.messages.wire import Answer, Give, Goodbye, Hello, Resync, decode_from_table, encode
from companion.table.server.connection import Connection
from tests.storm.client_acts import GARBAGE, of_history, renaming, sensible, wild, wrong
from tests.storm.screen import ClientScreen

if TYPE_CHECKING:
    from tests.storm.process import TableProcess
    from tests.storm.world import StormWorld


PATIENCE = 12  # steps until a command is given again
FLOOD = 40, 75  # lines at once: about as many as a caller's queue holds


class StormClient:
    def __init__(self, name: str, role: RoleName, seat: PlayerId, pace: float, screen: ClientScreen) -> None:
        self.name = name
        self.role: RoleName = role
        self.seat = seat
        self._pace = pace
        self.screen = screen
        self._connection: Connection | None = None
        self._house: TableProcess | None = None
        self._given = 0
        self._waiting: dict[str, tuple[bytes, int]] = {}
        self._old: list[tuple[str, bytes]] = []
        self._good: list[bytes] = []

    # The link

    def is_linked(self, world: "StormWorld") -> bool:
        return self._connection is not None and world.process is not None and self._house is world.process

    @property
    def connection(self) -> Connection:
        assert self._connection is not None
        return self._connection

    def link(self, world: "StormWorld") -> None:
        if world.process is None:
            return
        self._house, self._connection = world.process, world.process.dispatcher.connect()
        self.screen.link_up()
        world.hear(self, encode(Hello(PROTOCOL, self.role, self.seat, self.name)))

    def _die(self, world: "StormWorld", *, forgets: bool) -> None:
        if world.process is not None and self._connection is not None:
            world.process.dispatcher.leave(self._connection)
        self._connection = None
        if forgets:
            self._waiting.clear()

    # What it does

    def step(self, world: "StormWorld") -> None:
        if not world.rng.happens(self._pace):
            return
        if not self.is_linked(world):
            self.link(world)
            return
        if world.rng.happens(world.odds.die):
            world.tally["deaths"] += 1
            self._die(world, forgets=world.rng.happens(0.5))
            return
        if not world.rng.happens(world.odds.slow):
            self.read(world)
        if not self.is_linked(world):
            return
        self._ask_again(world)
        if not self._waiting or world.rng.happens(world.odds.eager):
            self._ask_something(world)

    def read(self, world: "StormWorld", most: int = 1_000) -> None:
        """All the lines that are waiting, or so many."""
        for _ in range(most):
            if not self.is_linked(world) or not (line := self.connection.next_line(world.dispatcher.snapshot)):
                return
            world.note(line)
            message = decode_from_table(line)
            self.screen.hear(message)
            if isinstance(message, Goodbye):
                world.tally["hung up"] += 1
                self._die(world, forgets=False)
            elif isinstance(message, Answer):
                world.tally[message.outcome] += 1
                asked = self._waiting.pop(message.id, None)
                if asked is not None and message.outcome in ("not-saved", "unknown") and world.rng.happens(0.8):
                    self._waiting[message.id] = asked[0], world.tick

    def _ask_again(self, world: "StormWorld") -> None:
        for id, (line, since) in list(self._waiting.items()):
            if world.tick - since > PATIENCE:
                self._waiting[id] = line, world.tick
                world.tally["asked again"] += 1
                world.post.send(world, self, id, line)
        if self._old and world.rng.happens(world.odds.stale):
            world.tally["duplicates"] += 1
            world.post.send(world, self, *world.rng.choice(self._old))

    def _ask_something(self, world: "StormWorld") -> None:
        rng, odds = world.rng, world.odds
        if rng.happens(odds.garbage):
            self._babble(world)
        elif rng.happens(odds.wrong):
            self.give(world, wrong(self._good, rng))
        elif (act := self._choose_act(world)) is not None:
            self._good.append(act)
            self.give(world, act)

    def _babble(self, world: "StormWorld") -> None:
        """A flood of one old line, a call for a snapshot, or garbage."""
        if self._old and world.rng.happens(0.3):
            for _ in range(world.rng.randint(*FLOOD)):
                if self.is_linked(world):
                    world.hear(self, self._old[-1][1], self._old[-1][0])
        elif world.rng.happens(0.2):
            world.hear(self, encode(Resync()))
        else:
            world.hear(self, world.rng.choice(GARBAGE))

    def _choose_act(self, world: "StormWorld") -> bytes | None:
        rng, odds, session = world.rng, world.odds, world.session
        can_redo = session.timeline.redoable() is not None
        if self.role == "banker" and (session.game.over or rng.happens(0.5 if odds.undo and can_redo else odds.undo)):
            return msgspec.json.encode(of_history(rng, session.number, can_redo=can_redo))
        if rng.happens(odds.rename):
            return msgspec.json.encode(renaming(session.game, rng))
        if session.game.over:
            return None
        if rng.happens(odds.wild):
            return msgspec.json.encode(wild(session.game, rng))
        return self.sensible_act(world)

    def sensible_act(self, world: "StormWorld") -> bytes | None:
        """The next sensible command, if it is this client's to give."""
        electronic = world.odds.electronic if self.role == "banker" else 1.0
        command = sensible(world.session.game, world.table, world.rng, electronic)
        if self.role == "player" and getattr(command, "player", -1) != self.seat:
            return None
        return msgspec.json.encode(command)

    def give(self, world: "StormWorld", act: bytes) -> str:
        self._given += 1
        id = f"{self.name}-{self._given}"
        line = encode(Give(id, Raw(act)))
        world.witness.sends(id, act)
        world.tally["commands"] += 1
        self._waiting[id] = line, world.tick
        self._old.append((id, line))
        world.post.send(world, self, id, line)
        return id

    def is_answered(self, id: str) -> bool:
        return id not in self._waiting


class Letter(NamedTuple):
    due: int
    client: "StormClient"
    id: str  # of a command; empty for anything else
    line: bytes


class Post:
    def __init__(self) -> None:
        self._letters: list[Letter] = []

    def send(self, world: "StormWorld", client: "StormClient", id: str, line: bytes) -> None:
        self._letters.append(Letter(self._due(world), client, id, line))
        if world.rng.happens(world.odds.twice):
            world.tally["duplicates"] += 1
            self._letters.append(Letter(self._due(world), client, id, line))

    def _due(self, world: "StormWorld") -> int:
        return world.tick + (world.rng.randint(1, 40) if world.rng.happens(world.odds.late) else 0)

    def step(self, world: "StormWorld") -> None:
        """Deliver what is due. A letter to a client that is not linked waits for its next link, or is lost."""
        due = [letter for letter in self._letters if letter.due <= world.tick]
        self._letters = [letter for letter in self._letters if letter.due > world.tick]
        for letter in sorted(due, key=lambda letter: letter.due):
            if letter.client.is_linked(world):
                world.hear(letter.client, letter.line, letter.id)
            elif world.rng.happens(0.7):
                self._letters.append(letter._replace(due=world.tick + world.rng.randint(1, 20)))

    def lose_all(self) -> None:
        self._letters.clear()
