"""What hands do at the table: what is felt, what is answered about the board, and the acts that come of it, watched."""

import json
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from companion.play.acts import Act
from companion.rules import Refusal
from companion.table.games.session import NotSaved
from hardware.signals import Signal
from tests.storm.furniture import Furniture
from tests.storm.house import House
from tests.storm.laws import Witness
from tests.storm.medium import read_line
from tests.storm.touched import felt, known
from tests.storm.touches import Felt, Touches, check_paid

if TYPE_CHECKING:
    from tests.storm.world import World


class ByHand:
    def __init__(self, furniture: Furniture) -> None:
        self.touches = Touches(known(furniture))
        self._felt: Felt | None = None
        self._decides = False
        self._ids: set[str] = set()

    def feel(self, world: "World", signal: Signal) -> None:
        """Something is felt at the table."""
        if world.house is None or world.house.hands is None:
            return
        world.note(f"{signal}")
        self._felt = felt(signal)
        if self._felt is not None:
            self.touches.told(self._felt)
        number, hands = len(world.witness.course), world.house.hands

        def mind(house: House) -> None:
            hands.feel(signal)
            house.desk.tell_trouble()

        world.works(mind)
        if self._felt is not None:
            self._check_moves(world, number)
        self._felt = None
        self.note_moves(world.witness, number)

    def note_moves(self, witness: Witness, number: int) -> None:
        """Were there any after this one?"""
        if len(witness.course) > number:
            self.touches.moved()

    def _check_moves(self, world: "World", number: int) -> None:
        """Those that this signal has made."""
        for made, page in zip(world.witness.course[number:], world.witness.pages[number:], strict=False):
            written = read_line(made.text)
            if written is not None and made.id in self._ids:
                world.tally["moves by hand"] += 1
                check_paid(written.body["act"], written.body["events"], page.held)

    def decide(self, world: "World", question: int, *, board_is_right: bool) -> None:
        """The Banker's answer to a question about the board."""
        hands = world.house.hands if world.house is not None else None
        if hands is None:
            return

        def answer(house: House) -> None:
            with suppress(Refusal, NotSaved):
                hands.decide(question, board_is_right=board_is_right)
            house.desk.tell_trouble()

        world.note(f"decide {question} {board_is_right}")
        self._decides = True
        world.works(answer)
        self._decides = False

    def attend(self, world: "World", id: str, act: Act) -> None:
        """An act is given, by hands or by a client, who has said so before."""
        if self._felt is None and not self._decides:
            return
        content = msgspec.json.encode(act)
        world.witness.hands_give(id, content)
        self._ids.add(id)
        if self._felt is not None:
            self.touches.gave(self._felt, json.loads(content), msgspec.to_builtins(world.session.game))
