"""A simulated client: gives commands, waits, asks again, dies and comes back, and checks whatever it is told."""

from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from companion.rules.ids import PlayerId
from companion.table.messages import (
    PROTOCOL,
    Answer,
    Give,
    Goodbye,
    Hello,
    Resync,
    RoleName,
    decode_from_table,
    encode,
)
from companion.table.server.connection import Connection
from tests.storm.screen import Screen
from tests.storm.wishes import GARBAGE, of_history, renaming, sensible, wild, wrong

if TYPE_CHECKING:
    from tests.storm.house import House
    from tests.storm.world import World

PATIENCE = 12  # steps until a command is given again
FLOOD = 40, 75  # lines at once: about as many as a caller's queue holds


class Client:
    def __init__(self, name: str, role: RoleName, seat: PlayerId, pace: float, screen: Screen) -> None:
        self.name = name
        self.role: RoleName = role
        self.seat = seat
        self._pace = pace
        self.screen = screen
        self._caller: Connection | None = None
        self._house: House | None = None
        self._given = 0
        self._waiting: dict[str, tuple[bytes, int]] = {}
        self._old: list[tuple[str, bytes]] = []
        self._good: list[bytes] = []

    # The link

    def is_linked(self, world: "World") -> bool:
        return self._caller is not None and world.house is not None and self._house is world.house

    @property
    def caller(self) -> Connection:
        assert self._caller is not None
        return self._caller

    def link(self, world: "World") -> None:
        if world.house is None:
            return
        self._house, self._caller = world.house, world.house.desk.connect()
        self.screen.link_up()
        world.hear(self, encode(Hello(PROTOCOL, self.role, self.seat, self.name)))

    def _die(self, world: "World", *, forgets: bool) -> None:
        if world.house is not None and self._caller is not None:
            world.house.desk.leave(self._caller)
        self._caller = None
        if forgets:
            self._waiting.clear()

    # What it does

    def step(self, world: "World") -> None:
        if not world.rng.happens(self._pace):
            return
        if not self.is_linked(world):
            self.link(world)
        elif world.rng.happens(world.odds.die):
            world.tally["deaths"] += 1
            self._die(world, forgets=world.rng.happens(0.5))
        else:
            self._go_on(world)

    def _go_on(self, world: "World") -> None:
        if not world.rng.happens(world.odds.slow):
            self.read(world)
        if not self.is_linked(world):
            return
        self._ask_again(world)
        if not self._waiting or world.rng.happens(world.odds.eager):
            self._wish(world)

    def read(self, world: "World", most: int = 1_000) -> None:
        """Everything that waits here, or so many lines."""
        for _ in range(most):
            if not self.is_linked(world) or not (line := self.caller.next_line(world.desk.snapshot)):
                return
            world.note(line)
            message = decode_from_table(line)
            self.screen.hear(message)
            if isinstance(message, Goodbye):
                world.tally["hung up"] += 1
                self._die(world, forgets=False)
            elif isinstance(message, Answer):
                self._hear_answer(world, message)

    def _hear_answer(self, world: "World", answer: Answer) -> None:
        world.tally[answer.outcome] += 1
        line = self._waiting.pop(answer.id, None)
        if line is not None and answer.outcome in ("not-saved", "unknown") and world.rng.happens(0.8):
            self._waiting[answer.id] = line[0], world.tick

    def _ask_again(self, world: "World") -> None:
        for id, (line, since) in list(self._waiting.items()):
            if world.tick - since > PATIENCE:
                self._waiting[id] = line, world.tick
                world.tally["asked again"] += 1
                world.post.send(world, self, id, line)
        if self._old and world.rng.happens(world.odds.stale):
            world.tally["duplicates"] += 1
            world.post.send(world, self, *world.rng.choice(self._old))

    # What it wishes for

    def _wish(self, world: "World") -> None:
        rng, odds = world.rng, world.odds
        if rng.happens(odds.garbage):
            self._babble(world)
        elif rng.happens(odds.wrong):
            self.give(world, wrong(self._good, rng))
        else:
            act = self._act(world)
            if act is not None:
                self._good.append(act)
                self.give(world, act)

    def _babble(self, world: "World") -> None:
        if self._old and world.rng.happens(0.3):
            for _ in range(world.rng.randint(*FLOOD)):
                if self.is_linked(world):
                    world.hear(self, self._old[-1][1], self._old[-1][0])
        elif world.rng.happens(0.2):
            world.hear(self, encode(Resync()))
        else:
            world.hear(self, world.rng.choice(GARBAGE))

    def _act(self, world: "World") -> bytes | None:
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

    def sensible_act(self, world: "World") -> bytes | None:
        """What is this client's to do; nothing, if it is another's."""
        electronic = world.odds.electronic if self.role == "banker" else 1.0
        command = sensible(world.session.game, world.table, world.rng, electronic)
        if self.role == "player" and getattr(command, "player", -1) != self.seat:
            return None
        return msgspec.json.encode(command)

    def give(self, world: "World", act: bytes) -> str:
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
