"""Watches hands at the table: what they touch, what the Banker answers about the board, and the acts that result."""

import json
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from companion.play.acts import Act
from companion.rules import Refusal
from companion.table.games.session import NotSaved
from companion.table.gestures.tags import PlayerTag
from hardware.signals import ButtonHeld, ButtonPressed, Signal, TagPlaced
from tests.storm.furniture import Furniture
from tests.storm.hand_laws import KnownTag, TouchLaws, TouchSignal, check_paid
from tests.storm.laws import Witness
from tests.storm.medium import read_line
from tests.storm.process import TableProcess

if TYPE_CHECKING:
    from tests.storm.world import StormWorld


class HandWatch:
    def __init__(self, furniture: Furniture) -> None:
        tags = furniture.tags
        known = {uid: KnownTag(type(tag).__name__.removesuffix("Tag").lower()) for uid, tag in tags.items()}
        known |= {uid: KnownTag("player", tag.seat) for uid, tag in tags.items() if isinstance(tag, PlayerTag)}
        self.laws = TouchLaws(known)
        self._felt: TouchSignal | None = None
        self._decides = False
        self._ids: set[str] = set()

    def feel(self, world: "StormWorld", signal: Signal) -> None:
        """The table gets a signal from its devices."""
        if world.process is None or world.process.controller is None:
            return
        world.note(f"{signal}")
        self._felt = touch_of(signal)
        if self._felt is not None:
            self.laws.told(self._felt)
        number, controller = len(world.witness.course), world.process.controller

        def mind(process: TableProcess) -> None:
            controller.feel(signal)
            process.dispatcher.tell_trouble()

        world.works(mind)
        if self._felt is not None:
            course, pages = world.witness.course, world.witness.pages
            for made, page in zip(course[number:], pages[number:], strict=False):
                written = read_line(made.text)
                if written is not None and made.id in self._ids:
                    world.tally["moves by hand"] += 1
                    check_paid(written.body["act"], written.body["events"], page.held)
        self._felt = None
        self.note_moves(world.witness, number)

    def note_moves(self, witness: Witness, number: int) -> None:
        """Tell the laws if there was a move after this one."""
        if len(witness.course) > number:
            self.laws.moved()

    def decide(self, world: "StormWorld", question: int, *, board_is_right: bool) -> None:
        """The Banker's answer to a question about the board."""
        controller = world.process.controller if world.process is not None else None
        if controller is None:
            return

        def answer(process: TableProcess) -> None:
            with suppress(Refusal, NotSaved):
                controller.decide(question, board_is_right=board_is_right)
            process.dispatcher.tell_trouble()

        world.note(f"decide {question} {board_is_right}")
        self._decides = True
        world.works(answer)
        self._decides = False

    def attend(self, world: "StormWorld", id: str, act: Act) -> None:
        """An act is given: by hands, or by a client, which has announced it already."""
        if self._felt is None and not self._decides:
            return
        content = msgspec.json.encode(act)
        world.witness.hands_give(id, content)
        self._ids.add(id)
        if self._felt is not None:
            self.laws.gave(self._felt, json.loads(content), msgspec.to_builtins(world.session.game))


def touch_of(signal: Signal) -> TouchSignal | None:
    """None if the signal is not from a button or a reader."""
    match signal:
        case ButtonPressed(button):
            return TouchSignal(button)
        case ButtonHeld(button):
            return TouchSignal(button, is_hold=True)
        case TagPlaced(reader, uid):
            return TouchSignal(uid, reader)
    return None
