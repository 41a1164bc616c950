"""Rolls, draws and deals that a command leaves to the companion, and the note when others are entered instead."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.play.dice import DiceSource
from companion.rules import decide, evolve
from companion.rules.cards import CARDS
from companion.rules.catalogue import is_left_open
from companion.rules.commands import AnyCommand, DealDeeds, Roll, Throw
from companion.rules.events import CardDrawn, DiceRolled, DiceThrown, Events, Noted, StartThrown
from companion.rules.ids import BANK
from companion.rules.pending_steps import Dealing
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game

RollOrDraw = DiceRolled | DiceThrown | StartThrown | CardDrawn
_DICE = ((2, False), (2, True), (3, False))  # white dice, and whether the Speed Die is rolled too


def decide_move(game: Game, command: AnyCommand, dice: DiceSource | None) -> Events:
    """The events of a command, with anything it leaves open filled in. Raises Refusal; then nothing has happened."""
    if not is_left_open(command) or not isinstance(command, Roll | Throw | DealDeeds):
        return decide(game, command)
    assert dice is not None, "a record without a seed says what was rolled and dealt"
    if isinstance(command, DealDeeds):
        return _deal(game, dice)
    for count, speed in _DICE:  # The engine knows how many dice this moment needs.
        white, face = dice.dice(game.throws, count, speed)
        try:
            return decide(game, replace(command, dice=white, speed=face))
        except Refusal as refusal:
            if refusal.code is not Code.BAD_DICE:
                raise
            wrong = refusal
    raise wrong


def _deal(game: Game, dice: DiceSource) -> Events:
    """The deeds the Bank still has, to everyone who is waiting for them."""
    waiting = next((step.waiting for step in game.pending if isinstance(step, Dealing)), (game.turn,))
    count = game.rules.deal.count if game.rules.deal else 0
    left = iter([deed for deed in dice.deal() if game.titles[deed].owner == BANK])
    events: Events = ()
    for player in waiting:
        dealt = decide(game, DealDeeds(player, tuple(next(left) for _ in range(count))))
        game, events = evolve(game, dealt), events + dealt
    return events


def roll_or_draw(events: Iterable[object]) -> RollOrDraw | None:
    """What was rolled or drawn, if anything was."""
    return next((event for event in events if isinstance(event, RollOrDraw)), None)


def with_note(events: Events, companions: RollOrDraw) -> Events:
    """The same events, with a note before a roll or draw that differs from the companion's own.  [UNDO-1]"""
    entered = roll_or_draw(events)
    if entered is None or type(entered) is not type(companions) or entered.player != companions.player:
        return events
    if _faces(entered) == _faces(companions):
        return events
    if isinstance(companions, CardDrawn):
        why = Reason("entered-card", card=CARDS[companions.deck][companions.card].id)
    else:
        why = Reason("entered-roll", sums=companions.dice, text=getattr(companions, "speed", ""))
    note = Noted(("UNDO-1",), entered.player, why)
    at = events.index(entered)
    return (*events[:at], note, *events[at:])


def _faces(event: RollOrDraw) -> tuple[object, ...]:
    """What makes two rolls or draws the same: not the order of the white dice, nor which of two equal cards."""
    if isinstance(event, CardDrawn):
        return event.deck, CARDS[event.deck][event.card].id
    return tuple(sorted(event.dice)), getattr(event, "speed", "")
