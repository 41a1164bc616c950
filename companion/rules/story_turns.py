"""What is said about a turn: dice, moves, Jail, cards, and who comes and goes."""

from collections.abc import Callable
from typing import Any

from companion.rules.board import BOARD, GO
from companion.rules.cards import CARDS
from companion.rules.commands import SPEED_FACES
from companion.rules.editions import Cards
from companion.rules.events import (
    CardDrawn,
    DiceRolled,
    DiceThrown,
    Event,
    GameEnded,
    HouseRuleSet,
    JailEntered,
    JailLeft,
    JailThrowFailed,
    Noted,
    PlayerLeft,
    StartDecided,
    StartThrown,
    StartTied,
    TokenMoved,
    TurnPassed,
)
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.phrases import names, sentence, setting
from companion.rules.state import Game
from companion.rules.story_matters import DECK_NAMES


def _noted(_: Game, event: Noted) -> str:
    return sentence(event.why)


_SPEED_WORDS = {face: f" + {face}" for face in SPEED_FACES if face.isdigit()} | {
    "": "",
    "bus": " and the Bus",
    "mr": " and Mr. M",
}


def _dice(dice: tuple[int, ...], speed: str) -> str:
    return " + ".join(map(str, dice)) + _SPEED_WORDS[speed]


def _start_thrown(game: Game, event: StartThrown) -> str:
    return f"{game.name(event.player)} threw {_dice(event.dice, '')} for the first turn."


def _start_tied(game: Game, event: StartTied) -> str:
    return f"{names(game, event.players)} threw the same and throw again."


def _start_decided(game: Game, event: StartDecided) -> str:
    return f"{game.name(event.player)} starts."


def _dice_rolled(game: Game, event: DiceRolled) -> str:
    doubles = ""
    if len(set(event.dice)) == 1:
        count = {2: ", the second of this turn", 3: ", the third of this turn"}.get(event.doubles, "")
        doubles = f": doubles{count}"
    thrown = f"{game.name(event.player)} threw {_dice(event.dice, event.speed)}{doubles}"
    return sentence(thrown)


def _dice_thrown(game: Game, event: DiceThrown) -> str:
    return sentence(f"{game.name(event.player)} threw {_dice(event.dice, event.speed)}")


def _token_moved(game: Game, event: TokenMoved) -> str:
    start, to = BOARD[game.players[event.player].place], BOARD[event.to]
    past = " past GO" if event.past_go and event.to != GO else ""
    return f"{game.name(event.player)} moved from {start.name}{past} to {to.name}."


def _jail_entered(game: Game, event: JailEntered) -> str:
    return f"{game.name(event.player)} is in Jail."


def _jail_throw_failed(game: Game, event: JailThrowFailed) -> str:
    return f"No doubles: {game.name(event.player)} stays in Jail."


def _jail_left(game: Game, event: JailLeft) -> str:
    return f"{game.name(event.player)} is out of Jail."


def _card_drawn(game: Game, event: CardDrawn) -> str:
    drawn = "got the {} task" if game.rules.cards is Cards.TASK else "drew a {} card"
    meaning = CARDS[event.deck][event.card].meaning
    return f"{game.name(event.player)} {drawn.format(DECK_NAMES[event.deck])}: {meaning}."


def _turn_passed(game: Game, event: TurnPassed) -> str:
    return f"{game.name(event.player)}'s turn."


def _player_left(game: Game, event: PlayerLeft) -> str:
    how = "is bankrupt and out of the game" if event.bankrupt else "has left the game"
    return f"{game.name(event.player)} {how}."


def _house_rule_set(_: Game, event: HouseRuleSet) -> str:
    said = f"House rule {event.name} is now {setting(event.value)} ({HOUSE_RULES[event.name].meaning})."
    return f"{said} Reason: {sentence(event.reason)}" if event.reason else said


def _game_ended(game: Game, event: GameEnded) -> str:
    if not event.winners:
        return "The game is over."
    return f"{names(game, event.winners)} {'wins' if len(event.winners) == 1 else 'win'}."


TURN_TELLERS: dict[type[Event], Callable[[Game, Any], str]] = {
    Noted: _noted,
    StartThrown: _start_thrown,
    StartTied: _start_tied,
    StartDecided: _start_decided,
    DiceRolled: _dice_rolled,
    DiceThrown: _dice_thrown,
    TokenMoved: _token_moved,
    JailEntered: _jail_entered,
    JailThrowFailed: _jail_throw_failed,
    JailLeft: _jail_left,
    CardDrawn: _card_drawn,
    TurnPassed: _turn_passed,
    PlayerLeft: _player_left,
    HouseRuleSet: _house_rule_set,
    GameEnded: _game_ended,
}
