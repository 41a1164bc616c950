"""Faults of buttons, readers and of what they are taken for, each planted and found by the laws of hands."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.play.acts import Act
from companion.rules import Refusal
from companion.rules.catalogue import Press
from companion.rules.commands import Bid, Build, EndTurn, GoBankrupt
from companion.rules.ids import BANK
from companion.table.gestures import sheet
from companion.table.gestures.context import Do, GestureContext, Meaning, MoveHighlight, Show
from companion.table.gestures.interpret import interpret
from companion.table.gestures.tags import Bindings, PlayerTag, TaggedThing
from companion.table.server import signal_controller
from companion.table.server.signal_controller import SignalController
from hardware.buttons import ButtonEvent, Debounce
from hardware.readers import Poll, TagPresence, Tap
from hardware.signals import ButtonPressed, Signal, TagPlaced
from tests.storm import hand_laws, opening
from tests.storm.laws import ONCE
from tests.storm.run import run_storm
from tests.storm.world import BOARD_FIRST

SEEDS = 1_000
STEPS = 20
Patch = pytest.MonkeyPatch


class GestureFault(NamedTuple):
    title: str
    laws: tuple[str, ...]
    plant: Callable[[Patch], None]
    first: int = 0  # storm: of some it is known that those before it need not be ridden


def no_debounce(patch: Patch) -> None:
    def edge(self: Debounce, down: bool, at_ms: int) -> tuple[ButtonEvent, ...]:
        return (ButtonPressed(self._button, at_ms),) if down else ()

    patch.setattr(Debounce, "edge", edge)


def a_tap_told_twice(patch: Patch) -> None:
    poll = TagPresence.poll

    def place_twice(self: TagPresence, found: Poll, at_ms: int) -> tuple[Tap, ...]:
        taps = poll(self, found, at_ms)
        return (*taps, *(tap for tap in taps if isinstance(tap, TagPlaced)))

    patch.setattr(TagPresence, "poll", place_twice)


def a_resting_card_told_again(patch: Patch) -> None:
    """After a restart."""
    patch.setattr(TagPresence, "resume", lambda *_: None)


def given_twice(patch: Patch) -> None:
    """Under two ids, in case the first was not heard."""
    give = SignalController._give_all

    def give_twice(self: SignalController, acts: Sequence[Act]) -> int:
        number = give(self, acts)
        with suppress(Refusal):
            give(self, acts)
        return number

    patch.setattr(SignalController, "_give_all", give_twice)


def a_deed_that_buys(patch: Patch) -> None:
    """What its tag shows is done at once."""

    def eager(signal: Signal, context: GestureContext) -> Meaning:
        meaning = interpret(signal, context)
        if isinstance(signal, TagPlaced) and isinstance(meaning, Show) and meaning.sheet.move is not None:
            return Do(meaning.sheet.move.command, BANK)
        return meaning

    patch.setattr(signal_controller, "interpret", eager)


def an_unknown_tag_is_a_player(patch: Patch) -> None:
    what = Bindings.what

    def or_the_first_player(self: Bindings, uid: str) -> TaggedThing:
        return what(self, uid) or PlayerTag(0)

    patch.setattr(Bindings, "what", or_the_first_player)


def equal_beginnings(patch: Patch) -> None:
    """Only four bytes of a number are compared."""

    def what(self: Bindings, uid: str) -> TaggedThing | None:
        return next((thing for own, thing in self.tags if own[:8] == uid[:8]), None)

    patch.setattr(Bindings, "what", what)


def anybody_s_card(patch: Patch) -> None:
    """Whoever shows a card says yes for whomever the table waits for."""

    def as_confirmed(signal: Signal, context: GestureContext) -> Meaning:
        is_card = isinstance(signal, TagPlaced) and isinstance(context.bindings.what(signal.uid), PlayerTag)
        return interpret(ButtonPressed("confirm", signal.at_ms) if is_card else signal, context)

    patch.setattr(signal_controller, "interpret", as_confirmed)


def a_no_by_one_press(patch: Patch) -> None:
    """What cancel shows is done at once."""

    def eager(signal: Signal, context: GestureContext) -> Meaning:
        meaning = interpret(signal, context)
        if isinstance(meaning, MoveHighlight) and meaning.sheet.move is not None:
            return Do(meaning.sheet.move.command, BANK)
        return meaning

    patch.setattr(signal_controller, "interpret", eager)


def the_no_first(patch: Patch) -> None:
    """What is final or leaves something to others is highlighted like anything else."""
    patch.setattr(sheet, "NEVER_FIRST", (Press.DICE, Press.OWN))


def anybody_gives_up(patch: Patch) -> None:
    """The confirm button takes whatever is offered. Where everybody is poor, that comes up soon."""
    patch.setattr(opening, "POOR", 1)

    def offered(signal: Signal, context: GestureContext) -> Meaning:
        choices = context.notice.choices
        if signal == ButtonPressed("confirm", signal.at_ms) and choices and isinstance(choices[0].does, GoBankrupt):
            return Do(choices[0].does, BANK)
        return interpret(signal, context)

    patch.setattr(signal_controller, "interpret", offered)


def a_turn_ended_by_anybody(patch: Patch) -> None:
    """A player's card ends whatever turn it is, beside what it does."""

    def ending(signal: Signal, context: GestureContext) -> Meaning:
        meaning = interpret(signal, context)
        if isinstance(meaning, Do) and isinstance(meaning.act, Bid | Build) and context.game is not None:
            return replace(meaning, first=(EndTurn(context.game.turn),))
        return meaning

    patch.setattr(signal_controller, "interpret", ending)


