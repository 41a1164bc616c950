"""Rolls, decks and deals: where the companion's own come from, and commands that leave them to it.

Nothing here is random: a `DiceSource` is handed in.
"""

from collections.abc import Iterable
from typing import Protocol

from msgspec.structs import replace

from companion.rules import Needs, decide, evolve
from companion.rules.catalogue import is_left_open, spec_of
from companion.rules.commands import AnyCommand
from companion.rules.events import CardDrawn, DiceRolled, DiceThrown, Events, Noted, StartThrown
from companion.rules.ids import BANK, DeedId
from companion.rules.pending_steps import Dealing
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game

RollOrDraw = DiceRolled | DiceThrown | StartThrown | CardDrawn
_DICE = ((2, False), (2, True), (3, False))  # white dice, and whether the Speed Die is rolled too


class DiceSource(Protocol):
    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:
        """The game's roll with this number: so many white dice, and the Speed Die's face or nothing."""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Chance and Community Chest as shuffled before the game, top first."""

    def deal(self) -> tuple[DeedId, ...]:
        """All deeds, in the order in which they are dealt."""


class RememberedDice:
    """Another source, except that what came up once comes up again after an undo, whoever rolls.  [UNDO-1]"""

    def __init__(self, source: DiceSource) -> None:
        self._source = source
        self._rolls: dict[int, tuple[tuple[int, ...], str]] = {}
        self.dealt: tuple[DeedId, ...] = ()

    def rolls_from(self, number: int) -> tuple[tuple[int, tuple[int, ...], str], ...]:
        """Those with this number or a higher one."""
        return tuple((one, *rolled) for one, rolled in self._rolls.items() if one >= number)

    def forget_before(self, number: int) -> None:
        """Rolls with a lower number: the game cannot come back to them."""
        self._rolls = {one: rolled for one, rolled in self._rolls.items() if one >= number}

    def remember_roll(self, number: int, white: tuple[int, ...], speed: str) -> None:
        self._rolls[number] = white, speed

    def remember_deal(self, deeds: tuple[DeedId, ...]) -> None:
        self.dealt = deeds

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:
        """Asked for more dice than it remembers, it rolls the others now."""
        white, face = self._source.dice(number, count, speed)
        old_white, old_face = self._rolls.get(number, ((), ""))
        return (old_white + white[len(old_white) :])[:count], (old_face or face) if speed else ""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._source.decks()

    def deal(self) -> tuple[DeedId, ...]:
        return (*self.dealt, *(deed for deed in self._source.deal() if deed not in self.dealt))


def decide_move(game: Game, command: AnyCommand, dice: DiceSource | None) -> Events:
    """The events of a command, with anything it leaves open filled in. Raises Refusal; then nothing has happened."""
    needs = spec_of(command).needs
    if not is_left_open(command) or needs is Needs.CARD:  # the game itself knows the companion's next card
        return decide(game, command)
    assert dice is not None, "a record without a seed says what was rolled and dealt"
    if needs is Needs.DEEDS:
        waiting = next((step.waiting for step in game.pending if isinstance(step, Dealing)), (game.turn,))
        count = game.rules.deal.count if game.rules.deal else 0
        left = iter([deed for deed in dice.deal() if game.titles[deed].owner == BANK])
        events: Events = ()
        for player in waiting:
            dealt = decide(game, replace(command, player=player, deeds=tuple(next(left) for _ in range(count))))
            game, events = evolve(game, dealt), events + dealt
        return events
    for number, speed in _DICE:  # The engine knows how many dice this moment needs.
        white, face = dice.dice(game.throws, number, speed)
        try:
            return decide(game, replace(command, dice=white, speed=face))
        except Refusal as refusal:
            if refusal.code is not Code.BAD_DICE:
                raise
            wrong = refusal
    raise wrong


def roll_or_draw(events: Iterable[object]) -> RollOrDraw | None:
    """What was rolled or drawn, if anything was."""
    return next((event for event in events if isinstance(event, RollOrDraw)), None)


def with_note(game: Game, events: Events, companions: RollOrDraw) -> Events:
    """The same events, with a note before a roll or draw that differs from the companion's own.  [UNDO-1]"""
    entered = roll_or_draw(events)
    if entered is None or entered.player != companions.player:
        return events
    if isinstance(entered, CardDrawn) and isinstance(companions, DiceThrown):  # a task, entered in place of its number
        rolled = game.board.task(entered.deck, sum(companions.dice))
        if _faces(game, entered) == _faces(game, replace(entered, card=rolled)):
            return events
    elif type(entered) is not type(companions) or _faces(game, entered) == _faces(game, companions):
        return events
    if isinstance(companions, CardDrawn):
        why = Reason("entered-card", card=game.board.cards(companions.deck)[companions.card].id)
    else:
        why = Reason("entered-roll", sums=companions.dice, text=getattr(companions, "speed", ""))
    note = Noted(("UNDO-1",), entered.player, why)
    at = events.index(entered)
    return (*events[:at], note, *events[at:])


def _faces(game: Game, event: RollOrDraw) -> tuple[object, ...]:
    """What makes two rolls or draws the same: not the order of the white dice, nor which of two equal cards."""
    if isinstance(event, CardDrawn):
        return event.deck, game.board.cards(event.deck)[event.card].id
    return tuple(sorted(event.dice)), getattr(event, "speed", "")