def a_screen_that_throws_anyway(patch: Patch) -> None:
    """While the board is in question."""
    patch.setattr(SignalController, "why_held", lambda *_: "")


def the_same_ids_again(patch: Patch) -> None:
    """After a restart the hands count from one, under the same name."""
    begin = SignalController.__init__

    def begin_again(self: SignalController, *args: object, **more: object) -> None:
        begin(self, *args, **{**more, "name": "hands"})  # type: ignore[arg-type]

    patch.setattr(SignalController, "__init__", begin_again)


FAULTS = (
    GestureFault("no debounce", (hand_laws.ONE_TOLD,), no_debounce),
    GestureFault("a tap told twice", (hand_laws.ONE_TOLD,), a_tap_told_twice),
    GestureFault("a resting card told again", (hand_laws.ONE_TOLD,), a_resting_card_told_again),
    GestureFault("an act given twice", (hand_laws.ONE_ACT,), given_twice),
    GestureFault("a deed tag that buys", (hand_laws.LOOKING,), a_deed_that_buys),
    GestureFault("an unknown tag taken for a player's card", (hand_laws.STRANGE,), an_unknown_tag_is_a_player, 1),
    GestureFault("numbers that begin alike", (hand_laws.STRANGE,), equal_beginnings, 3),
    GestureFault("anybody's card", (hand_laws.WHOSE,), anybody_s_card, 2),
    GestureFault("a no by one press", (hand_laws.GIVEN_AWAY,), a_no_by_one_press),
    GestureFault("the no highlighted first", (hand_laws.GIVEN_AWAY,), the_no_first, 1),
    GestureFault("anybody's bankruptcy", (hand_laws.WHOSE,), anybody_gives_up, 13),
    GestureFault("a turn ended by anybody", (hand_laws.WHOSE, hand_laws.ONE_ACT), a_turn_ended_by_anybody, 1),
    GestureFault("a screen that rolls while the board is in question", (BOARD_FIRST,), a_screen_that_throws_anyway, 7),
    GestureFault("the same ids after a restart", (ONCE,), the_same_ids_again, 3),
)


def seeds_until_found(fault: GestureFault) -> int:
    """How many storms it takes; 0 if it is not found."""
    for count in range(SEEDS):
        if run_storm(fault.first + count, STEPS, calm_disk=True).broken.startswith(fault.laws):
            return count + 1
    return 0


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.title for fault in FAULTS])
def test_a_planted_fault_is_found(fault: GestureFault, monkeypatch: Patch) -> None:
    fault.plant(monkeypatch)
    assert seeds_until_found(fault), f"{fault.title} was not found in {SEEDS} storms"
